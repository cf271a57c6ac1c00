/* A correction: while it is made, "Record correction" says what is still wrong, or what it will change. */
(() => {
  const form = () => $("#correction");
  const number = (group) => { const radio = $("input:checked", group); return radio ? Number(radio.value) : null; };
  const sum = (groups) => groups.reduce((total, group) => total + number(group), 0);
  const say = (name) => sentence(name, {}, form());

  const show = () => {
    const size = Number(form().dataset.size), due = size - Number(form().elements.discarded?.value ?? 0);
    const [bids, tricks] = ["bid", "tricks"].map((kind) => all(`[data-corrects="${kind}"]`, form()));
    const missing = [...bids, ...tricks].some((group) => number(group) === null), off = sum(tricks) - due;
    const said = missing ? say("missing") : off ? offBy(off, form()) : changes([...bids, ...tricks]).join(", ") || say("same");
    $(".record button", form()).disabled = missing || off !== 0;
    $("#adds-up").textContent = !missing && sum(bids) === size ? `${said} · ${say("even")}` : said;
  };
  const changes = (groups) => groups.filter((group) => String(number(group)) !== group.dataset.was).map((group) => {
    const figures = { name: `\u2068${$("bdi", group.closest(".seat")).textContent}\u2069`, number: number(group) };
    return sentence(group.dataset.corrects, figures, form());
  });

  document.addEventListener("input", (event) => { if (form() && event.target.form === form()) show(); });
  const start = () => { if (form()) show(); };
  document.addEventListener("page:shown", start);
  window.addEventListener("pageshow", start); // also when the browser goes back to it as it was left
})();
