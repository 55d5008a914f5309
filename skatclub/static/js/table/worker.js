// A reload without the server: the page of a list, as the page itself kept it.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(fetch(event.request).catch(async (problem) => {
    const kept = await caches.match(event.request, { ignoreVary: true });
    if (kept) return kept;
    throw problem;
  }));
});
