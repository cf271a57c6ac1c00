/* Setup: lines of names come, move and go in the page itself; the dealer stays the same person. */
(() => {
  const lines = () => all("#players .player");
  const visible = () => lines().filter((line) => !line.hidden);
  const input = (line) => $("input", line);
  const dealer = () => $("#dealer");

  const show = () => {
    const shown = visible();
    for (const [seat, option] of all("#dealer option[data-player]").entries()) {
      option.hidden = option.disabled = seat >= shown.length;
      if (seat < shown.length) option.textContent = input(shown[seat]).value.trim() || option.dataset.player;
    }
    if (dealer().selectedOptions[0]?.disabled) dealer().value = "0";
    $("#setup [name=lines]").value = shown.length;
    const typed = lines().map((line) => input(line).value.trim().toLowerCase()).filter(Boolean);
    for (const button of all("#regulars button")) button.disabled = typed.includes(button.value.slice("seat ".length).toLowerCase());
    const last = $("#regulars .row");
    if (last) last.hidden = typed.length > 0;
    $("#setup .add").disabled = shown.length === lines().length;
    for (const [seat, field] of soFar().entries()) {
      field.hidden = seat >= shown.length;
      for (const name of all("bdi", field)) name.textContent = $(`#dealer option[value="${seat}"]`).textContent;
    }
    for (const line of lines()) {
      for (const button of all("button", line)) button.dataset.about = input(line).value; // whose button it is, for the guard
      $('[value^="remove-"]', line).disabled = shown.length <= 2;
    }
  };
  const changed = () => { show(); $("#choices").dispatchEvent(new CustomEvent("names", { bubbles: true })); };

  // What moves with a player besides the name: the points so far, and whether they are below zero.
  const soFar = () => all("#paper .points");
  const exchange = (a, b) => {
    const [[minusA, pointsA], [minusB, pointsB]] = [a, b].map((seat) => all("input", soFar()[seat]));
    [pointsA.value, pointsB.value] = [pointsB.value, pointsA.value];
    [minusA.checked, minusB.checked] = [minusB.checked, minusA.checked];
  };

  const swap = (a, b) => {
    if (!a || !b) return;
    [input(a).value, input(b).value] = [input(b).value, input(a).value];
    exchange(lines().indexOf(a), lines().indexOf(b));
    const [x, y] = [a, b].map((line) => String(lines().indexOf(line)));
    dealer().value = { [x]: y, [y]: x }[dealer().value] ?? dealer().value;
  };
  const add = () => {
    const next = lines().find((line) => line.hidden);
    if (!next) return;
    next.hidden = false;
    changed();
    input(next).focus();
  };
  // A name that was tapped goes to the first free line. Its button stays where it is, so that no other comes under the thumb.
  const sit = (button) => {
    const free = visible().find((line) => !input(line).value.trim()) ?? lines().find((line) => line.hidden);
    if (!free) return;
    free.hidden = false;
    input(free).value = button.value.slice("seat ".length);
    changed();
  };
  const remove = (seat) => {
    const shown = visible();
    if (shown.length <= 2) return;
    if (Number(dealer().value) > seat) dealer().value = String(Number(dealer().value) - 1);
    for (let at = seat; at < shown.length - 1; at += 1) input(shown[at]).value = input(shown[at + 1]).value;
    for (let at = seat; at < shown.length - 1; at += 1) exchange(at, at + 1);
    for (const field of all("input", soFar()[shown.length - 1])) { field.checked = false; if (field.type === "text") field.value = ""; }
    input(shown.at(-1)).value = "";
    shown.at(-1).hidden = true;
    changed();
    if (byKeyboard) input(shown[Math.min(seat, shown.length - 2)]).focus();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#players button");
    if (!button) return;
    event.preventDefault();
    for (const fault of all("#players .alert")) fault.remove();
    if (button.value.startsWith("seat ")) { sit(button); return; }
    const [what, seat] = button.value.split("-");
    if (what === "add") add();
    if (what === "remove") remove(Number(seat));
    if (what === "up") { swap(lines()[seat - 1], lines()[seat]); changed(); if (byKeyboard) input(lines()[seat - 1]).focus(); }
  });
  document.addEventListener("keydown", (event) => {
    const line = event.target.closest?.("#players .player");
    if (!line || event.key !== "Enter" || event.target.tagName !== "INPUT" || event.isComposing) return;
    event.preventDefault();
    const shown = visible(), next = shown[shown.indexOf(line) + 1];
    if (next) input(next).focus(); else add();
  });
  document.addEventListener("input", (event) => { if (event.target.closest("#players")) changed(); });

  let dragged = null;
  const drag = (line) => {
    dragged?.classList.remove("dragged");
    dragged = line;
    dragged?.classList.add("dragged");
  };
  document.addEventListener("pointerdown", (event) => { const grip = event.target.closest?.(".grip"); if (grip) drag(grip.closest(".player")); });
  document.addEventListener("pointermove", (event) => {
    const over = dragged && document.elementFromPoint(event.clientX, event.clientY)?.closest(".player");
    if (!over || over === dragged) return;
    swap(dragged, over);
    drag(over);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { if (dragged) { drag(null); changed(); } });

  document.addEventListener("page:shown", () => {
    if (!$("#setup")) return;
    for (const button of all("#players button")) button.type = "button"; // without scripts they submit the form
    show();
    $("#players .alert, #choices .alert, #paper .alert")?.scrollIntoView({ block: "center" });
  }, { once: true });
})();
