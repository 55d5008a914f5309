"""Reading a file: an event that can be stored, or a sentence that says why not."""

import json
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from operator import eq, ge, gt, le, lt
from typing import Any, NoReturn

from django.core.exceptions import ValidationError
from django.db.models import (
    CheckConstraint,
    DateTimeField,
    F,
    Model,
    Q,
    UniqueConstraint,
    Value,
)
from django.db.models.expressions import CombinedExpression
from django.utils.translation import gettext as _

from scoring.lists.sheets import System, read_takeover
from tournaments.events.entrants import FEWEST_SEATS
from tournaments.events.models import ApartPair, Entry, LotDraw, Series, TeamContest
from tournaments.files.event.schema import (
    FORMAT,
    SEAL,
    VERSION,
    FileFault,
    Path,
    canonical_game,
    canonical_line,
    event_schema,
    faults_in,
    house_rules_in,
    line_faults,
    option_faults,
    read_shorthand,
    rule_set_in,
    shortened_value,
    shorthand_of,
    usual_values,
)
from tournaments.files.event.sections import (
    EVENT_FILE,
    KEYS_BY_COLUMN,
    WITHOUT_COLUMNS,
    Json,
    Row,
    Section,
    Sections,
    constraints_of,
    empty_values,
    file_columns,
    file_row,
    key_naming,
    links_of,
    lists_in,
    moment_text,
    read_moment,
    relations_of,
    without_empty,
)
from tournaments.people.models import Club, Player
from tournaments.people.names.names import fold, tidy
from tournaments.scope.models import EXTENSIONS, canonical_json
from tournaments.sheets.models import Game, ScoreSheet
from tournaments.sheets.models.programme import RuleSet, rules_in
from tournaments.sheets.typing.services import REVERTIBLE, reach_of
from tournaments.words.choices import WRITES_A_LINE, Action, SheetState

NUMBER = "(-?[0-9]{1,6})?"
SEAT_FOOT = re.compile(f"{NUMBER}(/{NUMBER}){{3}}")
SHEET_FOOT = re.compile(f"{NUMBER}/{NUMBER}")


OF_A_LINE = {*WRITES_A_LINE, Action.ACCEPT, Action.SUBSTITUTE, Action.RESEAT}


def history_faults(sheet: Row, people: set[str], path: Path) -> Iterator[FileFault]:
    """Give the faults of the changes of one list of the file."""
    lines: list[str] = []
    changes: Sequence[Row] = sheet.get("changes", ())
    path = (*path, "changes")
    for index, change in enumerate(changes):
        try:
            replay_change(lines, change, people)
        except (ValueError, IndexError):
            sentence = _("The changes do not lead to the games of this list.")
            yield FileFault((*path, index), sentence)
            return
    if not steps_fit(changes):
        yield FileFault(path, _("The changes do not lead to the games of this list."))
    games = [canonical_line(shorthand_of(item)) for item in sheet.get("games", ())]
    was_typed = any(change["action"] in WRITES_A_LINE for change in changes)
    if was_typed and lines != games:
        sentence = _("The changes do not lead to the games of this list.")
        yield FileFault(path, sentence)


def steps_fit(changes: Sequence[Row]) -> bool:
    """Return whether each step that takes back another one can have done so."""
    steps = {
        (change["step"], change.get("reverts"))
        for change in changes
        if change["action"] in REVERTIBLE
    }
    try:
        reach_of(sorted(steps, key=lambda step: step[0]))
    except IndexError:
        return False
    return len({step for step, _reverts in steps}) == len(steps)


def replay_change(lines: list[str], change: Row, people: set[str]) -> None:
    """Apply ``change`` to the lines, or check the texts of one about something else.

    Raises ``ValueError`` or ``IndexError``.
    """
    before, after = change.get("before", ""), change.get("after", "")
    action, index = Action(change["action"]), change.get("number", 0) - 1
    if index < 0 and action in OF_A_LINE:
        raise ValueError(action)
    if action == Action.INSERT and index > len(lines):
        raise ValueError(action)
    if action in (Action.REPLACE, Action.DELETE):
        read_shorthand(before)
        lines.pop(index)
    if action in (Action.INSERT, Action.REPLACE):
        lines.insert(index, canonical_line(after))
    if not texts_fit(change, {before, after}, people):
        raise ValueError(action)


def texts_fit(change: Row, texts: set[str], people: set[str]) -> bool:
    """Return whether a change about something else than a line can say its texts."""
    match change["action"]:
        case Action.FOOT:
            pattern = SEAT_FOOT if "number" in change else SHEET_FOOT
            return all(map(pattern.fullmatch, filter(None, texts)))
        case Action.SUBSTITUTE | Action.RESEAT:
            takeovers = filter(None, map(read_takeover, texts))
            return all(takeover.person in {"", *people} for takeover in takeovers)
        case Action.MODE:
            return texts == {"games", "totals"}
    return True


