// What the browser does not accept in a part that is folded opens it: a form that is
// not sent says why.
document.addEventListener(
  "invalid",
  ({ target }) => target.closest("details:not([open])")?.setAttribute("open", ""),
  true,
);
