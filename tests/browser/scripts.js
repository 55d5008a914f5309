// What tests ask of a page: each gives one of these functions to it, by its name.

// That a page looks again is tested, not after how many seconds. How soon it sends again
// stays, and how long it waits for an answer: a busy server is not one that is away.
function askSoon() {
  const later = set => (act, ms = 0, ...more) =>
    set(act, ms >= 5000 && ms <= 8000 ? ms / 10 : ms, ...more);
  window.setTimeout = later(window.setTimeout.bind(window));
  window.setInterval = later(window.setInterval.bind(window));
}

// What reckons with a new size or scheme has done so two frames later. Wherever the page
// stood, a bar that stays in sight may cover half of what is small.
async function settle() {
  scrollTo(0, 0);
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame);
}

// All but colours is asked about in the light only, and of the whole page in the first
// size only: in another of what is new there, or has little room there alone, and is of
// a kind that has passed in no look at any page. What passes is not asked for, which
// took longer to hand over than to find. Then come the ways in which texts stand out:
// their colours and sizes, and what they lie on.
async function ask({tags, colours, isFirst, met}) {
  if (!window.axe) return null;
  const isShown = element => element.checkVisibility({visibilityProperty: true});
  const isCramped = element => {
    const {width, height} = element.getBoundingClientRect();
    return element.scrollWidth > element.clientWidth
      || Math.min(width, height) < 24
      && element.matches("a, button, input, select, textarea, summary, [tabindex]");
  };
  const kinds = new Map([[null, ""]]);
  const kind = element => {
    if (!kinds.has(element)) {
      const own = `${element.localName}.${element.getAttribute("class") ?? ""}`;
      kinds.set(element, `${kind(element.parentElement)} ${own}`);
    }
    return kinds.get(element);
  };
  const shown = [...document.querySelectorAll("body, body *")].filter(isShown);
  // What is shown, of which kind, how it is named, and whether it has little room.
  const sort = element => [kind(element), element.getAttributeNames(),
    element.labels?.length, Boolean(element.textContent.trim()), isCramped(element)];
  const sorts = new Map(shown.map(element => [element, sort(element).join()]));
  const known = new Set([...met, ...isFirst ? [] : window.met]);
  window.met = [...known, ...sorts.values()];
  const fresh = new Set(
    isFirst ? [] : shown.filter(element => !known.has(sorts.get(element))));
  // With each of them goes what it holds.
  const include = [...fresh].filter(element => !fresh.has(element.parentElement));
  let wrong = [];
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  if (!isDark && (isFirst || include.length !== 0)) {
    const found = await axe.run(isFirst ? document : {include}, {
      runOnly: {type: "tag", values: tags},
      rules: Object.fromEntries(colours.map(rule => [rule, {enabled: false}])),
      resultTypes: ["violations"], iframes: false,
    });
    wrong = found.violations.map(
      one => [one.id, one.nodes.slice(0, 3).map(node => node.target)]);
  }
  const facts = (element, names) => {
    const style = getComputedStyle(element);
    return names.map(name => style[name]).join();
  };
  const layer = element => facts(element,
    ["backgroundColor", "backgroundImage", "opacity", "position", "filter", "clip"]);
  const layers = new Map([[null, ""]]);
  const ground = element => {
    if (!layers.has(element)) {
      const below = ground(element.parentElement), own = layer(element);
      const isPlain = own === "rgba(0, 0, 0, 0),none,1,static,none,auto";
      // Nothing is seen through what is opaque.
      const isOpaque = /^rgb\([^)]*\),none,1,/.test(own) && !/,0?[.]/.test(below);
      layers.set(element, isPlain ? below : isOpaque ? own : `${below}/${own}`);
    }
    return layers.get(element);
  };
  const isLarge = element => {
    const {fontSize, fontWeight} = getComputedStyle(element);
    return parseFloat(fontSize) >= (fontWeight >= 700 ? 56 / 3 : 24);
  };
  const standing = element => [
    facts(element, ["color", "textShadow", "textDecoration"]), isLarge(element),
    facts(element.parentElement ?? element, ["color"]), ground(element)].join();
  const speaks = element => element.matches(
      "input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea")
    || [...element.childNodes].some(
      node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  // Some texts are for the ear only.
  const isSeen = element => {
    const {width, height, right, bottom} = element.getBoundingClientRect();
    return Math.min(width, height) > 1 && Math.min(right, bottom) > 0
      && !element.matches(":disabled");
  };
  window.standings = new Map();
  for (const element of shown) {
    if (speaks(element) && isSeen(element)) {
      window.standings.set(element, standing(element));
    }
  }
  return {
    wrong,
    met: wrong.length === 0 ? [...new Set(sorts.values())] : [],
    standings: [...new Set(window.standings.values())],
  };
}

