/* Tricks: a bid is a ghost until a number is entered. "Record" wakes up when numbers and ghosts add up to the hand, less the tricks
   nobody won, and says what it will record. What is entered but not recorded, bonus points too, outlives a reload. */
const tricks = (() => {
  const GHOST = "ghost";
  const groups = () => all(".keys[data-seat]");
  const radios = (group) => all("input", group);
  const entered = (group) => { const radio = $("input:checked", group); return radio ? Number(radio.value) : null; };
  const ghost = (group) => Number(group.dataset.bid);
  const nameOf = (group) => `\u2068${$("bdi", group.closest(".seat")).textContent}\u2069`;
  const fields = (form) => [...form.elements].filter((field) => ["radio", "text"].includes(field.type));
  const draftName = () => `tricks ${location.pathname}`;
  const mark = (form) => form.elements.hand.value; // tricks stay what they are when a bid is put right
  const draft = (form) => { const stored = kept(draftName()); return stored?.of === mark(form) ? stored.fields ?? {} : {}; };

  /** Every field as it is to be: as drafted here, else as the server sent it. */
  const start = () => {
    const form = $("#record");
    if (!form) { keep(draftName(), null); return; }
    const drafted = draft(form);
    for (const field of fields(form)) {
      const known = drafted[field.name];
      if (field.type === "radio") field.checked = known === undefined ? field.defaultChecked : field.value === known;
      else if (field !== document.activeElement) field.value = known ?? field.defaultValue;
    }
    show();
  };

  const show = () => {
    const form = $("#record"), due = Number(form.dataset.size) - Number(form.elements.discarded?.value ?? 0);
    const chosen = groups().map((group) => ({ group, number: entered(group) }));
    const certain = chosen.reduce((sum, { number }) => sum + (number ?? 0), 0);
    const total = chosen.reduce((sum, { group, number }) => sum + (number ?? ghost(group)), 0);
    for (const { group, number } of chosen) {
      for (const radio of radios(group)) {
        const value = Number(radio.value), key = radio.closest(".key").classList;
        key.toggle("ghost", number === null && value === ghost(group));
        key.toggle("spent", certain - (number ?? 0) + value > due);
      }
    }
    const off = total - due, open = all("#page .seat").find((row) => !$(".keys[data-seat]", row)); // a bid is being put right
    const said = open ? sentence("bid-first", { name: `\u2068${$("bdi", open).textContent}\u2069` }) : off ? offBy(off) : result(chosen);
    $("button", form).disabled = off !== 0 || open !== undefined;
    $("small", form).textContent = said;
    if ($("#adds-up").textContent !== said) $("#adds-up").textContent = said;
    document.dispatchEvent(new Event("tricks:shown"));
  };

  const result = (chosen) => {
    const made = chosen.filter(({ group, number }) => number === null || number === ghost(group)).map(({ group }) => group);
    if (made.length === chosen.length) return sentence("all");
    const missed = chosen.filter(({ group }) => !made.includes(group));
    const parts = missed.map(({ group, number }) => sentence("took", { name: nameOf(group), tricks: number }));
    return [...(made.length ? [sentence("made", { names: made.map(nameOf).join(", ") })] : []), parts.join(", ")].join("; ");
  };

  const changed = (field, value = field.value) => {
    const form = $("#record");
    keep(draftName(), { of: mark(form), fields: { ...draft(form), [field.name]: value } });
    show();
  };
  const clear = (radio) => { radio.checked = false; changed(radio, GHOST); };

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
  document.addEventListener("input", (event) => { if (event.target.form?.id === "record") changed(event.target); });
  document.addEventListener("formdata", (event) => {
    if (event.target.id !== "record") return;
    for (const group of groups()) if (entered(group) === null) event.formData.set(`tricks-${group.dataset.seat}`, group.dataset.bid);
  });

  return { start, changed };
})();
