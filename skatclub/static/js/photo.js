// The photo of the paper above the typing line: turned, zoomed, and at the line in it.
// The cursor stays in the line whatever is pressed here.
import { one } from "./parts.js";

const pane = one("[data-photo]");
const view = one(".photo-view", pane);
const image = one("img", view);
const mark = one(".photo-mark", view);
const canvas = document.createElement("canvas");
const { first, last, turned } = pane.dataset;
const games = Number(pane.dataset.games);
const placed = { turned: Number(turned), first: first && Number(first), last: last && Number(last) };
const PATIENCE = 20_000; // ms; then an answer counts as lost
const NEAR = 2.5; // on a phone a whole line would be too small to read
const isNarrow = window.matchMedia("(max-width: 40rem)").matches;
let zoom = isNarrow ? NEAR : 1;
let asking = ""; // "first" or "last", while somebody shows where the lines are
let shown = 0; // the line that is in sight

const say = (words = "") => (one("[data-photo-said]", pane).textContent = words);
const number = () => Number(one("#typing [data-line]")?.dataset.line ?? 0);

function draw() {
  const isSideways = placed.turned % 180 > 0;
  const { naturalWidth: width, naturalHeight: height } = image;
  [canvas.width, canvas.height] = isSideways ? [height, width] : [width, height];
  const pen = canvas.getContext("2d");
  pen.translate(canvas.width / 2, canvas.height / 2);
  pen.rotate((placed.turned * Math.PI) / 180);
  pen.drawImage(image, -width / 2, -height / 2);
  scale(zoom);
}

function scale(next) {
  const middle = (view.scrollTop + view.clientHeight / 2) / (canvas.clientHeight || 1);
  zoom = Math.min(6, Math.max(0.5, next));
  canvas.style.width = `${zoom * 100}%`;
  view.scrollTop = middle * canvas.clientHeight - view.clientHeight / 2;
  follow();
}

// Where line `n` stands, and how high a line is, in pixels.
function lineAt(n) {
  const step = ((placed.last - placed.first) / (games - 1) / 1000) * canvas.clientHeight;
  return { middle: (placed.first / 1000) * canvas.clientHeight + (n - 1) * step, height: step };
}

function follow() {
  const isPlaced = placed.first !== "" && !asking;
  pane.classList.toggle("is-placed", isPlaced);
  pane.classList.toggle("is-asking", asking !== "");
  shown = number();
  mark.hidden = !asking && !(isPlaced && shown);
  if (asking) return showMiddle();
  if (mark.hidden) return;
  const { middle, height } = lineAt(shown);
  mark.style.top = `${middle - height / 2}px`;
  mark.style.height = `${height}px`;
  view.scrollTop = middle - view.clientHeight / 2;
}

// Without a mouse a line is shown by moving it to the middle.
function showMiddle() {
  mark.style.height = "0";
  mark.style.top = `${view.scrollTop + view.clientHeight / 2}px`;
}

async function keep() {
  const body = new URLSearchParams({ turned: placed.turned, first_line: placed.first, last_line: placed.last });
  const headers = { "X-CSRFToken": one("[name=csrfmiddlewaretoken]", pane).value };
  const answer = await fetch(pane.dataset.photo, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  if (!answer?.ok) say(pane.dataset.unkept);
}

function ask(which) {
  asking = which;
  say(which && pane.dataset[which === "first" ? "askFirst" : "askLast"]);
  follow();
}

function answerAt(clientY) {
  const { top, height } = canvas.getBoundingClientRect();
  const at = Math.round(((clientY - top) / height) * 1000);
  if (!asking || at < 0 || at > 1000) return;
  if (asking === "first") {
    placed.candidate = at;
    ask("last");
  } else if (at <= placed.candidate) {
    ask("first");
    say(pane.dataset.askAgain);
  } else {
    [placed.first, placed.last] = [placed.candidate, at];
    ask("");
    keep();
  }
}

function middleOfView() {
  const { top, height } = view.getBoundingClientRect();
  return top + height / 2;
}

const deeds = {
  lines: () => ask(asking ? "" : "first"),
  larger: () => scale(zoom * 1.25),
  smaller: () => scale(zoom / 1.25),
  turn() {
    Object.assign(placed, { turned: (placed.turned + 90) % 360, first: "", last: "" });
    asking = "";
    say();
    draw();
    keep();
  },
};
const keys = {
  F7: () => (pane.open = !pane.open),
  F9: deeds.turn,
  "Alt+ArrowUp": () => view.scrollBy(0, -40),
  "Alt+ArrowDown": () => view.scrollBy(0, 40),
  "Alt+ArrowLeft": () => view.scrollBy(-80, 0),
  "Alt+ArrowRight": () => view.scrollBy(80, 0),
  "Alt+PageUp": deeds.larger,
  "Alt+PageDown": deeds.smaller,
  "Alt+Enter": () => answerAt(middleOfView()),
};

// Before the desk, whose arrows go from line to line.
function pressed(event) {
  const deed = keys[(event.altKey ? "Alt+" : "") + event.key];
  if (!deed || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  deed();
}

// The photo goes with the mouse that holds it; a finger scrolls by itself.
let held = null;

function hold(event) {
  if (event.pointerType !== "mouse") return;
  held = { x: event.clientX, y: event.clientY, moved: false };
}

function drag(event) {
  if (!held) return;
  if (!event.buttons) return (held = null);
  const [x, y] = [held.x - event.clientX, held.y - event.clientY];
  if (!held.moved && Math.abs(x) + Math.abs(y) < 5) return;
  view.scrollBy(x, y);
  held = { x: event.clientX, y: event.clientY, moved: true };
}

function clicked(event) {
  const wasMoved = held?.moved;
  held = null;
  if (!wasMoved) answerAt(event.clientY);
}

// The line in the list stays in sight above the photo; on a phone there is no room for both.
function makeRoom() {
  if (isNarrow) return;
  document.documentElement.style.scrollPaddingBottom = `${pane.parentElement.offsetHeight}px`;
  one(".is-current")?.scrollIntoView({ block: "nearest" });
}

function begin() {
  image.hidden = true;
  image.before(canvas);
  one("[data-photo-tools]", pane).hidden = false;
  document.addEventListener("keydown", pressed, true);
  pane.addEventListener("mousedown", (event) => event.preventDefault());
  pane.addEventListener("click", ({ target }) => deeds[target.closest("[data-do]")?.dataset.do]?.());
  pane.addEventListener("toggle", follow);
  view.addEventListener("pointerdown", hold);
  view.addEventListener("pointermove", drag);
  view.addEventListener("click", clicked);
  view.addEventListener("scroll", () => asking && showMiddle());
  window.addEventListener("resize", follow);
  // What was moved by hand stays until another line is typed.
  const typed = new MutationObserver(() => number() !== shown && follow());
  typed.observe(pane.parentElement, { childList: true, subtree: true });
  draw();
  new ResizeObserver(makeRoom).observe(pane.parentElement);
}

// A backup that was put back knows photos whose files are gone.
image.decode().then(begin, () => (pane.hidden = true));
