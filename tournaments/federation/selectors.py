"""Reading the rating list of a federation, and a person over all its clubs."""

import datetime
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from django.core.paginator import Page
from django.db.models import QuerySet

from scoring.ranking.standings import Placed
from tournaments.federation.crossing import (
    Clubs,
    Neighbour,
    PublicEntry,
    PublicList,
    closed_entries,
    clubs_in_scope,
    entries_matching,
    neighbours,
    organisations_claiming,
    person_lists,
    public_entries,
)
from tournaments.federation.models import (
    Affiliation,
    RatedEntry,
    RatedPerson,
    RatingRun,
)
from tournaments.web.paging import requested_page
from tournaments.words.choices import Bond

LEAST_LISTS = 12
"""The number of lists that a place in the rating requires."""
REFRESH_INTERVAL = datetime.timedelta(hours=1)
"""The time for which ratings are not checked for changes again."""
PEOPLE_ON_A_PAGE = 50
MOST_UNPLACED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class AffiliationState:
    """The bond with another organisation, and which side has agreed to it."""

    other: Neighbour
    named_by_us: bool
    naming_us: bool

    @property
    def holds(self) -> bool:
        return self.named_by_us and self.naming_us


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedLine:
    """A line of the rating list."""

    rated: RatedPerson
    name: str
    club: str

    @property
    def missing(self) -> int:
        """The number of lists missing for a place."""
        return max(0, LEAST_LISTS - self.rated.lists)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingList:
    """A page of the rating list, with the run it is based on.

    ``unplaced`` counts the people with too few lists for a place; ``unplaced_matches``
    are those among them whose name matches the search.
    """

    page: Page[tuple[int, int]]
    lines: list[Placed[RatedLine]]
    unplaced: int
    unplaced_matches: list[RatedLine]
    clubs: int
    run: RatingRun | None

    def is_due(self, now: datetime.datetime) -> bool:
        """Tell whether it is time to check for changes."""
        return self.run is None or self.run.asked_at <= now - REFRESH_INTERVAL


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubTotals:
    """A person's results at one organisation, with the entry they are listed under."""

    organisation: Neighbour
    entry: PublicEntry
    lists: int
    total: int
    won: int
    lost: int

    @property
    def average(self) -> Fraction:
        return Fraction(self.total, self.lists)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTotals:
    """A person's result in one event."""

    organisation: Neighbour
    event_id: int
    event: str
    date: datetime.date
    lists: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Portrait:
    """A person over all clubs; the latest event comes first.

    ``place`` is None with too few lists. ``counting`` are the lists that count for the
    rating now, even if the last calculation did not include them.
    """

    rated: RatedPerson
    name: str
    club: str
    place: int | None
    placed_count: int
    lists: list[PublicList]
    counting: list[PublicList]
    clubs: list[ClubTotals]
    events: list[EventTotals]

    @property
    def missing(self) -> int:
        """The number of lists missing for a place."""
        return max(0, LEAST_LISTS - len(self.counting))

    @property
    def is_current(self) -> bool:
        """Whether the rating is based on the lists that are public now."""
        last = self.counting[-1].date if self.counting else None
        return (self.rated.lists, self.rated.day) == (len(self.counting), last)

    @property
    def total(self) -> int:
        return sum(result.total for result in self.lists)

    @property
    def average(self) -> Fraction:
        return Fraction(self.total, len(self.lists))


def affiliation_states(bond: Bond) -> list[AffiliationState]:
    """Return our bonds of one kind, also those only one side claims. Four queries."""
    opposite = Bond.FEDERATION if bond == Bond.CLUB else Bond.CLUB
    named_by_us = set(
        Affiliation.objects.filter(bond=bond).values_list("other", flat=True)
    )
    naming_us = organisations_claiming(opposite)
    # A club cannot make itself ours by naming us first.
    keys = named_by_us if bond == Bond.CLUB else named_by_us | naming_us
    states = [
        AffiliationState(
            other=other, named_by_us=key in named_by_us, naming_us=key in naming_us
        )
        for key, other in neighbours(keys).items()
    ]
    return sorted(states, key=attrgetter("other.name", "other.key"))


def rating_list(clubs: Clubs, *, search: str, page: str | None) -> RatingList:
    """Return a page of the people with enough lists, the strongest first.

    Places are those among all people, also in a search. Eight queries, up to seven
    more with a search.
    """
    rows = placed_people(clubs).order_by("-value", "public_id")
    ranking = list(rows.values_list("pk", "value"))
    values = [-value for _pk, value in ranking]
    unplaced, unplaced_pks = unplaced_people(clubs), list[int]()
    if search:
        matches = entries_matching(search, clubs).values_list("person", flat=True)
        matching = set(matches)
        ranking = [(pk, value) for pk, value in ranking if pk in matching]
        few_lists = unplaced.filter(pk__in=matching).order_by("-lists", "public_id")
        unplaced_pks = list(few_lists.values_list("pk", flat=True)[:MOST_UNPLACED])
    page_rows = requested_page(ranking, PEOPLE_ON_A_PAGE, page)
    return RatingList(
        page=page_rows,
        lines=[
            placed_line(line, values)
            for line in rated_lines([pk for pk, _value in page_rows], clubs)
        ],
        unplaced=unplaced.count(),
        unplaced_matches=rated_lines(unplaced_pks, clubs) if unplaced_pks else [],
        clubs=len(clubs.keys),
        run=RatingRun.objects.first(),
    )


