// Prizes at the microphone: one key a step, also of a presenter; what is loaded needs no
// network. Without this script the links do the same.
const STEPS = { ArrowRight: "next", PageDown: "next", " ": "next", ArrowLeft: "prev", PageUp: "prev" };
const shown = () => document.querySelector(".announced:target") ?? document.querySelector(".announced");
const lost = (isLost) => { document.querySelector("[data-lost]").hidden = !isLost; };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("button, dialog")) return;
  const link = STEPS[event.key] && shown().querySelector(`a[rel=${STEPS[event.key]}]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
document.addEventListener("htmx:sendError", () => lost(true));
document.addEventListener("htmx:timeout", () => lost(true));
// The step that was shown is another element now.
document.addEventListener("htmx:afterSwap", () => window.location.replace(window.location.hash || "#who"));
