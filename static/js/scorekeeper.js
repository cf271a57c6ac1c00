/* Makes working pages quicker under the thumb: ghosts for tricks, lines of names, following along, and the guard against a
   second tap meant for what stood there before. Nothing here is needed to play; every rule lives on the server. */
(() => {
  "use strict";

  const $ = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const kept = (name) => { try { return JSON.parse(window.sessionStorage.getItem(name)) || {}; } catch { return {}; } };
  const keep = (name, value) => { try { window.sessionStorage.setItem(name, JSON.stringify(value)); } catch { /* a private window forgets */ } };
  const CONTROLS = "button, a[href], input, select, summary, label.key";

  /* The guard. A control that appears within 44 px of the last tap ignores taps for 400 ms; each ignored tap starts the time anew. */
  const NEAR = 44, PAUSE = 400;
  let lastTap = null;             // {x, y}
  const appeared = new WeakMap(); // control -> time until which it ignores taps
  let known = new Set();          // what was where before the page changed

  const identity = (control) => {
    const box = control.getBoundingClientRect();
    const name = control.id || control.getAttribute("aria-label") || control.name + control.value || control.textContent.trim();
    return `${name} ${Math.round(box.x)},${Math.round(box.y)}`;
  };
  const distance = (control) => {
    const box = control.getBoundingClientRect();
    const x = Math.max(box.left - lastTap.x, 0, lastTap.x - box.right), y = Math.max(box.top - lastTap.y, 0, lastTap.y - box.bottom);
    return Math.hypot(x, y);
  };
  const shown = () => all(CONTROLS, $("#page")).filter((control) => control.getClientRects().length);
  const remember = () => { known = new Set(shown().map(identity)); };
  const guardNew = () => {
    if (!lastTap) return;
    const until = performance.now() + PAUSE;
    for (const control of shown()) {
      if (!known.has(identity(control)) && distance(control) < NEAR) appeared.set(control, until);
    }
  };
  document.addEventListener("click", (event) => {
    if (!event.detail) return; // by keyboard or by an assistive program: nothing was missed
    const control = event.target.closest(CONTROLS);
    const until = control && (appeared.get(control) || appeared.get(control.closest("label.key")));
    lastTap = { x: event.clientX, y: event.clientY };
    remember();
    requestAnimationFrame(guardNew); // what the tap itself brings up, such as another line for a name
    if (until && performance.now() < until) {
      event.preventDefault();
      event.stopImmediatePropagation();
      appeared.set(control, performance.now() + PAUSE);
      if (control.closest("label.key")) appeared.set(control.closest("label.key"), performance.now() + PAUSE);
    }
  }, true);

  const TAP = "last tap"; // a tap may open another page; the next one may have been meant for the first
  window.addEventListener("pagehide", () => { if (lastTap) keep(TAP, { ...lastTap, at: Date.now() }); });
  const arrive = () => {
    const tap = kept(TAP);
    if (!tap.at || Date.now() - tap.at > 1000) return;
    lastTap = tap;
    known = new Set();
    guardNew();
  };

  /* Tricks: a bid is a ghost until a number is entered; "Record" wakes up when numbers and ghosts add up to the hand. */
  const draftName = () => `tricks ${location.pathname} ${$("#page").dataset.hand}`;
  const groups = () => all(".keys[data-seat]");
  const entered = (group) => { const radio = $("input:checked", group); return radio ? Number(radio.value) : null; };
  const ghost = (group) => Number(group.dataset.bid);
  const sentence = (form, name, figures = {}) =>
    $(`[data-say="${name}"]`, form).textContent.replace(/\{(\w+)\}/g, (_, word) => figures[word]);

  const startTricks = () => {
    const form = $("#record");
    if (!form) return;
    const draft = kept(draftName());
    for (const group of groups()) {
      const kept = draft[group.dataset.seat];
      if (kept !== undefined && kept !== null) { const radio = $(`input[value="${kept}"]`, group); if (radio) radio.checked = true; }
    }
    showTricks();
  };
  const showTricks = () => {
    const form = $("#record");
    if (!form) return;
    const size = Number(form.dataset.size);
    const chosen = groups().map((group) => ({ group, number: entered(group) }));
    const certain = chosen.reduce((sum, { number }) => sum + (number ?? 0), 0);
    const total = chosen.reduce((sum, { group, number }) => sum + (number ?? ghost(group)), 0);
    for (const { group, number } of chosen) {
      for (const radio of all("input", group)) {
        const key = radio.closest(".key"), value = Number(radio.value);
        key.classList.toggle("ghost", number === null && value === ghost(group));
        key.classList.toggle("spent", certain - (number ?? 0) + value > size);
      }
    }
    const button = $("button", form), small = $("small", button);
    button.disabled = total !== size;
    if (total !== size) {
      small.textContent = $(total < size ? `[data-few="${size - total}"]` : `[data-many="${total - size}"]`, form)?.textContent || "";
      return;
    }
    const nameOfSeat = (group) => $("bdi", group.closest(".seat")).textContent;
    const made = chosen.filter(({ group, number }) => number === null || number === ghost(group));
    const missed = chosen.filter((one) => !made.includes(one));
    const parts = missed.map(({ group, number }) => sentence(form, "took", { name: `\u2068${nameOfSeat(group)}\u2069`, tricks: number }));
    if (made.length === chosen.length) parts.unshift(sentence(form, "all"));
    else if (made.length) parts.unshift(sentence(form, "made", { names: made.map(({ group }) => `\u2068${nameOfSeat(group)}\u2069`).join(", ") }));
    small.textContent = parts.join("; ");
  };
  const keepDraft = () => keep(draftName(), Object.fromEntries(groups().map((group) => [group.dataset.seat, entered(group)])));
  document.addEventListener("pointerdown", (event) => {
    const radio = event.target.closest?.(".keys[data-seat] input");
    if (radio) radio.dataset.was = radio.checked ? "on" : "";
  });
  document.addEventListener("click", (event) => {
    const radio = event.target.closest?.(".keys[data-seat] input");
    if (!radio) return;
    if (event.detail && radio.dataset.was === "on") radio.checked = false; // tapped again: a ghost once more
    radio.dataset.was = "";
    keepDraft();
    showTricks();
  });
  document.addEventListener("change", (event) => { if (event.target.closest(".keys[data-seat]")) { keepDraft(); showTricks(); } });
  document.addEventListener("formdata", (event) => {
    if (event.target.id !== "record") return;
    for (const group of groups()) if (entered(group) === null) event.formData.set(`tricks-${group.dataset.seat}`, group.dataset.bid);
  });

  /* Setup: lines of names move, come and go in the page itself. */
  const lines = () => all("#players .player");
  const inputOf = (line) => $("input", line);
  const visible = () => lines().filter((line) => !line.hidden);
  const showDealers = () => {
    const shown = visible();
    for (const [seat, option] of all("#dealer option[data-player]").entries()) {
      const here = seat < shown.length;
      option.hidden = option.disabled = !here;
      if (here) option.textContent = inputOf(shown[seat]).value.trim() || option.dataset.player;
    }
    const select = $("#dealer");
    if (select.selectedOptions[0]?.disabled) select.value = "0";
    $("#setup [name=lines]").value = shown.length;
    $("#setup .add").disabled = shown.length === lines().length;
    for (const line of lines()) $('[value^="remove-"]', line).disabled = shown.length <= 2;
  };
  const changed = () => { showDealers(); $("#setup").dispatchEvent(new Event("change", { bubbles: true })); };
  const swap = (a, b) => {
    if (!a || !b) return;
    [inputOf(a).value, inputOf(b).value] = [inputOf(b).value, inputOf(a).value];
    const dealer = $("#dealer"), [x, y] = [lines().indexOf(a), lines().indexOf(b)].map(String);
    dealer.value = dealer.value === x ? y : dealer.value === y ? x : dealer.value;
  };
  const addLine = () => {
    const next = lines().find((line) => line.hidden);
    if (next) { next.hidden = false; showDealers(); inputOf(next).focus(); }
  };
  const removeLine = (seat) => {
    const shown = visible();
    if (shown.length <= 2) return;
    const dealer = $("#dealer");
    if (Number(dealer.value) > seat) dealer.value = String(Number(dealer.value) - 1);
    for (let at = seat; at < shown.length - 1; at += 1) inputOf(shown[at]).value = inputOf(shown[at + 1]).value;
    inputOf(shown.at(-1)).value = "";
    shown.at(-1).hidden = true;
    changed();
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#players button");
    if (!button) return;
    event.preventDefault();
    const [what, seat] = button.value.split("-");
    for (const fault of all("#players .alert")) fault.remove();
    if (what === "add") addLine();
    if (what === "up") { swap(lines()[seat - 1], lines()[seat]); changed(); inputOf(lines()[seat - 1]).focus(); }
    if (what === "remove") removeLine(Number(seat));
  });
  document.addEventListener("keydown", (event) => {
    const line = event.target.closest?.("#players .player");
    if (!line || event.key !== "Enter" || event.target.tagName !== "INPUT" || event.isComposing) return;
    event.preventDefault();
    const shown = visible(), next = shown[shown.indexOf(line) + 1];
    if (next) inputOf(next).focus(); else addLine();
  });
  document.addEventListener("input", (event) => { if (event.target.closest("#players")) showDealers(); });
  let dragged = null;
  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.(".grip");
    if (grip) { dragged = grip.closest(".player"); dragged.classList.add("dragged"); }
  });
  document.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".player");
    if (!over || over === dragged) return;
    swap(dragged, over);
    dragged.classList.remove("dragged");
    over.classList.add("dragged");
    dragged = over;
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => {
    if (!dragged) return;
    dragged.classList.remove("dragged");
    dragged = null;
    changed();
  });

  /* Following along: ask for what is new, more rarely when nothing happens, at once after waking. */
  let lastNews = Date.now(), timer = 0, asking = false;
  const pace = () => { const quiet = Date.now() - lastNews; return quiet < 1800000 ? 2000 : 15000; };
  const ask = () => {
    clearTimeout(timer);
    const page = $("#page");
    if (!document.hidden && !asking && page.hasAttribute("hx-get")) page.dispatchEvent(new CustomEvent("poll"));
    timer = setTimeout(ask, pace());
  };
  for (const wake of ["pageshow", "online", "focus"]) window.addEventListener(wake, ask);
  document.addEventListener("visibilitychange", ask);

  document.addEventListener("htmx:before:request", (event) => { if (event.detail.ctx.request.method !== "GET") asking = true; });
  document.addEventListener("htmx:finally:request", () => { asking = false; });
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    if (ctx.target?.id !== "page") return;
    const incoming = Number(/data-version="(\d+)"/.exec(ctx.text || "")?.[1] ?? 0);
    if (incoming < Number($("#page").dataset.version || 0)) { event.preventDefault(); return; } // overtaken on the way
    remember();
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx.target?.id !== "page") return;
    lastNews = Date.now();
    arrange();
    guardNew();
  });
  const unsaved = () => {
    const status = $("#page [role=status]");
    if (status) status.textContent = document.body.dataset.unsaved;
  };
  document.addEventListener("htmx:error", (event) => { if (event.detail.ctx?.request?.method === "POST") unsaved(); });
  document.addEventListener("htmx:response:error", (event) => { if (event.detail.ctx.response?.status >= 500) unsaved(); });

  /* After every change of the page: numbers kept, the next bidder in view, a new hand from its top. */
  let shownHand = null;
  const arrange = () => {
    const page = $("#page");
    startTricks();
    for (const button of all("[data-print]")) button.hidden = false;
    if (!page.classList.contains("table")) return;
    const hand = page.dataset.hand + page.dataset.phase;
    if (shownHand !== null && hand !== shownHand) window.scrollTo(0, 0);
    else if (shownHand !== null) $(".seat.due")?.scrollIntoView({ block: "nearest" });
    shownHand = hand;
  };
  document.addEventListener("click", (event) => { if (event.target.closest?.("[data-print]")) window.print(); });
  document.addEventListener("click", (event) => {
    const menu = $(".more[open]");
    if (menu && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") { const menu = $(".more[open]"); if (menu) { menu.open = false; $("summary", menu).focus(); } } });

  document.addEventListener("DOMContentLoaded", () => {
    if ($("#setup")) { showDealers(); for (const button of all("#players [value^=up-]")) button.type = "button"; }
    arrange();
    arrive();
    timer = setTimeout(ask, pace());
  });
})();
