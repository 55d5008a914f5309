// A second screen says when it can no longer be trusted: since when nothing came.
const note = document.querySelector("[data-connection]");
let last = new Date();

document.addEventListener("htmx:afterRequest", (event) => {
  const isLost = event.detail.xhr.status === 0 || event.detail.xhr.status >= 500;
  if (!isLost) last = new Date();
  note.hidden = !isLost;
  note.querySelector("[data-since]").textContent = last.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
});
