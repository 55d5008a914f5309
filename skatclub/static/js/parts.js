// Parts of pages with a queue: found, read from an answer, filled, and sent at last.
export const one = (selector, root = document) => root.querySelector(selector);

// Nothing can be focused in what is folded.
export function totalsOfPaper() {
  const first = one("#foot_total_1");
  first?.closest("details")?.setAttribute("open", "");
  return first;
}

export function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

// Make everything in `old` as it is in `fresh`, but around `kept`, which is not touched.
export function around(kept, old, fresh) {
  const isOwn = (node) => node.matches?.("[data-own]");
  const path = [...old.children].find((child) => child.contains(kept));
  const model = [...fresh.children].find((child) => child.matches(`#${kept.id}, :has(#${kept.id})`));
  const nodes = [...fresh.childNodes];
  const at = nodes.indexOf(model);
  for (const node of [...old.childNodes]) if (node !== path && !isOwn(node)) node.remove();
  nodes.forEach((node, index) => {
    if (index !== at && !isOwn(node)) old.insertBefore(node, index < at ? path : null);
  });
  if (path !== kept) around(kept, path, model);
}

export const textsOf = (items) => items.map((item) => `${item.number ?? ""} ${item.text ?? ""}`).join(" · ");

export function say(words) {
  const note = one("[data-note]");
  if (note) note.textContent = words;
}

// For a form that has waited since confirm.js asked about it: nobody is asked twice.
export function submitAsAsked(form, button) {
  const ask = one("input[name=ask]", form);
  if (ask) ask.disabled = true;
  form.requestSubmit(button);
  if (ask) ask.disabled = false;
}
