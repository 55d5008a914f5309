// The queue of the typing desk: nobody who types waits for the network.
//
// Enter puts a line into the queue, and the queue goes to the server one line after the
// other. Each line keeps the number under which it was typed, for the number says who
// deals. So the lines behind one that was refused wait until it is mended or left out,
// while the typist types on. The input itself is never replaced meanwhile: focus, caret
// and a word half typed on a phone stay.
import { around, one, parsed, say, submitAsAsked, textsOf, totalsOfPaper } from "./parts.js";

export const line = () => one("#line_text");
const section = () => one("#typing");
const form = () => one("[data-typing]");
export const number = () => Number(one("[data-line]")?.dataset.line) || null;
export const focusLine = () => line()?.focus({ preventScroll: true });
export const untouched = () => line() && line().value === line().defaultValue;

const PATIENCE = 20_000; // ms; then an answer counts as lost. A line sent twice stands once.
const WAITS = [500, 1000, 2000, 3000]; // ms before a line is sent again
const MOST_FAULTS = 3; // of the server on one line; then it is the line that it cannot take
const REVERTS = ["undo", "redo"];

let queue = []; // {url, action, number, before, text, values}, with `why` once refused
let isSending = false;
let failures = 0; // in a row
let timer = null;
let afterwards = null; // what waits until everything is sent
let delayed = null; // the form that is sent then; no answer draws it anew before
let aside = null; // {number, draft} to come back to from above the refused line
let isLeaving = false;

export const isSent = () => !queue.length;
const isNew = (item) => item.action === "write" && !item.before;
export const refused = () => (queue[0]?.why ? queue[0] : null);
export const isAside = () => aside !== null;
const games = () => document.querySelectorAll("#sheet tbody tr").length;

export function whenSent(act) {
  if (refused()) mendFirst();
  else if (queue.length) afterwards = act;
  else act();
}

// Nothing is kept for later while a line waits for the typist.
export function mendFirst() {
  comeHome();
  say(one("[data-queue]").dataset.first);
  one("#refused_text").select();
  one("#refused_text").scrollIntoView({ block: "nearest" });
}

// --- Into the queue

function enter(action) {
  const { before, values } = form().elements;
  const item = { url: form().getAttribute("action"), action, number: number(), before: before?.value ?? "", text: line().value.trim(), values: values?.checked };
  if (!item.text && !item.before) return;
  window.htmx.trigger(line(), "htmx:abort");
  line().value = line().defaultValue = "";
  one("#echo")?.replaceChildren();
  say("");
  if (aside) goAhead(item);
  else {
    queue.push(item);
    standAt(following(item));
  }
  send();
}

// A line above the refused one goes first, and those that wait move with it.
function goAhead(item) {
  item.by = item.before ? ({ insert: 1, delete: -1 }[item.action] ?? 0) : 1;
  move([...queue.filter(isNew), aside], item.by);
  queue.unshift(item);
  comeHome();
}

function move(lines, by) {
  for (const each of lines) if (each.number) each.number += by;
  if (by && queue.length) say(`${one("[data-queue]").dataset.moved} ${textsOf(queue)}`);
}

// --- Above the line that was refused

export function stepAside() {
  if (!refused()) return;
  refused().text = one("#refused_text").value.trim();
  aside ??= { number: number(), draft: line()?.value ?? "" };
}

// Back to where the typist was; says whether he was elsewhere.
export function comeHome() {
  if (!aside) return false;
  const { number: home, draft } = aside;
  aside = null;
  if (!line()) return true;
  line().value = draft;
  line().defaultValue = "";
  standAt(home);
  focusLine();
  return true;
}

function typeMissing() {
  stepAside();
  line().value = line().defaultValue = "";
  standAt(refused().number);
  say(one("[data-queue]").dataset.missing);
  focusLine();
}

function following(item) {
  if (isNew(item)) return item.number && item.number + 1;
  const next = Number(one("[data-live]")?.dataset.next) || games() + 1;
  return next + ({ insert: 1, delete: -1 }[item.action] ?? 0);
}

