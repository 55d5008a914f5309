// What this phone keeps of a list. An answer of the server marks a line, it deletes none;
// only `forget`, a person's tap, does.

const NAME = "skatclub-table";

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("lines", { keyPath: "id" }).createIndex("list", "list");
    request.result.createObjectStore("lists", { keyPath: "list" });
  };
  return done(request);
}

let database = null;
const ready = () => (database ??= opened());

// Resolves when what `act` wrote is on the disk of the phone, and not before.
async function written(act) {
  const transaction = (await ready()).transaction(["lines", "lists"], "readwrite", { durability: "strict" });
  act(transaction);
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

export async function load(list) {
  const transaction = (await ready()).transaction(["lines", "lists"]);
  const [lines, kept] = await Promise.all([
    done(transaction.objectStore("lines").index("list").getAll(list)),
    done(transaction.objectStore("lists").get(list)),
  ]);
  return { lines: lines.sort((one, other) => one.order - other.order), epoch: kept?.epoch ?? null };
}

export const keep = (...lines) => written((to) => lines.forEach((line) => to.objectStore("lines").put(line)));
export const keepEpoch = (list, epoch) => written((to) => to.objectStore("lists").put({ list, epoch, at: Date.now() }));

// The lists that were begun here since `moment`, or of which the server lacks a line.
export async function begun(moment) {
  const lists = await done((await ready()).transaction("lists").objectStore("lists").getAll());
  const found = await Promise.all(lists.map(async ({ list, at }) => ({ list, at, lines: (await load(list)).lines })));
  return found.filter(({ at, lines }) => at > moment || lines.some((line) => line.state === "waiting" || line.state === "refused")).map(({ list }) => list);
}

export async function forget(list) {
  const { lines } = await load(list);
  await written((to) => {
    lines.forEach((line) => to.objectStore("lines").delete(line.id));
    to.objectStore("lists").delete(list);
  });
}

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
