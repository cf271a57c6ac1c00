/* Following along, and what happens around every change of the page: focus, open folds and the view stay where they were. */
const follow = (() => {
  const PACE = 2000;
  let timer = 0, misses = 0, writing = 0, told = 0;

  const notice = (kind) => {
    for (const line of all("#notices p")) line.hidden = line.dataset.notice !== kind;
    if (kind !== "unsaved" || !$("#status")) return;
    $("#status").textContent = $('[data-notice="unsaved"]').dataset.short; // one line, so that nothing moves under the thumb
    $("#status").classList.add("unsaved"); // until the server's word replaces it
  };
  const ask = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PACE);
    const page = $("#page"), reading = Date.now() - told < 20000 && $("#page .alert"); // a refusal is read before news replaces it
    if (document.hidden || writing || reading || !page.hasAttribute("hx-get")) return;
    page.dispatchEvent(new CustomEvent("poll"));
  };
  for (const wake of ["pageshow", "online", "focus"]) window.addEventListener(wake, ask);
  document.addEventListener("visibilitychange", ask);

  const isPost = (event) => event.detail.ctx.request.method === "POST";
  document.addEventListener("htmx:before:request", (event) => { if (isPost(event)) { writing += 1; notice("saving"); } });
  document.addEventListener("htmx:finally:request", (event) => { if (isPost(event)) { writing -= 1; if (!$('[data-notice="unsaved"]:not([hidden])')) notice(null); } });
  document.addEventListener("htmx:error", (event) => {
    if (event.detail.ctx?.request?.method === "POST") notice("unsaved");
    else if ((misses += 1) > 1) notice("offline");
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { status } = event.detail.ctx.response ?? {};
    const swapped = status < 500 && status !== 404;
    if (isPost(event)) notice(swapped ? null : "unsaved");
    else if (status === 404) notice("gone");
    else if (swapped) { misses = 0; notice(null); }
  });

  let before = {};
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail, version = /data-version="(\d+)"/.exec(ctx.text ?? "");
    if (version && !isPost(event) && Number(version[1]) < Number($("#page").dataset.version ?? 0)) { event.preventDefault(); return; }
    const open = all("details[open][id]").filter((fold) => !fold.contains(ctx.sourceElement)).map((fold) => fold.id);
    before = { open, active: document.activeElement?.id, hand: view(), post: isPost(event) };
  });
  document.addEventListener("htmx:after:swap", (event) => {
    // A morph changes attributes; what a control holds by now is its own, and would show a state the server never sent.
    for (const control of all("input, option", document.getElementById(event.detail.ctx.target?.id) ?? document)) {
      if (control === document.activeElement) continue;
      if (control.tagName === "OPTION") control.selected = control.defaultSelected;
      else if (["radio", "checkbox"].includes(control.type)) control.checked = control.defaultChecked;
    }
    for (const id of before.open ?? []) { const fold = document.getElementById(id); if (fold) fold.open = true; }
    if (before.post && $("#page .alert")) told = Date.now();
    arrange();
    guard.look();
  });

  const view = () => (isTable() ? `${$("#page").dataset.hand} ${$("#page").dataset.phase}` : null);
  const arrange = () => {
    tricks.start();
    times.show();
    for (const button of all("[data-print]")) button.hidden = false;
    if (before.hand && view() !== before.hand) window.scrollTo(0, 0);
    else if (before.hand && before.post) $(".seat.due, #page .alert")?.scrollIntoView({ block: "nearest" });
    if (before.post && byKeyboard && (document.activeElement === document.body || !document.activeElement)) {
      $(".due .key:not([disabled]), .keys[data-seat] input, #page [id^=undo-]")?.focus();
    }
    before = {};
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-print]")) window.print();
    const menu = $("details.more[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("toggle", (event) => {
    const opens = event.oldState === "closed" && event.newState === "open"; // not when news opens again what was open
    if (opens && event.target.matches(".fold")) $(".pop", event.target).scrollIntoView({ block: "nearest" });
  }, true);
  document.addEventListener("keydown", (event) => {
    const fold = event.key === "Escape" && $("details.more[open], details.trump[open]");
    if (!fold) return;
    fold.open = false;
    $("summary", fold).focus();
  });
  document.addEventListener("DOMContentLoaded", () => {
    setup.start();
    arrange();
    guard.arrive();
    timer = setTimeout(ask, PACE);
  });
})();
