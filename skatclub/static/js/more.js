// A row of tabs that is wider than a phone says so, and begins at the tab that is shown.
const ROWS = ".tabs, nav.segmented";

const tell = (row) => row.classList.toggle("has-more", row.scrollLeft + row.clientWidth < row.scrollWidth - 2);

function watch(root) {
  for (const row of root.querySelectorAll(ROWS)) {
    const shown = row.querySelector("[aria-current]");
    if (shown) row.scrollLeft = shown.offsetLeft - row.offsetLeft - (row.clientWidth - shown.offsetWidth) / 2;
    row.addEventListener("scroll", () => tell(row), { passive: true });
    tell(row);
  }
}

watch(document);
document.addEventListener("htmx:load", ({ target }) => watch(target));
addEventListener("resize", () => document.querySelectorAll(ROWS).forEach(tell));
