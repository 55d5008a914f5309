// Official values without a server (rules 1.1 to 1.7), for lines as the list writes them.
// Equal to `scoring` on thousands of lines: tests/browser/test_table_scripts.py.

const BASE = { a: 9, h: 10, p: 11, k: 12, g: 24 };
const NULL = { n: 23, nh: 35, no: 46, nho: 59 };
// What a level adds to tops and game; what it implies is counted with it.
const LEVELS = { "": 0, s: 1, w: 2, h: 1, hs: 2, hw: 3, sa: 3, saw: 4, wa: 5, o: 6 };
const LINE = /^(?:(e)|([1-5])(?:([ahpkg])(o?)(\d{1,2})(saw|sa|s|wa|w|hs|hw|h|o|)|(nho|nh|no|n)|([+-]\d{1,4}))(-?)(?:r(\d{1,4}))?(?:ü(\d{1,4}))?)(?:=[+-]?\d+)?(?::[+-]?\d+)?(?: ?#.*)?$/;

// Returns what a line says, or null where only the server can tell.
export function read(text) {
  const [, passed, seat, trump, without, tops, level, nullWord, written, minus, bid, covering] = LINE.exec(text.trim()) ?? [];
  if (passed) return { declarer: null, score: 0, won: null };
  if (!seat) return null;
  const game = { declarer: Number(seat), trump: trump ?? (nullWord ? "n" : ""), without: Boolean(without), tops: Number(tops) || 0, level: level ?? nullWord?.slice(1) ?? "", bid: Number(bid) || 0 };
  if (written) return bid || covering ? null : valued(game, Math.abs(written) / (written < 0 ? 2 : 1), minus === "" && written > 0);
  if (nullWord) return covering || Number(bid) > NULL[nullWord] ? null : valued(game, NULL[nullWord], !minus);
  if (!game.tops || game.tops > (trump === "g" ? 4 : 11)) return null;
  const base = BASE[trump];
  const multiplier = game.tops + 1 + LEVELS[level];
  let cover = 0;
  if (covering) cover = covering / base;
  else if (base * multiplier < Number(bid)) cover = Math.ceil(bid / base);
  return { ...valued(game, base * (cover || multiplier), !minus && !cover), multiplier, base, isOverbid: cover > 0 };
}

const valued = (game, value, won) => ({ ...game, value, won, score: won ? value : -2 * value });

// --- Around the table (rules 5.2): the dealer, and who plays

export const dealerOf = (number, players) => ((number - 1) % players) + 1;

export function playingIn(number, players) {
  const dealer = dealerOf(number, players);
  const resting = players <= 3 ? [] : players === 4 ? [dealer] : [dealer, dealer - 1 || players];
  return Array.from({ length: players }, (_, index) => index + 1).filter((place) => !resting.includes(place));
}

// What the list comes to so far; `rates` are those of its system (rules 3.1).
export function closing(lines, players, rates) {
  const seats = Array.from({ length: players }, () => ({ points: 0, won: 0, lost: 0 }));
  for (const { declarer, score, won } of lines) {
    const seat = seats[declarer - 1];
    if (!seat) continue;
    seat.points += score;
    // In a Ramsch nobody wins or loses a game.
    seat.won += won === true ? 1 : 0;
    seat.lost += won === false ? 1 : 0;
  }
  const lost = seats.reduce((sum, seat) => sum + seat.lost, 0);
  return seats.map((seat) => ({ ...seat, total: seat.points + rates.won * seat.won - rates.lost * seat.lost + rates.others * (lost - seat.lost) }));
}
