/* Bonus points and wagers, in the games that have them: amounts add up, and "return" is done with the field, not with the hand. */
(() => {
  const inSigns = (text) => {
    const number = typedPoints(text);
    return Number.isNaN(number) ? text : `${number > 0 ? "+" : ""}${number}`.replace("-", "\u2212");
  };
  const show = () => {
    for (const amounts of all("[data-amounts]")) amounts.hidden = false;
    for (const field of $("#record").elements) {
      if (field.type !== "text") continue;
      const summary = $("summary", field.closest("details"));
      $("b", summary).textContent = inSigns(field.value);
      summary.classList.toggle("entered", typedPoints(field.value) !== 0);
    }
  };
  document.addEventListener("tricks:shown", show);
  if ($("#record")) show(); // where the game has them only since the page was loaded

  document.addEventListener("click", (event) => {
    const amount = event.target.closest?.("[data-amounts] button");
    if (!amount) return;
    const field = $("input", amount.closest("details")), sum = /^[+-]/.test(amount.value) ? (typedPoints(field.value) || 0) + Number(amount.value) : 0;
    field.value = sum ? String(sum) : "";
    tricks.changed(field);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.target.type !== "text" || event.target.form?.id !== "record") return;
    event.preventDefault();
    event.target.closest("details").open = false;
    $("summary", event.target.closest("details")).focus();
  });
  document.addEventListener("change", (event) => { // a wager that was typed counts, however the field is left
    if (event.target.name === "wager") event.target.form.requestSubmit();
  });
})();