Targets = Mapping[type[Model], set[Any]]
RowCheck = Callable[[Row, Path], Iterator[FileFault]]


def meaning_faults(document: Row) -> Iterator[FileFault]:
    """Give everything in a file of the right shape that is impossible.

    With unknown house rules nothing else is checked, as nothing else could be judged.
    """
    unknown = list(option_faults(document.get("house_rules", {}), ("house_rules",)))
    if unknown:
        yield from unknown
        return
    targets = names_in(document, EVENT_FILE)
    targets[ScoreSheet] = {table["code"] for _series, table in lists_in(document)}
    teams = {
        (contest["number"], team["name"])
        for contest in document.get("contests", ())
        for team in contest.get("teams", ())
    }
    checks: dict[type[Model], RowCheck] = {
        Player: name_faults,
        TeamContest: contest_faults,
        Series: series_faults,
        LotDraw: partial(lot_faults, teams=teams),
        ScoreSheet: partial(
            sheet_faults, people=targets[Player], rules=house_rules_in(document)
        ),
    }
    yield from club_name_faults(document, targets[Club])
    yield from pair_faults(document, targets[Entry])
    yield from section_faults(document, EVENT_FILE, targets, checks)
    yield from repeated_faults(
        ((*inner, "code"), table["code"])
        for inner, table in rows_at(document, "series", "tables")
    )
    yield from reversal_faults(document)


def names_in(row: Row, sections: Sections) -> dict[type[Model], set[Any]]:
    """Return the names of the rows in the sections of ``row``, by their tables."""
    return {
        section.model: {inner[key] for inner in section.rows_in(row, name)}
        for name, section in sections.items()
        if (key := key_naming(section.model))
    }


def section_faults(
    row: Row,
    sections: Sections,
    targets: Targets,
    checks: Mapping[type[Model], RowCheck],
    path: Path = (),
) -> Iterator[FileFault]:
    """Give the faults in all sections of ``row``.

    What the constraints of the tables refuse, references to names that are not among
    the ``targets`` of a table, and what the ``checks`` of a table give.
    """
    for name, section in sections.items():
        model = section.model
        if model in WITHOUT_COLUMNS or section.is_single:
            continue
        rows = list(rows_at(row, name, path=path))
        yield from constraint_faults(model, rows)
        links = section.links.items()
        for place, inner in rows:
            for key, link in links:
                if link.related_model in targets:
                    names = targets[link.related_model]
                    yield from missing_faults(inner.get(key), names, (*place, key))
            if model in checks:
                yield from checks[model](inner, place)
            yield from section_faults(
                inner,
                section.parts,
                {**targets, **names_in(inner, section.parts)},
                checks,
                place,
            )


# What is given anew where it is taken, or compared in another way.
OTHERWISE_SETTLED = frozenset(
    {
        *("one_person_per_cover_number", "a_hidden_player_has_a_number"),
        *("one_club_per_name", "one_list_per_code_and_series"),
    }
)
COMPARISONS = {"": eq, "lt": lt, "lte": le, "gt": gt, "gte": ge}


@cache
def keys_by_column(model: type[Model]) -> Mapping[str, str]:
    """Return the keys under which a file has the columns of a table."""
    columns = [*file_columns(model), "public_id"]
    columns += [link.name for link in links_of(model).values()]
    return {name: KEYS_BY_COLUMN.get(name, name) for name in columns}


@cache
def constraints_in_file(
    model: type[Model], kind: type[Any]
) -> list[tuple[Any, list[str]]]:
    """Return the constraints that can be judged by the rows of a file.

    Each with its columns there. What concerns one column alone is in the schema.
    """
    keys = keys_by_column(model)
    by_place = relations_of(model).keys() - keys
    judged = []
    for constraint in constraints_of(model, kind):
        is_check = kind is CheckConstraint
        condition = constraint.condition
        asked = set(condition.referenced_base_fields if condition else ()) - by_place
        named = asked if is_check else set(constraint.fields) - by_place
        is_known = named | asked <= keys.keys() and not (is_check and len(named) == 1)
        if is_known and constraint.name not in OTHERWISE_SETTLED:
            judged.append((constraint, [name for name in keys if name in named]))
    return judged


