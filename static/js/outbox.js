/* The outbox: what was entered and has no answer yet. An entry is written down here before it is sent, so that it outlives a dead
   connection and a closed tab, and it is sent again until the server has answered. Each has a key of its own, so that sending it twice
   enters it once. Entries of a game go in the order in which they were made. */
const outbox = (() => {
  const PLACE = "outbox", PATIENCE = 8000, PAUSES = [1000, 2000, 4000, 8000, 15000];
  let memory = null; // for a browser that keeps nothing
  let sending = false, stuck = false, failures = 0, timer = 0;

  const entries = () => {
    if (memory) return memory;
    try { return JSON.parse(window.localStorage.getItem(PLACE)) ?? []; } catch { return (memory = []); }
  };
  const write = (list) => {
    if (memory) { memory = list; return; }
    try { window.localStorage.setItem(PLACE, JSON.stringify(list)); } catch { memory = list; }
  };
  const of = (path) => entries().filter((entry) => entry.path === path);
  const gameOf = (path) => /^.*?\/g\/[^/]+/.exec(path)?.[0] ?? path;
  const first = (game) => entries().find((entry) => gameOf(entry.path) === game);
  const tell = (name, detail = {}) => document.dispatchEvent(new CustomEvent(`outbox:${name}`, { detail }));
  const newKey = () => [...window.crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  const put = (path, body, words, then = null) => {
    const entry = { key: newKey(), path, body, words, then, from: location.pathname };
    write([...entries(), entry]);
    tell("changed");
    void flush();
    return entry;
  };
  const remove = (key) => write(entries().filter((entry) => entry.key !== key));
  const change = (changed) => write(entries().map((entry) => (entry.key === changed.key ? changed : entry)));

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
  const send = async (entry) => {
    let answer, text;
    try {
      const body = new URLSearchParams({ ...entry.body, key: entry.key });
      answer = await fetch(entry.path, { method: "POST", headers: { "HX-Request": "true" }, body, signal: AbortSignal.timeout(PATIENCE) });
      text = await answer.text();
    } catch { return false; }
    if (answer.status >= 500 || answer.status === 429 || !ours(answer)) return false;
    if (answer.status === 400 && withFreshToken(entry, text)) return send(first(gameOf(entry.path)));
    remove(entry.key);
    tell("answered", { entry, text, refused: answer.status >= 400, url: answer.redirected ? answer.url : null });
    return true;
  };

  /** The token against forged requests may be older than the server's secret: the answer has a new one, which is tried once. */
  const withFreshToken = (entry, text) => {
    const token = /name="csrf_token" value="([^"]+)"/.exec(text)?.[1];
    if (!token || entry.renewed) return false;
    change({ ...entry, renewed: true, body: { ...entry.body, csrf_token: token } });
    return true;
  };

  for (const wake of ["online", "pageshow", "focus"]) window.addEventListener(wake, () => void flush());
  document.addEventListener("visibilitychange", () => { if (!document.hidden) void flush(); });
  return { put, of, entries, gameOf, busy: () => sending, stuck: () => stuck && entries().length > 0 };
})();
