"""Judging an old table: who its players are, and which results are new."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from django.db.models import Sum

from tournaments.files.columns.layout import Layout, Shape, names_in
from tournaments.files.columns.results import FormerRow
from tournaments.files.imports.recognising import KnownPeople
from tournaments.people.models import Player
from tournaments.people.names.names import PersonName
from tournaments.people.selectors import (
    known_first_names,
    name_key,
    name_problem,
    similar_players,
)
from tournaments.sheets.models import ListTally
from tournaments.words.choices import EventKind

EVENT = "sheet__series__event"
OF_EVENT = (f"{EVENT}__date", f"{EVENT}__source", f"{EVENT}__kind")

ResultKey = tuple[str, datetime.date, str]  # the key of the player, the day, the event


class Verdict(StrEnum):
    """What will be done with a result; styles and tests use the values."""

    NEW = "new"
    HERE = "here"
    OTHER = "other"
    YEAR = "year"
    TWICE = "twice"
    APART = "apart"
    NAMESAKES = "namesakes"
    WAITS = "waits"
    NAME = "name"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A row of the table with its player and its verdict.

    ``above`` is the row with another result of the same player and day.
    """

    row: FormerRow
    verdict: Verdict
    name: PersonName
    key: str = ""
    player: Player | None = None
    problem: str = ""
    above: FormerRow | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """A name in the table that no player has; ``twins`` are players who sound alike."""

    number: int
    key: str
    name: PersonName
    results: int
    last_day: datetime.date
    twins: tuple[Player, ...] = ()
    same_person: Player | None = None

    @property
    def choices(self) -> list[tuple[Player, bool]]:
        """Return the players who may be meant, each with whether it was chosen."""
        return [(twin, twin == self.same_person) for twin in self.twins]

    @property
    def twin_names(self) -> str:
        """Return the names of the players who may be meant."""
        return ", ".join(twin.name for twin in self.twins)

    @property
    def field_name(self) -> str:
        return f"person-{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerPreview:
    """The rows that would be imported, and the others."""

    rows: list[JudgedRow]
    newcomers: list[Newcomer] = field(default_factory=list)

    @property
    def new(self) -> list[JudgedRow]:
        return [row for row in self.rows if row.verdict is Verdict.NEW]

    @property
    def stored_count(self) -> int:
        return sum(row.verdict is Verdict.HERE for row in self.rows)

    @property
    def has_contradictions(self) -> bool:
        return any(row.row.waits and not row.row.fault for row in self.rows)

    @property
    def left_out(self) -> list[JudgedRow]:
        """Return the rows that are neither new nor stored already."""
        not_left_out = (Verdict.NEW, Verdict.HERE)
        return [row for row in self.rows if row.verdict not in not_left_out]

    @property
    def respelled(self) -> list[tuple[PersonName, Player]]:
        """Return the names of players who are spelled differently here."""
        players_by_name = {
            row.name: row.player
            for row in self.rows
            if row.player and is_respelled(row, row.player)
        }
        return sorted(
            players_by_name.items(), key=lambda pair: (pair[0].last, pair[0].first)
        )

    @property
    def evenings(self) -> int:
        return len({(judged.row.day, judged.row.evening) for judged in self.new})


@dataclass(frozen=True, slots=True)
class StoredResults:
    """The stored results of players by day, and the years in which they have any.

    ``whole_years`` are those stored as one total; the pairs hold player and year.
    """

    by_day: Mapping[tuple[int, datetime.date], set[int]]
    years: set[tuple[int, int]]
    whole_years: set[tuple[int, int]]


def judge_rows(
    rows: Sequence[FormerRow],
    layout: Layout,
    *,
    is_turned: bool = False,
    takes_contradictions: bool = False,
    choices: Mapping[str, str] | None = None,
) -> FormerPreview:
    """Return every row with its verdict. Six queries, however many rows.

    ``choices`` holds the player chosen for a newcomer, by its number; a
    newcomer without a choice is the same player as in the last import. Rows that
    contradict themselves wait, unless ``takes_contradictions``.
    """
    named = names_in(layout, first_names=known_first_names(), is_turned=is_turned)
    names = {name.number: name.name for name in named}
    known = KnownPeople(home=None)
    judged = [
        row_with_person(row, names.get(row.number), known.by_name) for row in rows
    ]
    newcomers = [
        with_same_person(newcomer, choices or {}, known.spelled)
        for newcomer in newcomers_in(judged, known.by_sound)
    ]
    same = {newcomer.key: newcomer.same_person for newcomer in newcomers}
    judged = [replace(row, player=row.player or same.get(row.key)) for row in judged]
    stored = stored_results({row.player.pk for row in judged if row.player})
    first_rows: dict[ResultKey, FormerRow] = {}
    judged = [with_verdict(row, layout.shape, stored, first_rows) for row in judged]
    if not takes_contradictions:
        judged = list(map(waiting_if_contradictory, judged))
    added = {row.key for row in judged if row.verdict is Verdict.NEW and not row.player}
    return FormerPreview(
        rows=judged,
        newcomers=[
            newcomer
            for newcomer in newcomers
            if newcomer.key in added or newcomer.same_person
        ],
    )


