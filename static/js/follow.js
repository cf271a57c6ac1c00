/* Following along, and what happens around every change of the page: focus, open folds and the view stay where they were. */
const follow = (() => {
  const PACE = 2000;
  let timer = 0, misses = 0, writing = 0, told = -Infinity;

  const notice = (kind) => { for (const line of all("#notices [data-notice]")) line.hidden = line.dataset.notice !== kind; };
  const unsaved = () => {
    notice("unsaved");
    const line = $('[data-notice="unsaved"]'), waiting = String(outbox.entries().length);
    line.textContent = line.dataset.long.replace("{number}", waiting);
    if (!keepsScore() || !$("#status")) return;
    $("#page").classList.add("stuck");
    line.hidden = true; // the page says it itself, in one line, so that nothing moves under the thumb
    $("#status").textContent = line.dataset.short.replace("{number}", waiting);
    $("#status").classList.add("unsaved"); // until the server's word replaces it
  };
  const ask = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PACE);
    const page = $("#page"), reading = performance.now() - told < 20000 && $("#page .alert"); // a refusal is read before news replaces it
    if (document.hidden || writing || outbox.busy() || reading || !page.hasAttribute("hx-get")) return;
    page.dispatchEvent(new CustomEvent("poll"));
  };
  for (const wake of ["pageshow", "online", "focus"]) window.addEventListener(wake, ask);
  document.addEventListener("visibilitychange", ask);

  /** Show a page that the server sent, or sent before: a thumb that is down lets go of its control first. */
  const show = async (text, post = true) => {
    await thumbUp();
    await htmx.swap({ text, target: "#page", swap: "outerMorph", sourceElement: $("#page"), request: { method: post ? "POST" : "GET" } });
  };
  let down = null; // resolves when the thumb that is down has let go, and its tap was noticed
  const thumbUp = () => down?.promise;
  document.addEventListener("pointerdown", () => {
    if (down) return; // a second finger
    let up;
    const promise = new Promise((resolve) => { up = resolve; });
    down = { promise, up };
  }, true);
  const letGo = () => { down?.up(); down = null; };
  // What a click does comes after all that listen to it: the form is sent, the radio chosen. Only then may the page change.
  const afterwards = new MessageChannel();
  afterwards.port1.onmessage = letGo;
  window.addEventListener("click", () => afterwards.port2.postMessage(null), true);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(letGo, 50), true); // a swipe is no click

  document.addEventListener("outbox:changed", () => {
    if (!outbox.entries().length) { if (!$('[data-notice="saving"]').hidden || !$('[data-notice="unsaved"]').hidden) notice(null); return; }
    if (outbox.stuck()) unsaved(); else if (!$("#status.unsaved")) notice("saving");
  });
  document.addEventListener("outbox:answered", ({ detail: { entry, text, refused, url } }) => {
    const waits = all("#page form[inert]"); // of a page other than the table, which waits for its answer
    const here = entry.from === location.pathname && (entry.then === null ? isTable() : waits.length > 0);
    const shown = here && entry.path.split("?")[0] === location.pathname;
    if (refused && (!shown || outbox.of(entry.path).length || unread.all().length)) refusedElsewhere(entry, text);
    if (shown && !url) void show(text);
    else if (here && url) location.assign(url + (entry.then ?? ""));
    else for (const form of waits) form.inert = false;
  });
  /** What was refused and is not, or not for long, to be seen on the page: it stays on every page until it was read. */
  const unread = shelf("not entered");
  const refusedElsewhere = ({ key, words }, text) => {
    const answer = new DOMParser().parseFromString(text, "text/html");
    const why = (answer.querySelector("[role=alert]") ?? answer.querySelector("h1"))?.textContent.trim();
    unread.put({ key, words: `${words}: ${why}` });
    tellRefused();
  };
  const tellRefused = () => {
    const [line, ...told] = all("#not-entered li");
    for (const { key, words } of unread.all()) {
      if (told.some((one) => one.dataset.key === key)) continue;
      const more = line.cloneNode(true);
      more.dataset.key = key;
      $("span", more).textContent = words;
      more.hidden = false;
      $("#not-entered").append(more);
    }
  };
  document.addEventListener("click", (event) => {
    const line = event.target.closest?.("#not-entered button")?.closest("li");
    if (!line) return;
    unread.remove(line.dataset.key);
    line.remove();
  });

  const isPost = (event) => event.detail.ctx.request.method === "POST";
  const isNothing = (event) => event.detail.ctx.response?.status === 204; // no news: the page stays as it is
  document.addEventListener("htmx:before:request", (event) => { if (isPost(event)) { writing += 1; notice("saving"); } });
  document.addEventListener("htmx:finally:request", (event) => { if (isPost(event)) { writing -= 1; notice(null); } });
  const missed = () => { if ((misses += 1) > 1 && !outbox.stuck()) notice("offline"); }; // what waits says the same, and more
  document.addEventListener("htmx:error", missed);
  document.addEventListener("htmx:before:response", (event) => {
    if (ours(event.detail.ctx.response)) return;
    event.preventDefault();
    missed();
  });
  document.addEventListener("htmx:after:request", (event) => {
    const { status } = event.detail.ctx.response ?? {};
    const swapped = status < 500 && status !== 404;
    if (isPost(event)) return;
    if (status === 404) notice("gone");
    else if (swapped) { misses = 0; if (!outbox.entries().length) notice(null); }
  });

  let before = {};
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    if (isNothing(event)) return;
    if (!isPost(event) && down) { event.preventDefault(); return; } // the next answer will do; a control stays under the thumb
    const version = (pattern, text) => Number(pattern.exec(text ?? "")?.[1] ?? Infinity);
    const came = version(/data-version="(\d+)"/, ctx.text), told = version(/[?&]v=(\d+)/, ctx.request?.action);
    // Late, unless the server knows less than this very request told it: then it was put back to what it was.
    const old = came < Number($("#page").dataset.version ?? 0) && !(came < told && told < Infinity);
    if (old && !(isPost(event) && /role="alert"/.test(ctx.text))) {
      event.preventDefault();
      if (isPost(event)) void ahead.fromTruth(); // which is newer, and no longer covered by what was shown ahead
      return;
    }
    guard.note();
    const open = all("details[open][id]").filter((fold) => !fold.contains(ctx.sourceElement)).map((fold) => fold.id);
    before = { open, active: document.activeElement?.id, hand: view(), post: isPost(event) };
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (isNothing(event)) return;
    // A morph changes attributes; what a control holds by now is its own, and would show a state the server never sent.
    for (const control of all("input, option", document.getElementById(event.detail.ctx.target?.id) ?? document)) {
      if (control === document.activeElement) continue;
      if (control.tagName === "OPTION") control.selected = control.defaultSelected;
      else if (["radio", "checkbox"].includes(control.type)) control.checked = control.defaultChecked;
    }
    for (const id of before.open ?? []) { const fold = document.getElementById(id); if (fold) fold.open = true; }
    if (before.post && $("#page .alert")) told = performance.now();
    ahead.arrived();
    arrange();
    guard.look();
  });

  const view = () => (isTable() ? `${$("#page").dataset.hand} ${$("#page").dataset.phase}` : null);
  const arrange = () => {
    ahead.show();
    tricks.start(); // by now the page says whether tricks are being entered
    if (outbox.stuck()) unsaved();
    const more = $("#page [data-script]")?.dataset.script; // of a page that this one has become since it was loaded
    if (more && !$(`script[src="${more}"]`)) document.head.append(Object.assign(document.createElement("script"), { src: more }));
    document.dispatchEvent(new Event("page:shown"));
    void wake.show();
    if (before.post && !isTable()) $("#page [role=alert]")?.scrollIntoView({ block: "center" });
    else if (before.hand && view() !== before.hand) window.scrollTo(0, 0);
    else if (before.hand && before.post) $(".seat.due, #page .alert")?.scrollIntoView({ block: "nearest" });
    if (before.post) focusOnNext();
    before = {};
  };

  document.addEventListener("click", (event) => {
    const menu = $("details.more[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const fold = event.key === "Escape" && $("details.more[open], details.trump[open]");
    if (!fold) return;
    fold.open = false;
    $("summary", fold).focus();
  });
  document.addEventListener("DOMContentLoaded", () => {
    ahead.arrived();
    arrange();
    guard.arrive();
    tellRefused();
    timer = setTimeout(ask, PACE);
    const worker = document.body.dataset.worker; // an encrypted line, or this very machine: elsewhere browsers allow none
    if (worker && window.isSecureContext) navigator.serviceWorker?.register(worker).catch(() => { /* a private window has none */ });
  });
  return { show };
})();
