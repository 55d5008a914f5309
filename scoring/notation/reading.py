"""Text to game: a line of shorthand; many lines, and the two that are no games."""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from scoring.game.games import ImpossibleGame, result_of
from scoring.game.written_games import PASSED_IN, Contract, WrittenGame
from scoring.notation.grammar import (
    CHECKS_AT_END,
    CONTRACT,
    GAME,
    KIND_MARK,
    LEVELS,
    MARK,
    MARKS,
    MOST_DIGITS,
    NULL_BY_NUMBER,
    PAD_LEVEL,
    PASSED_IN_MARKS,
    SIGNED_VALUE,
    TRUMP_BY_NUMBER,
    TRUMP_BY_WORD,
    VALUE_ONLY,
    NotationError,
    Spelling,
    Unreadable,
)
from scoring.notation.house import (
    HOUSE_READERS,
    ONLY_IN_RAMSCH,
    RAMSCH_MARKS,
    REPEATED,
    marks_of,
    read_ramsch,
)

MOST_CHARACTERS = 1000
"""Nobody writes a longer line; the end of a longer one is not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedLine:
    """A game with what was typed to prove it.

    ``check_value`` is the signed score as the paper has it, ``check_running`` the
    declarer's game points after this game.
    """

    entry: WrittenGame
    check_value: int | None = None
    check_running: int | None = None
    remark: str = ""


def read_line(text: str, *, values_only: bool = False) -> NotedLine:
    """Return the game that ``text`` stands for, in either spelling.

    With ``values_only`` the list holds nothing but places and the values of the paper,
    whose minus column is doubled already: ``296-`` is ``2-96``. Implied levels are
    ticked. A check value may be written with or without its minus, as the
    paper has a column for lost games: it is returned signed. Raises NotationError,
    and nothing else, whatever the text.

    >>> read_line("2k2h=48").entry == read_line("2122*//48").entry
    True
    >>> read_line("4p1s-=66").check_value
    -66
    >>> read_line("2 -96", values_only=True).entry.written_value
    -96
    """
    body, _, remark = text.partition("#")
    try:
        noted = noted_line(compact_text(body), values_only)
    except Unreadable as error:
        raise notation_error(error, body) from None
    remark = remark.strip()
    return replace(noted, remark=remark) if remark else noted


def noted_line(compact: str, values_only: bool) -> NotedLine:
    """Return a line with its game from the cache and its checks read anew.

    Games repeat from list to list; the numbers typed to prove them do not.
    """
    checks = CHECKS_AT_END.search(compact[: MOST_CHARACTERS + 1])
    if checks is None or not checks[0]:
        return parse_remembered(compact, values_only)
    try:
        game = parse_remembered(compact[: checks.start()], values_only)
    except Unreadable:
        return parse_line(compact, values_only)
    if game.check_value is not None or game.check_running is not None:
        return parse_line(compact, values_only)
    value, running = checks.groups()
    return NotedLine(
        entry=game.entry,
        check_value=signed_check(value, game.entry),
        check_running=None if running is None else int(running),
    )


def parse_line(compact: str, values_only: bool) -> NotedLine:
    """Read a line without spaces. Raises Unreadable."""
    if len(compact) > MOST_CHARACTERS:
        raise Unreadable(MOST_CHARACTERS, "end", code="too-long")
    draft = Draft()
    ramsch = read_ramsch(compact)
    if ramsch is not None:
        draft.house["points"], position = ramsch
    elif compact[:1] in ("e", "0"):
        position = 1
    else:
        position = read_game(compact, values_only, draft.fields)
    is_of_the_paper = "written_value" in draft.fields
    read_marks(compact, position, draft)
    if is_of_the_paper and "lost" in draft.marks:
        draft.fields["written_value"] *= -1
    if draft.house:
        draft.fields["house"] = marks_of(draft.house)
    entry = WrittenGame(**draft.fields) if draft.fields else PASSED_IN
    running = draft.marks.get("running")
    return NotedLine(
        entry=entry,
        check_value=signed_check(draft.marks.get("check"), entry),
        check_running=None if running is None else int(running),
    )


parse_remembered = lru_cache(maxsize=1 << 13)(parse_line)
"""The lists of a season have few different games."""


@dataclass(slots=True)
class Draft:
    """What was read of a line so far: the fields of the entry, and the marks.

    ``house`` holds the fields of house marks; ``points`` are those of a Ramsch.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    house: dict[str, Any] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)


def signed_check(check: str | None, entry: WrittenGame) -> int | None:
    """Return a written check value with its sign: lost games have a minus.

    Whether the game is lost may follow from the bid.
    """
    if check is None:
        return None
    if check[0] in "+-" or not counts_as_lost(entry):
        return int(check)
    return -int(check)