def is_met(condition: Any, values: Row) -> bool | None:
    """Return whether the columns of a row meet a condition; None where SQL cannot tell.

    >>> is_met(~Q(first=F("second")), {"first": 1, "second": 1})
    False
    """
    if isinstance(condition, Q):
        parts = {is_met(part, values) for part in condition.children}
        decisive = condition.connector == Q.OR
        met = decisive if decisive in parts else None if None in parts else not decisive
        return met if met is None else met != condition.negated
    name, _separator, lookup = condition[0].partition("__")
    value, wanted = values[name], value_of(condition[1], values)
    if lookup == "isnull":
        return (value is None) == wanted
    if value is None or wanted is None:
        return None
    return bool(COMPARISONS[lookup](value, wanted))


def value_of(expression: Any, values: Row) -> Any:
    """Return the value of a constant, of a column, or of a sum or difference."""
    if isinstance(expression, CombinedExpression):
        left: Any = value_of(expression.lhs, values)
        right: Any = value_of(expression.rhs, values)
        return left - right if expression.connector == "-" else left + right
    if isinstance(expression, F):
        return values[expression.name]  # type: ignore[attr-defined]
    return expression.value if isinstance(expression, Value) else expression


def constraint_faults(
    model: type[Model], rows: Sequence[tuple[Path, Row]]
) -> Iterator[FileFault]:
    """Give what the constraints of their table refuse about the rows of a section."""
    uniques = constraints_in_file(model, UniqueConstraint)
    checks = constraints_in_file(model, CheckConstraint)
    if not (uniques or checks):
        return
    keys, empty = keys_by_column(model), empty_values(model)
    read = [
        (path, {name: row.get(key, empty.get(name)) for name, key in keys.items()})
        for path, row in rows
    ]
    for constraint, columns in uniques:
        alike = (
            (path, tuple(values[name] for name in columns))
            for path, values in read
            if not constraint.condition or is_met(constraint.condition, values)
        )
        yield from repeated_faults(each for each in alike if None not in each[1])
    for constraint, columns in checks:
        for path, values in read:
            if is_met(constraint.condition, values) is False:
                place = (*path, keys[columns[-1]])
                yield FileFault(place, constraint.get_violation_error_message())


def rows_at(
    row: Row, section: str, *below: str, path: Path = ()
) -> Iterator[tuple[Path, Row]]:
    """Give the rows of a section, or of one below it, with their places."""
    for index, inner in enumerate(row.get(section, ())):
        place = (*path, section, index)
        if below:
            yield from rows_at(inner, *below, path=place)
        else:
            yield place, inner


def repeated_faults(
    keys: Iterable[tuple[Path, Hashable]], sentence: str = ""
) -> Iterator[FileFault]:
    """Give a fault at the place of every key that repeats an earlier one."""
    seen = set()
    for path, key in keys:
        if key in seen:
            yield FileFault(path, sentence or _("This is in the file twice."))
        seen.add(key)


def duplicate_faults(keys: Iterable[Hashable], path: Path) -> Iterator[FileFault]:
    """Give a fault for every key of a list that repeats an earlier one."""
    return repeated_faults(((*path, index), key) for index, key in enumerate(keys))


def missing_faults(key: Json, targets: set[Json], path: Path) -> Iterator[FileFault]:
    """Give a fault if ``key`` is not among the ``targets`` it may refer to."""
    if key is not None and key not in targets:
        sentence = _("“%(key)s” is nowhere else in this file.")
        yield FileFault(path, sentence % {"key": shortened_value(key)})


def club_name_faults(document: Row, names: set[str]) -> Iterator[FileFault]:
    """Give the clubs whose names differ in capitals only, and an unknown home club."""
    clubs = document.get("clubs", ())
    yield from duplicate_faults((fold(club["name"]) for club in clubs), ("clubs",))
    yield from missing_faults(document.get("home_club"), names, ("home_club",))


def name_faults(person: Row, path: Path) -> Iterator[FileFault]:
    """Give a fault for a person without a last name."""
    if not tidy(person["last_name"]):
        yield FileFault((*path, "last_name"), _("This must not be empty."))


def pair_faults(document: Row, numbers: set[int]) -> Iterator[FileFault]:
    """Give the faults of the pairs to sit apart."""
    pairs = document.get("apart", ())
    yield from duplicate_faults((frozenset(pair) for pair in pairs), ("apart",))
    for index, pair in enumerate(pairs):
        for number in pair:
            yield from missing_faults(number, numbers, ("apart", index))
        if len(set(pair)) < 2:
            yield FileFault(("apart", index), _("A pair is two people."))


