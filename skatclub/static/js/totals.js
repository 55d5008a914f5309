// The totals of the paper: each is told beside itself while it is typed, Enter goes on to
// the next empty one and from the last to the end of the list. Each is saved when the
// cursor leaves it, and whatever leads away waits until that is done.
import { one } from "./parts.js";

const AGAIN = 2000; // ms before totals that did not arrive are sent once more
const totals = () => one("[data-totals]");
const isIn = (node) => Boolean(node?.closest?.("[data-totals]"));
const valuesOf = (form) => JSON.stringify([...new FormData(form)].filter(([name]) => name !== "before"));
const isChanged = () => totals()?.saved !== undefined && totals().saved !== valuesOf(totals());
const isOurs = (event) => event.detail.requestConfig?.elt.matches("[data-totals]");

let isSaving = false;
let isAskedAgain = false; // while they are on their way
let afterwards = null;
let typedOn = []; // while a number was on its way that is refused
let isGoingOn = false; // Enter was pressed in the last of them
let isFinishing = false; // … and once more before it was saved

function save() {
  isAskedAgain = isSaving;
  if (isSaving || !isChanged() || !totals().checkValidity()) return;
  isSaving = true; // htmx may first wait for the end of the answer before
  totals().requestSubmit();
}

function say(words) {
  one("#foot_answer").textContent = totals().dataset[words];
}

document.addEventListener("focusin", ({ target }) => {
  if (isIn(target)) totals().saved ??= valuesOf(totals());
});

document.addEventListener("focusout", ({ target, relatedTarget }) => {
  if (isIn(target) && !relatedTarget?.matches("[data-totals] button")) save();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.ctrlKey || !isIn(event.target) || event.target.tagName !== "INPUT") return;
  event.preventDefault();
  const fields = [...totals().querySelectorAll(totals().dataset.totals)];
  const at = fields.indexOf(event.target);
  const next = fields.slice(at + 1).find((field) => !field.value);
  if (at >= 0 && next) next.focus();
  else if (totals().reportValidity()) goOn();
});

// Proved, the list is one Enter from its end; pressed before it was saved, that counts.
function goOn() {
  isFinishing = isSaving && isGoingOn;
  isGoingOn = true;
  save();
  if (!isSaving) arrive();
}

function arrive() {
  const next = isGoingOn && one("[data-go], #proof-title");
  if (next && isFinishing && "go" in next.dataset) next.click();
  else if (next) next.focus();
  isGoingOn = isFinishing = false;
}

// --- Each beside what the games come to, or the other numbers where only they are typed

const plain = (text) => (/[‐-—−-]/.test(text) ? "-" : "") + text.replace(/\D/g, "");
const COLUMN = { points: 0, won: 1, lost: 2, total: 0 };

function typed(name, place) {
  const { value } = one(`#foot_${name}_${place}`);
  return value ? Number(plain(value)) : NaN;
}

// Nothing is added up from points that no games can come to.
function added(place) {
  if (one(`#foot_points_${place}_doubt`)?.textContent) return null;
  const [won, lost, others] = totals().dataset.rates.split(" ").map(Number);
  const rest = ["1", "2", "3", "4", "5"].filter((each) => each !== place && one(`#foot_lost_${each}`));
  const sum = typed("points", place) + won * typed("won", place) - lost * typed("lost", place) +
    others * rest.reduce((all, each) => all + typed("lost", each), 0);
  return Number.isNaN(sum) ? null : String(sum);
}

function computed(field) {
  const [, name, place] = field.id.match(/^foot_([a-z]+)_([1-5])$/) ?? [];
  if (totals().dataset.rates) return name === "total" ? added(place) : null;
  const isComplete = one("[data-live]")?.dataset.next === "";
  const row = one(name === "total" ? "#closing .total" : "#closing tr");
  if (!(name in COLUMN) || !isComplete || !row) return null;
  return plain(row.querySelectorAll("td")[3 * (place - 1) + COLUMN[name]].textContent);
}

