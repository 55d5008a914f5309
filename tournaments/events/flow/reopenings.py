"""Reading the changes that a correction made in the ranking."""

from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.events.models import Event, Reopening
from tournaments.events.standings.fields import people_by_pk
from tournaments.events.standings.selectors import standings_of
from tournaments.words.choices import Ranking

Standing = tuple[int | None, int | None]
NOT_RANKED: Standing = (None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceChange:
    """A person's place before and after a reopening; None: not in the ranking."""

    player: str
    place_before: int | None
    total_before: int | None
    place_after: int | None
    total_after: int | None

    @property
    def moved(self) -> int:
        """The number of places gained, negative if lost; 0 if one place is missing."""
        if self.place_before is None or self.place_after is None:
            return 0
        return self.place_before - self.place_after


def places_through(event: Event, through: int) -> dict[int, Standing]:
    """Return place and total by person in the series up to ``through``.

    Guests are ranked among the others even if the event ranks them apart, because
    their results may be corrected, too. Seven queries.
    """
    standings = standings_of(event, ranking=Ranking.EVERYBODY, through=through)
    return {
        line.entry.player_id: (line.place, line.entry.total)
        for line in standings.places
    }


def place_changes(reopening: Reopening) -> list[PlaceChange]:
    """Return the people whose place or total changed, best first.

    Until the series is closed again, they are compared with the current ranking. Two
    queries once it is closed, nine before.
    """
    rows = {row.player_id: row for row in reopening.places.all()}
    before = {pk: (row.place_before, row.total_before) for pk, row in rows.items()}
    if reopening.closed_at:
        after = {pk: (row.place_after, row.total_after) for pk, row in rows.items()}
    else:
        event = reopening.series.event
        after = dict(places_through(event, reopening.through))
    people = people_by_pk(before.keys() | after.keys())
    changes = []
    for pk in sorted(people, key=lambda pk: people[pk].sort_key):
        old, new = before.get(pk, NOT_RANKED), after.get(pk, NOT_RANKED)
        if old != new:
            changes.append(
                PlaceChange(
                    player=people[pk].sorted_name,
                    place_before=old[0],
                    total_before=old[1],
                    place_after=new[0],
                    total_after=new[1],
                )
            )
    # People who are no longer in the ranking come last.
    return sorted(changes, key=lambda change: change.place_after or len(people) + 1)


def event_reopenings(event: Event) -> QuerySet[Reopening]:
    """Return the reopenings of ``event``, the latest first."""
    reopenings = Reopening.objects.filter(series__event=event)
    return reopenings.select_related("series", "by", "closed_by").order_by("-pk")
