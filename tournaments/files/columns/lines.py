"""Results in lines of text, as in a mail: a name with numbers behind it.

An equals sign, or the word behind a number, says what it is. Numbers without a word
are results only if they fall from line to line, as in a ranking; others are asked.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tournaments.files.tables.cells import (
    CLOSING,
    LETTERS,
    Head,
    Meaning,
    days_among,
    read_head,
    whole_number_in,
)
from tournaments.people.names.lines import INITIAL, is_first_name

Key = tuple[str, int]  # the head of a column, and which one of those with this head

NUMBER = r"(?:[-–−] ?)?[0-9][0-9.,]*"
LINE = re.compile(
    r"[^\w(]*(?:(?:Platz |Rang )?(?P<rank>[0-9]{1,3})(?:[.):]+ ?| )"
    r"(?:(?:Platz|Rang)\b:? ?)?(?=[^\W\d_]))?(?P<name>\D*?)"
    r"(?P<dash> [-–—−] )?(?P<numbers>[(\[]?[-–−+]?(?!0[0-9])[0-9].*)"
)
LEADER = re.compile(r"( ?[:=|>]| ?\.{2,}| ?…| ?->| mit) ?$")
DASH = re.compile(r" [-–—−] ")
SUM = re.compile(rf"{NUMBER}(?: ?[-+–−] ?{NUMBER})* ?=(?= ?[-–−]?[0-9])")
PART = re.compile(
    r" ?(?P<number>[(\[]?[-–−+]?[0-9][0-9.,’'/:]*?(?:,[-–])?[)\]]?\*?)(?: ?[,;|/])*"
    r"(?: ?(?P<unit>[^\W\d_]+\.?|€))?(?: ?[,;|/])*(?= |$)"
)
WORD = re.compile(r"[^\W\d_]+")
TITLE = re.compile(
    r"(?i)\b(ergebnisse?|results?|\w*skat|saison|season|jahr|year|\w*abend|\w*turnier"
    r"|\w*pokal|\w*liste|\w*meisterschaft|serie|runde|stand|tel|telefon|mobil)\b"
)
RANK, NAME, REST = ("Rang", 0), ("Name", 0), ("Bemerkung", 0)
BARE, TOTAL = ("", 0), ("Gesamt", 0)
MINUS = "-–−"
LONGEST = 200  # letters of a line with a result
FEWEST_FALLING = 2  # from line to line


def results_in_lines(lines: Sequence[str]) -> list[dict[Key, str]]:
    """Return the cells of lines by columns; other lines are a name, titles are {}.

    There are none if most lines hold no results, or if it is open what a dash means in
    all of them; before the numbers of some it stays, to be asked about.

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
    if not held or len(held) * 2 < with_numbers or is_minus:
        return []
    cells = []
    for line, match in zip(lines, matches, strict=True):
        own: dict[Key, str] = {} if is_title(line) else {NAME: line}
        if match:
            own = dict(cells_of(match, is_dash_open=len(dashes) > 1))
        # Of a line with other numbers in the rest, those before it may be anything.
        is_unclear = any(map(str.isdigit, own.get(REST, "")))
        cells.append({NAME: line} if is_unclear else own)
    cells = with_one_unit(cells)
    others = {key for each in cells for key in each} - {RANK, NAME, BARE}
    is_alone = all(read_head(head) == Head(Meaning.NOTHING) for head, _number in others)
    numbers = [whole_number_in(each.get(BARE, "")) for each in cells]
    falls = [a >= b for a, b in pairwise(numbers) if a is not None and b is not None]
    if is_alone and len(falls) >= FEWEST_FALLING and all(falls):
        return [
            {TOTAL if at == BARE else at: text for at, text in each.items()}
            for each in cells
        ]
    return cells


def with_one_unit(cells: Sequence[dict[Key, str]]) -> list[dict[Key, str]]:
    """Return the cells with the numbers in one column that only some call points."""
    points = {
        key
        for each in cells
        for key in each
        if key[0] and read_head(key[0]) == Head(Meaning.TOTAL, is_vague=True)
    }
    same = {*points, BARE}
    has_bare = any(BARE in each for each in cells)
    if not has_bare or any(len(same & each.keys()) > 1 for each in cells):
        return [*cells]
    return [
        {BARE if key in points else key: text for key, text in each.items()}
        for each in cells
    ]


def match_of(line: str) -> re.Match[str] | None:
    """Return the parts of a line with a name and numbers; None for other lines."""
    match = LINE.fullmatch(line) if len(line) <= LONGEST else None
    name = match["name"] if match else ""
    if match is None or is_title(line) or not LETTERS.search(name):
        return None
    word = name.split()[-1]
    label = None if INITIAL.fullmatch(word) else read_head(word)
    is_number_told = label is not None and label.meaning in CLOSING
    return None if is_number_told or not PART.match(match["numbers"]) else match


def is_title(line: str) -> bool:
    """Tell whether a line names what the results are of, or a day; 14/2 are games."""
    if len(line) > LONGEST or any(map(is_first_name, WORD.findall(line))):
        return False
    is_of_day = any("/" not in day for day, _rest in days_among(line))
    return is_of_day or bool(TITLE.search(line))


def cells_of(match: re.Match[str], *, is_dash_open: bool) -> Iterator[tuple[Key, str]]:
    if match["rank"]:
        yield RANK, match["rank"]
    yield NAME, LEADER.sub("", match["name"]).strip()
    rest = match["numbers"]
    head = ""
    if summed := SUM.match(rest):
        for number, text in enumerate(re.findall(NUMBER, summed[0]), 1):
            yield (f"Serie {number}", 0), text.replace(" ", "")
        rest, head = rest[summed.end() :], "Gesamt"
    if match["dash"]:
        rest = DASH.sub(" ", rest)
    times: Counter[str] = Counter()
    while part := PART.match(rest):
        head = head or part["unit"] or ""
        is_open = is_dash_open and match["dash"] and not times
        yield (head, times[head]), "- " * bool(is_open) + part["number"]
        times[head] += 1
        rest, head = rest[part.end() :], ""
    if rest.strip():
        yield REST, rest.strip()