def waiting_if_contradictory(judged: JudgedRow) -> JudgedRow:
    """Return a row that waits if it is new and contradicts itself."""
    if judged.verdict is Verdict.NEW and judged.row.waits:
        return replace(judged, verdict=Verdict.WAITS)
    return judged


def is_respelled(judged: JudgedRow, player: Player) -> bool:
    """Tell whether the table spells a known player differently, capitals aside.

    Names that were assigned to a player by hand are in the list of newcomers.
    """
    in_table = {judged.name.first.casefold(), judged.name.last.casefold()}
    names_stored = {player.first_name.casefold(), player.last_name.casefold()}
    return judged.key == player.name_key and in_table != names_stored


def row_with_person(
    row: FormerRow, name: PersonName | None, people: Mapping[str, list[Player]]
) -> JudgedRow:
    """Return a row with the player it means; first and last name may be swapped."""
    if row.fault or name is None:
        return JudgedRow(row, Verdict.NONE, name or PersonName(first="", last=""))
    if problem := name_problem(name):
        return JudgedRow(row, Verdict.NAME, name, problem=problem)
    turned = PersonName(first=name.last, last=name.first)
    key = name_key(name)
    players = people.get(key) or (people.get(name_key(turned)) if name.first else None)
    if not players:
        return JudgedRow(row, Verdict.NEW, name, key)
    if len(players) > 1:
        return JudgedRow(row, Verdict.NAMESAKES, name, key)
    return JudgedRow(row, Verdict.NEW, name, players[0].name_key, players[0])


def newcomers_in(
    judged: Iterable[JudgedRow], by_sound: Mapping[str, list[Player]]
) -> list[Newcomer]:
    """Return the new names, sorted, with the players who sound like them."""
    groups: dict[str, list[JudgedRow]] = {}
    for row in judged:
        if row.verdict is Verdict.NEW and row.player is None:
            groups.setdefault(row.key, []).append(row)
    return [
        Newcomer(
            number=number,
            key=key,
            name=rows[0].name,
            results=len(rows),
            last_day=max(row.row.day for row in rows if row.row.day),
            twins=similar_players(rows[0].name, by_sound),
        )
        for number, (key, rows) in enumerate(sorted(groups.items()), 1)
    ]


def with_same_person(
    newcomer: Newcomer, choices: Mapping[str, str], spelled: Mapping[str, Player]
) -> Newcomer:
    """Return a newcomer with the player who was chosen for it, now or before."""
    earlier = spelled.get(newcomer.key)
    twins = newcomer.twins
    if earlier and earlier not in twins:
        twins = (earlier, *twins)
    choice = choices.get(str(newcomer.number), str(earlier.pk) if earlier else "")
    same_person = next((twin for twin in twins if str(twin.pk) == choice), None)
    return replace(newcomer, twins=twins, same_person=same_person)


def stored_results(people: Iterable[int]) -> StoredResults:
    """Return the stored results of players. One query."""
    rows = ListTally.objects.order_by().values_list("player", EVENT, *OF_EVENT)
    sums = rows.annotate(Sum("total"))
    pks = set(people)
    by_day: dict[tuple[int, datetime.date], set[int]] = {}
    years: set[tuple[int, int]] = set()
    whole_years: set[tuple[int, int]] = set()
    for player, _event, day, source, kind, total in sums:
        if player not in pks:
            continue
        by_day.setdefault((player, day), set()).add(total)
        is_whole = bool(source) and kind == EventKind.CHAMPIONSHIP
        (whole_years if is_whole else years).add((player, day.year))
    return StoredResults(by_day, years, whole_years)


def with_verdict(
    judged: JudgedRow,
    shape: Shape,
    stored: StoredResults,
    first_rows: dict[ResultKey, FormerRow],
) -> JudgedRow:
    """Return a row with its verdict, given the stored results and the rows above."""
    if judged.verdict is not Verdict.NEW or judged.row.day is None:
        return judged
    key = judged.player.name_key if judged.player else judged.key
    place = (key, judged.row.day, judged.row.evening)
    above = first_rows.setdefault(place, judged.row)
    if above is not judged.row:
        if above.stated_total == judged.row.stated_total:
            return replace(judged, verdict=Verdict.TWICE)
        return replace(judged, verdict=Verdict.APART, above=above)
    if judged.player is None:
        return judged
    return replace(
        judged,
        verdict=verdict_beside_stored(judged.player.pk, judged.row, shape, stored),
    )


def verdict_beside_stored(
    pk: int, row: FormerRow, shape: Shape, stored: StoredResults
) -> Verdict:
    """Return the verdict on a player's result, given the stored ones."""
    assert row.day is not None
    totals = stored.by_day.get((pk, row.day), set())
    if row.total in totals:
        return Verdict.HERE
    if totals:
        return Verdict.OTHER
    year = (pk, row.day.year)
    is_counted = year in stored.whole_years
    if shape is Shape.YEAR:
        is_counted = is_counted or year in stored.years
    return Verdict.YEAR if is_counted else Verdict.NEW
