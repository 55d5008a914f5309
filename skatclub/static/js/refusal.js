// What was refused is where the cursor is: whoever reads by ear hears it at once.
const refusal = document.querySelector("main .errorlist.nonfield") ?? document.querySelector("main [aria-invalid=true]");
if (refusal && !refusal.closest("[data-sample]")) {
  if (refusal.matches("ul")) refusal.tabIndex = -1;
  refusal.focus();
}
