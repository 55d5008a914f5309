// <input list="…" data-combobox> and <select data-combobox> get a list that narrows
// while typing, finds any part of a name and does not mind umlauts. With the value
// "submit", Enter on the one that is left sends the form at once.
const LONGEST = 12;
let made = 0;

const fold = (text) =>
  text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ß", "ss").replace(/([aou])e/g, "$1");

const set = (element, attributes) =>
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));

function inputFor(select) {
  const input = document.createElement("input");
  for (const name of ["id", "required", "autofocus", "aria-describedby", "aria-invalid"]) {
    if (!select.hasAttribute(name)) continue;
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
  const sends = field.dataset.combobox === "submit";
  let active = -1;

  // Whoever types before this script runs keeps the cursor.
  const isTyping = input === document.activeElement;
  input.before(box);
  box.append(input, list);
  if (isTyping) input.focus();
  box.className = "combobox";
  const label = input.labels?.[0]?.textContent ?? input.name;
  const id = `choices-${++made}`;
  set(list, { id, class: "choices", role: "listbox", title: label });
  for (const name of ["list", "data-combobox"]) field.removeAttribute(name);
  set(input, { role: "combobox", autocomplete: "off", "aria-autocomplete": "list", "aria-controls": id });

  const mark = (index) => {
    active = index;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", i === index));
    list.children[index]?.scrollIntoView({ block: "nearest" });
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `${id}-${index}`);
  };
  const show = (shown) => {
    list.hidden = !shown;
    input.setAttribute("aria-expanded", shown);
    if (!shown) mark(-1);
  };
  const choose = (item) => {
    input.value = item.textContent;
    if (select) select.value = item.dataset.value;
    input.classList.add("is-unique");
    show(false);
  };
  const narrow = () => {
    const words = fold(input.value).split(/\s+/);
    const named = (option) => words.every((word) => fold(option.text || option.value).includes(word));
    // A number is a start number there, never a part of a name.
    const found = sends && /^\d*$/.test(input.value) ? [] : people.filter(named);
    list.replaceChildren(...found.slice(0, LONGEST).map((option, index) => {
      const item = document.createElement("li");
      set(item, { id: `${id}-${index}`, role: "option", "data-value": option.value });
      item.textContent = option.text || option.value;
      return item;
    }));
    if (select && !input.value) select.value = "";
    input.classList.toggle("is-unique", found.length === 1);
    show(found.length > 0);
    mark(found.length === 1 ? 0 : -1);
  };

  show(false);
  input.addEventListener("input", narrow);
  input.form?.addEventListener("reset", () => {
    input.classList.remove("is-unique");
    show(false);
  });
  list.addEventListener("mousedown", (event) => {
    event.preventDefault();
    if (event.target !== list) choose(event.target);
  });
  input.addEventListener("blur", () => {
    if (active >= 0) choose(list.children[active]);
    if (select && input.value) input.value = select.value && select.selectedOptions[0].text;
    show(false);
  });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      if (list.hidden) narrow();
      const count = list.children.length;
      if (count) mark(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
    } else if (event.key === "Enter" && active >= 0) {
      choose(list.children[active]);
      if (sends) input.form.requestSubmit();
    } else if (event.key === "Escape" && !list.hidden) show(false);
    else return;
    event.preventDefault();
  });
}

const enhanceAll = (root) => root.querySelectorAll("[data-combobox]").forEach(enhance);
enhanceAll(document);
document.addEventListener("htmx:load", (event) => enhanceAll(event.target));