// Asked for what is in sight: held down, the key reverts one step and not twenty.
export function revert(action) {
  const source = one(`[data-${action}]`);
  if (!source || queue.some((item) => REVERTS.includes(item.action))) return;
  if (refused()) return mendFirst();
  queue.push({ url: source.getAttribute("action"), action });
  standAt(null);
  send();
}

// Which line is typed now. Who deals is said once the lines before it are on the list.
function standAt(next) {
  const shown = one("[data-line]");
  if (!shown) return;
  const { number: field, before } = form().elements;
  if (field) field.value = next ?? "";
  if (before) before.value = "";
  shown.dataset.line = next ?? "";
  const isOver = next && games() && next > games();
  shown.textContent = isOver ? one("[data-queue]").dataset.full : next ? `${next}.` : "…";
  const write = one("[value=write]", form());
  if (write) write.textContent = form().dataset.write;
  const ofTheLine = "#line_errors, [data-fresh], [data-typing] [name=action]:not([value=write])";
  for (const element of section().querySelectorAll(ofTheLine)) element.remove();
  markRow(next);
}

export function markRow(next) {
  one("tr.is-current")?.classList.remove("is-current");
  const row = one(`#line-${next}`);
  row?.classList.add("is-current");
  row?.scrollIntoView({ block: "nearest" });
}

// --- To the server

async function send() {
  show();
  if (isSending || !queue.length || refused()) return;
  clearTimeout(timer);
  isSending = true;
  const seen = one("[data-undo] [name=revision]")?.value;
  const take = await post(queue[0]).catch(() => null);
  isSending = false;
  failures = take ? 0 : failures + 1;
  take?.();
  show();
  if (!take && queue[0].revision === undefined) queue[0].revision = seen;
  if (!take) timer = setTimeout(send, WAITS[Math.min(failures, WAITS.length) - 1]);
  else if (queue.length) send();
  else everythingSent();
}

// Returns what to do with the answer; fails when there is none.
async function post(item) {
  const answer = await window.fetch(item.url, {
    method: "POST",
    body: new URLSearchParams(bodyOf(item)),
    headers: { "HX-Request": "true", "HX-Current-URL": window.location.href },
    signal: AbortSignal.timeout(PATIENCE),
    keepalive: true,
  });
  item.faults = answer.status === 500 ? (item.faults ?? 0) + 1 : 0;
  if (answer.status >= 500 && item.faults < MOST_FAULTS) throw new Error(answer.statusText);
  const address = answer.headers.get("HX-Redirect");
  const isOtherPage = address || answer.headers.has("HX-Refresh");
  const html = isOtherPage ? await pageAt(address ?? window.location.pathname) : await answer.text();
  if (address) return () => comeBack(item, address, html);
  if (answer.ok) return () => done(item, html);
  return () => refuse(item, answer.status === 422 ? html : "");
}

function bodyOf(item) {
  const body = new FormData(one(`[data-${item.action}]`) ?? form() ?? undefined);
  body.set("csrfmiddlewaretoken", one("[name=csrfmiddlewaretoken]").value);
  if (REVERTS.includes(item.action)) return body;
  for (const name of ["number", "before", "text", "action"]) body.set(name, item[name] ?? "");
  // What moves lines and is sent again must not move them twice.
  if (["insert", "delete"].includes(item.action) && item.revision) body.set("revision", item.revision);
  body.delete("values");
  if (item.values) body.set("values", "1");
  return body;
}

