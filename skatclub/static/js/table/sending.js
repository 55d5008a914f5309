// The list of this table: what the server has, what this phone has, and how the one
// becomes the other. docs/table-protocol.md says what is sent.
//
// A line is waiting, saved or refused. One that was put right is replaced, one that
// somebody decided against is aside; both are kept.
import { keep, keepEpoch, newId } from "./store.js";

export const PATIENCE = 15_000; // ms; then an answer counts as lost. A line sent twice stands once.
const WAITS = [1000, 2000, 5000, 10_000, 20_000]; // ms before it is tried again
const ASK = 8000; // ms between two looks at the server
const MOST_FAULTS = 3; // of the server on one line; then it is the line that it cannot take
const TAKE_OUT = "-";
const MOST = 48; // lines that are sent together

export class TableList {
  constructor(data, kept, changed) {
    this.data = data;
    this.records = kept.lines;
    this.changed = changed;
    this.server = new Map(data.lines.map((line) => [line.number, line]));
    this.agreement = data.agreement;
    this.next = data.next_sequence;
    this.serverEpoch = data.epoch;
    this.epoch = data.has_pen ? data.epoch : null;
    // Whoever wrote here before, and does not any more, is told so.
    this.wasTaken = !data.has_pen && this.records.some((record) => record.state === "waiting");
    this.end = data.end;
    this.isAway = false;
    this.isLocked = false;
    this.isBusy = false;
    this.isOneByOne = false;
    this.wish = null;
    this.failures = 0;
    this.faults = 0;
    this.taken = 0;
    this.timer = null;
    // A page kept for want of a server may be older than what was saved last.
    this.records.filter(({ state, sequence }) => state === "saved" && sequence >= this.next).forEach((record) => this.layOver(record));
  }

  get hasPen() { return this.epoch !== null && !this.end; }
  get waiting() { return this.records.filter((record) => record.state === "waiting"); }
  get refused() { return this.records.filter((record) => record.state === "refused"); }
  get last() { return Math.max(0, ...this.lines().keys()); }

  // The server has this line by now, whether or not it told so since.
  layOver({ number, text, score, sequence }) {
    this.next = Math.max(this.next, sequence + 1);
    if (text === TAKE_OUT) this.server.delete(number);
    else this.server.set(number, { number, text, score });
  }

  // --- The list as this table sees it: what waits stands over what the server has

  lines() {
    const lines = new Map([...this.server].map(([number, line]) => [number, { ...line, state: "saved" }]));
    for (const record of this.records) {
      if (record.state !== "waiting" && record.state !== "refused") continue;
      if (record.text === TAKE_OUT && record.state === "waiting") lines.delete(record.number);
      else if (record.text !== TAKE_OUT) lines.set(record.number, record);
    }
    return new Map([...lines].sort(([one], [other]) => one - other));
  }

  // Resolves when the line is durable on this phone: only then it may be echoed.
  async write(number, text) {
    const before = this.records.find((record) => record.state === "refused" && record.number === number);
    const last = this.records[this.records.length - 1]?.order ?? 0;
    const record = { id: newId(), list: this.data.kept_as, order: before?.order ?? Math.floor(last) + 1, number, text, state: "waiting" };
    if (before) before.state = "replaced";
    await keep(record, ...(before ? [before] : []));
    this.records = this.records.filter((each) => each !== before);
    this.records.push(record);
    this.records.sort((one, other) => one.order - other.order);
    this.changed();
    this.send();
  }

  // A refused new line never stood anywhere; the others are taken out at the server.
  async takeOut(number) {
    const record = this.records.find((each) => each.state === "refused" && each.number === number);
    if (!record || this.server.has(number)) return this.write(number, TAKE_OUT);
    record.state = "aside";
    await keep(record);
    return this.changed();
  }

  // --- The pen

  async takePen() {
    // The same wish under the same id, so that one that comes late takes nothing.
    this.wish ??= newId();
    const answer = await this.ask("POST", "pen/", { id: this.wish });
    if (answer.status && answer.status < 500) this.wish = null;
    if (answer.status !== 200) return this.note(answer);
    this.wasTaken = false;
    this.epoch = this.serverEpoch = answer.body.epoch;
    this.next = answer.body.next_sequence;
    await keepEpoch(this.data.kept_as, this.epoch);
    this.changed();
    return this.send();
  }

  // Where both have something to say of a line that waits here, a person decides.
  differences() {
    return this.waiting.filter((record) => this.server.has(record.number) && this.server.get(record.number).text !== record.text);
  }

  // `ours` are the lines that shall stand although something else does.
  async settle(ours) {
    const changed = [];
    for (const record of this.waiting) {
      const there = this.server.get(record.number);
      if (there?.text === record.text) changed.push(Object.assign(record, { state: "saved" }));
      else if (there && !ours.includes(record)) changed.push(Object.assign(record, { state: "aside" }));
      else if (there) {
        // Under its old id it may have been written and changed since.
        this.records.push({ ...record, id: newId() });
        changed.push(this.records[this.records.length - 1], Object.assign(record, { state: "replaced" }));
      }
    }
    if (changed.length) await keep(...changed);
    this.records.sort((one, other) => one.order - other.order);
  }

  // --- To the server, one line after the other

  async send() {
    if (this.isBusy || !this.hasPen) return;
    this.isBusy = true;
    try {
      while (this.hasPen && !this.isLocked) {
        // What stands behind a refused line waits until that is put right.
        const records = this.together;
        if (!records.length) break;
        const goesOn = records.length > 1 ? await this.sendMany(records) : await this.sendOne(records[0]);
        if (!goesOn) break;
        this.changed();
      }
    } finally {
      this.isBusy = false;
      this.changed();
    }
  }

