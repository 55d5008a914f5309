// The page of a table: names and totals above, the games, and the keys for a thumb below.
import { drawingOf } from "./code.js";
import { showConfirming } from "./confirming.js";
import { forget, load } from "./store.js";
import { PATIENCE, TableList } from "./sending.js";
import { closing, dealerOf, playingIn, read } from "./values.js";

const one = (selector) => document.querySelector(selector);
const data = JSON.parse(one("#table-data").textContent);
const { words, seats, contracts } = data;
const players = seats.length;
const FIRST_MORE = 5; // tops that fold away: hardly anybody holds five
const entry = one("[data-entry]");

let table = null;
let draft = {}; // what was pressed so far: {number, declarer, trump, tops, without}, and the end that is corrected
let isKeeping = false;

// --- Words

const said = (text, fields) => text.replace(/\{(\w+)\}/g, (_, name) => fields[name]);
const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
const plain = (points) => String(points).replace("-", "−");

function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
  element.append(...inside.filter((each) => each !== null && each !== ""));
  return element;
}

function suit(letter) {
  const { name, face } = contracts[letter];
  if (!face) return make("b", {}, name);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", `suit suit-${face}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", name);
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${face}`);
  svg.append(use);
  return svg;
}

const LEVEL_WORDS = { h: ["hand"], s: ["schneider"], w: ["schwarz"], hs: ["hand", "schneider"], hw: ["hand", "schwarz"], sa: ["schneider", "announced"], saw: ["schneider", "announced", "schwarz"], wa: ["schwarz", "announced"], o: ["ouvert"], ho: ["hand", "ouvert"] };
const levelText = (level) => (LEVEL_WORDS[level] ?? []).map((name) => words[name]).join(" ");

// --- What is read from the list

const readable = (line) => (data.is_official && read(line.text)) || null;
const scoreOf = (line) => line.score ?? readable(line)?.score ?? null;

// What each place writes in a line: the server says it where the score alone does not.
function counted(line) {
  if (line.scores) return line.scores.map(([declarer, score, won]) => ({ declarer, score, won }));
  const game = read(line.text);
  const score = scoreOf(line);
  return [{ declarer: game?.declarer ?? (Number(line.text[0]) || null), score: score ?? 0, won: (score ?? 0) > 0 }];
}

const nextNumber = () => table.last + 1;

// --- Above: whose list, whose deal, how it stands

function showTotals(lines) {
  const totals = closing([...lines.values()].filter((line) => line.state !== "refused").flatMap(counted), players, data.rates);
  const isFull = lines.size >= data.games;
  const dealer = isFull ? 0 : dealerOf(nextNumber(), players);
  one("[data-totals]").replaceChildren(...seats.map((seat, index) => make("li", { class: index + 1 === dealer ? "is-dealer" : "" },
    make("span", { class: "who", title: seat.name }, seat.brief),
    make("b", { class: totals[index].points < 0 ? "figure minus" : "figure" }, plain(totals[index].points)),
    make("small", {}, index + 1 === dealer ? words.deals : `${totals[index].won} : ${totals[index].lost}`))));
  one("[data-closing]").hidden = !isFull;
  if (isFull) one("[data-closing-rows]").replaceChildren(...totals.map((total, index) => make("tr", {},
    make("th", { scope: "row" }, seats[index].name), make("td", {}, plain(total.points)), make("td", {}, `${total.won} : ${total.lost}`), make("td", {}, make("b", {}, plain(total.total))))));
}

// --- The games

const MARKS = { saved: "✓", waiting: "○", refused: "!" };
const STATE_WORDS = { saved: "saved", waiting: "phone", refused: "refused" };

function gameText(line) {
  const game = read(line.text);
  if (!game) return [make("code", {}, line.text)];
  if (!game.declarer) return [make("span", { class: "what" }, words.passed)];
  const tops = game.tops ? `${game.without ? words.without : words.with}\u00a0${game.tops}` : "";
  const parts = [tops, levelText(game.level), game.isOverbid && words.overbid].filter(Boolean).join(" ");
  return [
    make("span", { class: "who" }, seats[game.declarer - 1]?.brief ?? game.declarer),
    make("span", { class: "what" }, ...(game.trump ? [suit(game.trump), " "] : []), parts),
  ];
}

function rowOf([number, line]) {
  const score = scoreOf(line);
  const row = make("li", { class: `is-${line.state}${number === draft.number ? " is-current" : ""}` },
    make("button", { type: "button", "data-number": number, disabled: !table.hasPen },
      make("span", { class: "number" }, number),
      ...gameText(line),
      make("b", { class: score < 0 ? "score minus" : "score" }, score === null ? "…" : line.text.startsWith("e") ? "–" : signed(score)),
      make("span", { class: "state", role: "img", "aria-label": words[STATE_WORDS[line.state]] }, MARKS[line.state])));
  if (line.problems) row.append(make("p", { class: "problem" }, line.problems.join(" ")));
  return row;
}

function showGames(lines) {
  const games = one("[data-games]");
  // What is new comes into sight; otherwise the list stays where it was scrolled to.
  const isFollowing = lines.size > games.children.length || games.scrollHeight - games.scrollTop - games.clientHeight < 60;
  [...lines].map(rowOf).forEach((row, at) => {
    const before = games.children[at];
    // A row that is as before stays: it may be under a finger, or have the focus.
    if (!before) games.append(row);
    else if (before.outerHTML !== row.outerHTML) before.replaceWith(row);
  });
  while (games.children.length > lines.size) games.lastChild.remove();
  one("[data-empty]").hidden = lines.size > 0;
  if (isFollowing || !games.scrollTop) games.scrollTop = games.scrollHeight;
}

// --- Whether the list and the second list of the table agree, as far as both are there

function showAgreement() {
  const box = one("[data-agreement]");
  const { games, list, second } = table.agreement ?? {};
  box.hidden = !games && !list;
  box.className = list ? "table-note is-refused" : "table-note is-saved";
  const told = (word, line) => [` ${word} `, ...gameText(line).flatMap((part) => [part, " "]), make("b", {}, line.text.startsWith("e") ? "" : signed(line.score))];
  const parts = list ? [make("b", {}, `${said(words.game, { number: list.number })}:`), ...told(words.list, list), " · ", ...told(words.second, second)] : [`✓ ${said(words.agrees, { number: games })}`];
  const before = box.textContent;
  const fresh = make("p", {}, ...parts);
  // Said aloud again only when it has changed.
  if (fresh.textContent !== before) box.replaceChildren(...fresh.childNodes);
}

// --- How safe it is

function showState() {
  const waits = table.waiting.length;
  const status = one("[data-status]");
  const text = table.refused.length ? said(words.refused_count, { count: table.refused.length })
    : waits ? said(words.waiting, { count: waits })
      : table.server.size ? `✓ ${words.all_saved}` : "";
  status.textContent = text;
  status.className = table.refused.length ? "is-refused" : waits ? "is-waiting" : "is-saved";
  one("[data-away]").hidden = !table.isAway;
  const reason = table.end ? table.end.message : table.isLocked ? words.locked : table.hasPen ? "" : table.wasTaken ? words.taken : data.is_elsewhere ? words.elsewhere : data.is_second ? words.nobody_second : words.nobody;
  one("[data-reader]").hidden = table.hasPen || !one("[data-conflict]").hidden;
  one("[data-reason]").textContent = reason;
  one("[data-next]").textContent = table.hasPen ? words.next : table.end || table.isLocked ? "" : said(words.before, { button: one("[data-take]").textContent });
  one("[data-take]").hidden = Boolean(table.end || table.isLocked);
  one("[data-door]").hidden = !table.isLocked;
  one("[data-other-list]").hidden = Boolean(table.end || table.isLocked || table.isAway);
  one("[data-forget]").hidden = !(table.end?.reason === "finished" && !waits && !table.refused.length);
  one("[data-carry]").hidden = !waits || data.is_second;
  one("[data-text]").value = [...(data.is_second ? [] : [data.head]), ...[...table.lines().values()].map((line) => line.text), ""].join("\n");
}

one("[data-save]").addEventListener("click", (event) => {
  event.currentTarget.href = URL.createObjectURL(new Blob([one("[data-text]").value], { type: "text/plain" }));
});

// Without a server the list leaves the phone by light: the desk reads the code.
for (const key of document.querySelectorAll("[data-show-code]")) {
  key.addEventListener("click", () => {
    one("[data-code]").replaceChildren(drawingOf(one("[data-text]").value) ?? words.too_long);
    one("[data-code-dialog]").showModal();
  });
}
one("[data-code-dialog] button").addEventListener("click", () => one("[data-code-dialog]").close());

// --- Below: the keys

const levelOf = (ticks) => {
  const has = (name) => ticks.includes(name);
  if (draft.trump === "n") return `${has("hand") ? "h" : ""}${has("ouvert") ? "o" : ""}`;
  if (has("ouvert")) return "o";
  if (has("schwarz_announced")) return "wa";
  if (has("schneider_announced")) return has("schwarz") ? "saw" : "sa";
  return `${has("hand") ? "h" : ""}${has("schwarz") ? "w" : has("schneider") ? "s" : ""}`;
};

function ticked() {
  return [...entry.querySelectorAll("[data-tick]:checked")].map((box) => box.dataset.tick);
}

// The line in shorthand; empty while something is missing.
function draftText(isWon) {
  const { declarer, trump, tops, without } = draft;
  if (!declarer || !trump || (trump !== "n" && !tops)) return "";
  const bid = Number(one("[data-bid]").value);
  const level = levelOf(ticked());
  const game = trump === "n" ? `n${level}` : `${trump}${without ? "o" : ""}${tops}${level}`;
  return `${declarer}${game}${isWon ? "" : "-"}${bid ? `r${bid}` : ""}`;
}

const press = (key, isPressed) => key.setAttribute("aria-pressed", isPressed);

function showKeys() {
  entry.hidden = !table.hasPen || (nextNumber() > data.games && !draft.isCorrection);
  if (entry.hidden) return;
  const number = draft.isCorrection ? draft.number : nextNumber();
  draft.number = number;
  one("[data-which]").textContent = said(draft.isCorrection ? words.change : words.game, { number });
  one("[data-cancel]").hidden = !draft.isCorrection;
  one("[data-takeout]").hidden = !(draft.isCorrection && number === table.last);
  const playing = playingIn(number, players);
  // Under house rules a dealer may deal again: only the server knows whose deal it is.
  for (const key of entry.querySelectorAll("[data-declarer]")) {
    const place = Number(key.dataset.declarer);
    key.hidden = data.is_official && !playing.includes(place);
    press(key, draft.declarer === place);
  }
  for (const key of entry.querySelectorAll("[data-trump]")) press(key, draft.trump === key.dataset.trump);
  one("[data-tops]").hidden = draft.trump === "n";
  const most = draft.trump === "g" ? 4 : 11;
  for (const key of entry.querySelectorAll("[data-top]")) {
    const tops = Number(key.dataset.top);
    key.hidden = tops > most || (tops >= FIRST_MORE && !draft.isMore);
    press(key, draft.tops === tops && draft.without === (key.dataset.without === "1"));
  }
  one("[data-more-tops]").hidden = draft.isMore || most < FIRST_MORE;
  for (const box of entry.querySelectorAll("[data-only-trump]")) box.hidden = draft.trump === "n";
  for (const key of entry.querySelectorAll("[data-end]")) key.setAttribute("aria-current", key.dataset.end === draft.end);
  for (const [name, isWon] of [["won", true], ["lost", false]]) {
    const text = draftText(isWon);
    const game = text && data.is_official ? read(text) : null;
    const key = one(`[data-end=${name}]`);
    key.disabled = !text;
    key.querySelector("b").textContent = game ? `${game.isOverbid ? `${words.overbid} ` : ""}${signed(game.score)}` : "";
  }
}

function clear() {
  draft = {};
  tick(...[...entry.querySelectorAll("[data-tick]")].filter((box) => box.defaultChecked).map((box) => box.dataset.tick));
  one("[data-bid]").value = one("[data-shorthand]").value = "";
  one("[data-levels]").open = "open" in one("[data-levels]").dataset;
}

const tick = (...names) => entry.querySelectorAll("[data-tick]").forEach((box) => { box.checked = names.includes(box.dataset.tick); });

// A correction begins with what the line says: on the keys where they can say all of it.
function fill({ text }) {
  const { declarer, trump, tops, without, level, bid, won } = read(text) ?? {};
  Object.assign(draft, { declarer, trump, tops, without, isMore: tops >= FIRST_MORE, end: won === null ? "passed" : won ? "won" : "lost" });
  tick(...(TICKS[level] ?? []).flatMap((name) => [name, ...impliedBy(name)]));
  one("[data-bid]").value = bid || "";
  if (text !== "e" && draftText(draft.end === "won") !== text) {
    const { number } = draft;
    clear();
    Object.assign(draft, { number, isCorrection: true });
    one("[data-shorthand]").value = text;
  }
  one("[data-levels]").open ||= Boolean(bid || one("[data-levels] :checked") || one("[data-shorthand]").value);
}

// A second tap, while the phone still keeps the line of the first, is about no game.
async function write(text) {
  if (isKeeping || !text) return;
  const { number } = draft;
  isKeeping = true;
  clear();
  try {
    await table.write(number, text);
  } catch {
    one("[data-unkept]").hidden = false;
  } finally {
    isKeeping = false;
  }
}

entry.addEventListener("click", ({ target }) => {
  const key = target.closest("button");
  if (!key) return;
  const { declarer, trump, top, without, end } = key.dataset;
  if (declarer) draft.declarer = Number(declarer);
  else if (trump) Object.assign(draft, { trump }, trump === "g" && draft.tops > 4 ? { tops: null } : {});
  else if (top) Object.assign(draft, { tops: Number(top), without: without === "1" });
  else if ("moreTops" in key.dataset) draft.isMore = true;
  else if ("cancel" in key.dataset) clear();
  else if ("takeout" in key.dataset) { const { number } = draft; clear(); table.takeOut(number); }
  else if (end === "passed") { write("e"); return; }
  else if (end) { write(draftText(end === "won")); return; }
  show();
});

// An announcement ticks what it implies, so that the paper's ticks are seen.
const TICKS = { h: ["hand"], s: ["schneider"], w: ["schwarz"], hs: ["hand", "schneider"], hw: ["hand", "schwarz"], sa: ["schneider_announced"], saw: ["schneider_announced", "schwarz"], wa: ["schwarz_announced"], o: ["ouvert"], ho: ["hand", "ouvert"] };
const IMPLIED = { schneider_announced: ["hand", "schneider"], schwarz: ["schneider"], schwarz_announced: ["hand", "schneider", "schneider_announced", "schwarz"] };
const impliedBy = (name) => (name === "ouvert" && draft.trump !== "n" ? ["schwarz_announced", ...IMPLIED.schwarz_announced] : IMPLIED[name] ?? []);
entry.addEventListener("input", ({ target }) => {
  const name = target.dataset.tick;
  if (target.checked) impliedBy(name).forEach((each) => { entry.querySelector(`[data-tick=${each}]`).checked = true; });
  show();
});

entry.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = one("[data-shorthand]").value.trim();
  if (text) write(text);
});

one("[data-games]").addEventListener("click", ({ target }) => {
  const key = target.closest("[data-number]");
  if (!key || !table.hasPen) return;
  clear();
  const number = Number(key.dataset.number);
  Object.assign(draft, { number, isCorrection: true });
  fill(table.lines().get(number));
  show();
  entry.scrollIntoView({ block: "nearest" });
});

// --- The pen

async function takePen() {
  if (!(await table.look())) return;
  const differing = table.differences();
  if (differing.length) askWhichStands(differing);
  else {
    await table.settle([]);
    await table.takePen();
  }
}

function askWhichStands(differing) {
  const text = (line) => make("span", {}, ...gameText(line).flatMap((part) => [part, " "]), make("b", {}, scoreOf(line) === null ? "" : signed(scoreOf(line))));
  one("[data-differing]").replaceChildren(...differing.map((record) => make("fieldset", {},
    make("legend", {}, said(words.line, { number: record.number })),
    ...[["there", table.server.get(record.number)], ["here", record]].map(([which, line]) => make("label", {},
      make("input", { type: "radio", name: `line-${record.id}`, value: which, checked: which === "there" }), make("b", {}, `${words[which]}: `), text(line))))));
  one("[data-conflict]").hidden = false;
  one("[data-reader]").hidden = true;
}

one("[data-conflict]").addEventListener("submit", async (event) => {
  event.preventDefault();
  const chosen = new FormData(event.target);
  const ours = table.differences().filter((record) => chosen.get(`line-${record.id}`) === "here");
  event.target.hidden = true;
  await table.settle(ours);
  await table.takePen();
});

one("[data-take]").addEventListener("click", takePen);
one("[data-forget]").addEventListener("click", async () => {
  await forget(data.kept_as);
  await window.caches?.delete(KEPT);
  window.location.assign(one("[data-door]").href);
});

// --- A reload without the server, where the browser allows it (https, or this machine)

const KEPT = "skatclub-table";
let keptState = "";

async function keepPage() {
  const state = `${table.epoch} ${table.next}`;
  if (!navigator.serviceWorker || state === keptState || table.isAway || table.isLocked || table.waiting.length) return;
  const isFirst = !keptState;
  keptState = state;
  try {
    const pages = await caches.open(KEPT);
    const page = await fetch(window.location.pathname, { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE) });
    if (page.ok && !page.redirected) await pages.put(window.location.pathname, page);
    if (!isFirst) return;
    const used = performance.getEntriesByType("resource").map(({ name }) => name);
    await pages.addAll([...new Set(used.filter((name) => !name.startsWith(new URL(data.address, window.location))))]);
    await navigator.serviceWorker.register(one("main").dataset.worker);
    one("[data-unkept-page]").hidden = true;
  } catch {
    keptState = "";
  }
}

// --- All of it

function show() {
  const lines = table.lines();
  showTotals(lines);
  showKeys();
  showAgreement();
  showState();
  // What is said above takes room from the games: the last one stays in sight.
  showGames(lines);
  if (!data.is_second) showConfirming(table, { one, make, said, plain });
  keepPage();
}

async function begin() {
  let kept = { lines: [], epoch: null };
  try {
    kept = await load(data.kept_as);
  } catch {
    one("[data-unkept]").hidden = false;
  }
  table = new TableList(data, kept, () => show());
  show();
  one("[data-unkept-page]").hidden = Boolean(navigator.serviceWorker?.controller);
  one("main").hidden = false;
  table.watch();
  table.send();
}
begin();
