// [data-dismiss] closes the message it sits in; without JavaScript it stays hidden.
const show = (root) => {
  for (const button of root.querySelectorAll("[data-dismiss]")) button.hidden = false;
};

show(document);
document.addEventListener("htmx:load", (event) => show(event.target));
document.addEventListener("click", (event) => {
  event.target.closest?.("[data-dismiss]")?.parentElement.remove();
});