// What may still become right while it is typed is not called wrong.
function judge(field) {
  const right = computed(field);
  if (right === null && !field.dataset.verdict) return;
  const number = plain(field.value);
  const isOpen = !number || right === null || (field === document.activeElement && right.startsWith(number));
  const verdict = number === right ? "agrees" : isOpen ? "" : "differs";
  if ((field.dataset.verdict ?? "") === verdict) return;
  field.dataset.verdict = verdict;
  const { agrees, differs } = totals().dataset;
  verdictOf(field).textContent = { agrees, differs: `${differs} ${right?.replace("-", "−")}` }[verdict] ?? "";
}

function verdictOf(field) {
  const id = `${field.id}_verdict`;
  const shown = document.getElementById(id) ?? Object.assign(document.createElement("small"), { id, className: "verdict" });
  shown.setAttribute("role", "status");
  if (!shown.isConnected) field.after(shown);
  return shown;
}

const judgeAll = () => totals()?.querySelectorAll(".foot-grid input").forEach(judge);

document.addEventListener("input", ({ target }) => {
  if (!isIn(target)) return;
  isGoingOn = isFinishing = false; // whoever types has not said that this was the last
  judgeAll();
  if (isChanged()) for (const told of document.querySelectorAll("#foot_answer, [data-saved]")) told.textContent = "";
});
document.addEventListener("focusout", ({ target }) => isIn(target) && setTimeout(judge, 0, target));
judgeAll();
// A game that is changed changes what the totals come to, and so does a doubt.
document.addEventListener("htmx:oobAfterSwap", ({ detail }) => /^closing$|_doubt$/.test(detail.target.id) && judgeAll());

// --- Nothing leads away before they are saved

function hold(event, act) {
  if (isIn(event.target)) return;
  save();
  if (!isSaving) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  afterwards = act;
}

document.addEventListener(
  "submit",
  (event) => {
    const { target, submitter } = event;
    const again = () => (target.isConnected ? target.requestSubmit(submitter) : one("[data-finish]")?.requestSubmit());
    hold(event, again);
  },
  true,
);

document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest?.("a[href]");
    if (link && !link.getAttribute("href").startsWith("#")) hold(event, () => link.click());
  },
  true,
);

window.addEventListener("beforeunload", (event) => {
  if (isSaving || isChanged()) event.preventDefault();
});

// --- On their way

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isOurs(event) || event.defaultPrevented) return;
  isSaving = true;
  totals().sent = valuesOf(totals());
  say("saving");
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isOurs(event)) return;
  if (event.detail.xhr.status === 422) {
    event.detail.shouldSwap = true;
    typedOn = [...new FormData(totals())].filter(([name]) => name !== "before");
  }
  // A line that is open, and what is half typed in it, stays.
  else if (one("#line_text")) event.detail.swapOverride = "none";
});

// Whoever is about to finish the list does not lose the button under the finger.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target } = event.detail;
  if (isSaving && target.id === "finish" && (target.contains(document.activeElement) || one(":checked", target))) event.detail.shouldSwap = false;
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!isOurs(event)) return;
  isSaving = false;
  const { status } = event.detail.xhr;
  const act = afterwards;
  if (status === 0 || status >= 500) {
    say("failed");
    setTimeout(save, AGAIN);
    return;
  }
  afterwards = null;
  if (status >= 400) {
    isGoingOn = false;
    for (const [name, value] of typedOn) totals().elements[name].value = value;
    one("#foot [aria-invalid]")?.focus();
    return;
  }
  totals().saved = totals().sent;
  judgeAll();
  if (isAskedAgain || !isIn(document.activeElement)) save();
  // What is sent behind this answer comes first.
  if (isSaving) afterwards = act;
  else {
    if (!isChanged()) arrive();
    act?.();
  }
});
