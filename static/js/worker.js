/* Where the line is encrypted a browser lets this run beside the pages: static files come from a cache, and without a connection there is
   a page that says so. Pages of games are never kept. `FILES`, `MARK` and `AWAY` are written above by the server. */
const CACHE = `scorekeeper ${MARK}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([AWAY, ...FILES])).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const old = async () => { for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name); };
  event.waitUntil(old().then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  const { request } = event, { pathname, search } = new URL(request.url);
  if (request.method !== "GET") return;
  if (FILES.includes(pathname + search)) event.respondWith(caches.match(request).then((known) => known ?? fetch(request)));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(AWAY)));
});
