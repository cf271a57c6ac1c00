/* Tricks: a bid is a ghost until a number is entered. "Record" wakes up when numbers and ghosts add up to the hand, and says what it
   will record. Numbers entered but not recorded outlive a reload. */
const tricks = (() => {
  const GHOST = "ghost";
  const groups = () => all(".keys[data-seat]");
  const radios = (group) => all("input", group);
  const entered = (group) => { const radio = $("input:checked", group); return radio ? Number(radio.value) : null; };
  const ghost = (group) => Number(group.dataset.bid);
  const nameOf = (group) => `\u2068${$("bdi", group.closest(".seat")).textContent}\u2069`;
  const draftName = () => `tricks ${location.pathname}`;
  const draft = (form) => { const stored = kept(draftName()); return stored?.of === form.dataset.draft ? stored.seats : {}; };
  const sentence = (form, name, figures = {}) => $(`[data-say="${name}"]`, form).textContent.replace(/\{(\w+)\}/g, (_, word) => figures[word]);

  /** Every radio as it is to be: as drafted here, else as the server sent it. */
  const start = () => {
    const form = $("#record");
    if (!form) { keep(draftName(), null); return; }
    const seats = draft(form);
    for (const group of groups()) {
      const drafted = seats[group.dataset.seat];
      for (const radio of radios(group)) radio.checked = drafted === undefined ? radio.defaultChecked : radio.value === String(drafted);
    }
    show();
  };

  const show = () => {
    const form = $("#record"), size = Number(form.dataset.size);
    const chosen = groups().map((group) => ({ group, number: entered(group) }));
    const certain = chosen.reduce((sum, { number }) => sum + (number ?? 0), 0);
    const total = chosen.reduce((sum, { group, number }) => sum + (number ?? ghost(group)), 0);
    for (const { group, number } of chosen) {
      for (const radio of radios(group)) {
        const value = Number(radio.value), key = radio.closest(".key").classList;
        key.toggle("ghost", number === null && value === ghost(group));
        key.toggle("spent", certain - (number ?? 0) + value > size);
      }
    }
    const off = total - size;
    const said = off ? $(off < 0 ? `[data-few="${-off}"]` : `[data-many="${off}"]`, form)?.textContent ?? "" : result(form, chosen);
    $("button", form).disabled = off !== 0;
    $("small", form).textContent = said;
    if ($("#adds-up").textContent !== said) $("#adds-up").textContent = said;
  };

  const result = (form, chosen) => {
    const made = chosen.filter(({ group, number }) => number === null || number === ghost(group)).map(({ group }) => group);
    if (made.length === chosen.length) return sentence(form, "all");
    const missed = chosen.filter(({ group }) => !made.includes(group));
    const parts = missed.map(({ group, number }) => sentence(form, "took", { name: nameOf(group), tricks: number }));
    return [...(made.length ? [sentence(form, "made", { names: made.map(nameOf).join(", ") })] : []), parts.join(", ")].join("; ");
  };

  const changed = (group) => {
    const form = $("#record");
    keep(draftName(), { of: form.dataset.draft, seats: { ...draft(form), [group.dataset.seat]: entered(group) ?? GHOST } });
    show();
  };
  const clear = (radio) => { radio.checked = false; changed(radio.closest(".keys")); };

  let wasChosen = null; // the radio that was chosen when the finger came down: tapped again, it is a ghost once more
  const ours = (event) => event.target.closest?.(".keys[data-seat] input");
  document.addEventListener("pointerdown", (event) => { wasChosen = ours(event)?.checked ? ours(event) : null; });
  document.addEventListener("click", (event) => {
    const radio = ours(event);
    if (radio && event.detail && radio === wasChosen) clear(radio);
    wasChosen = null;
  });
  document.addEventListener("keydown", (event) => {
    const radio = ours(event);
    if (!radio?.checked || ![" ", "Delete", "Backspace"].includes(event.key)) return;
    event.preventDefault();
    clear(radio);
  });
  document.addEventListener("change", (event) => { if (ours(event)) changed(event.target.closest(".keys")); });
  document.addEventListener("formdata", (event) => {
    if (event.target.id !== "record") return;
    for (const group of groups()) if (entered(group) === null) event.formData.set(`tricks-${group.dataset.seat}`, group.dataset.bid);
  });
  return { start };
})();
