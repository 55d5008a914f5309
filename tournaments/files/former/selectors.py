"""Looking at an old table: who is meant, what is here already, what is new."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256

from django.db.models import Sum

from tournaments.files.foreign.heads import Meaning, plain_head
from tournaments.files.foreign.mapping import Layout, Shape
from tournaments.files.foreign.reading import FormerRow
from tournaments.files.models import KnownHeads
from tournaments.people.models import Player
from tournaments.people.names.names import PersonName
from tournaments.people.names.pasted import read_column
from tournaments.people.selectors import (
    known_first_names,
    name_key,
    people_by_sound,
    problem_with,
    spelled_people,
    twins_of,
)
from tournaments.sheets.models import ListTally
from tournaments.words.choices import EventKind

EVENT = "sheet__series__event"
OF_EVENT = (f"{EVENT}__date", f"{EVENT}__source", f"{EVENT}__kind")

Place = tuple[str, datetime.date, str]  # whose result, of which day and event


class Verdict(StrEnum):
    """What becomes of a result; the value stands in styles and tests."""

    NEW = "new"
    HERE = "here"
    OTHER = "other"
    YEAR = "year"
    TWICE = "twice"
    APART = "apart"
    NAMESAKES = "namesakes"
    NAME = "name"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Judged:
    """A row of the table, whose it is, and what becomes of it.

    ``above`` is the row that has another result of the same person and day.
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
    """Somebody whom nobody here is called like; ``twins`` sound like them."""

    number: int
    key: str
    name: PersonName
    results: int
    last_day: datetime.date
    twins: tuple[Player, ...] = ()
    chosen: Player | None = None

    @property
    def choices(self) -> list[tuple[Player, bool]]:
        """Return the people here who may be meant, and whether somebody said so."""
        return [(each, each == self.chosen) for each in self.twins]

    @property
    def likely(self) -> str:
        """Return the names of the people here who may be meant."""
        return ", ".join(each.name for each in self.twins)

    @property
    def field(self) -> str:
        return f"person-{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerPreview:
    """What would be brought in, and what not."""

    judged: list[Judged]
    newcomers: list[Newcomer] = field(default_factory=list)

    @property
    def new(self) -> list[Judged]:
        return [each for each in self.judged if each.verdict is Verdict.NEW]

    @property
    def here(self) -> int:
        return sum(each.verdict is Verdict.HERE for each in self.judged)

    @property
    def left_out(self) -> list[Judged]:
        """Return what is neither new nor here, and is not a row of sums."""
        kept = (Verdict.NEW, Verdict.HERE)
        return [each for each in self.judged if each.verdict not in kept]

    @property
    def respelled(self) -> list[tuple[PersonName, Player]]:
        """Return the names that mean somebody who is written otherwise here."""
        found = {
            each.name: each.player
            for each in self.judged
            if each.player and is_respelled(each, each.player)
        }
        return sorted(found.items(), key=lambda pair: (pair[0].last, pair[0].first))

    @property
    def evenings(self) -> int:
        return len({(each.row.day, each.row.evening) for each in self.new})


@dataclass(frozen=True, slots=True)
class Played:
    """What people have of a day, and in which years a whole year of theirs is here."""

    by_day: Mapping[tuple[int, datetime.date], set[int]]
    years: set[tuple[int, int]]
    whole_years: set[tuple[int, int]]


def names_of(rows: Iterable[FormerRow], *, is_turned: bool) -> dict[int, PersonName]:
    """Return the names by the row of the file. One query."""
    texts: dict[int, Mapping[str, str]] = {}
    for row in rows:
        texts.setdefault(row.number, row.name)
    if not any(Meaning.LAST.value in each for each in texts.values()):
        lines = [(number, each.get("name", "")) for number, each in texts.items()]
        column = read_column(lines, first_names=known_first_names())
        return column.names(is_turned=is_turned)
    return {
        number: PersonName(first=last, last=first)
        if is_turned
        else PersonName(first=first, last=last)
        for number, each in texts.items()
        for first, last in [(each.get("first", ""), each.get("last", ""))]
    }


def judge(
    rows: Sequence[FormerRow],
    shape: Shape,
    *,
    is_turned: bool = False,
    chosen: Mapping[str, str] | None = None,
) -> FormerPreview:
    """Say of every row what becomes of it. Six queries, however many rows.

    ``chosen`` says by the field of a newcomer which known person is meant; who is not
    among them means whom they meant the last time.
    """
    names = names_of((row for row in rows if row.name), is_turned=is_turned)
    people = people_by_name()
    seen: dict[Place, FormerRow] = {}
    first = [named(row, names.get(row.number), people) for row in rows]
    spelled = with_people(spelled_people(), people)
    newcomers = [
        said_to_be(each, chosen or {}, spelled) for each in newcomers_in(first, people)
    ]
    same = {each.key: each.chosen for each in newcomers if each.chosen}
    settled = [replace(each, player=same.get(each.key, each.player)) for each in first]
    played = played_by({each.player.pk for each in settled if each.player})
    judged = [compared(each, shape, played, seen) for each in settled]
    new = [each for each in judged if each.verdict is Verdict.NEW]
    left = {each.key for each in new if each.player is None}
    return FormerPreview(
        judged=judged,
        newcomers=[each for each in newcomers if each.key in left or each.key in same],
    )


def is_respelled(each: Judged, player: Player) -> bool:
    """Tell whether a known person is written otherwise in the table, not only louder.

    People of whom somebody chose who they are stand in the list of newcomers.
    """
    in_table = {each.name.first.casefold(), each.name.last.casefold()}
    here = {player.first_name.casefold(), player.last_name.casefold()}
    return each.key == player.name_key and in_table != here


