// <input list="…" data-combobox> and <select data-combobox> get a list that narrows
// while typing, finds any part of a name and does not mind umlauts.
const LONGEST = 12;
let made = 0;

const fold = (text) =>
  ` ${text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "")}`
    .replaceAll("ß", "ss")
    .replace(/([aou])e/g, "$1");

function inputFor(select) {
  const input = document.createElement("input");
  for (const name of ["id", "required", "autofocus", "aria-describedby", "aria-invalid"])
    if (select.hasAttribute(name)) {
      input.setAttribute(name, select.getAttribute(name));
      select.removeAttribute(name);
    }
  input.value = select.value && select.selectedOptions[0].text;
  select.hidden = true;
  select.before(input);
  return input;
}

function enhance(field) {
  const select = field.matches("select") ? field : null;
  const people = [...(select ?? field.list).options].filter((option) => option.value);
  const input = select ? inputFor(select) : field;
  const box = document.createElement("div");
  const list = document.createElement("ul");
  let active = -1;

  input.before(box);
  box.append(input, list);
  box.className = "combobox";
  Object.assign(list, { id: `choices-${++made}`, className: "choices", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.labels?.[0]?.textContent ?? input.name);
  for (const name of ["list", "data-combobox"]) field.removeAttribute(name);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  input.autocomplete = "off";

  const mark = (index) => {
    active = index;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", i === index));
    list.children[index]?.scrollIntoView({ block: "nearest" });
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `${list.id}-${index}`);
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", false);
    mark(-1);
  };
  const choose = (option) => {
    input.value = option.text || option.value;
    if (select) select.value = option.value;
    input.classList.add("is-unique");
    close();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const narrow = () => {
    const words = fold(input.value).split(/\s+/);
    const found = people.filter((o) => words.every((w) => fold(o.text || o.value).includes(w)));
    list.replaceChildren(
      ...found.slice(0, LONGEST).map((option, index) => {
        const item = document.createElement("li");
        Object.assign(item, { id: `${list.id}-${index}`, textContent: option.text || option.value });
        item.setAttribute("role", "option");
        item.addEventListener("mousedown", (event) => event.preventDefault());
        item.addEventListener("click", () => choose(option));
        return item;
      }),
    );
    if (select && !input.value) select.value = "";
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", !list.hidden);
    input.classList.toggle("is-unique", found.length === 1);
    mark(found.length === 1 ? 0 : -1);
  };

  close();
  input.addEventListener("input", narrow);
  input.addEventListener("blur", () => {
    const item = list.children[active];
    if (item && !list.hidden) item.click();
    if (select && input.value) input.value = select.value && select.selectedOptions[0].text;
    close();
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      if (list.hidden) narrow();
      mark((active + step + list.children.length) % list.children.length || 0);
    } else if (list.hidden) return;
    else if (event.key === "Enter" && active >= 0) list.children[active].click();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
}

const all = (root) => root.querySelectorAll("[data-combobox]").forEach(enhance);
all(document);
document.addEventListener("htmx:load", (event) => all(event.target));
