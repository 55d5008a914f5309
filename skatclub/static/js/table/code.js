// A QR code without a server (ISO/IEC 18004): bytes, level L, up to version 20, which is
// more than a list of 48 games. Equal to another program's: tests/browser/test_table_scripts.py.

const MOST_VERSION = 20;
const LEVEL_L = 1;
// Of each version: bytes that correct a block, and how many blocks there are.
const CORRECTING = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const MASKS = [
  (x, y) => (x + y) % 2,
  (x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const bitsOf = (value, length) => times(length, (index) => (value >>> (length - 1 - index)) & 1);

// --- How much fits

const alignments = (version) => (version < 2 ? 0 : Math.floor(version / 7) + 2);

function bytesIn(version) {
  const marks = alignments(version);
  let modules = (16 * version + 128) * version + 64;
  if (marks) modules -= (25 * marks - 10) * marks - 55 + (version >= 7 ? 36 : 0);
  return Math.floor(modules / 8);
}

const dataBytes = (version) => bytesIn(version) - CORRECTING[version - 1] * BLOCKS[version - 1];
const countBits = (version) => (version < 10 ? 8 : 16);

// --- The bytes: the text, and what corrects it

function filled(bytes, version) {
  const bits = [...bitsOf(4, 4), ...bitsOf(bytes.length, countBits(version)), ...bytes.flatMap((byte) => bitsOf(byte, 8))];
  const room = dataBytes(version) * 8;
  bits.push(...times(Math.min(4, room - bits.length), () => 0));
  while (bits.length % 8) bits.push(0);
  const data = times(bits.length / 8, (index) => parseInt(bits.slice(index * 8, index * 8 + 8).join(""), 2));
  for (let pad = 0xec; data.length < room / 8; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

function product(one, other) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    result = (result << 1) ^ ((result >>> 7) * 0x11d);
    result ^= ((other >>> bit) & 1) * one;
  }
  return result;
}

function divisorOf(degree) {
  const result = [...times(degree - 1, () => 0), 1];
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let index = 0; index < degree; index += 1) result[index] = product(result[index], root) ^ (result[index + 1] ?? 0);
    root = product(root, 2);
  }
  return result;
}

function correcting(data, divisor) {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.forEach((each, index) => { rest[index] ^= product(each, factor); });
  }
  return rest;
}

// The blocks are told in turns, so that a spot on the code hurts each of them a little.
function woven(data, version) {
  const count = BLOCKS[version - 1];
  const short = Math.floor(data.length / count);
  const longer = count - (data.length % count);
  const divisor = divisorOf(CORRECTING[version - 1]);
  let start = 0;
  const blocks = times(count, (index) => data.slice(start, (start += short + (index < longer ? 0 : 1))));
  const ends = blocks.map((block) => correcting(block, divisor));
  const inTurns = (rows) => times(Math.max(...rows.map((row) => row.length)), (index) => rows.filter((row) => index < row.length).map((row) => row[index])).flat();
  return [...inTurns(blocks), ...inTurns(ends)];
}

// --- The square

function drawn(version) {
  const size = version * 4 + 17;
  const dark = times(size, () => new Uint8Array(size));
  const isFixed = times(size, () => new Uint8Array(size));
  const put = (x, y, isDark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y][x] = isDark ? 1 : 0;
    isFixed[y][x] = 1;
  };
  const square = (x, y, reach, isDark) => {
    for (let down = -reach; down <= reach; down += 1) for (let right = -reach; right <= reach; right += 1) put(x + right, y + down, isDark(Math.max(Math.abs(right), Math.abs(down))));
  };
  times(size, (index) => { put(6, index, index % 2 === 0); put(index, 6, index % 2 === 0); });
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const marks = alignments(version);
  const step = marks && Math.ceil((version * 4 + 4) / (marks * 2 - 2)) * 2;
  const places = marks ? [6, ...times(marks - 1, (index) => size - 7 - index * step).reverse()] : [];
  const isCorner = (x, y) => (x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6);
  for (const x of places) for (const y of places) if (!isCorner(x, y)) square(x, y, 2, (ring) => ring !== 1);
  return { size, dark, isFixed, put };
}

function putFormat({ size, put }, mask) {
  const said = (LEVEL_L << 3) | mask;
  let rest = said;
  times(10, () => { rest = (rest << 1) ^ ((rest >>> 9) * 0x537); });
  const bits = bitsOf(((said << 10) | rest) ^ 0x5412, 15).reverse();
  times(6, (index) => put(8, index, bits[index]));
  [[8, 7], [8, 8], [7, 8]].forEach(([x, y], index) => put(x, y, bits[6 + index]));
  times(6, (index) => put(5 - index, 8, bits[9 + index]));
  times(8, (index) => put(size - 1 - index, 8, bits[index]));
  times(7, (index) => put(8, size - 7 + index, bits[8 + index]));
  put(8, size - 8, 1);
}

function putVersion({ size, put }, version) {
  if (version < 7) return;
  let rest = version;
  times(12, () => { rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25); });
  bitsOf((version << 12) | rest, 18).reverse().forEach((bit, index) => {
    const [far, near] = [size - 11 + (index % 3), Math.floor(index / 3)];
    put(far, near, bit);
    put(near, far, bit);
  });
}

// From the lower right corner up and down in columns of two, past the sixth.
function putBytes({ size, dark, isFixed }, bytes) {
  const bits = bytes.flatMap((byte) => bitsOf(byte, 8));
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUp = ((right + 1) & 2) === 0;
    for (let row = 0; row < size; row += 1) {
      const y = isUp ? size - 1 - row : row;
      for (const x of [right, right - 1]) if (!isFixed[y][x]) dark[y][x] = bits[next++] ?? 0;
    }
  }
}

const masked = ({ dark, isFixed }, mask) => dark.map((row, y) => row.map((bit, x) => (isFixed[y][x] ? bit : bit ^ (MASKS[mask](x, y) === 0 ? 1 : 0))));

// Every mask is allowed; the one with the fewest even patches is read most easily.
function patches(rows) {
  let count = 0;
  for (let y = 1; y < rows.length; y += 1) for (let x = 1; x < rows.length; x += 1) if (rows[y][x] === rows[y][x - 1] && rows[y][x] === rows[y - 1][x] && rows[y][x] === rows[y - 1][x - 1]) count += 1;
  return count;
}

// Returns the rows of a code, 1 for dark; null for a text that is too long.
export function codeOf(text) {
  const bytes = Array.from(new TextEncoder().encode(text));
  const version = 1 + times(MOST_VERSION, (index) => index + 1).findIndex((each) => 4 + countBits(each) + bytes.length * 8 <= dataBytes(each) * 8);
  if (!version) return null;
  const square = drawn(version);
  putVersion(square, version);
  putFormat(square, 0);
  putBytes(square, woven(filled(bytes, version), version));
  const [best] = times(MASKS.length, (mask) => {
    putFormat(square, mask);
    const rows = masked(square, mask);
    return { rows, count: patches(rows) };
  }).sort((one, other) => one.count - other.count);
  return best.rows.map((row) => Array.from(row));
}

// Returns a code as a drawing, black on white by day and night; null where there is none.
export function drawingOf(text) {
  const rows = codeOf(text);
  if (!rows) return null;
  const size = rows.length + 8;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  const draw = (fill, d) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("fill", fill);
    path.setAttribute("d", d);
    svg.append(path);
  };
  draw("#fff", `M0 0h${size}v${size}H0z`);
  draw("#000", rows.flatMap((row, y) => row.map((bit, x) => (bit ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join(""));
  return svg;
}