async function askColours({colours, unknown}) {
  const standings = window.standings;
  // The first of each kind: the others stand out in the same way.
  const left = new Map(unknown.map(standing => [standing, 3]));
  const include = [...standings.keys()].filter(each => {
    if (!each.isConnected) return false;
    const more = left.get(standings.get(each)) ?? 0;
    left.set(standings.get(each), more - 1);
    return more > 0;
  });
  if (!include.length) return null; // all were drawn anew meanwhile
  const found = await axe.run({include}, {
    runOnly: {type: "rule", values: colours},
    selectors: false, elementRef: true, iframes: false});
  const nodes = kind => found[kind].flatMap(one => one.nodes.map(
    node => ({rule: one.id, element: node.element})));
  const open = new Set(
    [...nodes("violations"), ...nodes("incomplete")].map(node => node.element));
  return {
    wrong: nodes("violations").map(node => [node.rule, node.element.outerHTML]),
    passed: [...new Set(nodes("passes").map(node => node.element))]
      .filter(element => !open.has(element)).map(element => standings.get(element)),
  };
}

function beyond() {
  const scrolls = it => it !== document.body
    && (getComputedStyle(it).overflowX !== "visible" || scrolls(it.parentElement));
  return document.documentElement.scrollWidth <= innerWidth ? [] : ["too wide",
    ...[...document.querySelectorAll("body *")]
      .filter(it => it.getBoundingClientRect().right > innerWidth + 1 && !scrolls(it))
      .slice(0, 3).map(it => it.outerHTML.slice(0, 160))];
}

// What renews itself stays as it is, while somebody looks or presses something there.
function standStill() {
  document.addEventListener("htmx:beforeRequest", event => {
    const when = event.detail.elt.getAttribute("hx-trigger");
    if (/^every /.test(when ?? "")) event.preventDefault();
  });
}

function focused() {
  const it = document.activeElement;
  const words = [it.getAttribute("aria-label"),
    ...[...it.labels ?? []].map((label) => label.textContent),
    it.matches("a, button, summary") ? it.textContent : ""];
  return words.filter(Boolean).join(" ").replace(/\s+/g, " ").trim();
}

// Where all names stand, each time one of them is somewhere else.
function watchNames() {
  const seen = window.seen = [];
  const look = () => {
    const names = [...document.querySelectorAll(".names button")];
    const tops = names.map(name => name.getBoundingClientRect().top + scrollY);
    if (seen.at(-1) !== tops.join()) seen.push(tops.join());
    requestAnimationFrame(look);
  };
  look();
}

function isInSight(cell) {
  const box = cell.getBoundingClientRect();
  const frame = cell.closest(".scroll").getBoundingClientRect();
  return box.left >= frame.left - 1 && box.right <= frame.right + 1;
}

function letterSizes(texts) {
  return texts.map(text => {
    const chart = text.ownerSVGElement;
    const scale = chart ? chart.clientWidth / chart.viewBox.baseVal.width : 1;
    return parseFloat(getComputedStyle(text).fontSize) * scale;
  });
}

function topsAroundComma(cell) {
  const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
  const at = text.data.indexOf(",");
  const range = document.createRange();
  return [at - 1, at].map(letter => {
    range.setStart(text, letter);
    range.setEnd(text, letter + 1);
    return range.getBoundingClientRect().top;
  });
}

// How far things move from now on; each frame tells it when it is over.
function watchShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries()))
    .observe({ type: "layout-shift" });
}

async function shiftsInAll() {
  await document.fonts.ready;
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame).then(() => new Promise(setTimeout));
  return window.shifts.reduce((sum, { value }) => sum + value, 0);
}

