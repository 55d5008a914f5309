// A form on its way is not sent again by a second click: nothing is booked twice. Its
// button shows it, and a note of the form may say how long the answer takes.
const WAIT = 10_000; // for an answer that leaves the page as it is, such as a file
const onTheirWay = new WeakMap();

const answered = (form) => {
  const button = onTheirWay.get(form);
  onTheirWay.delete(form);
  button?.removeAttribute("aria-busy");
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (onTheirWay.has(form)) {
    event.preventDefault();
    return;
  }
  onTheirWay.set(form, event.submitter);
  event.submitter?.setAttribute("aria-busy", "true");
  const note = form.querySelector("[data-on-its-way]");
  if (note) note.hidden = false;
  else window.setTimeout(answered, WAIT, form);
});
window.addEventListener("pageshow", () => [...document.forms].forEach(answered));

// The second click of a double click belongs to the page before: what stands at its
// place now is another button.
const TWICE = 700; // ms since this page began
document.addEventListener("click", (event) => {
  if (event.detail > 1 && performance.now() < TWICE) event.preventDefault();
});
