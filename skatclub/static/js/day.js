// Beside a day to type, <input data-day="…">, stands the browser's own calendar: the
// field keeps the day as it is written here, whatever language the browser speaks.
const written = (field, iso) => {
  const [year, month, day] = iso.split("-");
  return document.documentElement.lang === "de" ? `${day}.${month}.${year}` : iso;
};

const isoOf = (text) => {
  const [, day, month, year] = text.trim().match(/^(\d\d?)\.(\d\d?)\.(\d{4})$/) ?? [];
  return day ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text.trim();
};

function enhance(field) {
  const box = document.createElement("span");
  const calendar = document.createElement("input");
  box.className = "day";
  calendar.type = "date";
  calendar.tabIndex = -1;
  calendar.setAttribute("aria-label", field.dataset.day);
  calendar.title = field.dataset.day;
  const isTyping = field === document.activeElement;
  field.before(box);
  box.append(field, calendar);
  if (isTyping) field.focus();
  calendar.addEventListener("pointerdown", () => (calendar.value = isoOf(field.value)));
  calendar.addEventListener("click", () => calendar.showPicker?.());
  calendar.addEventListener("change", () => {
    if (!calendar.value) return;
    field.value = written(field, calendar.value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

const enhanceAll = (root) => root.querySelectorAll(":not(.day) > [data-day]").forEach(enhance);
enhanceAll(document);
document.addEventListener("htmx:load", (event) => enhanceAll(event.target));
