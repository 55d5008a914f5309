"""The best of a ranking become entries of another event, with substitutes in order."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.careers.selectors import all_time_ranking
from tournaments.events.entries.services import register_people
from tournaments.events.models import Entry, Event
from tournaments.events.standings.selectors import standings_of
from tournaments.leagues.models import Division, League
from tournaments.leagues.ranking import league_single_ranking
from tournaments.people.models import Player
from tournaments.seasons.selectors import season_table, seasons_for
from tournaments.words.choices import SheetState

ALL_TIME = "all-time"
MOST_EVENTS = 50


class Qualifier(NamedTuple):
    """Somebody from a ranking; ``substitute`` is their number among the substitutes.

    They may have an ``entry`` already.
    """

    player: Player
    place: int
    substitute: int | None = None
    entry: Entry | None = None


def rankings_for(event: Event, user: Any) -> Iterator[tuple[str, list[Any]]]:
    """Yield the rankings that may qualify for an event: the word and name of each."""
    yield "", [(ALL_TIME, _("All-time table"))]
    seasons = [(f"season-{each.pk}", each.name) for each in seasons_for(user)]
    yield _("Seasons"), seasons
    leagues = League.objects.visible_to(user)
    divisions = Division.objects.filter(league__in=leagues).select_related("league")
    yield _("Leagues"), [(f"division-{d.pk}", f"{d.league}, {d}") for d in divisions]
    events = Event.objects.visible_to(user).exclude(pk=event.pk)
    played = events.filter(series__sheets__state=SheetState.FINISHED).distinct()
    latest = played.order_by("-date", "-pk")[:MOST_EVENTS]
    yield _("Events"), [(f"event-{each.pk}", each.dated_name) for each in latest]


def ranked_people(word: str, user: Any) -> list[tuple[int, int]]:
    """Return place and person of everybody with a place in a ranking, best first."""
    kind, _hyphen, key = word.partition("-")
    if word == ALL_TIME:
        ranking = all_time_ranking(published_only=False)
        return [(line.place, line.entry.player_id) for line in ranking.places]
    if kind == "season":
        season = seasons_for(user).get(pk=key)
        table = season_table(season, user=user, today=timezone.localdate())
        lines: Any = [(line.row.place, line.player_id) for line in table.lines]
    elif kind == "division":
        division = Division.objects.get(pk=key)
        single = league_single_ranking(division, user=user)
        lines = [(line.row.place, line.player.pk) for line in single.lines]
    else:
        standings = standings_of(Event.objects.visible_to(user).get(pk=key))
        lines = [(line.place, line.entry.player_id) for line in standings.places]
    return [(place, player) for place, player in lines if place]


def qualifiers(
    event: Event, ranked: Sequence[tuple[int, int]], *, best: int, substitutes: int
) -> list[Qualifier]:
    """Return the ``best`` of a ranking, and the substitutes behind them, in order.

    All who share the last place that qualifies are in; removed people are left out.
    """
    players = Player.objects.filter(removed_at__isnull=True)
    people = players.select_related("club").in_bulk([pk for _place, pk in ranked])
    entries = {entry.player_id: entry for entry in event.entries.all()}
    rows = [(place, people[pk]) for place, pk in ranked if pk in people]
    last = rows[min(best, len(rows)) - 1][0] if rows else 0
    count = sum(place <= last for place, _player in rows)
    return [
        Qualifier(
            player,
            place,
            substitute=at - count if at > count else None,
            entry=entries.get(player.pk),
        )
        for at, (place, player) in enumerate(rows[: count + substitutes], start=1)
    ]


def enter_qualified(
    *, event: Event, people: Sequence[Qualifier], name: str
) -> list[Entry]:
    """Register those who have no entry yet, with what they came from."""
    new = [person for person in people if not person.entry]
    text = _("%(ranking)s, place %(place)s")
    marks = {
        person.player.pk: {
            "came_from": (text % {"ranking": name, "place": person.place})[:120],
            "substitute": person.substitute,
        }
        for person in new
    }
    return register_people(
        event=event, people=[person.player for person in new], marks=marks
    )
