"""Reading the rating list of a federation, and a person over all its clubs."""

import datetime
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.core.paginator import Page
from django.db.models import QuerySet

from scoring.ranking.standings import Placed
from tournaments.federation.crossing import (
    Clubs,
    Neighbour,
    PublicEntry,
    PublicList,
    clubs_in_scope,
    entries_called,
    entries_closed,
    lists_of,
    neighbours,
    public_entries,
    who_say,
)
from tournaments.federation.models import (
    Affiliation,
    RatedEntry,
    RatedPerson,
    RatingRun,
)
from tournaments.web.paging import page_of
from tournaments.words.choices import Bond

LEAST_LISTS = 12
"""So many lists a rating needs for a place."""
FRESH = datetime.timedelta(hours=1)
"""So long nobody looks for news."""
PEOPLE_ON_A_PAGE = 50
MOST_STILL = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """Another organisation beside ours, and which side has said yes."""

    other: Neighbour
    we_say: bool
    they_say: bool

    @property
    def holds(self) -> bool:
        return self.we_say and self.they_say


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedLine:
    """A line of the rating list; the numbers are hundredths."""

    pk: int
    name: str
    club: str
    value: int
    change: int
    lists: int
    day: datetime.date

    @property
    def missing(self) -> int:
        """So many lists more are needed for a place."""
        return max(0, LEAST_LISTS - self.lists)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingList:
    """A page of the rating list, and what all of it rests on.

    So many are ``waiting`` for a place with too few lists; ``still`` are those among
    them who are called as is sought.
    """

    page: Page[tuple[int, int]]
    lines: list[Placed[RatedLine]]
    waiting: int
    still: list[RatedLine]
    clubs: int
    run: RatingRun | None

    def is_due(self, now: datetime.datetime) -> bool:
        """Tell whether it is time to look for news."""
        return self.run is None or self.run.asked_at <= now - FRESH


@dataclass(frozen=True, slots=True, kw_only=True)
class AtClub:
    """What a person did in the books of one organisation, and as whom."""

    at: Neighbour
    entry: PublicEntry
    lists: int
    total: int
    won: int
    lost: int

    @property
    def average(self) -> Fraction:
        return Fraction(self.total, self.lists)


@dataclass(frozen=True, slots=True, kw_only=True)
class AtEvent:
    """What a person did in one event."""

    at: Neighbour
    event_id: int
    event: str
    date: datetime.date
    lists: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrait:
    """A person over all clubs; the latest event comes first.

    ``place`` is None with too few lists. ``counted`` are those that count for the
    rating now, whatever the last reckoning knew.
    """

    rated: RatedPerson
    name: str
    club: str
    place: int | None
    of: int
    lists: list[PublicList]
    counted: list[PublicList]
    clubs: list[AtClub]
    events: list[AtEvent]

    @property
    def missing(self) -> int:
        """So many lists more are needed for a place."""
        return max(0, LEAST_LISTS - len(self.counted))

    @property
    def is_current(self) -> bool:
        """Whether the rating rests on the lists that are public now."""
        last = self.counted[-1].date if self.counted else None
        return (self.rated.lists, self.rated.day) == (len(self.counted), last)

    @property
    def total(self) -> int:
        return sum(each.total for each in self.lists)

    @property
    def average(self) -> Fraction:
        return Fraction(self.total, len(self.lists))


def ties(bond: Bond) -> list[Tie]:
    """Return who is our club or federation, or says so of us, by name. Four queries."""
    back = Bond.FEDERATION if bond == Bond.CLUB else Bond.CLUB
    ours = set(Affiliation.objects.filter(bond=bond).values_list("other", flat=True))
    theirs = who_say(back)
    # Nobody becomes a club of ours by saying so first.
    keys = ours if bond == Bond.CLUB else ours | theirs
    found = [
        Tie(other=other, we_say=key in ours, they_say=key in theirs)
        for key, other in neighbours(keys).items()
    ]
    return sorted(found, key=lambda tie: (tie.other.name, tie.other.key))


def rating_list(clubs: Clubs, *, sought: str, page: str | None) -> RatingList:
    """Return a page of the people with enough lists, the strongest first.

    Places are those among all, also where names are sought. Eight queries, up to seven
    more with a name.
    """
    rows = placed_people(clubs).order_by("-value", "public_id")
    ranking = list(rows.values_list("pk", "value"))
    values = [-value for _pk, value in ranking]
    waiting, still = waiting_people(clubs), list[int]()
    if sought:
        found = entries_called(sought, clubs).values_list("person", flat=True)
        called = set(found)
        ranking = [each for each in ranking if each[0] in called]
        short = waiting.filter(pk__in=called).order_by("-lists", "public_id")
        still = list(short.values_list("pk", flat=True)[:MOST_STILL])
    shown = page_of(ranking, PEOPLE_ON_A_PAGE, page)
    return RatingList(
        page=shown,
        lines=[
            placed(line, values)
            for line in lines_of([pk for pk, _value in shown], clubs)
        ],
        waiting=waiting.count(),
        still=lines_of(still, clubs) if still else [],
        clubs=len(clubs.keys),
        run=RatingRun.objects.first(),
    )