function sizeOfRows() {
  const rows = [...document.querySelectorAll("tbody tr")];
  return [rows.length, rows.at(-1).getBoundingClientRect().bottom,
          document.documentElement.scrollWidth];
}

// As many lines and rows as there may be, each longer than the frame is wide.
function fillWidget(rows) {
  const long = "Skatfreunde Oberbergisches Waldbröl von 1921 ".repeat(4);
  const header = document.querySelector("header");
  while (rows.length > 1 && header.children.length < 5) {
    header.append(document.createElement("p"));
  }
  header.querySelectorAll("h1, p").forEach((line) => (line.textContent = long));
  document.querySelectorAll("h2").forEach((line) => (line.textContent = long));
  const lists = [...document.querySelectorAll("ol")];
  lists.forEach((list, at) => {
    while (list.children.length < rows[at]) {
      list.append(list.lastElementChild.cloneNode(true));
    }
    list.querySelectorAll("b").forEach((name) => (name.textContent = long));
  });
  return [lists.length, document.documentElement.scrollHeight];
}

async function keptHas(text) {
  return (await (await caches.match(location.pathname))?.text())?.includes(text);
}

// A list with a server of its own, which answers a look when it is told to.
async function listWithItsServer() {
  const { TableList } = await import("/static/js/table/sending.js");
  const data = { lines: [], has_pen: true, epoch: 1, next_sequence: 1, kept_as: "list",
                 is_official: true, words: {} };
  const list = new TableList(data, { lines: [], epoch: 1 }, () => {});
  const answers = [];
  list.ask = method => method === "GET"
    ? new Promise(resolve => answers.push(resolve))
    : Promise.resolve({ status: 200, body: { sequence: 1, score: 0 } });
  return { list, answers };
}

async function aLateLook() {
  const { list, answers } = await listWithItsServer();
  const looking = list.look();
  await list.write(1, "e");
  while (list.isBusy) await new Promise(resolve => setTimeout(resolve));
  answers[0]({ status: 200, body: { epoch: 1, next_sequence: 1, lines: [] } });
  await looking;
  return [list.last, list.next];
}

async function whileItIsKept() {
  const { list } = await listWithItsServer();
  const seen = [];
  await list.write(1, "e");
  while (list.isBusy) {
    seen.push(list.last);
    await new Promise(resolve => setTimeout(resolve));
  }
  return [...new Set([...seen, list.last])];
}

function lineIsInSight() {
  const line = document.querySelector(".is-current").getBoundingClientRect();
  const dock = document.querySelector(".photo-dock").getBoundingClientRect();
  const head = document.querySelector(".sheet thead").getBoundingClientRect();
  return line.top >= head.bottom - 1 && line.bottom <= dock.top + 1;
}

// Whether the mark on the photo lies at a share of its height, and is in sight.
function markIsAt(y) {
  const view = document.querySelector(".photo-view").getBoundingClientRect();
  const mark = document.querySelector(".photo-mark").getBoundingClientRect();
  const sheet = document.querySelector("canvas").getBoundingClientRect();
  const middle = (mark.top + mark.bottom) / 2;
  const there = Math.abs((middle - sheet.top) / sheet.height - y) < 0.004;
  return there && mark.top >= view.top && mark.bottom <= view.bottom;
}

function rowsInSight() {
  const top = document.querySelector("#sheet thead").getBoundingClientRect();
  const end = document.querySelector("#typing").getBoundingClientRect();
  const isShown = ({ top: from, bottom: to }) => from >= top.bottom - 1 && to <= end.top + 1;
  const rows = [...document.querySelectorAll("#sheet tbody tr")];
  return rows.filter((row) => isShown(row.getBoundingClientRect())).length;
}

// A voice of that language, which finishes when it is told to.
function fakeVoice(lang) {
  const said = (window.said = []);
  const speechSynthesis = {
    getVoices: () => [{ lang, name: "Test" }],
    addEventListener: () => {},
    cancel: () => {},
    speak: (words) => { said.push(words.text); window.finish = () => words.onend(); },
  };
  Object.defineProperty(window, "speechSynthesis", { value: speechSynthesis });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
}
