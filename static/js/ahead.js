/* Going ahead: what was tapped is shown at once, as the server will show it in its answer, with everything that follows from it for the
   rest of the hand. Nothing is decided here: which bids the hook bars was sent along with the page, and the server's answer replaces
   whatever this made of it. The page as the server sent it last is the `truth`; what waits in the outbox is shown on top of it. */
const ahead = (() => {
  let truth = "", token = "", opened = null;

  const page = () => $("#page");
  const list = () => $("#page .seats");
  const rows = () => all("#page .seats > .seat");
  const size = () => Number(list().dataset.size);
  const seatOf = (row) => row.id.replace("seat-", "");
  const rowOf = (seat) => document.getElementById(`seat-${seat}`);
  const plainName = (row) => $("bdi", row).textContent;
  const name = (row) => `\u2068${plainName(row)}\u2069`;
  const bidOf = (row) => ("bid" in row.dataset ? row.dataset.bid : null);
  /** Nobody may read a bid or a wager yet: neither is put anywhere on the page, nor in words. The server shows them with the last bid. */
  const covers = () => page().dataset.phase === "bids" && "atOnce" in list().dataset;
  const waiting = () => outbox.of(location.pathname);

  const make = (tag, attributes = {}, ...inside) => {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  };
  const hidden = (key, value) => make("input", { type: "hidden", name: key, value });
  const form = (attributes, fields, ...inside) => {
    const carried = Object.entries({ csrf_token: token, ...fields }).map((pair) => hidden(...pair));
    return make("form", { method: "post", action: location.pathname, ...attributes }, ...carried, ...inside);
  };

  // Bids

  const total = (others) => others.reduce((sum, row) => sum + Number(bidOf(row) ?? 0), 0);
  /** What the hook bars this player from: only the last one is ever bound, when all others have bid. */
  const barred = (row) => {
    const order = rows(), others = order.filter((one) => one !== row);
    if (row !== order.at(-1) || others.some((one) => bidOf(one) === null)) return [];
    const table = Object.fromEntries(list().dataset.barred.split(" ").filter(Boolean).map((pair) => pair.split(":")));
    return (table[total(others)] ?? "").split(",").filter(Boolean).map(Number);
  };

  const closeKeys = (row) => {
    for (const part of all(".bidding, .why", row)) part.remove();
    row.classList.remove("due", "opened");
  };

  const openKeys = (row, again = false) => {
    closeKeys(row);
    row.classList.add(again ? "opened" : "due");
    const no = barred(row), seat = seatOf(row), was = bidOf(row) ?? "";
    const keys = make("div", { class: `keys columns-${list().dataset.columns}`, role: "group", "aria-label": sentence("bids", { name: plainName(row) }) });
    for (let bid = 0; bid <= size(); bid += 1) {
      keys.append(make("button", {
        class: "key", name: "bid", value: bid,
        "aria-label": sentence("bid", { name: plainName(row), number: bid }),
        disabled: no.includes(bid) ? "" : null,
        "aria-describedby": no.includes(bid) ? `why-${seat}` : null,
        "aria-pressed": again && String(bid) === was ? "true" : null,
      }, String(bid)));
    }
    const parts = [form({ class: "bidding" }, { do: "bid", key: "", hand: page().dataset.hand, seat, was: row.dataset.was ?? was }, keys)];
    if (no.length) {
      const why = sentence(no.length === 1 ? "barred" : "barred-several", { bids: no.join(", "), size: size() });
      const left = [...Array(size() + 1).keys()].filter((bid) => !no.includes(bid));
      parts.push(make("p", { class: "why", id: `why-${seat}` }, left.length === 1 ? `${why} ${sentence("only", { bid: left[0] })}` : why));
    }
    if (again) parts.push(make("p", { class: "why" }, make("a", { class: "button", href: location.pathname, "data-leave": "" }, sentence("leave"))));
    ($(".keys[data-seat]", row) ?? row.lastElementChild).after(...parts);
    $(".keys[data-seat]", row)?.remove();
    if ($("#record")) tricks.start();
  };

  const showBid = (row) => {
    const bid = bidOf(row), shown = $(".bid", row);
    if (bid === null) {
      shown.replaceWith(make("span", { class: "bid none" }, make("span", { "aria-hidden": "true" }, "–")));
      return;
    }
    const covered = bid === "in", label = sentence(covered ? "change-covered" : "change", { name: plainName(row), number: bid });
    const href = `${location.pathname}?change=${seatOf(row)}`;
    shown.replaceWith(make("a", { class: "bid pending", href, "aria-label": label }, covered ? sentence("in") : bid));
  };

  const bid = (fields, key) => {
    const row = rowOf(fields.seat), order = rows();
    if (!row || page().dataset.hand !== fields.hand) return;
    row.dataset.bid = covers() ? "in" : fields.bid;
    if (covers()) row.dataset.was = `#${key}`;
    closeKeys(row);
    showBid(row);
    for (const alert of all("#page .alert")) alert.remove();
    const last = order.at(-1), before = bidOf(last);
    if (last !== row && before !== null && barred(last).includes(Number(before))) {
      delete last.dataset.bid;
      showBid(last);
      const others = total(order.filter((one) => one !== last));
      const said = sentence("asked-again", { name: name(last), number: before, total: others + Number(before) });
      list().before(make("p", { class: "alert", role: "alert" }, said));
    }
    say(sentence(covers() ? "bid-in" : "bid", { name: name(row), bid: fields.bid, number: fields.bid }));
    goOn();
  };

  const say = (words) => { const status = $("#status"); if (status) { status.textContent = words; status.classList.remove("unsaved"); } };

  /** What is due after the bids that are shown: the next bidder's keys, or everybody's tricks. */
  const goOn = () => {
    const order = rows(), left = order.filter((row) => bidOf(row) === null);
    tally(order);
    if (!left.length) { if (!order.some((row) => bidOf(row) === "in")) toTricks(order); return; }
    toBids();
    if (covers()) return;
    for (const row of left) if (row !== left[0]) closeKeys(row);
    if (!$(".bidding", left[0])) openKeys(left[0]);
    left[0].scrollIntoView({ block: "nearest" });
  };

  const tally = (order) => {
    const line = $("#page .tally > p");
    if (!line || covers()) return;
    const sum = total(order), off = sum - size();
    line.replaceChildren(`${sentence("tally", { total: sum, size: size() })} `,
      make("b", {}, off ? sentence(off > 0 ? "over" : "under", { tricks: Math.abs(off) }) : sentence("even")));
  };

  // Tricks

  const toTricks = (order) => {
    if ("extras" in list().dataset) return; // those have more to enter than a bid and tricks: the server lays it out
    const began = page().dataset.phase !== "tricks";
    page().dataset.phase = "tricks";
    for (const row of order) {
      if ($(".bidding", row)) continue;
      const group = $(".keys[data-seat]", row);
      if (group) group.dataset.bid = bidOf(row); else row.append(trickKeys(row));
    }
    if (!$("#record")) list().after(recordForm());
    const bids = Array(Number(list().dataset.people)).fill("-"); // also for those who do not play this hand
    for (const row of order) bids[Number(seatOf(row))] = bidOf(row) ?? "-";
    $("#record").elements.bids.value = bids.join(" ");
    for (const row of order) { const shown = $(`#record [data-of="${seatOf(row)}"]`); if (shown) shown.textContent = bidOf(row); }
    foldTrump();
    tricks.start();
    if (!began) return;
    say(sentence("who-missed", { bid: `${$("#status").textContent}.` }));
    window.scrollTo(0, 0);
  };

  const trickKeys = (row) => {
    const seat = seatOf(row), hand = page().dataset.hand;
    const attributes = { role: "radiogroup", "aria-label": sentence("took-group", { name: plainName(row) }), "data-seat": seat, "data-bid": bidOf(row) };
    const keys = make("div", { class: `keys columns-${list().dataset.columns}`, ...attributes });
    for (let taken = 0; taken <= size(); taken += 1) {
      const label = sentence("took-key", { name: plainName(row), number: taken });
      const radio = { type: "radio", form: "record", id: `took-${hand}-${seat}-${taken}`, name: `tricks-${seat}`, value: taken, "aria-label": label };
      keys.append(make("label", { class: "key" }, make("input", radio), make("span", {}, String(taken))));
    }
    return keys;
  };

  const recordForm = () => {
    const hand = page().dataset.hand, order = rows();
    const button = make("button", { class: "primary", id: "record-tricks" },
      make("span", {}, sentence("record", { number: hand })), " ", make("small", {}, sentence("choose")));
    const short = order.filter((row) => row.dataset.short);
    const who = short.length ? [make("p", { class: "who-bid", "aria-hidden": "true" }, make("span", {}, sentence("bids-of")), " ", ...short.flatMap((row) =>
      [make("span", {}, make("bdi", {}, row.dataset.short), " ", make("b", { "data-of": seatOf(row) })), " "]))] : [];
    const parts = [...who, button, make("p", { class: "vh", id: "adds-up", "aria-live": "polite" })];
    return form({ class: "record", id: "record", "data-size": size() }, { do: "tricks", key: "", hand, bids: "" }, ...parts);
  };

  const toBids = () => {
    if (page().dataset.phase === "bids") return;
    page().dataset.phase = "bids";
    for (const group of all("#page .keys[data-seat]")) group.remove();
    $("#record")?.remove();
  };

  const foldTrump = () => {
    const line = $("#page p.trump"), keys = $("#page .facts > .trump-keys");
    if (!line || !keys) return;
    line.replaceWith(make("details", { class: "trump", id: "trump" }, make("summary", {}, ...line.childNodes), keys));
  };

  const record = (fields) => {
    if (page().dataset.hand !== fields.hand) return;
    hold();
    say(sentence("recorded", { number: fields.hand }));
  };

  // Everything else: the next entry sees this one, and what would change the hand as a whole waits for its answer.

  /** The key shows as pressed, and takes back what it entered when it is tapped again. */
  const press = (key, pressed, value) => {
    key.setAttribute("aria-pressed", String(pressed));
    key.value = pressed ? "" : value;
    key.dataset.about = pressed ? "noted" : ""; // another key to the guard: a double tap does not take it back
  };
  const set = (field, value) => { if (field) field.value = value; };
  const trump = (fields) => {
    const line = $("#page .trump-keys"), word = $("#page .trump b");
    if (!line || page().dataset.hand !== fields.hand) return;
    if (word) word.textContent = "–";
    for (const key of all("[name=trump]", line)) {
      const suit = key.value || line.elements.was.value;
      press(key, suit === fields.trump, suit);
      if (word && suit === fields.trump) word.textContent = key.getAttribute("aria-label");
    }
    line.elements.was.value = fields.trump;
  };
  const stake = ({ hand, seat, blind, wager }, entry) => {
    const row = rowOf(seat), key = row && $("[name=blind]", row), shown = $(`#fold-wager-${hand}-${seat} summary b`);
    if (!row || page().dataset.hand !== hand) return;
    if (blind !== undefined && key) press(key, blind === "y", "y");
    if (blind !== undefined) set($("#record")?.elements[`blind-${seat}`], blind);
    if (wager === undefined || Number.isNaN(typedPoints(wager))) return; // the server refuses it in words
    if (shown) shown.textContent = covers() ? sentence("in") : wager;
    for (const was of all("details [name=was]", row)) was.value = covers() ? `#${entry}` : wager;
    set($("#record")?.elements[`wager-${seat}`], wager);
  };
  const hold = () => {
    for (const part of all("#page .seats, #record, #page .trump-keys")) part.inert = true;
    $("#record")?.classList.add("sending");
  };

  const step = () => { hold(); $("#page .tally").inert = true; };

  const SHOWN = { bid, tricks: record, trump, stake, undo: step, redo: step };

  /** The entries that wait and count: an undo of one that waits itself takes both away. Not so where the page has become newer since
      that one was tapped: it may be in there already, its answer lost on the way, and then only the server's answer tells. */
  const effective = () => {
    const queued = waiting(), undone = new Set(queued.map((entry) => entry.body.of).filter(Boolean));
    const gone = new Set(queued.filter(({ key, version }) => undone.has(key) && version === page().dataset.version).map(({ key }) => key));
    return queued.filter((entry) => !gone.has(entry.key) && !gone.has(entry.body.of));
  };

  /** Undo takes back what was entered last here, answered or not. */
  const aimUndo = () => {
    const last = effective().at(-1), tallied = $("#page .tally");
    if (!last || !tallied || ["undo", "redo"].includes(last.body.do)) return;
    const step = all("form", tallied).find((one) => one.elements.do?.value === "undo")
      ?? form({}, { do: "undo", key: "" }, make("button", { class: "button", id: "undo-ahead" }, sentence("undo")));
    if (!step.isConnected) tallied.append(step);
    step.elements.entry?.remove();
    const of = step.elements.of ?? hidden("of", "");
    of.value = last.key;
    step.append(of);
    const words = $("[id^=what-]", step);
    if (words) words.textContent = last.words;
  };

  const show = () => {
    if (!keepsScore() || !list()) { opened = null; return; }
    for (const entry of effective()) SHOWN[entry.body.do]?.(entry.body, entry.key);
    const row = opened === null ? null : rowOf(opened); // with what waits: a bid that the server does not know yet is changed too
    if (row && bidOf(row) !== null) openKeys(row, true); else opened = null;
    aimUndo();
    mark();
  };
  const mark = () => page().classList.toggle("unsaved", waiting().length > 0);

  let sentFrom = null; // the field whose text is on its way, and has not been changed since
  document.addEventListener("input", (event) => { if (event.target === sentFrom) sentFrom = null; }, true);

  /** The page is as the server sent it. */
  const arrived = () => {
    sentFrom = null;
    truth = page().outerHTML;
    token = $("#page [name=csrf_token]")?.value ?? token;
  };
  const fromTruth = () => follow.show(truth);

  const added = (entry) => {
    if (entry.body.of && !effective().includes(entry)) { void fromTruth(); return; }
    if (entry.body.do === "bid" && entry.body.seat === opened) opened = null;
    SHOWN[entry.body.do]?.(entry.body, entry.key);
    aimUndo();
    mark();
    focusOnNext();
    guard.look();
  };

  const pathOf = ({ action }) => { const { pathname, search } = new URL(action); return pathname + search; };

  document.addEventListener("submit", (event) => {
    const sent = event.target;
    const path = sent.method === "post" && sent.enctype !== "multipart/form-data" && pathOf(sent);
    const ofThisGame = path && location.pathname.includes("/g/") && outbox.gameOf(path) === outbox.gameOf(location.pathname);
    if (!ofThisGame || !sent.elements.key) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const body = {}, tapped = event.submitter;
    for (const [key, value] of new FormData(sent)) body[key] = key in body ? [body[key], value].flat() : value;
    if (tapped?.name) body[tapped.name] = tapped.value; // older browsers do not ask the form's data for its button
    if (!keepsScore() || path !== location.pathname) {
      for (const form of all("#page form[method=post]")) form.inert = form.elements.key !== undefined; // until there is an answer
      outbox.put(path, body, tapped?.textContent.trim() ?? "", sent.dataset.then ?? "");
      return;
    }
    const secret = covers() && ("bid" in body || "wager" in body), named = secret ? $("[role=group], label", sent) : tapped;
    const words = named?.getAttribute("aria-label") ?? (body.do === "tricks" ? $("#adds-up") : named)?.textContent ?? "";
    const fold = sent.closest("details");
    if (fold) fold.open = false;
    const field = $("input[name=wager]", sent);
    if (field && field === sentFrom) return; // leaving the field has sent it already
    sentFrom = field;
    if (secret && body.wager === "") return; // nothing was typed
    added(outbox.put(location.pathname, body, words));
    if (secret) set(field, "");
  }, true);

  document.addEventListener("click", (event) => {
    if (!keepsScore()) return;
    const change = event.target.closest?.("#page a.bid"), leave = event.target.closest?.("#page [data-leave]");
    if (!change && !leave) return;
    event.preventDefault();
    event.stopPropagation();
    const before = opened;
    opened = change ? seatOf(change.closest(".seat")) : null;
    if (leave || before !== null) { void fromTruth(); return; }
    openKeys(change.closest(".seat"), true);
    guard.look();
  }, true);

  return { show, arrived, pathOf, fromTruth };
})();
