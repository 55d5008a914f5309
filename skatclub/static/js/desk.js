// The typing desk: keys, no lost key strokes, a visible "saved".
const line = () => document.querySelector("#line_text");
const saved = () => document.querySelector("[data-saved]");
let early = null; // what was typed while a line was on its way to the server
let enterEarly = false;

const isTyping = (event) => event.detail.requestConfig?.elt?.matches?.("[data-typing]");
const click = (selector) => document.querySelector(selector)?.click();
const submit = (selector) => document.querySelector(selector)?.requestSubmit();

function go(number) {
  const current = document.querySelector("[data-line-url]");
  if (!current || number < 1) return;
  const values = document.querySelector("[data-values]")?.checked ? "?values=1" : "";
  const url = current.dataset.lineUrl.replace(/0\/$/, `${number}/${values}`);
  window.htmx.ajax("GET", url, { target: "#typing", swap: "outerHTML settle:0ms" });
}

function nextQuestion() {
  const now = Number(document.querySelector("[data-line]")?.dataset.line ?? 0);
  const open = [...document.querySelectorAll("[data-open-line]")].map((link) => Number(link.dataset.openLine));
  const next = open.find((number) => number > now) ?? open[0];
  if (next) go(next);
}

const untouched = () => line() && line().value === line().defaultValue;
const isFree = (element) => !element.closest("input, textarea, select, button, a, summary, dialog");
const number = () => Number(document.querySelector("[data-line]")?.dataset.line);

function toggleValues() {
  const box = document.querySelector("[data-values]");
  if (box) box.checked = !box.checked;
  if (line()) window.htmx.trigger(line(), "input");
}

function showGrammar() {
  document.querySelector("[data-grammar]")?.showModal();
}

const keys = {
  F2: () => document.querySelector("[data-find]")?.focus(),
  F4: toggleValues,
  F8: nextQuestion,
  PageUp: () => click("a[rel=prev]"),
  PageDown: () => click("a[rel=next]"),
  ArrowUp: () => go(number() - 1),
  ArrowDown: () => go(number() + 1),
  Escape: () => go(999),
  "Control+Enter": () => document.querySelector("#finish [type=checkbox], #finish button")?.focus(),
  "Control+z": () => submit("[data-undo]"),
  "Control+y": () => submit("[data-redo]"),
};
const onlyUntouched = new Set(["Control+z", "Control+y"]);
const onlyInLine = new Set(["ArrowUp", "ArrowDown", "Escape"]);

document.addEventListener("keydown", (event) => {
  const name = (event.ctrlKey || event.metaKey ? "Control+" : "") + event.key;
  const inLine = event.target === line();
  if (event.key === "?" && inLine && !line().value) {
    event.preventDefault();
    showGrammar();
    return;
  }
  // An explanation of the detective has a number key, as long as nothing is typed.
  if (/^[1-9]$/.test(name) && isFree(event.target)) click(`[data-suspect="${name}"]`);
  if (event.key === "Enter" && inLine && early !== null) {
    enterEarly = true;
    event.preventDefault();
    return;
  }
  if (!keys[name] || (onlyInLine.has(name) && !inLine) || (onlyUntouched.has(name) && inLine && !untouched())) return;
  if (onlyUntouched.has(name) && !inLine && event.target.matches("input, textarea")) return;
  event.preventDefault();
  keys[name]();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-grammar-link]") || !document.querySelector("[data-grammar]")) return;
  event.preventDefault();
  showGrammar();
});

document.addEventListener("htmx:beforeSend", (event) => {
  if (!isTyping(event)) return;
  early = line().value;
  line().dataset.sent = early;
  line().value = "";
  if (saved()) saved().textContent = saved().dataset.saving;
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status === 422) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
  if (isTyping(event)) early = line().value;
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (!isTyping(event)) return;
  const typed = early;
  const enter = enterEarly;
  early = null;
  enterEarly = false;
  if (!line()) return;
  if (event.detail.xhr.status < 300 && typed) {
    line().value = typed;
    window.htmx.trigger(line(), "input");
    if (enter) submit("[data-typing]");
  }
  line().focus();
  document.querySelector(".is-current")?.scrollIntoView({ block: "nearest" });
});

// No connection, or an answer that is no line: what was typed stands there again.
function giveBack(event) {
  if (!isTyping(event)) return;
  line().value = line().dataset.sent + line().value;
  early = null;
  enterEarly = false;
  if (saved()) saved().textContent = saved().dataset.failed;
}
document.addEventListener("htmx:sendError", giveBack);
document.addEventListener("htmx:responseError", giveBack);

// Somebody else took the line that stands here still empty: go on to the next one.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig?.elt?.id !== "live" || event.detail.xhr.status !== 200 || early !== null) return;
  const next = Number(document.querySelector("[data-live]")?.dataset.next);
  const isFresh = !document.querySelector("#typing [name=before]")?.value;
  const away = document.activeElement !== line() && document.activeElement !== document.body;
  if (line() && !line().value && isFresh && !away && next !== number()) go(999);
});

// The typing line sticks to the lower edge; what matters is the line of the list.
if (!window.location.hash || window.location.hash === "#typing") line()?.focus({ preventScroll: true });
function showCurrent() {
  window.scrollTo(0, 0);
  document.querySelector(".is-current")?.scrollIntoView({ block: "nearest" });
}
if (!window.location.hash || window.location.hash === "#typing") window.addEventListener("load", showCurrent);
