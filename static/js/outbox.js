/* The outbox: what was entered and has no answer yet. An entry is written down here before it is sent, so that it outlives a dead
   connection and a closed tab, and it is sent again until the server has answered. Each has a key of its own, so that sending it twice
   enters it once. Entries of a game go in the order in which they were made. */
const outbox = (() => {
  const PATIENCE = 8000, PAUSES = [1000, 2000, 4000, 8000, 15000];
  const waiting = shelf("outbox");
  let sending = false, stuck = false, failures = 0, timer = 0, last = 0;

  const entries = () => waiting.all().sort((one, other) => one.number - other.number || (one.key < other.key ? -1 : 1));
  const of = (path) => entries().filter((entry) => entry.path === path);
  const gameOf = (path) => /^.*?\/g\/[^/]+/.exec(path)?.[0] ?? path;
  const first = (game) => entries().find((entry) => gameOf(entry.path) === game);
  const tell = (name, detail = {}) => document.dispatchEvent(new CustomEvent(`outbox:${name}`, { detail }));
  const newKey = () => [...window.crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  const put = (path, body, words, then = null) => {
    last = Math.max(last, ...entries().map(({ number }) => number)) + 1;
    const entry = { key: newKey(), number: last, path, body, words, then, from: location.pathname, version: $("#page").dataset.version };
    waiting.put(entry);
    tell("changed");
    void flush();
    return entry;
  };

  const flush = async () => {
    clearTimeout(timer);
    if (sending) return;
    sending = true;
    let unanswered = false;
    try {
      for (const game of new Set(entries().map((entry) => gameOf(entry.path)))) {
        for (let next = first(game); next; next = first(game)) {
          if (!await send(next)) { unanswered = true; break; }
        }
      }
    } finally { sending = false; }
    stuck = unanswered;
    failures = stuck ? failures + 1 : 0;
    tell("changed");
    if (entries().length) timer = setTimeout(flush, stuck ? PAUSES[Math.min(failures, PAUSES.length) - 1] : 0);
  };

  /** Whether the server has answered, and not something else in its place. */
  const send = async (entry, again = true) => {
    let answer, text;
    try {
      const body = new URLSearchParams();
      for (const [name, values] of Object.entries({ ...entry.body, key: entry.key })) for (const value of [values].flat()) body.append(name, value);
      const signal = AbortSignal.timeout?.(PATIENCE); // an older browser gives up in its own time
      answer = await fetch(entry.path, { method: "POST", headers: { "HX-Request": "true" }, body, signal });
      text = await answer.text();
    } catch { return false; }
    if (answer.status >= 500 || answer.status === 429 || !ours(answer)) return false;
    const fresh = answer.status === 400 && again ? withFreshToken(entry, text) : null;
    if (fresh) return send(fresh, false);
    waiting.remove(entry.key);
    tell("answered", { entry, text, refused: answer.status >= 400, url: answer.redirected ? answer.url : null });
    return true;
  };

  /** The token against forged requests may be older than the server's secret: the answer has a new one, which is tried at once. */
  const withFreshToken = (entry, text) => {
    const token = /name="csrf_token" value="([^"]+)"/.exec(text)?.[1];
    if (!token) return null;
    const fresh = { ...entry, body: { ...entry.body, csrf_token: token } };
    waiting.put(fresh);
    return fresh;
  };

  for (const wake of ["online", "pageshow", "focus"]) window.addEventListener(wake, () => void flush());
  document.addEventListener("visibilitychange", () => { if (!document.hidden) void flush(); });
  return { put, of, entries, gameOf, busy: () => sending, stuck: () => stuck && entries().length > 0 };
})();
