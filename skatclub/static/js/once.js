// A form on its way is not sent again by a second click: nothing is booked twice.
const WAIT = 10_000; // for an answer that leaves the page as it is, such as a file
let onTheirWay = new WeakSet();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (onTheirWay.has(form)) {
    event.preventDefault();
    return;
  }
  onTheirWay.add(form);
  window.setTimeout(() => onTheirWay.delete(form), WAIT);
});
window.addEventListener("pageshow", () => (onTheirWay = new WeakSet()));
