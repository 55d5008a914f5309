// A reload without the server, or with a silent one: the page of a list as it was kept.
const KEPT = "skatclub-table";
const PATIENCE = 3000; // ms; then what is kept is shown, and a late answer is kept instead

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  // What passes by every store wants the server itself.
  if (event.request.method !== "GET" || event.request.cache === "no-store") return;
  const fresh = fetch(event.request);
  event.respondWith(answerTo(event.request, fresh));
  event.waitUntil(keepAnew(event.request, fresh).catch(() => {}));
});

async function answerTo(request, fresh) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (!kept) return fresh;
  const silence = new Promise((resolve) => { setTimeout(resolve, PATIENCE, kept); });
  return Promise.race([fresh.then((answer) => (answer.status < 500 ? answer : kept), () => kept), silence]);
}

async function keepAnew(request, fresh) {
  const answer = (await fresh).clone();
  const pages = await caches.open(KEPT);
  if (answer.ok && !answer.redirected && await pages.match(request, { ignoreVary: true })) await pages.put(request, answer);
}
