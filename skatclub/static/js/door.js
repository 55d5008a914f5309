// The door: nobody who types names waits for the network.
//
// Each name goes to the server behind the one before it, and what stands around the
// field is brought up to date; the field itself is never replaced. A name that was not
// taken comes back below as a form of its own, while the typist types on.
const one = (selector, root = document) => root.querySelector(selector);
const door = one("form[data-door]");
const who = one("#id_who");
const refused = one("[data-refused]");
const box = one("[data-queue]");
const place = `door ${door.dataset.door}`;

const PATIENCE = 20_000; // ms; then an answer counts as lost
const WAITS = [500, 1000, 2000, 3000]; // ms before a name is sent again
const NEWCOMERS = ["new_guest", "new_member"];

let queue = []; // {fields, wasSent}
let isSending = false;
let failures = 0; // in a row
let timer = null;
let afterwards = null; // what waits until everything is sent
let isLeaving = false;
let refusals = 0;

function fieldsOf(form, submitter) {
  const { csrfmiddlewaretoken, ...fields } = Object.fromEntries(new FormData(form));
  return submitter?.name ? { ...fields, [submitter.name]: submitter.value } : fields;
}

function take(form, submitter) {
  const fields = fieldsOf(form, submitter);
  if (!fields.who.trim()) return;
  queue.push({ fields });
  if (form === door) {
    form.reset();
    who.value = who.defaultValue = "";
  } else form.remove();
  who.focus();
  send();
}

async function send() {
  show();
  if (isSending || !queue.length) return;
  clearTimeout(timer);
  isSending = true;
  const answer = await post(queue[0]).catch(() => null);
  isSending = false;
  failures = answer ? 0 : failures + 1;
  if (answer) settle(answer);
  else timer = setTimeout(send, WAITS[Math.min(failures, WAITS.length) - 1]);
  show();
}

async function post(item) {
  const body = new URLSearchParams(item.fields);
  body.set("csrfmiddlewaretoken", one("[name=csrfmiddlewaretoken]", door).value);
  // The answer may be all that was lost: nobody new is added a second time unasked.
  if (item.wasSent && NEWCOMERS.some((name) => body.has(name))) NEWCOMERS.forEach((name) => body.delete(name));
  else if (item.wasSent) body.set("again", "1");
  item.wasSent = true;
  keep();
  const answer = await window.fetch(window.location.pathname, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE) });
  if (answer.status >= 500) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { page, isTaken: answer.ok, url: answer.url };
}

function settle({ page, isTaken, url }) {
  const form = one("form[data-door]", page);
  if (!form) {
    // Signed out meanwhile: the names are kept for when the reader comes back.
    isLeaving = true;
    window.location.assign(url);
    return;
  }
  queue.shift();
  // What waits belongs to the page as it is; behind it comes another page.
  if (!isTaken) refuse(form);
  else if (!afterwards) renew(page);
  if (queue.length) send();
  else afterwards?.();
}

function renew(page) {
  for (const part of ["#messages", "[data-unseated]", "aside"]) {
    one(part).replaceChildren(...one(part, page).childNodes);
    enliven(one(part));
  }
}

function refuse(form) {
  refusals += 1;
  for (const part of form.querySelectorAll("datalist, .helptext")) part.remove();
  for (const name of ["id", "for", "aria-describedby"]) {
    for (const element of form.querySelectorAll(`[${name}]`)) element.setAttribute(name, `${element.getAttribute(name)}_${refusals}`);
  }
  one("[name=who]", form).removeAttribute("autofocus");
  one("[data-drop]", form).hidden = false;
  refused.append(document.adoptNode(form));
  enliven(form);
}

// Let the other behaviours find what they look for, as behind every swap of htmx.
const enliven = (part) => part.dispatchEvent(new Event("htmx:load", { bubbles: true }));

function submitAsAsked(form, submitter) {
  form.dataset.confirmed = "yes"; // nobody is asked twice
  form.requestSubmit(submitter);
  delete form.dataset.confirmed;
}

// --- In sight, and kept for a reload

function show() {
  keep();
  box.hidden = !queue.length;
  one("[data-count]", box).textContent = queue.length;
  one("[data-texts]", box).textContent = queue.map(({ fields }) => fields.who).join(" · ");
  one("[data-when=away]", box).hidden = !failures;
}

function keep() {
  const open = [...refused.children].map((form) => ({ fields: fieldsOf(form) }));
  if (queue.length || open.length) sessionStorage.setItem(place, JSON.stringify([...queue, ...open]));
  else sessionStorage.removeItem(place);
}

window.addEventListener("beforeunload", (event) => {
  if (queue.length && !isLeaving) event.preventDefault();
});
window.addEventListener("online", send);
refused.addEventListener("input", keep);
refused.addEventListener("click", ({ target }) => {
  if (!target.matches("[data-drop]")) return;
  target.form.remove();
  who.focus();
  keep();
});

document.addEventListener(
  "submit",
  (event) => {
    const { target, submitter } = event;
    const isName = target.matches("[data-door]");
    if (!isName && (!queue.length || target.method === "dialog")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isName) take(target, submitter);
    else afterwards = () => submitAsAsked(target, submitter);
  },
  true,
);

queue = JSON.parse(sessionStorage.getItem(place)) ?? [];
send();
