// Who signs out with [data-leave] takes this page along: "back" asks for it anew.
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-leave]")) return;
  window.addEventListener("pageshow", (shown) => shown.persisted && window.location.reload());
});
