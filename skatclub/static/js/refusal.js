// What was refused is where the cursor is: whoever reads by ear hears it at once.
const refusal = document.querySelector("main .errorlist.nonfield") ?? document.querySelector("main [aria-invalid=true]");

function go() {
  if (refusal.matches("ul")) refusal.tabIndex = -1;
  refusal.focus();
}

if (refusal && !refusal.closest("[data-sample]")) {
  go();
  // An address with a mark takes the cursor away again when the page is there.
  if (window.location.hash) window.addEventListener("load", () => setTimeout(go));
}
