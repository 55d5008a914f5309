// The keys of the typing desk, and which line stands in it.
import { comeHome, focusLine, isAside, isSent, line, markRow, number, refused, revert, show, stepAside, untouched, whenSent } from "./queue.js";
import { one, totalsOfPaper } from "./parts.js";
import "./totals.js";

const click = (selector) => one(selector)?.click();
const isFree = (element) => !element.closest("input, textarea, select, button, a, summary, dialog");

function go(next) {
  const current = one("[data-line-url]");
  if (!current || next < 1) return;
  const only = one("[data-values]")?.checked ? 1 : "";
  const url = current.dataset.lineUrl.replace(/0\/$/, `${next}/?values=${only}`);
  load(url);
}

function load(url) {
  window.htmx.ajax("GET", url, { target: "#typing", swap: "outerHTML settle:0ms" });
}

// Beside a refused line the lines above it are open, and nothing else.
function goOrMend(next) {
  if (isAside() && next() < refused().number) go(next());
  else whenSent(() => go(next()));
}

// A full list has no line; its last one is a key away.
const above = () => (line() ? number() - 1 : Number(one("[data-live]")?.dataset.played));

function nextQuestion() {
  const now = number() ?? 0;
  const open = [...document.querySelectorAll("[data-open-line]")].map((link) => Number(link.dataset.openLine));
  return open.find((each) => each > now) ?? open[0] ?? Number(one("[data-suspected]")?.dataset.suspected ?? (line() ? 0 : above()));
}

// The echo is read anew, and with it the server keeps the choice for this list.
const reread = () => line() && window.htmx.trigger(line(), "reread");

function toggleValues() {
  const box = one("[data-values]");
  if (box) box.checked = !box.checked;
  reread();
}

function showGrammar() {
  one("[data-grammar]")?.showModal();
}

const keys = {
  F2: () => one("[data-find]")?.focus(),
  F4: toggleValues,
  F8: () => goOrMend(nextQuestion),
  PageUp: () => whenSent(() => click("a[rel=prev]")),
  PageDown: () => whenSent(() => click("a[rel=next]")),
  ArrowUp: () => goOrMend(above),
  ArrowDown: () => goOrMend(() => number() + 1),
  Escape: () => comeHome() || whenSent(() => go(999)),
  "Control+Enter": () => one("[data-go], #finish [type=checkbox], #finish button")?.focus(),
  "Control+z": () => revert("undo"),
  "Control+y": () => revert("redo"),
};
const onlyUntouched = new Set(["Control+z", "Control+y"]);
const onlyInLine = new Set(["ArrowUp", "ArrowDown", "Escape"]);
const inRefused = { Escape: focusLine, ArrowDown: focusLine, ArrowUp: () => go(refused().number - 1) };
// In the number fields of a browser the arrows count.
const opensLast = (event) => event.key === "ArrowUp" && !line() && !event.target.closest("[type=number], textarea, select, dialog");

document.addEventListener("keydown", (event) => {
  const name = (event.ctrlKey || event.metaKey ? "Control+" : "") + event.key;
  const inLine = event.target === line();
  if (event.key === "?" && inLine && !line().value) {
    event.preventDefault();
    showGrammar();
    return;
  }
  if (event.target.id === "refused_text" && inRefused[name]) {
    event.preventDefault();
    inRefused[name]();
    return;
  }
  // An explanation of the detective has a number key, as long as nothing is typed.
  const isAmong = event.target.closest("#proof") && event.target.matches("h2, button");
  const suspect = /^[1-9]$/.test(name) && (isAmong || isFree(event.target)) && one(`[data-suspect="${name}"]`);
  if (suspect) suspect.click();
  // Whoever clicked beside the line goes on typing in it.
  else if (!isAmong && isFree(event.target) && /^\S$/.test(name)) focusLine();
  if (!keys[name] || (onlyInLine.has(name) && !inLine && !opensLast(event)) || (onlyUntouched.has(name) && inLine && !untouched())) return;
  if (onlyUntouched.has(name) && !inLine && event.target.matches("input, textarea")) return;
  event.preventDefault();
  keys[name]();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-grammar-link]") || !one("[data-grammar]")) return;
  event.preventDefault();
  showGrammar();
});

document.addEventListener("change", (event) => event.target.matches("[data-values]") && reread());

// --- Another line into the desk

// Saving the totals is no business of the line, nor of its cursor.
const isDesk = (event) => event.detail.target?.id === "typing" && !event.detail.requestConfig.elt.closest("#foot");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isDesk(event)) return;
  const { path } = event.detail.requestConfig;
  if (line()) line().dataset.was = line().value;
  if (isSent() || (refused() && !path.includes("/999/"))) return;
  event.preventDefault();
  if (!comeHome()) whenSent(() => load(path));
});

// Whoever typed on meanwhile stays where he is.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isDesk(event)) return;
  if (line() && line().value !== line().dataset.was) event.detail.shouldSwap = false;
  if (event.detail.shouldSwap) stepAside();
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (!isDesk(event)) return;
  show();
  focusLine();
  markRow(number());
});

// Somebody else took the line that stands here still empty: go on to the next one.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig?.elt?.id !== "live" || event.detail.xhr.status !== 200 || !isSent()) return;
  const next = Number(one("[data-live]")?.dataset.next);
  const isFresh = !one("#typing [name=before]")?.value;
  const away = document.activeElement !== line() && document.activeElement !== document.body;
  if (line() && !line().value && isFresh && !away && next !== number()) go(999);
});

// The suggestions stand below the totals that they explain: both are in sight.
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target?.id === "suspects" && one("#proof-title") === document.activeElement) one("#proof").scrollIntoView({ block: "nearest" });
});

const LOW = 760; // px: on such a screen the list is worth more than the head of the page

const isPhone = () => window.matchMedia("(max-width: 56rem)").matches;

// On a phone nobody types a line who can press it. An open line still is one tap away.
function startWithButtons() {
  const buttons = one("#buttons");
  if (!buttons || one("[data-reason]") || line()?.value) return false;
  buttons.open = true;
  line()?.blur();
  buttons.scrollIntoView();
  return true;
}

document.addEventListener("focusin", ({ target }) => {
  if (target === line() && isPhone()) one(".is-current")?.scrollIntoView({ block: "nearest" });
});

// A full list opens at what comes next in it, one that was corrected at that line, too.
function begin() {
  const [, corrected] = window.location.hash.match(/^#line-(\d+)$/) ?? [];
  if (window.location.hash && window.location.hash !== "#typing" && !corrected) return;
  if (isPhone() && !corrected && startWithButtons()) return;
  const next = line() ?? one("[data-go], #proof-title") ?? (one("[data-to-totals]") && totalsOfPaper());
  next?.focus({ preventScroll: true });
  if (corrected) {
    markRow(Number(corrected));
    one(".is-current")?.scrollIntoView({ block: "center" });
    return;
  }
  window.scrollTo(0, 0);
  if (!line() && next?.closest("#foot, #proof")) next.scrollIntoView({ block: "center" });
  if (one("[data-reason]")) return;
  if (line() && window.innerHeight < LOW) one("#sheet").scrollIntoView();
  one(".is-current")?.scrollIntoView({ block: "nearest" });
}
// What was refused stands at the address it was sent to, which nobody can ask for again.
const address = one("[data-address]")?.dataset.address;
if (address && window.location.pathname !== address) window.history.replaceState(null, "", address + window.location.hash);

// The browser puts the focus beside the line when it has gone to #typing.
window.addEventListener("load", begin);
if ((!window.location.hash || window.location.hash === "#typing") && !isPhone()) focusLine();