def counts_as_lost(entry: WrittenGame) -> bool:
    """Tell whether the score of ``entry`` is in the column of lost games."""
    if not entry.won or (entry.bid is None and entry.overbid_value is None):
        return not entry.won
    try:
        return result_of(replace(entry, house=None)).won is False
    except ImpossibleGame:
        return False


def compact_text(text: str) -> str:
    """Return ``text`` in lower case, without spaces and meaningless commas.

    A comma means "announced" after a plus and nothing elsewhere. The comma key of a
    number pad writes a full stop on other keyboards.

    >>> compact_text("1 10, 2 +.")
    '1102+,'
    """
    compact = "".join(text.lower().split())
    if not compact.isascii():
        compact = compact.replace("−", "-").replace("–", "-").replace("u\u0308", "ü")
    if "," in compact or "." in compact:
        compact = MEANINGLESS_COMMAS.sub("", compact).replace(".", ",")
    return compact


MEANINGLESS_COMMAS = re.compile(r"(?<![+,.])[,.]+")


def notation_error(error: Unreadable, text: str) -> NotationError:
    """Return the error with its column in the text as it was typed."""
    text = text.rstrip()
    lengths = range(len(text) + 1)
    column = bisect_right(
        lengths, error.index, key=lambda length: len(compact_text(text[:length]))
    )
    column = min(column, len(text) + 1)
    return NotationError(column, error.expected, text[column - 1 : column], error.code)


def read_game(compact: str, values_only: bool, fields: dict[str, Any]) -> int:
    """Put place and game into ``fields`` and return where the marks begin."""
    if values_only:
        match = VALUE_ONLY.match(compact)
    else:
        match = GAME[spelling_of(compact)].match(compact) or SIGNED_VALUE.match(compact)
    if match is None:
        raise unreadable_game(compact, values_only)
    parts = match.groupdict()
    fields["declarer"] = int(parts["seat"])
    if parts.get("trump"):
        read_trump(parts, fields)
    elif parts.get("null"):
        null = parts["null"]
        hand, ouvert = NULL_BY_NUMBER.get(null) or ("h" in null, "o" in null)
        fields.update(contract=Contract.NULL, hand=hand, ouvert=ouvert)
    elif parts["value"]:
        fields["written_value"] = int(parts["value"])
        if parts["value"][0] in "+-":
            fields["won"] = fields["written_value"] >= 0
    return match.end()


def spelling_of(compact: str) -> Spelling:
    """Tell the spelling from what follows the place."""
    return Spelling.NUMPAD if "0" <= compact[1:2] <= "9" else Spelling.LETTERS


def read_trump(parts: dict[str, str], fields: dict[str, Any]) -> None:
    """Put a suit or Grand game into ``fields``."""
    trump, level = parts["trump"], parts["level"]
    if trump in TRUMP_BY_NUMBER:
        fields["contract"] = TRUMP_BY_NUMBER[trump]
        hand = "h" if level.startswith("*") else ""
        level = hand + PAD_LEVEL.get(level.lstrip("*"), "")
    else:
        fields["contract"] = TRUMP_BY_WORD[trump]
    if parts["matadors"]:
        fields["matadors"] = int(parts["matadors"])
        fields["without"] = bool(parts["without"])
    fields.update(ticks_of(level))


def ticks_of(level: str) -> dict[str, bool]:
    """Return the ticks of levels written in letters, implied ones included.

    >>> sorted(ticks_of("sa"))
    ['hand', 'schneider', 'schneider_announced']
    """
    ticks: dict[str, bool] = {}
    for letters, _, names in LEVELS:
        if letters and letters in level:
            ticks |= dict.fromkeys(names, True)
    return ticks


def unreadable_game(compact: str, values_only: bool) -> Unreadable:
    """Return the error at which a line stops making sense."""
    if not compact or compact[0] not in "12345":
        return Unreadable(0, "seat", "passed-in")
    signed = compact[1:2] in ("+", "-")
    if values_only or signed:
        start = 1 + signed
        is_digit = "0" <= compact[start : start + 1] <= "9"
        return Unreadable(start + MOST_DIGITS * is_digit, "value")
    contract = CONTRACT[spelling_of(compact)].match(compact)
    if contract is None:
        return Unreadable(1, "contract")
    return Unreadable(contract.end(), "matadors")


def read_marks(compact: str, position: int, draft: Draft) -> None:
    """Put everything after the game into ``draft``, in any order."""
    while position < len(compact):
        mark = MARK.match(compact, position)
        if mark is None or not is_allowed(MARKS[mark[0]][0], draft):
            raise Unreadable(position, *expected_codes(draft))
        name, pattern = MARKS[mark[0]]
        argument = pattern.match(compact, mark.end())
        if argument is None:
            raise Unreadable(mark.end(), name)
        is_first = name not in draft.marks or name in REPEATED
        draft.marks[name] = argument[1]
        if name in HOUSE_READERS:
            is_first &= HOUSE_READERS[name](argument[1], draft.house)
        elif name in READERS:
            is_first &= READERS[name](argument, draft.fields)
        if not is_first:
            raise Unreadable(position, "end", code="twice")
        position = argument.end()


