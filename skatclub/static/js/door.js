// The door: nobody who types names waits for the network.
//
// Each name goes to the server behind the one before it, and what stands around the
// field is brought up to date; the field itself is never replaced. A name that was not
// taken comes back above as a form of its own, while the typist types on. A name that is
// tapped changes at once and stays where it is under the finger.
import { one, submitAsAsked } from "./parts.js";

const door = one("form[data-door]");
const who = one("#id_who");
const roll = one("form[data-roll]");
const refused = one("[data-refused]");
const box = one("[data-queue]");
const place = `door ${door.dataset.door}`;

const PATIENCE = 20_000; // ms; then an answer counts as lost
const WAITS = [500, 1000, 2000, 3000]; // ms before a name is sent again
const MOST_FAULTS = 3; // of the server on one name; then it is the name that it cannot take
const NEWCOMERS = ["new_guest", "new_member"];

const queue = []; // {fields, to, wasSent, faults}
let isSending = false;
let failures = 0; // in a row
let timer = null;
let afterwards = null; // what waits until everything is sent
let isLeaving = false;
let refusals = Date.now(); // so that no id comes twice, even behind a reload

function fieldsOf(form, submitter) {
  const { csrfmiddlewaretoken: _token, ...fields } = Object.fromEntries(new FormData(form));
  return submitter?.name ? { ...fields, [submitter.name]: submitter.value } : fields;
}

function take(form, submitter) {
  const fields = fieldsOf(form, submitter);
  if (!fields.who.trim()) return;
  queue.push({ fields, to: window.location.pathname });
  one("#messages").replaceChildren(); // they speak of the name before
  if (form === door) {
    form.reset();
    who.value = who.defaultValue = "";
  } else form.remove();
  who.focus();
  send();
}

// A tap is one word, come or go, paid or open: sent a second time it changes nothing.
function tick(button) {
  const fee = button.getAttribute("formaction");
  if (fee && isWaiting(button)) return;
  const name = one("span", button.parentElement).textContent;
  queue.push({ fields: { [button.name]: button.value, who: name }, to: fee ?? roll.getAttribute("action") });
  if (fee) button.setAttribute("aria-pressed", button.name === "paid");
  else turn(button, button.name === "come");
  send();
}

// A fee is booked with the amount of the answer before, so its next tap waits for one.
const isWaiting = (fee) => queue.some(({ fields }) => [fields.paid, fields.open].includes(fee.value));

function turn(button, isHere) {
  button.setAttribute("aria-pressed", isHere);
  button.name = isHere ? "go" : "come";
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
  const answer = await window.fetch(item.to, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE) });
  item.faults = answer.status === 500 ? (item.faults ?? 0) + 1 : 0;
  if (answer.status >= 500 && item.faults < MOST_FAULTS) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { page, isTaken: answer.ok, url: answer.url };
}

function settle({ page, isTaken, url }) {
  const form = one("form[data-door]", page) ?? (isTaken ? null : untaken(queue[0]));
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
  for (const part of ["#messages", "[data-unseated]", "[data-here]", "aside"]) {
    const fresh = one(part, page);
    // What was said stays until there is something new, or all names would move up.
    if (part === "#messages" && !fresh.children.length) continue;
    one(part).replaceChildren(...fresh.childNodes);
    enliven(one(part));
  }
  for (const fresh of page.querySelectorAll("[data-roll] li")) renewName(fresh);
  for (const { fields } of queue) {
    const button = document.getElementById(`person-${fields.come ?? fields.go}`);
    if (button) turn(button, "come" in fields);
  }
  for (const form of refused.querySelectorAll("form")) if (isAnswered(meantBy(form))) form.remove();
}

// A text that was changed, or may be somebody new's, asks for more than those people.
function meantBy(form) {
  const typed = one("[name=who]", form);
  if (typed.value !== typed.defaultValue || one("[name=new_guest]", form)) return [];
  return [...form.querySelectorAll("[name=person]")].map((button) => button.value);
}