def contest_faults(contest: Row, path: Path) -> Iterator[FileFault]:
    """Give the people in two teams of a ranking."""
    members = (
        (place, member["entry"])
        for place, member in rows_at(contest, "teams", "members", path=path)
    )
    sentence = _("This person plays for another team here.")
    yield from repeated_faults(members, sentence)


def lot_faults(
    draw: Row, path: Path, *, teams: set[tuple[int, str]]
) -> Iterator[FileFault]:
    """Give the lots of no entry or team."""
    for inner, ticket in rows_at(draw, "tickets", path=path):
        is_of_team = (draw.get("contest"), ticket.get("team")) in teams
        if is_of_team == ("entry" in ticket):
            yield FileFault(inner, _("A lot belongs to a person or to a team."))


def series_faults(series: Row, path: Path) -> Iterator[FileFault]:
    """Give everybody who sits twice in a series."""
    seats = (
        (seat_path, seat["person"])
        for table_path, table in rows_at(series, "tables", path=path)
        for section in ("seats", "substitutions")
        for seat_path, seat in rows_at(table, section, path=table_path)
    )
    sentence = _("This player sits at another table of the series.")
    yield from repeated_faults(seats, sentence)


def sheet_faults(
    sheet: Row, path: Path, *, people: set[str], rules: RuleSet | None
) -> Iterator[FileFault]:
    """Give the faults of one list."""
    places = [seat["place"] for seat in sheet["seats"]]
    is_alone = len(places) < FEWEST_SEATS and "stands_for" not in sheet
    if is_alone or sorted(places) != list(range(1, len(places) + 1)):
        yield FileFault((*path, "seats"), _("The places are not 1, 2, 3 and so on."))
    for section in ("seats", "substitutions", "results"):
        for inner, row in rows_at(sheet, section, path=path):
            yield from missing_faults(row["place"], set(places), (*inner, "place"))
    has_results, has_end = bool(sheet.get("results")), "finished_at" in sheet
    if not (sheet["state"] == SheetState.FINISHED) == has_results == has_end:
        text = _("A finished list has results and the time of its end; no other.")
        yield FileFault(path, text)
    faults = list(game_faults(sheet, rules, path))
    yield from faults or history_faults(sheet, people, path)


def game_faults(sheet: Row, rules: RuleSet | None, path: Path) -> Iterator[FileFault]:
    """Give the impossible lines of a list."""
    players = len(sheet["seats"])
    planned = sheet["rounds"] * players
    games = sheet.get("games", ())
    if len(games) > planned:
        text = _("The list has room for %(planned)s games, not %(count)s.")
        words = {"planned": planned, "count": len(games)}
        yield FileFault((*path, "games"), text % words)
        return
    played_by = rules_in(rules, System(sheet["system"]))
    sentences = line_faults(games, played_by, players=players)
    yield from (
        FileFault((*path, "games", index), sentence)
        for index, sentence in enumerate(sentences)
        if sentence
    )


def reversal_faults(document: Row) -> Iterator[FileFault]:
    """Give the rows that take back a later one, or one taken back already."""
    sentences = {
        "payments": _("This takes back an earlier one, once."),
        "adjustments": _("This takes back an earlier one, once."),
    }
    for section, sentence in sentences.items():
        taken_back: set[int] = set()
        for index, (path, row) in enumerate(rows_at(document, section)):
            reverts = row.get("reverts")
            if reverts is None:
                continue
            if reverts > index or reverts in taken_back:
                yield FileFault((*path, "reverts"), sentence)
            taken_back.add(reverts)


MOST_BYTES = 32 * 1024 * 1024
# An event of 32 MB has some 1.7 million; as brackets they would fill the memory.
MOST_VALUES = 2_000_000
MOST_FAULTS = 10


class FileRefused(ValidationError):
    """A file that cannot be imported; its messages say why and where."""


def read_event(content: bytes) -> Row:
    """Return the checked document of an event file, in its canonical form. No query.

    Raises ``FileRefused`` with a sentence for each of the first faults and its place.
    """
    require_size(len(content))
    document = parse_json(content)
    require_version(document, FORMAT, VERSION)
    # Files may be changed by hand; whether one was is the business of `verify`.
    document.pop(SEAL, None)
    fill_in(document, EVENT_FILE)
    refuse_faults(faults_in(document, event_schema()))
    refuse_faults(meaning_faults(document))
    return canonical_document(document, EVENT_FILE)


def fill_in(document: Row, sections: Sections) -> None:
    """Give rows the usual values of columns that they lack, as an older file does."""
    for name, section in sections.items():
        if section.model in WITHOUT_COLUMNS or section.only:
            continue
        rows = document.get(name, ())
        for row in rows if isinstance(rows, list) else [rows]:
            if isinstance(row, dict):
                row.update(usual_values(section.model) | row)
                fill_in(row, section.parts)


