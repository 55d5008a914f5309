"""Faults of a file of the right shape: wrong references, broken rules."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.lists.systems import System
from tournaments.files.event.checking import (
    FileFault,
    Path,
    house_rules_in,
    option_faults,
    shortened_value,
)
from tournaments.files.event.columns import Json, Row
from tournaments.files.event.document import lists_in
from tournaments.files.event.lines import house_faults, line_fault
from tournaments.files.event.reading.history import history_faults
from tournaments.files.event.shape import FEWEST_SEATS
from tournaments.people.names.names import fold, tidy
from tournaments.programme.models import RuleSet
from tournaments.programme.rule_sets import has_house_rules, rules_in
from tournaments.words.choices import SheetState


@dataclass(frozen=True, slots=True)
class FileKeys:
    """The keys in a file to which its other rows may refer."""

    people: set[str]
    clubs: set[str]
    teams: set[tuple[int, str]]
    contests: set[int]
    numbers: set[int]
    draws: set[int]
    series: set[int]
    codes: set[str]
    rules: RuleSet | None


def meaning_faults(document: Row) -> Iterator[FileFault]:
    """Give everything in a file of the right shape that is impossible.

    With unknown house rules nothing else is checked, as nothing else could be judged.
    """
    unknown = list(option_faults(document.get("house_rules", {}), ("house_rules",)))
    if unknown:
        yield from unknown
        return
    keys = FileKeys(
        people=section_values(document, "people", "id"),
        clubs=section_values(document, "clubs", "name"),
        teams={
            (contest["number"], team["name"])
            for contest in document.get("contests", ())
            for team in contest.get("teams", ())
        },
        contests=section_values(document, "contests", "number"),
        numbers=section_values(document, "entries", "start_number"),
        draws=section_values(document, "draws", "number"),
        series=section_values(document, "series", "number"),
        rules=house_rules_in(document),
        codes={table["code"] for _series, table in lists_in(document)},
    )
    yield from people_faults(document, keys.clubs)
    yield from entry_faults(document, keys)
    yield from team_faults(document, keys)
    yield from lot_faults(document, keys)
    yield from setting_faults(document, keys)
    yield from draw_faults(document, keys)
    yield from series_faults(document, keys)
    yield from money_faults(document, keys)


def section_values(document: Row, section: str, key: str) -> set[Json]:
    """Return the values under ``key`` in the rows of a section."""
    return {row[key] for row in document.get(section, ())}


def rows_at(document: Row, section: str, path: Path = ()) -> Iterator[tuple[Path, Row]]:
    """Give the rows of a section with their places."""
    for index, row in enumerate(document.get(section, ())):
        yield (*path, section, index), row


def duplicate_faults(keys: Iterable[Hashable], path: Path) -> Iterator[FileFault]:
    """Give a fault for every key that repeats an earlier one."""
    seen = set()
    for index, key in enumerate(keys):
        if key in seen:
            yield FileFault((*path, index), _("This is in the file twice."))
        seen.add(key)


def duplicate_row_faults(
    document: Row, section: str, *keys: str, path: Path = ()
) -> Iterator[FileFault]:
    """Give the rows of a section that have the same ``keys`` as an earlier one."""
    rows = document.get(section, ())
    values = (tuple(row.get(key) for key in keys) for row in rows)
    yield from duplicate_faults(values, (*path, section))


def missing_faults(key: Json, targets: set[Json], path: Path) -> Iterator[FileFault]:
    """Give a fault if ``key`` is not among the ``targets`` it may refer to."""
    if key is not None and key not in targets:
        yield FileFault(
            path,
            _("“%(key)s” is nowhere else in this file.")
            % {"key": shortened_value(key)},
        )


def reference_faults(row: Row, path: Path, **targets: set[Any]) -> Iterator[FileFault]:
    """Give the references of a row that are not among the ``targets`` of their keys."""
    for key, allowed in targets.items():
        yield from missing_faults(row.get(key), allowed, (*path, key))


def people_faults(document: Row, club_names: set[str]) -> Iterator[FileFault]:
    """Give the faults of people and clubs; ``club_names`` are in the file."""
    clubs = document.get("clubs", ())
    yield from duplicate_faults((fold(club["name"]) for club in clubs), ("clubs",))
    yield from reference_faults(document, (), home_club=club_names)
    yield from duplicate_row_faults(document, "people", "id")
    for path, person in rows_at(document, "people"):
        yield from reference_faults(person, path, club=club_names)
        if not tidy(person["last_name"]):
            yield FileFault((*path, "last_name"), _("This must not be empty."))


def entry_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give the faults of entries and of pairs to sit apart."""
    yield from duplicate_row_faults(document, "entries", "person")
    yield from duplicate_row_faults(document, "entries", "start_number")
    for path, entry in rows_at(document, "entries"):
        yield from reference_faults(entry, path, person=keys.people)
        yield from backward_faults(entry, path)
    pairs = document.get("apart", ())
    yield from duplicate_faults((frozenset(pair) for pair in pairs), ("apart",))
    for index, pair in enumerate(pairs):
        for number in pair:
            yield from missing_faults(number, keys.numbers, ("apart", index))
        if len(set(pair)) < 2:
            yield FileFault(("apart", index), _("A pair is two people."))


