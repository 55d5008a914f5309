// The search in the header: Ctrl+K opens it, and the cursor is in its field.
const search = document.querySelector(".name-search");
search?.addEventListener("toggle", () => {
  if (search.open) search.querySelector("input").focus();
});
document.addEventListener("keydown", (event) => {
  if (!search || event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  search.open = true;
});
