"""Reading who may be entered twice, and why two entries cannot be one person."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from django.db.models import Count, Max, Min, UniqueConstraint
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ranking.standings import rank
from tournaments.careers.selectors import RANKED_BY, all_time
from tournaments.events.models import Event
from tournaments.events.references import events_of, references
from tournaments.people.models import Join, Player
from tournaments.people.names.names import fold
from tournaments.sheets.models import Result

MOST_SUGGESTED = 50
MOST_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What tells one entry of a person from another: how much it has played, when."""

    player: Player
    lists: int
    first_year: int | None
    last_year: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinChange:
    """What changes when two entries become one.

    ``places`` of the two in the all-time table become ``place``, where both have
    played; their ``events`` rank as before.
    """

    events: int
    places: tuple[int, int] | None = None
    place: int | None = None


def probable_doubles() -> list[tuple[Player, Player]]:
    """Return pairs of entries that may be one person, by their folded names.

    The same name (also the wrong way round), or the same family name and a first name
    that begins the other. Entries in the same event are two people. A query, and
    one for each column that names people.
    """
    people = Player.objects.filter(removed_at__isnull=True).select_related("club")
    by_family: dict[str, list[Player]] = {}
    for player in people:
        by_family.setdefault(fold(player.last_name), []).append(player)
    pairs = [*alike(by_family), *turned_round(by_family)]
    events = events_of({player.pk for pair in pairs for player in pair})
    apart = [
        (first, second)
        for first, second in pairs
        if not events[first.pk] & events[second.pk]
    ]
    return apart[:MOST_SUGGESTED]


def alike(by_family: dict[str, list[Player]]) -> Iterator[tuple[Player, Player]]:
    """Give pairs of one family name whose first names may be the same."""
    for people in by_family.values():
        for first, second in combinations(people, 2):
            if may_be_one(first, second):
                yield first, second


def turned_round(
    by_family: dict[str, list[Player]],
) -> Iterator[tuple[Player, Player]]:
    """Give pairs of which one has the first name for the family name."""
    for family, people in by_family.items():
        for player in people:
            for other in by_family.get(fold(player.first_name), ()):
                is_turned = fold(other.first_name) == family
                if is_turned and player.pk < other.pk and not born_apart(player, other):
                    yield player, other


def may_be_one(first: Player, second: Player) -> bool:
    """Tell whether two people of one family name may be the same.

    An empty first name begins every other one: "Meier" may be Hans Meier.
    """
    short, long = sorted(
        (fold(first.first_name).rstrip("."), fold(second.first_name).rstrip(".")),
        key=len,
    )
    is_single = not first.first_name and not second.first_name
    return (is_single or long.startswith(short)) and not born_apart(first, second)


def born_apart(first: Player, second: Player) -> bool:
    """Tell whether both dates of birth are known, and not the same."""
    born = (first.birth_date, second.birth_date)
    return None not in born and born[0] != born[1]


def obstacles(kept: Player, gone: Player) -> list[str]:
    """Return why two entries cannot become one; nobody plays against himself.

    A query for each column that names people, and one for each constraint on it.
    """
    if kept.pk == gone.pk:
        return [_("Please choose two different entries.")]
    if kept.removed_at or gone.removed_at:
        return [_("Somebody who was removed cannot be joined with anybody.")]
    events = events_of({kept.pk, gone.pk})
    both = Event.objects.filter(pk__in=events[kept.pk] & events[gone.pk])
    names = [f"{event.name} ({event.date:%d.%m.%Y})" for event in both[:MOST_NAMED]]
    found = []
    if names:
        count = both.count()
        said = ngettext(
            "Both took part in the same event, so they are two people: %(names)s.",
            "Both took part in %(count)d of the same events, so they are two people: "
            "%(names)s.",
            count,
        )
        found.append(said % {"count": count, "names": ", ".join(names)})
    return found + [
        _("Both stand in the same place among: %(rows)s.") % {"rows": rows}
        for rows in clashing_rows(kept, gone)
        if not names
    ]


def clashing_rows(kept: Player, gone: Player) -> Iterator[str]:
    """Give the sorts of rows of which the database lets a person have but one."""
    for field in references():
        for constraint in field.model._meta.constraints:
            if not isinstance(constraint, UniqueConstraint):
                continue
            others = [name for name in constraint.fields if name != field.name]
            if field.name not in constraint.fields or not others:
                continue
            rows = field.model._base_manager.order_by()
            own = rows.filter(**{field.name: gone}).values_list(*others)
            if set(own) & set(rows.filter(**{field.name: kept}).values_list(*others)):
                yield str(field.model._meta.verbose_name_plural)


def records_of(players: Iterable[Player]) -> list[Record]:
    """Return how much each entry has played. One query."""
    people = list(players)
    day = "series__event__date"
    rows = (
        Result.objects.filter(player__in=people)
        .order_by()
        .values("player")
        .annotate(lists=Count("sheet", distinct=True), first=Min(day), last=Max(day))
    )
    played = {row["player"]: row for row in rows}
    return [record_of(player, played.get(player.pk)) for player in people]


def record_of(player: Player, row: Any) -> Record:
    """Return the record of one entry from its row, if it has played."""
    if row is None:
        return Record(player=player, lists=0, first_year=None, last_year=None)
    return Record(
        player=player,
        lists=row["lists"],
        first_year=row["first"].year,
        last_year=row["last"].year,
    )


def change_by_joining(first: Player, second: Player) -> JoinChange:
    """Return what would change if two entries were one.

    Two queries, and one for each column that names people in events.
    """
    pair = (first.pk, second.pk)
    events = set().union(*events_of(pair).values())
    rows = all_time(published_only=False)
    both = [row for row in rows if row.player_id in pair]
    if len(both) < len(pair):
        return JoinChange(events=len(events))
    one, other = both
    joined = replace(
        one,
        lists=one.lists + other.lists,
        total=one.total + other.total,
        won=one.won + other.won,
        lost=one.lost + other.lost,
    )
    by = RANKED_BY["total"]
    without = [row for row in rows if row not in both]
    now = [line.place for line in rank(rows, by=by) if line.entry in both]
    then = [x.place for x in rank([*without, joined], by=by) if x.entry is joined]
    return JoinChange(events=len(events), places=(now[0], now[1]), place=then[0])


def all_joins() -> list[Join]:
    """Return every join there was, the latest first. One query."""
    joins = Join.objects.select_related("kept", "gone", "by", "parted_by")
    return list(joins.order_by("-pk"))


EVENT_TABLE = "Event"