def backward_faults(row: Row, path: Path) -> Iterator[FileFault]:
    """Give a fault for series that run backward."""
    if row.get("until_series", row["from_series"]) < row["from_series"] - 1:
        yield FileFault(
            (*path, "until_series"), _("The last series is before the first.")
        )


def team_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give the faults of team rankings, such as people in two teams of one."""
    yield from duplicate_row_faults(document, "contests", "number")
    yield from duplicate_row_faults(document, "contests", "name")
    for path, contest in rows_at(document, "contests"):
        if contest["counting"] > contest["size"]:
            yield FileFault(
                (*path, "counting"), _("No more results count than a team has.")
            )
        yield from duplicate_row_faults(contest, "teams", "name", path=path)
        members = [
            placed
            for team_path, team in rows_at(contest, "teams", path)
            for placed in rows_at(team, "members", team_path)
        ]
        seen: set[int] = set()
        for inner, member in members:
            yield from reference_faults(member, inner, entry=keys.numbers)
            yield from backward_faults(member, inner)
            if member["entry"] in seen:
                yield FileFault(inner, _("This person plays for another team here."))
            seen.add(member["entry"])


def lot_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give lots of no entry or team, and lots drawn twice."""
    for path, draw in rows_at(document, "lots"):
        yield from reference_faults(draw, path, contest=keys.contests)
        yield from duplicate_row_faults(draw, "tickets", "lot", path=path)
        for inner, ticket in rows_at(draw, "tickets", path):
            yield from reference_faults(ticket, inner, entry=keys.numbers)
            is_of_team = (draw.get("contest"), ticket.get("team")) in keys.teams
            if is_of_team == ("entry" in ticket):
                yield FileFault(inner, _("A lot belongs to a person or to a team."))


def setting_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give repeated loss steps, prizes and signatures, and prizes of no ranking."""
    yield from duplicate_row_faults(document, "loss_steps", "from_loss")
    yield from duplicate_row_faults(document, "prizes", "contest", "place")
    yield from duplicate_row_faults(document, "signatures", "number")
    for path, prize in rows_at(document, "prizes"):
        yield from reference_faults(prize, path, contest=keys.contests)


def draw_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give repeated draws, and exchanges of places by unknown people."""
    people = keys.people
    yield from duplicate_row_faults(document, "draws", "number")
    for draw_path, draw in rows_at(document, "draws"):
        for path, swap in rows_at(draw, "exchanges", draw_path):
            yield from reference_faults(
                swap, path, series=keys.series, first=people, second=people
            )
            if swap["first"] == swap["second"]:
                yield FileFault(path, _("A pair is two people."))


def reopening_faults(series: Row, keys: FileKeys, path: Path) -> Iterator[FileFault]:
    """Give reopenings open at the same time, and places of unknown people."""
    reopenings = series.get("reopenings", ())
    still_open = [reopening for reopening in reopenings if "closed_at" not in reopening]
    yield from duplicate_faults((True for _each in still_open), (*path, "reopenings"))
    for reopening_path, reopening in rows_at(series, "reopenings", path):
        yield from duplicate_row_faults(
            reopening, "places", "person", path=reopening_path
        )
        for inner, place in rows_at(reopening, "places", reopening_path):
            yield from missing_faults(place["person"], keys.people, inner)


