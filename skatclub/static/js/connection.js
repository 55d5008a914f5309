// A page that renews itself says when it can no longer be trusted: since when nothing
// came. The desk says so itself beside its line, and sends again.
const note = document.querySelector("[data-connection]");
const comesByItself = (element) => /^every /.test(element.getAttribute("hx-trigger") ?? "");
const renewsItself = (element) => comesByItself(element) && !element.matches("[data-live]");
let last = new Date();

// Nobody reads a page in the background; it asks again when somebody does.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (document.hidden && renewsItself(event.detail.elt)) event.preventDefault();
});

// Nobody need sit before a page that renews itself: it does not keep them signed in.
document.addEventListener("htmx:configRequest", (event) => {
  if (comesByItself(event.detail.elt)) event.detail.headers["X-Unattended"] = "1";
});

// Where nothing has changed, nothing moves: neither the focus nor what is selected.
const renewed = (part, xhr) => new DOMParser().parseFromString(xhr.responseText, "text/html").getElementById(part.id);
// One short text of a page is also said: where somebody sits next.
const news = () => document.querySelector("[data-news]")?.textContent ?? "";
let known = news();
let focused = null;
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const part = detail.requestConfig.elt;
  if (!renewsItself(part) || !part.id) return;
  if (renewed(part, detail.xhr)?.innerHTML === part.innerHTML) detail.shouldSwap = false;
  // What has an id, htmx finds again by itself.
  const at = document.activeElement;
  focused = part.contains(at) && !at.id && at.getAttribute("href");
});
document.addEventListener("htmx:afterSettle", () => {
  const links = focused && document.activeElement === document.body ? document.querySelectorAll("main a[href]") : [];
  [...links].find((link) => link.getAttribute("href") === focused)?.focus({ preventScroll: true });
  focused = null;
  if (news() !== known) note.nextElementSibling.textContent = known = news();
});

document.addEventListener("htmx:afterRequest", (event) => {
  // The element itself has been swapped by now.
  if (!renewsItself(event.detail.requestConfig.elt)) return;
  const isLost = event.detail.xhr.status === 0 || event.detail.xhr.status >= 500;
  if (!isLost) last = new Date();
  note.hidden = !isLost;
  note.querySelector("[data-since]").textContent = last.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
});
