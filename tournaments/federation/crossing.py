"""The one place where books of several organisations are read together.

Nothing is written here, and nothing leaves but what the public pages of the clubs show
anyway: published events, finished lists by the official rules, and names that stand in
full. Only clubs count that say they belong to the federation, of whom the federation
says so, too. ``tests/tournaments/federation/test_crossing.py`` walks through all that
must stay inside.
"""

import datetime
import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from uuid import UUID

from django.db.models import Count, Max, Model, OuterRef, QuerySet, Subquery

from scoring.ranking.rating import RatedList
from tournaments.events.models import Event
from tournaments.events.tallies import EVENT
from tournaments.federation.identities import ClubEntry
from tournaments.federation.models import Affiliation, RatedEntry
from tournaments.organisations.models import HostName
from tournaments.people.models import Club, Player
from tournaments.people.models.persons import PlayerQuerySet
from tournaments.scope.scope import organisation_in_scope
from tournaments.scope.withheld import released
from tournaments.sheets.models import ListTally
from tournaments.words.choices import Bond, Privacy

OF_EVENT = f"{EVENT}__organisation"
ORDER = (
    f"{EVENT}__date",
    f"{EVENT}__public_id",
    "sheet__series__number",
    "sheet__table_number",
)
"""The order of play, the same whatever was written first."""
ENTRY = {
    "key": "pk",
    "organisation": "organisation",
    "public_id": "public_id",
    "member_number": "member_number",
    "name_key": "name_key",
    "privacy": "privacy",
    "first_entry": "joined_into",
}
LIST = {
    "key": "player",
    "organisation": OF_EVENT,
    "event_id": EVENT,
    "event": f"{EVENT}__name",
    "date": f"{EVENT}__date",
    "total": "total",
    "won": "won",
    "lost": "lost",
    "sheet": "sheet",
    "seats": "sheet__table_size",
    "people": "people",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """Another organisation as everybody knows it: its name and its address.

    ``host`` is empty for the one behind every other name of this machine.
    """

    key: int
    name: str
    host: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicList:
    """What everybody reads of an entry on one list, and in whose books it stands."""

    key: int
    organisation: int
    event_id: int
    event: str
    date: datetime.date
    total: int
    won: int
    lost: int
    sheet: int
    seats: int
    people: int
    lists: int = 1

    @property
    def compares(self) -> bool:
        """Whether everybody played it to the end, so that it counts for the rating."""
        return self.people == self.seats


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicEntry:
    """A person as one club names them in public; ``club`` is that of a guest."""

    key: int
    organisation: int
    name: str
    club: str
    is_guest: bool


@dataclass(slots=True)
class Clubs:
    """The organisations whose public lists count: the federation and its clubs."""

    federation: int
    keys: frozenset[int] = field(default_factory=frozenset)

    @property
    def every(self) -> frozenset[int]:
        return self.keys | {self.federation}


def clubs_in_scope() -> Clubs:
    """Return the clubs of the federation whose books are open. One query."""
    own = organisation_in_scope()
    agreed = Affiliation._base_manager.filter(other=own, bond=Bond.FEDERATION)
    said = Affiliation.objects.filter(bond=Bond.CLUB)
    both = said.filter(other__in=agreed.values("organisation"))
    return Clubs(own, frozenset(both.values_list("other", flat=True)))


def has_clubs() -> bool:
    """Tell whether the books that are open are those of a federation. One query."""
    return bool(clubs_in_scope().keys)


def federations_in_scope() -> list[Neighbour]:
    """Return the federations to which the club whose books are open belongs, by name.

    One query where there is none, else three.
    """
    said = Affiliation.objects.filter(bond=Bond.FEDERATION).values("other")
    agreed = Affiliation._base_manager.filter(
        organisation__in=said, other=organisation_in_scope(), bond=Bond.CLUB
    )
    keys = list(agreed.values_list("organisation", flat=True))
    found = neighbours(keys).values() if keys else ()
    return sorted(found, key=lambda one: (one.name, one.key))


def who_say(bond: Bond) -> frozenset[int]:
    """Return the organisations that say this of the one in scope. One query."""
    said = Affiliation._base_manager.filter(other=organisation_in_scope(), bond=bond)
    return frozenset(said.values_list("organisation", flat=True))


def neighbours(keys: Collection[int]) -> dict[int, Neighbour]:
    """Return organisations by their keys. Two queries."""
    homes = Club._base_manager.filter(organisation__in=keys, is_home=True)
    hosts = HostName.objects.filter(organisation__in=keys).order_by("-pk")
    named = dict(hosts.values_list("organisation", "name"))
    return {
        key: Neighbour(key=key, name=name, host=named.get(key, ""))
        for key, name in homes.values_list("organisation", "name")
    }


def revision_of(clubs: Clubs) -> str:
    """Return a word that changes with whatever ratings depend on. Four queries.

    Lists that are corrected are counted under new keys; events and people have
    histories. Whatever counts a list in another way needs another edition of the word.
    """
    within = {f"{EVENT}__organisation__in": clubs.every}
    lists = ListTally._base_manager.filter(**within)
    found = (
        sorted(clubs.every),
        lists.aggregate(
            Count("pk"),
            Max("pk"),
            released=Count("pk", filter=released("sheet__series")),
        ),
        last_change(Event, clubs),
        last_change(Player, clubs),
    )
    return hashlib.sha256(repr(found).encode()).hexdigest()[:32]


def last_change(model: type[Model], clubs: Clubs) -> int | None:
    """Return the key of the last change to a row of the clubs. One query."""
    rows = model.history.filter(organisation__in=clubs.every)  # type: ignore[attr-defined]
    last: int | None = rows.aggregate(last=Max("history_id"))["last"]
    return last


def club_entries(clubs: Clubs) -> list[ClubEntry]:
    """Return everybody in the books of the clubs but those removed. One query.

    What this says of a person is for telling who is one with whom, and for no page.
    """
    rows = Player._base_manager.filter(
        organisation__in=clubs.every, removed_at__isnull=True
    ).order_by()
    return [
        ClubEntry(**dict(zip(ENTRY, row, strict=True)))
        for row in rows.values_list(*ENTRY.values())
    ]


def public_events(clubs: Clubs) -> QuerySet[Event]:
    """Return the events that everybody may read, and compare with others."""
    return Event._base_manager.filter(
        organisation__in=clubs.every, is_published=True, rule_set=None
    )


def copied_events(clubs: Clubs) -> list[int]:
    """Return the keys of events that count in the books of another club.

    Clubs that played together hand the file of an event on; it counts once, at the
    club whose short name comes first, whatever was written first. Two queries.
    """
    rows = public_events(clubs).order_by()
    twice = rows.values("public_id").annotate(times=Count("pk")).filter(times__gt=1)
    several = rows.filter(public_id__in=twice.values("public_id")).values_list(
        "public_id", "organisation__short_name", "pk"
    )
    seen: set[UUID] = set()
    copies = []
    for public_id, _short_name, key in sorted(several):
        if public_id in seen:
            copies.append(key)
        seen.add(public_id)
    return copies


def public_rows(clubs: Clubs) -> QuerySet[ListTally]:
    """Return what people did on the lists that everybody may read and compare.

    Two queries of its own.
    """
    rows = ListTally._base_manager.filter(
        released("sheet__series"),
        **{
            f"{OF_EVENT}__in": clubs.every,
            f"{EVENT}__is_published": True,
            f"{EVENT}__rule_set": None,
            "sheet__stands_for": None,
        },
    )
    return rows.exclude(**{f"{EVENT}__in": copied_events(clubs)})


def public_lists(clubs: Clubs) -> Iterator[RatedList[int]]:
    """Give the lists of the clubs in the order of play, by the keys of the entries.

    Three queries, the last one read in pieces. A list that somebody took over compares
    nothing.
    """
    rows = (
        public_rows(clubs)
        .order_by(*ORDER)
        .values_list(
            "sheet",
            f"{EVENT}__date",
            "sheet__table_size",
            "sheet__rounds",
            "sheet__paper_games",
            "player",
            "total",
            "active",
        )
    )
    for _sheet, of_list in groupby(rows.iterator(), key=lambda row: row[0]):
        people = list(of_list)
        _key, day, size, rounds, on_paper, *_person = people[0]
        if len(people) == size:
            # Three play in each game; who only typed totals has no games.
            games = sum(row[-1] for row in people) // 3 or on_paper or rounds * size
            totals = {row[-3]: row[-2] for row in people}
            yield RatedList(day=day, games=games, totals=totals)


def open_players(clubs: Clubs) -> PlayerQuerySet:
    """Return everybody whose full name everybody may read at one of the clubs.

    Asked anew for each page: a wish about a name holds at once.
    """
    return PlayerQuerySet(Player).filter(
        organisation__in=clubs.every,
        privacy=Privacy.FULL,
        removed_at__isnull=True,
        joined_into__isnull=True,
    )


def entries_closed(clubs: Clubs) -> QuerySet[RatedEntry]:
    """Return the entries through which a rated person may not be read any more."""
    return RatedEntry.objects.exclude(key__in=open_players(clubs).values("pk"))


def entries_called(text: str, clubs: Clubs) -> QuerySet[RatedEntry]:
    """Return the entries in whose name words begin like those of ``text``."""
    called = open_players(clubs).matching(text)
    return RatedEntry.objects.filter(key__in=called.values("pk"))


def public_entries(keys: Iterable[int], clubs: Clubs) -> Mapping[int, PublicEntry]:
    """Return people as their clubs name them in public, by their keys. One query."""
    rows = open_players(clubs).filter(pk__in=set(keys))
    return {
        player.pk: PublicEntry(
            key=player.pk,
            organisation=player.organisation_id,
            name=player.full_name,
            club=player.club.name if player.is_guest and player.club else "",
            is_guest=player.is_guest,
        )
        for player in rows.select_related("club")
    }


def lists_of(keys: Collection[int], clubs: Clubs) -> list[PublicList]:
    """Return the public lists of a person, the oldest first. Three queries."""
    rows = public_rows(clubs).filter(player__in=keys).order_by(*ORDER)
    beside = ListTally._base_manager.filter(sheet=OuterRef("sheet")).order_by()
    people = beside.values("sheet").annotate(people=Count("pk")).values("people")
    rows = rows.annotate(people=Subquery(people))
    return [
        PublicList(**dict(zip(LIST, row, strict=True)))
        for row in rows.values_list(*LIST.values())
    ]