def placed_line(line: RatedLine, values: Sequence[int]) -> Placed[RatedLine]:
    """Return a line with its place; ``values`` are the negated values of everyone."""
    stronger = bisect_left(values, -line.rated.value)
    equal = bisect_right(values, -line.rated.value) - stronger
    return Placed(place=stronger + 1, shared=equal > 1, decided_by=0, entry=line)


def placed_people(clubs: Clubs) -> QuerySet[RatedPerson]:
    """Return the public people with enough lists for a place."""
    return public_people(clubs).filter(lists__gte=LEAST_LISTS)


def unplaced_people(clubs: Clubs) -> QuerySet[RatedPerson]:
    """Return the public people with too few lists for a place."""
    return public_people(clubs).filter(lists__lt=LEAST_LISTS)


def public_people(clubs: Clubs) -> QuerySet[RatedPerson]:
    """Return the rated people with a full public name at all their clubs."""
    closed = closed_entries(clubs).values("person")
    return RatedPerson.objects.exclude(pk__in=closed)


def rated_lines(pks: Sequence[int], clubs: Clubs) -> list[RatedLine]:
    """Return rated people with names and clubs, in the given order. Five queries."""
    people = RatedPerson.objects.in_bulk(pks)
    keys: dict[int, list[int]] = defaultdict(list)
    rows = RatedEntry.objects.filter(person__in=pks)
    for person, key in rows.values_list("person", "key"):
        keys[person].append(key)
    entries = public_entries(
        (key for person_entries in keys.values() for key in person_entries), clubs
    )
    organisations = neighbours({entry.organisation for entry in entries.values()})
    lines = []
    for pk in pks:
        if person_entries := [entries[key] for key in keys[pk] if key in entries]:
            entry = naming_entry(person_entries)
            club = club_name(entry, organisations)
            lines.append(RatedLine(rated=people[pk], name=entry.name, club=club))
    return lines


def naming_entry(entries: Sequence[PublicEntry]) -> PublicEntry:
    """Return the entry that names a person: the one at their club, or the oldest."""
    return min(
        entries, key=lambda entry: (entry.is_guest, entry.organisation, entry.key)
    )


def club_name(entry: PublicEntry, organisations: Mapping[int, Neighbour]) -> str:
    """Return the club of an entry; empty for a guest without one."""
    return entry.club if entry.is_guest else organisations[entry.organisation].name


def person_portrait(pk: int) -> Portrait | None:
    """Return a rated person over all clubs; None unless public. Eleven queries."""
    clubs = clubs_in_scope()
    rated = RatedPerson.objects.filter(pk=pk).first()
    if rated is None or not clubs.keys:
        return None
    keys = list(rated.entries.order_by("key").values_list("key", flat=True))
    entries = public_entries(keys, clubs)
    lists = person_lists(keys, clubs)
    if len(entries) < len(keys) or not lists:
        return None
    organisations = neighbours({entry.organisation for entry in entries.values()})
    first = naming_entry(list(entries.values()))
    counting = counting_lists(lists)
    place, placed_count = rating_place(rated, clubs)
    return Portrait(
        rated=rated,
        name=first.name,
        club=club_name(first, organisations),
        place=place if len(counting) >= LEAST_LISTS else None,
        placed_count=placed_count,
        lists=lists,
        counting=counting,
        clubs=club_totals(lists, entries, organisations),
        events=event_totals(lists, organisations),
    )


def counting_lists(lists: Sequence[PublicList]) -> list[PublicList]:
    """Return the lists of a person that count for the rating. No query.

    A list with the same person in two seats cannot be compared.
    """
    times = Counter(result.sheet for result in lists)
    return [
        result for result in lists if result.is_comparable and times[result.sheet] == 1
    ]


def rating_place(rated: RatedPerson, clubs: Clubs) -> tuple[int | None, int]:
    """Return a person's place and the number of people with a place. Two queries."""
    people = placed_people(clubs)
    better = people.filter(value__gt=rated.value).count()
    return None if rated.lists < LEAST_LISTS else 1 + better, people.count()


def club_totals(
    lists: Sequence[PublicList],
    entries: Mapping[int, PublicEntry],
    organisations: Mapping[int, Neighbour],
) -> list[ClubTotals]:
    """Return a person's results at each club, most lists first. No query."""
    results = []
    for entry in entries.values():
        entry_lists = [row for row in lists if row.key == entry.key]
        if entry_lists:
            results.append(
                ClubTotals(
                    organisation=organisations[entry.organisation],
                    entry=entry,
                    lists=len(entry_lists),
                    total=sum(row.total for row in entry_lists),
                    won=sum(row.won for row in entry_lists),
                    lost=sum(row.lost for row in entry_lists),
                )
            )
    return sorted(results, key=lambda result: (-result.lists, result.organisation.name))


def event_totals(
    lists: Sequence[PublicList], organisations: Mapping[int, Neighbour]
) -> list[EventTotals]:
    """Return a person's results in each event, the latest first. No query."""
    results = []
    for event_id, rows in groupby(lists, key=lambda row: row.event_id):
        event_lists = list(rows)
        results.append(
            EventTotals(
                organisation=organisations[event_lists[0].organisation],
                event_id=event_id,
                event=event_lists[0].event,
                date=event_lists[0].date,
                lists=len(event_lists),
                total=sum(row.total for row in event_lists),
            )
        )
    return results[::-1]