const isHere = (key) => one(`#person-${key}[aria-pressed=true]`);
const isAnswered = (meant = []) => meant.length > 0 && meant.every(isHere);

// Nobody moves while the page stands: only somebody new is put beside the others.
function renewName(item) {
  const fresh = item.firstElementChild;
  const button = document.getElementById(fresh.id);
  if (button) {
    turn(button, fresh.name === "go");
    one("small", button).replaceChildren(...one("small", fresh).childNodes);
    renewFee(button, fresh.nextElementSibling);
  } else {
    const group = item.parentElement.dataset.group;
    one(`[data-group="${group}"]`)?.append(document.adoptNode(item));
  }
}

function renewFee(button, fresh) {
  const fee = button.nextElementSibling;
  if (!fresh) fee?.remove();
  else if (!fee) button.after(fresh);
  else if (!isWaiting(fee)) for (const name of ["name", "value", "aria-pressed"]) fee.setAttribute(name, fresh.getAttribute(name));
}

// The server answers with another page, as of a person who is gone: the name stays, too.
function untaken({ fields }) {
  const form = door.cloneNode(true);
  const why = document.createElement("ul");
  why.className = "errorlist";
  why.append(Object.assign(document.createElement("li"), { textContent: box.dataset.untaken }));
  one("[name=who]", form).value = fields.who;
  form.prepend(why);
  return form;
}

function refuse(form) {
  refusals += 1;
  for (const part of form.querySelectorAll("datalist, .helptext")) part.remove();
  for (const name of ["id", "for", "aria-describedby"]) {
    for (const element of form.querySelectorAll(`[${name}]`)) element.setAttribute(name, `${element.getAttribute(name)}_${refusals}`);
  }
  one("[name=who]", form).removeAttribute("autofocus");
  one("[data-drop]", form).hidden = false;
  tellAloud(one(".errorlist", form));
  refused.append(document.adoptNode(form));
  enliven(form);
}

// A list cannot be an alert itself, but it can lie in one.
function tellAloud(list) {
  if (!list) return;
  const alert = document.createElement("div");
  alert.setAttribute("role", "alert");
  list.replaceWith(alert);
  alert.append(list);
}

// Let the other behaviours find what they look for, as behind every swap of htmx.
const enliven = (part) => part.dispatchEvent(new Event("htmx:load", { bubbles: true }));

// --- In sight, and kept for a reload

function show() {
  keep();
  box.hidden = !queue.length;
  one("[data-count]", box).textContent = queue.length;
  one("[data-texts]", box).textContent = queue.map(({ fields }) => fields.who).join(" · ");
  one("[data-when=away]", box).hidden = !failures;
}

function keep() {
  const open = [...refused.querySelectorAll("form")].map((form) => ({ fields: fieldsOf(form), asked: form.outerHTML, meant: meantBy(form) }));
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
    const isTick = target === roll && submitter?.name !== "all";
    if (!isName && !isTick && (!queue.length || target.method === "dialog")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isName) take(target, submitter);
    else if (isTick) tick(submitter);
    else afterwards = () => submitAsAsked(target, submitter);
  },
  true,
);

// A link that leads away waits for the names, too.
// Whoever clicks twice on a name, as on a desktop, means it once.
roll.addEventListener("click", (event) => {
  if (event.detail > 1) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !queue.length || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  afterwards = () => window.location.assign(link.href);
});

// A name in question is asked about again and not sent: now it may mean somebody else.
for (const item of JSON.parse(sessionStorage.getItem(place)) ?? []) {
  if (!item.asked) queue.push(item);
  else if (!isAnswered(item.meant)) {
    const form = one("form", new DOMParser().parseFromString(item.asked, "text/html"));
    one("[name=who]", form).value = item.fields.who;
    refused.append(document.adoptNode(form));
    enliven(form);
  }
}
send();