def series_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give the faults of the series and their lists."""
    yield from duplicate_row_faults(document, "series", "number")
    codes: set[str] = set()
    for path, series in rows_at(document, "series"):
        yield from reference_faults(series, path, draw=keys.draws)
        yield from duplicate_row_faults(series, "tables", "table_number", path=path)
        yield from double_seat_faults(series, path)
        yield from reopening_faults(series, keys, path)
        for inner, table in rows_at(series, "tables", path):
            if table["code"] in codes:
                yield FileFault((*inner, "code"), _("This is in the file twice."))
            codes.add(table["code"])
            yield from sheet_faults(table, keys, inner)


def double_seat_faults(series: Row, path: Path) -> Iterator[FileFault]:
    """Give everybody who sits at a second table or on a second place."""
    seats = (
        placed
        for table_path, table in rows_at(series, "tables", path)
        for section in ("seats", "substitutions")
        for placed in rows_at(table, section, table_path)
    )
    seen: set[str] = set()
    for inner, seat in seats:
        if seat["person"] in seen:
            yield FileFault(inner, _("This person sits somewhere else in this series."))
        seen.add(seat["person"])


def sheet_faults(sheet: Row, keys: FileKeys, path: Path) -> Iterator[FileFault]:
    """Give the faults of one list."""
    places = [seat["place"] for seat in sheet["seats"]]
    is_alone = len(places) < FEWEST_SEATS and "stands_for" not in sheet
    if is_alone or sorted(places) != list(range(1, len(places) + 1)):
        yield FileFault((*path, "seats"), _("The places are not 1, 2, 3 and so on."))
    for section in ("seats", "substitutions", "results"):
        for inner, row in rows_at(sheet, section, path):
            yield from reference_faults(
                row, inner, person=keys.people, place=set(places)
            )
    yield from stint_faults(sheet, path)
    faults = list(game_faults(sheet, keys.rules, path))
    yield from faults or history_faults(sheet, keys.people, path)


def game_faults(sheet: Row, rules: RuleSet | None, path: Path) -> Iterator[FileFault]:
    """Give the impossible lines of a list."""
    players = len(sheet["seats"])
    planned = sheet["rounds"] * players
    games = sheet.get("games", ())
    if len(games) > planned:
        yield FileFault(
            (*path, "games"),
            _("The list has room for %(planned)s games, not %(count)s.")
            % {"planned": planned, "count": len(games)},
        )
        return
    if has_house_rules(rules):
        system = System(sheet["system"])
        sentences = house_faults(games, rules_in(rules, system), players=players)
    else:
        sentences = [
            line_fault(item, players=players, number=number, games=planned)
            for number, item in enumerate(games, 1)
        ]
    yield from (
        FileFault((*path, "games", index), sentence)
        for index, sentence in enumerate(sentences)
        if sentence
    )


def stint_faults(sheet: Row, path: Path) -> Iterator[FileFault]:
    """Give the faults of substitutions and results."""
    yield from duplicate_row_faults(
        sheet, "substitutions", "place", "from_game", path=path
    )
    yield from duplicate_row_faults(sheet, "results", "place", "first_game", path=path)
    for inner, row in rows_at(sheet, "results", path):
        if row["last_game"] < row["first_game"] - 1:
            yield FileFault(inner, _("The last game is before the first."))
    is_finished = sheet["state"] == SheetState.FINISHED
    has_results, has_end = bool(sheet.get("results")), "finished_at" in sheet
    if not is_finished == has_results == has_end:
        yield FileFault(
            path, _("A finished list has results and the time of its end; no other.")
        )


def money_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give payments, cash counts and deductions with wrong references."""
    taken_back: set[int] = set()
    for index, (path, payment) in enumerate(rows_at(document, "payments")):
        yield from reference_faults(payment, path, entry=keys.numbers, list=keys.codes)
        reverts = payment.get("reverts")
        if reverts is None:
            continue
        if reverts > index or reverts in taken_back:
            yield FileFault(
                (*path, "reverts"), _("A payment takes back an earlier one, once.")
            )
        taken_back.add(reverts)
    for path, count in rows_at(document, "cash_counts"):
        yield from missing_faults(count.get("list"), keys.codes, path)
    for path, decision in rows_at(document, "adjustments"):
        yield from reference_faults(
            decision, path, series=keys.series, person=keys.people
        )
