"""Results in lines of text, as in a mail: a name with numbers behind it.

An equals sign, or the word behind a number, says what it is. Numbers without a word
are results only if they fall from line to line, as in a ranking; others are asked.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from tournaments.files.tables.cells import (
    CLOSING,
    LETTERS,
    days_among,
    read_head,
    whole_number_in,
)

Key = tuple[str, int]  # the head of a column, and which one of those with this head

NUMBER = r"(?:[-–−] ?)?[0-9][0-9.,]*"
LINE = re.compile(
    r"[^\w(]*(?:(?P<rank>[0-9]{1,3})(?:[.):]+ ?| )(?=[^\W\d_]))?(?P<name>\D*?)"
    r"(?P<dash> [-–—−] )?(?P<numbers>[(\[]?[-–−+]?(?!0[0-9])[0-9].*)"
)
LEADER = re.compile(r"( ?[:=|>]| ?\.{2,}| ?…| ?->) ?$")
SUM = re.compile(rf"{NUMBER}(?: ?[-+–−] ?{NUMBER})* ?=(?= ?[-–−]?[0-9])")
PART = re.compile(
    r" ?(?P<number>[(\[]?[-–−+]?[0-9][0-9.,’'/:]*?[)\]]?\*?)[,;|/]*"
    r"(?: ?(?P<unit>[^\W\d_]+\.?|€))?[,;|/]*(?= |$)"
)
TITLE = re.compile(
    r"(?i)\b(ergebnisse?|results?|\w*skat|saison|season|jahr|year|\w*abend|\w*turnier"
    r"|\w*pokal|\w*liste|\w*meisterschaft|serie|runde|stand|tel|telefon|mobil)\b"
)
RANK, NAME, REST = ("Rang", 0), ("Name", 0), ("Bemerkung", 0)
BARE, TOTAL = ("", 0), ("Gesamt", 0)
MINUS = "-–−"
FEWEST_FALLING = 3


def results_in_lines(lines: Sequence[str]) -> list[dict[Key, str]]:
    """Return the cells of lines with results, by columns, and {} for other lines.

    There are none if most lines hold no results, or if it is open what a dash means.

    >>> results_in_lines(["2) Alt, Eva - 1.050 Pkt", "3) Kurz, Ida - 980 Pkt"])[0]
    {('Rang', 0): '2', ('Name', 0): 'Alt, Eva', ('Pkt', 0): '1.050'}
    >>> list(results_in_lines(["Eva Alt 900 + 80 = 980 12 EUR"])[0].values())
    ['Eva Alt', '900', '80', '980', '12']
    """
    matches = [match_of(line) for line in lines]
    held = [match for match in matches if match]
    with_numbers = sum(any(map(str.isdigit, line)) for line in lines)
    dashes = {bool(match["dash"]) for match in held}
    is_minus = {match["numbers"][0] in MINUS for match in held} == {True}
    if len(held) * 2 < with_numbers or len(dashes) != 1 or is_minus:
        return []
    cells = [dict(cells_of(match)) if match else {} for match in matches]
    for each in cells:
        if re.search("[0-9]", each.get(REST, "")):
            each.clear()  # some of its numbers would be read, and others not
    keys = {key for each in cells for key in each} - {RANK, NAME}
    bare = [whole_number_in(each[BARE]) for each in cells if BARE in each]
    totals = [number for number in bare if number is not None]
    is_ranking = len(bare) >= FEWEST_FALLING and bare == sorted(totals, reverse=True)
    if is_ranking and keys <= {BARE, REST}:
        return [
            {TOTAL if at == BARE else at: text for at, text in each.items()}
            for each in cells
        ]
    return cells if any(cells) else []


def match_of(line: str) -> re.Match[str] | None:
    """Return the parts of a line with a name and numbers; None for other lines."""
    match = LINE.fullmatch(line)
    name = match["name"] if match else ""
    is_title = TITLE.search(name) or any(days_among(line))
    if match is None or is_title or not LETTERS.search(name):
        return None
    label = read_head(name.split()[-1])
    is_number_told = label is not None and label.meaning in CLOSING
    return None if is_number_told or not PART.match(match["numbers"]) else match


def cells_of(match: re.Match[str]) -> Iterator[tuple[Key, str]]:
    if match["rank"]:
        yield RANK, match["rank"]
    yield NAME, LEADER.sub("", match["name"]).strip()
    rest = match["numbers"]
    head = ""
    if summed := SUM.match(rest):
        for number, text in enumerate(re.findall(NUMBER, summed[0]), 1):
            yield (f"Serie {number}", 0), text
        rest, head = rest[summed.end() :], "Gesamt"
    times: Counter[str] = Counter()
    while part := PART.match(rest):
        head = head or part["unit"] or ""
        yield (head, times[head]), part["number"]
        times[head] += 1
        rest, head = rest[part.end() :], ""
    if rest.strip():
        yield REST, rest.strip()
