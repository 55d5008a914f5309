"""Faults of a file of the right shape: wrong references, broken rules."""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.lists.systems import System
from tournaments.files.event.checking import (
    FileFault,
    Path,
    house_rules_in,
    option_faults,
    printable,
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


def duplicate_faults(keys: Iterable[Hashable], path: Path) -> Iterator[FileFault]:
    """Give a fault for every key that repeats an earlier one."""
    seen = set()
    for index, key in enumerate(keys):
        if key in seen:
            yield FileFault((*path, index), _("This is in the file twice."))
        seen.add(key)


def missing_faults(key: Json, targets: set[Json], path: Path) -> Iterator[FileFault]:
    """Give a fault if ``key`` is not among the ``targets`` it may refer to."""
    if key is not None and key not in targets:
        yield FileFault(
            path, _("“%(key)s” is nowhere else in this file.") % {"key": printable(key)}
        )


def people_faults(document: Row, club_names: set[str]) -> Iterator[FileFault]:
    """Give the faults of people and clubs; ``club_names`` those of the file."""
    clubs, people = document.get("clubs", ()), document.get("people", ())
    yield from duplicate_faults((fold(club["name"]) for club in clubs), ("clubs",))
    yield from missing_faults(document.get("home_club"), club_names, ("home_club",))
    yield from duplicate_faults((person["id"] for person in people), ("people",))
    for index, person in enumerate(people):
        path: Path = ("people", index)
        yield from missing_faults(person.get("club"), club_names, (*path, "club"))
        if not tidy(person["last_name"]):
            yield FileFault((*path, "last_name"), _("This must not be empty."))


def entry_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give the faults of entries and of pairs to sit apart."""
    entries = document.get("entries", ())
    yield from duplicate_faults((entry["person"] for entry in entries), ("entries",))
    yield from duplicate_faults(
        (entry["start_number"] for entry in entries), ("entries",)
    )
    for index, entry in enumerate(entries):
        path: Path = ("entries", index)
        yield from missing_faults(entry["person"], keys.people, (*path, "person"))
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
    contests = document.get("contests", ())
    yield from duplicate_faults(
        (contest["number"] for contest in contests), ("contests",)
    )
    yield from duplicate_faults(
        (contest["name"] for contest in contests), ("contests",)
    )
    for index, contest in enumerate(contests):
        path: Path = ("contests", index)
        teams = contest.get("teams", ())
        if contest["counting"] > contest["size"]:
            yield FileFault(
                (*path, "counting"), _("No more results count than a team has.")
            )
        yield from duplicate_faults((team["name"] for team in teams), (*path, "teams"))
        members = [
            ((*path, "teams", at, "members", place), member)
            for at, team in enumerate(teams)
            for place, member in enumerate(team.get("members", ()))
        ]
        seen: set[int] = set()
        for inner, member in members:
            yield from missing_faults(member["entry"], keys.numbers, (*inner, "entry"))
            yield from backward_faults(member, inner)
            if member["entry"] in seen:
                yield FileFault(inner, _("This person plays for another team here."))
            seen.add(member["entry"])


def lot_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give lots of no entry or team, and lots drawn twice."""
    for index, draw in enumerate(document.get("lots", ())):
        path: Path = ("lots", index)
        contest = draw.get("contest")
        yield from missing_faults(contest, keys.contests, (*path, "contest"))
        tickets = draw["tickets"]
        yield from duplicate_faults(
            (ticket["lot"] for ticket in tickets), (*path, "tickets")
        )
        for place, ticket in enumerate(tickets):
            inner: Path = (*path, "tickets", place)
            yield from missing_faults(
                ticket.get("entry"), keys.numbers, (*inner, "entry")
            )
            is_of_team = (contest, ticket.get("team")) in keys.teams
            if is_of_team == ("entry" in ticket):
                yield FileFault(inner, _("A lot belongs to a person or to a team."))


def setting_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give repeated loss steps, prizes and signatures, and prizes of no ranking."""
    steps, prizes = document.get("loss_steps", ()), document.get("prizes", ())
    yield from duplicate_faults((step["from_loss"] for step in steps), ("loss_steps",))
    places = ((prize.get("contest"), prize["place"]) for prize in prizes)
    yield from duplicate_faults(places, ("prizes",))
    signatures = document.get("signatures", ())
    yield from duplicate_faults(
        (signature["number"] for signature in signatures), ("signatures",)
    )
    for index, prize in enumerate(prizes):
        yield from missing_faults(
            prize.get("contest"), keys.contests, ("prizes", index, "contest")
        )


def draw_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give repeated draws, and exchanges of places by unknown people."""
    draws = document.get("draws", ())
    yield from duplicate_faults((draw["number"] for draw in draws), ("draws",))
    for index, draw in enumerate(draws):
        for place, swap in enumerate(draw.get("exchanges", ())):
            path: Path = ("draws", index, "exchanges", place)
            yield from missing_faults(swap["series"], keys.series, (*path, "series"))
            yield from missing_faults(swap["first"], keys.people, (*path, "first"))
            yield from missing_faults(swap["second"], keys.people, (*path, "second"))
            if swap["first"] == swap["second"]:
                yield FileFault(path, _("A pair is two people."))


def reopening_faults(series: Row, keys: FileKeys, path: Path) -> Iterator[FileFault]:
    """Give reopenings open at the same time, and places of unknown people."""
    reopenings = series.get("reopenings", ())
    still_open = [reopening for reopening in reopenings if "closed_at" not in reopening]
    yield from duplicate_faults((True for _each in still_open), (*path, "reopenings"))
    for index, reopening in enumerate(reopenings):
        people = [place["person"] for place in reopening.get("places", ())]
        inner: Path = (*path, "reopenings", index, "places")
        yield from duplicate_faults(people, inner)
        for place, person in enumerate(people):
            yield from missing_faults(person, keys.people, (*inner, place))


def series_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give the faults of the series and their lists."""
    all_series = document.get("series", ())
    yield from duplicate_faults(
        (series["number"] for series in all_series), ("series",)
    )
    codes: set[str] = set()
    for index, series in enumerate(all_series):
        path: Path = ("series", index)
        tables = series.get("tables", ())
        yield from missing_faults(series.get("draw"), keys.draws, (*path, "draw"))
        numbers = (table["table_number"] for table in tables)
        yield from duplicate_faults(numbers, (*path, "tables"))
        yield from double_seat_faults(tables, (*path, "tables"))
        yield from reopening_faults(series, keys, path)
        for place, table in enumerate(tables):
            inner: Path = (*path, "tables", place)
            if table["code"] in codes:
                yield FileFault((*inner, "code"), _("This is in the file twice."))
            codes.add(table["code"])
            yield from sheet_faults(table, keys, inner)


def double_seat_faults(tables: Iterable[Row], path: Path) -> Iterator[FileFault]:
    """Give everybody who sits at a second table or on a second place."""
    seen: set[str] = set()
    for index, table in enumerate(tables):
        for section in ("seats", "substitutions"):
            for number, seat in enumerate(table.get(section, ())):
                if seat["person"] in seen:
                    yield FileFault(
                        (*path, index, section, number),
                        _("This person sits somewhere else in this series."),
                    )
                seen.add(seat["person"])


def sheet_faults(sheet: Row, keys: FileKeys, path: Path) -> Iterator[FileFault]:
    """Give the faults of one list."""
    places = [seat["place"] for seat in sheet["seats"]]
    is_alone = len(places) < FEWEST_SEATS and "stands_for" not in sheet
    if is_alone or sorted(places) != list(range(1, len(places) + 1)):
        yield FileFault((*path, "seats"), _("The places are not 1, 2, 3 and so on."))
    for section in ("seats", "substitutions", "results"):
        for index, row in enumerate(sheet.get(section, ())):
            inner: Path = (*path, section, index)
            yield from missing_faults(row["person"], keys.people, (*inner, "person"))
            yield from missing_faults(row["place"], set(places), (*inner, "place"))
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
    changes = [(s["place"], s["from_game"]) for s in sheet.get("substitutions", ())]
    yield from duplicate_faults(changes, (*path, "substitutions"))
    results = sheet.get("results", ())
    yield from duplicate_faults(
        ((row["place"], row["first_game"]) for row in results), (*path, "results")
    )
    for index, row in enumerate(results):
        if row["last_game"] < row["first_game"] - 1:
            yield FileFault(
                (*path, "results", index), _("The last game is before the first.")
            )
    is_finished = sheet["state"] == SheetState.FINISHED
    if is_finished != bool(results) or is_finished != ("finished_at" in sheet):
        yield FileFault(
            path, _("A finished list has results and the time of its end; no other.")
        )


def money_faults(document: Row, keys: FileKeys) -> Iterator[FileFault]:
    """Give payments, cash counts and deductions with wrong references."""
    taken_back: set[int] = set()
    for index, payment in enumerate(document.get("payments", ())):
        path: Path = ("payments", index)
        yield from missing_faults(payment.get("entry"), keys.numbers, (*path, "entry"))
        yield from missing_faults(payment.get("list"), keys.codes, (*path, "list"))
        reverts = payment.get("reverts")
        if reverts is None:
            continue
        if reverts > index or reverts in taken_back:
            yield FileFault(
                (*path, "reverts"), _("A payment takes back an earlier one, once.")
            )
        taken_back.add(reverts)
    for index, count in enumerate(document.get("cash_counts", ())):
        yield from missing_faults(count.get("list"), keys.codes, ("cash_counts", index))
    for index, decision in enumerate(document.get("adjustments", ())):
        path = ("adjustments", index)
        yield from missing_faults(decision["series"], keys.series, (*path, "series"))
        yield from missing_faults(decision["person"], keys.people, (*path, "person"))