async function pageAt(address) {
  const answer = await window.fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

// The page was open for too long: the line is sent again from a fresh one. After
// signing out only the way to the sign-in page is left; the queue is kept for later.
function comeBack(item, address, html) {
  if (!item.cameBack && line() && one("#line_text", parsed(html))) {
    item.cameBack = true;
    renew(html);
  } else {
    isLeaving = true;
    window.location.assign(address);
  }
}

function done(item, html) {
  queue.shift();
  // Behind another line above it, what was refused may be right.
  if (item.by !== undefined) delete queue[0].why;
  const next = Number(one("[data-line]", parsed(html))?.dataset.line) || null;
  const typing = { action: "write", number: number() };
  renumber([...queue.filter(isNew), typing], item, next);
  const isAhead = queue.length > 0 || Boolean(line()?.value);
  renew(html, isAhead);
  if (isAhead && typing.number !== next) standAt(typing.number);
  else markRow(next);
}

// Behind undo and redo the lines begin where the list does now; behind a substitute,
// which is no game, each comes one line earlier.
function renumber(lines, item, next) {
  if (REVERTS.includes(item.action)) lines.forEach((each, index) => (each.number = next && next + index));
  else if (isNew(item) && next === item.number) lines.forEach((each) => (each.number -= 1));
}

function refuse(item, html) {
  const fresh = renewRows(html);
  item.why = [...fresh.querySelectorAll("#line_errors li")].map((why) => why.textContent);
  if (!item.why.length) item.why = [one("[data-queue]").dataset.untaken];
  item.isUnknown = Boolean(one("[form=line_form][value=guest]", fresh));
  for (const { name, value } of fresh.querySelectorAll("[data-typing] [type=hidden]")) {
    // What somebody else has written there was seen: once more is on purpose.
    if (name === "before") item.before = value;
    else if (name !== "number" && form()?.elements[name]) form().elements[name].value = value;
  }
  if (!afterwards) return;
  afterwards = null;
  show();
  mendFirst();
}

function mend(action) {
  const item = refused();
  if (!item) return;
  if (action === "missing") return typeMissing();
  comeHome();
  say("");
  const lines = [...queue.filter(isNew), { action: "write", number: number() }];
  const next = Number(one("[data-live]")?.dataset.next) || null;
  let by = 0;
  if (action === "drop") {
    queue.shift();
    // Only a line that is on the list, by somebody else, keeps its number for itself.
    by = isNew(item) ? -1 : -(item.by ?? 0);
  } else {
    item.text = one("#refused_text").value.trim();
    by = isNew(item) && next && item.number > next ? next - item.number : 0;
    if (action === "guest") item.action = action;
  }
  delete item.why;
  delete item.faults;
  delete item.revision;
  if (!queue.length && !next && place()) return leaveFull();
  move(lines, by);
  standAt(queue.length ? lines.at(-1).number : (next ?? lines.at(-1).number));
  focusLine();
  if (!queue.length) everythingSent();
  send();
}

// The line that was left out stood past the end: here the totals are typed.
function leaveFull() {
  keep();
  window.location.reload();
}

function everythingSent() {
  const act = afterwards;
  afterwards = null;
  if (line()?.value) window.htmx.trigger(line(), "reread");
  act?.();
}

// --- What the server answered

function renewRows(html) {
  window.htmx.swap("#typing", html, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
  return parsed(html);
}

function renew(html, isAhead = true) {
  const isPage = html.includes("<main");
  const fresh = isPage ? parsed(html) : renewRows(html);
  const root = isPage ? "main" : "#typing";
  const isChecked = one("[data-values]")?.checked;
  if (line() && one("#line_text", fresh)) {
    around(line(), one(root), one(root, fresh));
    if (one("[data-values]")) one("[data-values]").checked = isChecked;
    window.htmx.process(one(root));
  } else if (isPage) {
    isLeaving = true;
    window.location.reload();
  } else if (!line() || !isAhead) {
    section().replaceWith(one("#typing", fresh));
    window.htmx.process(section());
    // After the last game come the totals, which prove it.
    (line() ?? one("[data-go], #proof-title") ?? totalsOfPaper() ?? one("[data-to-finish]"))?.focus();
  }
}

// --- In sight, and kept for a reload

function showRefused(box) {
  const item = refused();
  const mending = one("[data-refused]", box);
  if (!item) return;
  one("[value=guest]", mending).hidden = !item.isUnknown;
  one("label", mending).firstChild.textContent = `${item.number ?? ""}. `;
  one("[value=missing]", mending).hidden = !isNew(item) || !place();
  // What the typist has begun to mend in it stays.
  if (mending.why === item.why) return;
  mending.why = item.why;
  mending.elements.text.value = item.text;
  const why = item.why.map((each) => Object.assign(document.createElement("li"), { textContent: each }));
  one("[data-why]", mending).replaceChildren(...why);
}

export function show() {
  keep();
  const box = one("[data-queue]");
  if (!box) return;
  const waiting = refused() ? queue.slice(1) : queue;
  box.hidden = !queue.length;
  box.dataset.state = refused() ? "refused" : failures ? "away" : "sending";
  for (const part of box.querySelectorAll("[data-when]")) part.hidden = !part.dataset.when.split(" ").includes(box.dataset.state);
  one("[data-waiting]", box).hidden = !waiting.length;
  one("[data-count]", box).textContent = waiting.length;
  const behind = one("[data-many]", box);
  behind.textContent = waiting.length === 1 ? behind.dataset.one : behind.dataset.many;
  one("[data-texts]", box).textContent = textsOf(waiting);
  showRefused(box);
  const saved = one("[data-saved]");
  if (!saved) return;
  saved.dataset.was ??= saved.textContent;
  const { was, held, failed, saving } = saved.dataset;
  saved.toggleAttribute("data-unsaved", Boolean(queue.length && (refused() || failures)));
  saved.textContent = !queue.length ? was : refused() ? held : failures ? failed : saving;
}

const place = () => one("[data-queue]")?.dataset.queue && `desk ${one("[data-queue]").dataset.queue}`;

function keep() {
  if (!place()) return;
  const draft = aside ? aside.draft : untouched() ? "" : line()?.value;
  const home = aside ? aside.number : number();
  const isFresh = !form()?.elements.before?.value;
  if (queue.length || draft) sessionStorage.setItem(place(), JSON.stringify({ queue, draft, number: home, isFresh }));
  else sessionStorage.removeItem(place());
}

function takeUp() {
  const kept = place() && JSON.parse(sessionStorage.getItem(place()));
  if (!kept) return;
  queue = kept.queue.map(({ why: _why, ...item }) => item);
  if (queue.length && line()) {
    line().value = line().defaultValue = "";
    standAt(kept.number);
  }
  takeUpDraft(kept);
  send();
}

// A correction goes back to its line; what was typed for a new game, to the next one.
function takeUpDraft({ draft, number: home, isFresh }) {
  if (!draft || !line()) return;
  const put = () => {
    if (line() && untouched()) line().value = draft;
    keep();
  };
  if (home === number() || isFresh) return put();
  line().dataset.was = line().value; // as before any request of the desk
  document.addEventListener("htmx:afterSettle", put, { once: true });
  const url = section().dataset.lineUrl.replace(/0\/$/, `${home}/`);
  window.htmx.ajax("GET", url, { target: "#typing", swap: "outerHTML settle:0ms" });
}

window.addEventListener("beforeunload", (event) => {
  if (queue.length && !isLeaving) event.preventDefault();
});
window.addEventListener("online", send);
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (afterwards && delayed && detail.target.contains(delayed)) detail.shouldSwap = false;
});
document.addEventListener("input", (event) => event.target === line() && keep());

document.addEventListener(
  "submit",
  (event) => {
    const { target, submitter } = event;
    const doors = {
      typing: () => enter(submitter?.value || "write"),
      undo: () => revert("undo"),
      redo: () => revert("redo"),
      refused: () => mend(submitter?.value),
    };
    const door = Object.keys(doors).find((name) => name in target.dataset);
    if (!door && (!queue.length || target.method === "dialog")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (door) doors[door]();
    else {
      delayed = target;
      whenSent(() => submitAsAsked(target, submitter));
    }
  },
  true,
);

takeUp();