def is_allowed(name: str, draft: Draft) -> bool:
    """Tell whether a mark makes sense after what was read before it."""
    if "points" in draft.house:
        return name in RAMSCH_MARKS
    if not draft.fields:
        return name in PASSED_IN_MARKS
    if name == "picked":
        return draft.fields.get("contract") is Contract.NULL
    return name not in ONLY_IN_RAMSCH


def expected_codes(draft: Draft) -> tuple[str, ...]:
    """Return what may follow the game and the marks read so far."""
    if not draft.fields:
        return ("end", "check", "running")
    if "contract" in draft.fields and not draft.marks:
        return ("level", "lost", "bid", "check", "running", "end")
    return ("end", "bid", "check", "running")


def read_number(name: str, argument: re.Match[str], fields: dict[str, Any]) -> bool:
    fields[name] = int(argument[1])
    return True


def read_lost(argument: re.Match[str], fields: dict[str, Any]) -> bool:
    """Read a minus; a number that has its sign in front must not have another."""
    is_first = "won" not in fields
    fields["won"] = False
    return is_first


def read_kind(argument: re.Match[str], fields: dict[str, Any]) -> bool:
    """Read how the game ended; a referee's value excludes another."""
    word, value = argument.groups()
    fields["kind"] = KIND_MARK[word or "s"]
    if value is None:
        return True
    is_first = "written_value" not in fields
    fields["written_value"] = int(value)
    return is_first


def read_picked(argument: re.Match[str], fields: dict[str, Any]) -> bool:
    """Read the contract picked for an impossible Null, and its tops."""
    word, o, base, slash, matadors = argument.groups()
    fields["picked"] = TRUMP_BY_WORD[word] if word else TRUMP_BY_NUMBER[base]
    fields["matadors"] = int(matadors)
    fields["without"] = bool(o or slash)
    return True


READERS: dict[str, Callable[[re.Match[str], dict[str, Any]], bool]] = {
    "lost": read_lost,
    "bid": partial(read_number, "bid"),
    "overbid": partial(read_number, "overbid_value"),
    "card-points": partial(read_number, "card_points"),
    "kind": read_kind,
    "picked": read_picked,
}
"""How a mark changes the entry; check and running total do not."""


@dataclass(frozen=True, slots=True)
class Strike:
    """Time is up: the rest of the list is struck."""


@dataclass(frozen=True, slots=True)
class Substitution:
    """Another player sits on ``place`` from here on."""

    place: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListItem:
    """A line of a text that is not empty; ``line`` counts all lines from 1."""

    line: int
    text: str
    content: NotedLine | Strike | Substitution | NotationError


def read_item(
    text: str, *, values_only: bool = False
) -> NotedLine | Strike | Substitution:
    """Return a game, or one of the two lines that are none: ``x`` and ``s2=Name``.

    Raises NotationError.

    >>> read_item("x"), read_item("s2=Meier")
    (Strike(), Substitution(place=2, name='Meier'))
    """
    body = text.partition("#")[0]
    word = body.strip().lower()
    if word == "x":
        return Strike()
    if word.startswith("s"):
        return read_substitution(body)
    return read_line(text, values_only=values_only)


def read_substitution(body: str) -> Substitution:
    """Return a substitution: its place and the name. Raises NotationError."""
    position = 0
    for code, pattern in SUBSTITUTION:
        match = pattern.match(body, position)
        if match is None:
            column = len(body) - len(body[position:].lstrip()) + 1
            raise NotationError(column, (code,), body[column - 1 : column], code)
        position = match.end()
    place, _, name = body.strip()[1:].partition("=")
    return Substitution(int(place), " ".join(name.split()))


SUBSTITUTION = (
    ("s", re.compile(r"\s*[sS]")),
    ("seat", re.compile(r"\s*[1-5]")),
    ("equals", re.compile(r"\s*=")),
    ("name", re.compile(r"\s*\S")),
)


def read_list(text: str) -> tuple[ListItem, ...]:
    r"""Read every line of ``text`` that is neither empty nor a remark alone.

    Never raises: a line that cannot be read holds its error.

    >>> [item.line for item in read_list("2k2h\n\n# a remark\ne")]
    [1, 4]
    """
    items = []
    for number, line in enumerate(LINE_END.split(text.removeprefix("\ufeff")), 1):
        if not line.partition("#")[0].strip():
            continue
        content: NotedLine | Strike | Substitution | NotationError
        try:
            content = read_item(line)
        except NotationError as error:
            content = error
        items.append(ListItem(line=number, text=line.strip(), content=content))
    return tuple(items)


LINE_END = re.compile(r"\r\n|\r|\n")