def require_size(size: int) -> None:
    """Refuse a file that is too large, before it is read."""
    if size > MOST_BYTES:
        text = _("This file is larger than %(most)s MB.")
        raise FileRefused(text % {"most": MOST_BYTES // 1024**2})


def parse_json(content: bytes) -> Json:
    """Return the JSON document in a file. Raises ``FileRefused``."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        refuse_nonsense()
    if not text.strip():
        raise FileRefused(_("This file is empty."))
    if sum(map(text.count, "[{,")) > MOST_VALUES:
        refuse_nonsense()
    try:
        return json.loads(
            text,
            object_pairs_hook=object_without_duplicates,
            parse_constant=refuse_nonsense,  # NaN and Infinity are not JSON
        )
    except json.JSONDecodeError as error:
        raise FileRefused(damage_text(text, error)) from None
    except (ValueError, RecursionError):
        refuse_nonsense()


def refuse_nonsense(_word: str = "") -> NoReturn:
    """Refuse a file that no program and no person writes."""
    raise FileRefused(_("This is no file of Skatclub, or it is damaged."))


def damage_text(text: str, error: json.JSONDecodeError) -> str:
    """Return a sentence on where a file is damaged or that it breaks off."""
    breaks_off = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
    if not text.lstrip().startswith(("{", "[")):
        refuse_nonsense()
    if breaks_off:
        return _("This file is not complete: it breaks off in line %(line)s.") % {
            "line": text.count("\n") + 1
        }
    return _("This file is damaged in line %(line)s, character %(column)s.") % {
        "line": error.lineno,
        "column": error.colno,
    }


def object_without_duplicates(pairs: list[tuple[str, Any]]) -> Row:
    """Return an object; refuse one with the same key twice."""
    item = dict(pairs)
    if len(item) < len(pairs):
        counts = Counter(key for key, _value in pairs)
        ((key, _count),) = counts.most_common(1)
        text = _("“%(key)s” is in one object twice.")
        raise FileRefused(text % {"key": shortened_value(key)})
    return item


def require_version(document: Json, wanted: str, newest: int) -> None:
    """Refuse a file of another format than ``wanted``, or of a newer program."""
    if not isinstance(document, dict) or document.get("format") != wanted:
        text = _("This is no such file of Skatclub: “format” must be “%(format)s”.")
        raise FileRefused(text % {"format": wanted})
    version = document.get("version")
    if type(version) is int and version > newest:
        text = _(
            "A newer program wrote this file, in version %(version)s of the format; "
            "this one reads up to version %(known)s."
        )
        words = {"version": shortened_value(version), "known": newest}
        raise FileRefused(text % words)


def refuse_faults(faults: Iterable[FileFault]) -> None:
    """Raise ``FileRefused`` with the first ``faults``, if there are any."""
    if sentences := first_sentences(map(str, faults), MOST_FAULTS):
        raise FileRefused(sentences)


def first_sentences(sentences: Iterable[str], most: int) -> list[str]:
    """Return the first sentences, and one that says so if there are more."""
    first = list(islice(sentences, most + 1))
    if len(first) > most:
        first[most:] = [_("There is more; these are the first ones.")]
    return first


def canonical_document(row: Row, sections: Sections) -> Row:
    """Return a checked document as this program would have written it."""
    return without_empty(
        {
            key: canonical_rows(sections[key], value) if key in sections else value
            for key, value in row.items()
        }
    )


def canonical_rows(section: Section, rows: Json) -> Json:
    make = CANONICAL.get(section.model) or partial(canonical_row, section)
    return make(rows) if section.is_single else section.in_order(map(make, rows))


def canonical_row(section: Section, row: Row) -> Row:
    values = canonical_document(row, section.parts)
    for name in values.keys() & moments_of(section.model):
        values[name] = moment_text(read_moment(values[name]))
    if EXTENSIONS in values:
        # Text from here on, so that searches for names do not look into them.
        values[EXTENSIONS] = canonical_json(values[EXTENSIONS])
    return values


@cache
def moments_of(model: type[Model]) -> frozenset[str]:
    fields = model._meta.concrete_fields
    return frozenset(each.name for each in fields if isinstance(each, DateTimeField))


def canonical_rules(row: Row) -> Row:
    """Return house rules without the options of the ISkO, in the usual order."""
    return file_row(rule_set_in(row), club=row.get("club"))


CANONICAL: Mapping[type[Model], Callable[[Json], Json]] = {
    RuleSet: canonical_rules,
    Game: canonical_game,
    ApartPair: sorted,
}