def placed(line: RatedLine, values: Sequence[int]) -> Placed[RatedLine]:
    """Return a line with its place; ``values`` are those of all, each with a minus."""
    before = bisect_left(values, -line.value)
    equal = bisect_right(values, -line.value) - before
    return Placed(place=before + 1, shared=equal > 1, decided_by=0, entry=line)


def placed_people(clubs: Clubs) -> QuerySet[RatedPerson]:
    """Return those with enough lists for a place whom everybody may read."""
    return open_people(clubs).filter(lists__gte=LEAST_LISTS)


def waiting_people(clubs: Clubs) -> QuerySet[RatedPerson]:
    """Return those with too few lists for a place whom everybody may read."""
    return open_people(clubs).filter(lists__lt=LEAST_LISTS)


def open_people(clubs: Clubs) -> QuerySet[RatedPerson]:
    """Return the rated people whom everybody may read."""
    closed = entries_closed(clubs).values("person")
    return RatedPerson.objects.exclude(pk__in=closed)


def lines_of(pks: Sequence[int], clubs: Clubs) -> list[RatedLine]:
    """Return rated people with names and clubs, in that order. Five queries."""
    people = RatedPerson.objects.in_bulk(pks)
    keys: dict[int, list[int]] = defaultdict(list)
    rows = RatedEntry.objects.filter(person__in=pks)
    for person, key in rows.values_list("person", "key"):
        keys[person].append(key)
    entries = public_entries((key for own in keys.values() for key in own), clubs)
    at = neighbours({each.organisation for each in entries.values()})
    return [
        line_of(people[pk], own, at)
        for pk in pks
        if (own := [entries[key] for key in keys[pk] if key in entries])
    ]


def line_of(
    rated: RatedPerson, entries: Sequence[PublicEntry], at: Mapping[int, Neighbour]
) -> RatedLine:
    """Return a line of the list. No query."""
    entry = first_of(entries)
    return RatedLine(
        pk=rated.pk,
        name=entry.name,
        club=club_of(entry, at),
        value=rated.value,
        change=rated.change,
        lists=rated.lists,
        day=rated.day,
    )


def first_of(entries: Sequence[PublicEntry]) -> PublicEntry:
    """Return the entry that names a person: that of the own club, or the oldest."""
    return min(entries, key=lambda each: (each.is_guest, each.organisation, each.key))


def club_of(entry: PublicEntry, at: Mapping[int, Neighbour]) -> str:
    """Return the club somebody plays for; empty for a guest of none."""
    return entry.club if entry.is_guest else at[entry.organisation].name


def portrait_of(pk: int) -> Portrait | None:
    """Return a rated person over all clubs; None unless everybody may read it.

    Eleven queries.
    """
    clubs = clubs_in_scope()
    rated = RatedPerson.objects.filter(pk=pk).first()
    if rated is None or not clubs.keys:
        return None
    keys = list(rated.entries.order_by("key").values_list("key", flat=True))
    entries = public_entries(keys, clubs)
    lists = lists_of(keys, clubs)
    if len(entries) < len(keys) or not lists:
        return None
    at = neighbours({each.organisation for each in entries.values()})
    first = first_of(list(entries.values()))
    counted = counted_among(lists)
    place, of = place_of(rated, clubs)
    return Portrait(
        rated=rated,
        name=first.name,
        club=club_of(first, at),
        place=place if len(counted) >= LEAST_LISTS else None,
        of=of,
        lists=lists,
        counted=counted,
        clubs=at_clubs(lists, entries, at),
        events=at_events(lists, at),
    )


def counted_among(lists: Sequence[PublicList]) -> list[PublicList]:
    """Return the lists of a person that count for the rating. No query.

    Where the books seat somebody twice at a table, nothing can be compared.
    """
    times = Counter(each.sheet for each in lists)
    return [each for each in lists if each.compares and times[each.sheet] == 1]


def place_of(rated: RatedPerson, clubs: Clubs) -> tuple[int | None, int]:
    """Return the place among those with enough lists, and how many these are.

    Two queries.
    """
    people = placed_people(clubs)
    better = people.filter(value__gt=rated.value).count()
    return None if rated.lists < LEAST_LISTS else 1 + better, people.count()


def at_clubs(
    lists: Sequence[PublicList],
    entries: Mapping[int, PublicEntry],
    at: Mapping[int, Neighbour],
) -> list[AtClub]:
    """Return what a person did at each club, most lists first. No query."""
    found = []
    for entry in entries.values():
        own = [each for each in lists if each.key == entry.key]
        if own:
            found.append(
                AtClub(
                    at=at[entry.organisation],
                    entry=entry,
                    lists=len(own),
                    total=sum(each.total for each in own),
                    won=sum(each.won for each in own),
                    lost=sum(each.lost for each in own),
                )
            )
    return sorted(found, key=lambda one: (-one.lists, one.at.name))


def at_events(
    lists: Sequence[PublicList], at: Mapping[int, Neighbour]
) -> list[AtEvent]:
    """Return what a person did in each event, the latest first. No query."""
    found = []
    for event_id, rows in groupby(lists, key=lambda each: each.event_id):
        own = list(rows)
        found.append(
            AtEvent(
                at=at[own[0].organisation],
                event_id=event_id,
                event=own[0].event,
                date=own[0].date,
                lists=len(own),
                total=sum(each.total for each in own),
            )
        )
    return found[::-1]