  async sendOne(record) {
    const answer = await this.ask("POST", "lines/", this.sent(record, this.next, this.server.get(record.number)?.text));
    return this.judge(record, answer);
  }

  sent({ id, number, text }, sequence, before = "") {
    return { id, epoch: this.epoch, sequence, number, text, before };
  }

  // What waits after an absence goes together; the answers are those of single lines.
  async sendMany(records) {
    const there = new Map([...this.server].map(([number, line]) => [number, line.text]));
    const lines = records.map((record, index) => {
      const line = this.sent(record, this.next + index, there.get(record.number));
      if (record.text === TAKE_OUT) there.delete(record.number);
      else there.set(record.number, record.text);
      return line;
    });
    const answer = await this.ask("POST", "batch/", { lines });
    if (answer.status !== 200) {
      this.isOneByOne = answer.status === 400 || answer.status === 413 || this.isFaulty(answer);
      return this.isOneByOne || this.note(answer);
    }
    const { answers } = answer.body;
    const taken = answers.filter((each) => each.status === 200);
    await this.take(records.slice(0, taken.length), taken);
    const refused = answers[taken.length];
    return !refused || this.judge(records[taken.length], { status: refused.status, body: refused });
  }

  // Those of the waiting that may go together: none leaves a gap, and what was typed by
  // hand ends them, for only the server knows how it is spelt.
  get together() {
    let size = this.server.size;
    const records = [];
    for (const record of this.waiting.slice(0, MOST)) {
      if (record.number > size + 1) break;
      records.push(record);
      if (record.isTyped) break;
      if (record.text === TAKE_OUT) size -= 1;
      else size = Math.max(size, record.number);
    }
    return this.isOneByOne ? records.slice(0, 1) : records;
  }

  async judge(record, answer) {
    const { status, body } = answer;
    if (status === 200) return this.take([record], [body]);
    if (status === 409 && body.error === "sequence") {
      const isNew = this.next !== body.next_sequence;
      this.next = body.next_sequence;
      return isNew || this.retry();
    }
    if (status === 409 && body.error === "line-taken") {
      return this.refuse(record, [this.data.words.there_is.replace("{text}", body.text || this.data.words.nothing)]);
    }
    if (status === 422) return this.refuse(record, body.problems.map((problem) => problem.message));
    if (status === 400 || status === 413 || this.isFaulty(answer)) return this.refuse(record, [this.data.words.mistake]);
    return this.note(answer);
  }

  // The server itself fails on the same lines each time they are sent.
  isFaulty({ status }) {
    this.faults = status === 500 ? this.faults + 1 : 0;
    if (this.faults < MOST_FAULTS) return false;
    this.faults = 0;
    return true;
  }

  async take(records, answers) {
    const saved = records.map((record, index) => Object.assign(record, { state: "saved", score: answers[index].score, sequence: answers[index].sequence }));
    this.taken += saved.length;
    // At once: a line that neither waits nor is the server's would stand nowhere.
    saved.forEach((record) => this.layOver(record));
    if (saved.length) await keep(...saved);
    const isUnsure = !this.data.is_official || this.agreement || this.data.is_second || saved.some((record) => record.isTyped) || answers.some((each) => each.repeated);
    if (saved.length && isUnsure) await this.look();
    return true;
  }

  async refuse(record, problems) {
    await keep(Object.assign(record, { state: "refused", problems }));
    return true;
  }

  // Says what is the matter, and keeps everything. Returns false: nothing goes on by itself.
  note({ status, body }) {
    if (status === 410) this.end = { reason: body.reason, message: body.message };
    else if (status === 401 || status === 403 || status === 404) this.isLocked = true;
    else if (status === 409) this.loseTo(body.epoch);
    else this.retry();
    this.changed();
    return false;
  }

  loseTo(epoch) {
    this.wasTaken = this.wasTaken || this.epoch !== null;
    this.epoch = null;
    this.serverEpoch = epoch;
  }

  retry() {
    this.isAway = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), WAITS[Math.min(this.failures++, WAITS.length - 1)]);
    return false;
  }

  // --- From the server

  async look() {
    const { taken } = this;
    const answer = await this.ask("GET", "");
    if (answer.status !== 200) return this.note(answer);
    // Lines were taken since it was asked for: it may be older than they are.
    if (taken !== this.taken) return true;
    const { epoch, next_sequence, lines, agreement } = answer.body;
    if (this.epoch !== null && epoch !== this.epoch) this.loseTo(epoch);
    this.serverEpoch = epoch;
    this.next = next_sequence;
    this.agreement = agreement;
    this.server = new Map(lines.map((line) => [line.number, line]));
    this.changed();
    return true;
  }

  watch() {
    setInterval(async () => {
      if (document.hidden || this.isBusy || this.end || this.isLocked) return;
      if (await this.look()) this.send();
    }, ASK);
    window.addEventListener("online", () => this.send());
  }

  // Never throws: a server that is away answers with status 0.
  async ask(method, path, fields) {
    const given = new AbortController();
    const timer = setTimeout(() => given.abort(), PATIENCE);
    try {
      const answer = await fetch(this.data.address + path, {
        method,
        headers: { "Content-Type": "application/json", "X-Table": "1" },
        body: fields && JSON.stringify(fields),
        signal: given.signal,
        redirect: "error",
        cache: "no-store",
      });
      const body = await answer.json();
      this.isAway = answer.status >= 500;
      if (!this.isAway) this.failures = 0;
      return { status: answer.status, body };
    } catch {
      this.isAway = true;
      return { status: 0, body: {} };
    } finally {
      clearTimeout(timer);
    }
  }
}
