"""Reading probable duplicates, and why two entries cannot be one person."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from django.db.models import Count, Max, Min, UniqueConstraint
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ranking.standings import rank
from tournaments.careers.selectors import RANKED_BY, all_time_rows
from tournaments.events.models import Event
from tournaments.events.references import events_of, references
from tournaments.people.models import Join, Player
from tournaments.people.names.names import fold, may_be_one
from tournaments.people.selectors import people_by_likeness

MOST_SUGGESTED = 50
MOST_NAMED = 3


def probable_duplicates() -> list[tuple[Player, Player]]:
    """Return pairs of entries that may be one person, by their folded names.

    Both have names that an import takes for one, or first and family name swapped.
    Entries in the same event are two people.
    """
    people = Player.objects.filter(removed_at__isnull=True).select_related("club")
    by_family: dict[str, list[Player]] = {}
    for player in people:
        by_family.setdefault(fold(player.last_name), []).append(player)
    similar = dict.fromkeys(similar_pairs(people_by_likeness(people)))
    pairs = [*similar, *swapped_pairs(by_family)]
    events = events_of({player.pk for pair in pairs for player in pair})
    apart = [
        (first, second)
        for first, second in pairs
        if not events[first.pk] & events[second.pk]
    ]
    return apart[:MOST_SUGGESTED]


def similar_pairs(
    by_likeness: dict[str, list[Player]],
) -> Iterator[tuple[Player, Player]]:
    """Yield pairs whose family names are alike and whose first names may be one."""
    for people in by_likeness.values():
        for first, second in combinations(people, 2):
            # Every first name starts with an empty one: "Meier" may be Hans Meier.
            is_same = may_be_one(first.person_name, second.person_name)
            if is_same and not birth_dates_differ(first, second):
                yield first, second


def swapped_pairs(
    by_family: dict[str, list[Player]],
) -> Iterator[tuple[Player, Player]]:
    """Yield pairs of which one has first and family name swapped."""
    for family, people in by_family.items():
        for player in people:
            for other in by_family.get(fold(player.given_name), ()):
                is_swapped = fold(other.given_name) == family and player.pk < other.pk
                if is_swapped and not birth_dates_differ(player, other):
                    yield player, other


def birth_dates_differ(first: Player, second: Player) -> bool:
    born = (first.birth_date, second.birth_date)
    return None not in born and born[0] != born[1]


def obstacles(kept: Player, gone: Player) -> list[str]:
    """Return the reasons why two entries cannot be joined, such as a shared event."""
    if kept.pk == gone.pk:
        return [_("Please choose two different entries.")]
    if kept.removed_at or gone.removed_at:
        return [_("Somebody who was removed cannot be joined with anybody.")]
    events = events_of({kept.pk, gone.pk})
    shared = Event.objects.filter(pk__in=events[kept.pk] & events[gone.pk])
    names = [f"{event.name} ({event.date:%d.%m.%Y})" for event in shared[:MOST_NAMED]]
    reasons = []
    if names:
        count = shared.count()
        text = ngettext(
            "Both took part in the same event, so they are two people: %(names)s.",
            "Both took part in %(count)d of the same events, so they are two people: "
            "%(names)s.",
            count,
        )
        reasons.append(text % {"count": count, "names": ", ".join(names)})
    return reasons + [
        _("Both stand in the same place among: %(rows)s.") % {"rows": rows}
        for rows in clashing_rows(kept, gone)
        if not names
    ]


def clashing_rows(kept: Player, gone: Player) -> Iterator[str]:
    """Yield the names of tables in which a constraint forbids joining the entries."""
    for field in references():
        for constraint in field.model._meta.constraints:
            if not isinstance(constraint, UniqueConstraint):
                continue
            others = [name for name in constraint.fields if name != field.name]
            if field.name not in constraint.fields or not others:
                continue
            rows = field.model._base_manager.order_by().values_list(*others)
            gone_rows = rows.filter(**{field.name: gone})
            if set(gone_rows) & set(rows.filter(**{field.name: kept})):
                yield str(field.model._meta.verbose_name_plural)


def with_lists(*players: Player) -> list[Player]:
    """Return entries with the number of their lists, and the days of first and last."""
    day = "results__series__event__date"
    people = Player.objects.select_related("club").annotate(
        lists=Count("results__sheet", distinct=True),
        first_day=Min(day),
        last_day=Max(day),
    )
    by_key = people.in_bulk([player.pk for player in players])
    return [by_key[player.pk] for player in players]


def change_by_joining(first: Player, second: Player) -> dict[str, Any]:
    """Return what would change if two entries were joined.

    If both have played, their ``places`` in the all-time table become ``place``; the
    rankings of their ``events`` do not change.
    """
    pair = (first.pk, second.pk)
    events = set().union(*events_of(pair).values())
    rows = all_time_rows(published_only=False)
    pair_rows = [row for row in rows if row.player_id in pair]
    if len(pair_rows) < len(pair):
        return {"events": len(events)}
    first_row, second_row = pair_rows
    joined = replace(
        first_row,
        lists=first_row.lists + second_row.lists,
        uncounted=first_row.uncounted + second_row.uncounted,
        total=first_row.total + second_row.total,
        won=first_row.won + second_row.won,
        lost=first_row.lost + second_row.lost,
    )
    by = RANKED_BY["total"]
    others = [row for row in rows if row not in pair_rows]
    now = [line.place for line in rank(rows, by=by) if line.entry in pair_rows]
    ranking = rank([*others, joined], by=by)
    place = next(line.place for line in ranking if line.entry is joined)
    return {"events": len(events), "places": (now[0], now[1]), "place": place}


def all_joins() -> list[Join]:
    joins = Join.objects.select_related("kept", "gone", "by")
    return list(joins.order_by("-pk"))