def people_by_name() -> dict[str, list[Player]]:
    """Return everybody here by folded name. One query."""
    found: dict[str, list[Player]] = {}
    for player in Player.objects.filter(removed_at=None):
        found.setdefault(player.name_key, []).append(player)
    return found


def with_people(
    spelled: Mapping[str, int], people: Mapping[str, list[Player]]
) -> dict[str, Player]:
    """Return whom names meant before, as far as they are here."""
    by_pk = {one.pk: one for several in people.values() for one in several}
    return {key: by_pk[pk] for key, pk in spelled.items() if pk in by_pk}


def named(
    row: FormerRow, name: PersonName | None, people: Mapping[str, list[Player]]
) -> Judged:
    """Return a row with the person it means; a name may stand the wrong way round."""
    if row.fault or name is None:
        return Judged(row, Verdict.NONE, name or PersonName(first="", last=""))
    if problem := problem_with(name):
        return Judged(row, Verdict.NAME, name, problem=problem)
    turned = PersonName(first=name.last, last=name.first)
    key = name_key(name)
    found = people.get(key) or (people.get(name_key(turned)) if name.first else None)
    if not found:
        return Judged(row, Verdict.NEW, name, key)
    if len(found) > 1:
        return Judged(row, Verdict.NAMESAKES, name, key)
    return Judged(row, Verdict.NEW, name, found[0].name_key, found[0])


def newcomers_in(
    judged: Iterable[Judged], people: Mapping[str, list[Player]]
) -> list[Newcomer]:
    """Return who is new, by name, with the people here who sound like them."""
    groups: dict[str, list[Judged]] = {}
    for each in judged:
        if each.verdict is Verdict.NEW and each.player is None:
            groups.setdefault(each.key, []).append(each)
    by_sound = people_by_sound(one for several in people.values() for one in several)
    return [
        Newcomer(
            number=number,
            key=key,
            name=own[0].name,
            results=len(own),
            last_day=max(each.row.day for each in own if each.row.day),
            twins=twins_of(own[0].name, by_sound),
        )
        for number, (key, own) in enumerate(sorted(groups.items()), 1)
    ]


def said_to_be(
    newcomer: Newcomer, chosen: Mapping[str, str], spelled: Mapping[str, Player]
) -> Newcomer:
    """Return a newcomer with the person of whom somebody said that they are meant."""
    before = spelled.get(newcomer.key)
    twins = newcomer.twins
    if before and before not in twins:
        twins = (before, *twins)
    word = chosen.get(newcomer.field, str(before.pk) if before else "")
    found = next((each for each in twins if str(each.pk) == word), None)
    return replace(newcomer, twins=twins, chosen=found)


def played_by(people: Iterable[int]) -> Played:
    """Return what people have here already, by day. One query."""
    rows = ListTally.objects.order_by().values_list("player", EVENT, *OF_EVENT)
    sums = rows.annotate(Sum("total"))
    wanted = set(people)
    by_day: dict[tuple[int, datetime.date], set[int]] = {}
    years: set[tuple[int, int]] = set()
    whole: set[tuple[int, int]] = set()
    for player, _event, day, source, kind, total in sums:
        if player not in wanted:
            continue
        by_day.setdefault((player, day), set()).add(total)
        is_whole = bool(source) and kind == EventKind.CHAMPIONSHIP
        (whole if is_whole else years).add((player, day.year))
    return Played(by_day, years, whole)


def compared(
    each: Judged,
    shape: Shape,
    played: Played,
    seen: dict[Place, FormerRow],
) -> Judged:
    """Return a row with its verdict, beside what is here and what stands above it."""
    if each.verdict is not Verdict.NEW or each.row.day is None:
        return each
    whose = each.player.name_key if each.player else each.key
    place = (whose, each.row.day, each.row.evening)
    above = seen.setdefault(place, each.row)
    if above is not each.row:
        if above.stated_total == each.row.stated_total:
            return replace(each, verdict=Verdict.TWICE)
        return replace(each, verdict=Verdict.APART, above=above)
    if each.player is None:
        return each
    return replace(each, verdict=beside(each.player.pk, each.row, shape, played))


def beside(pk: int, row: FormerRow, shape: Shape, played: Played) -> Verdict:
    """Return whether a result of a person is new beside what is here."""
    assert row.day is not None
    totals = played.by_day.get((pk, row.day), set())
    if row.total in totals:
        return Verdict.HERE
    if totals:
        return Verdict.OTHER
    year = (pk, row.day.year)
    is_counted = year in played.whole_years
    if shape is Shape.YEAR:
        is_counted = is_counted or year in played.years
    return Verdict.YEAR if is_counted else Verdict.NEW


def digest_of(heads: Sequence[str]) -> str:
    """Return by which word the heads of a table are remembered."""
    plain = "\t".join(plain_head(head) for head in heads)
    return sha256(plain.encode()).hexdigest()


def remembered(layout: Layout) -> tuple[Meaning, ...] | None:
    """Return what the columns meant the last time; None for new ones. One query."""
    if layout.head is None:
        return None
    known = KnownHeads.objects.filter(digest=digest_of(layout.heads)).first()
    if known is None:
        return None
    words = known.meanings.split(",")
    is_fit = len(words) == len(layout.meanings) and set(words) <= set(Meaning)
    return tuple(Meaning(word) for word in words) if is_fit else None
