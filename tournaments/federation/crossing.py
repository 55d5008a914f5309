"""The one place where books of several organisations are read together.

Nothing is written here, and nothing is passed on but what the public pages of the
clubs show anyway: published events, finished lists by the official rules, and names
shown in full. A club counts only if it and the federation both say that it belongs to
the federation. ``tests/tournaments/federation/test_crossing.py`` walks through all
that must stay inside.
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
from tournaments.scope.withheld import released_condition
from tournaments.sheets.models import ListTally
from tournaments.words.choices import Bond, Privacy

EVENT_ORGANISATION = f"{EVENT}__organisation"
ORDER = (
    f"{EVENT}__date",
    f"{EVENT}__public_id",
    "sheet__series__number",
    "sheet__table_number",
)
"""The order of play, whatever the order in which the lists were entered."""
ENTRY_COLUMNS = {
    "key": "pk",
    "organisation": "organisation",
    "public_id": "public_id",
    "member_number": "member_number",
    "name_key": "name_key",
    "privacy": "privacy",
    "first_entry": "joined_into",
}
LIST_COLUMNS = {
    "key": "player",
    "organisation": EVENT_ORGANISATION,
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
    """The public face of another organisation: its name and its address.

    ``host`` is empty for the organisation that answers to every remaining name.
    """

    key: int
    name: str
    host: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicList:
    """The public result of an entry on one list, with the organisation it is from."""

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
    def is_comparable(self) -> bool:
        """Whether everyone played the list to the end, so that it can be rated."""
        return self.people == self.seats


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicEntry:
    """A person as one club names them in public; ``club`` is set for guests only."""

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
    def organisations(self) -> frozenset[int]:
        return self.keys | {self.federation}


def clubs_in_scope() -> Clubs:
    """Return the clubs of the federation in scope. One query."""
    federation = organisation_in_scope()
    agreed = Affiliation._base_manager.filter(other=federation, bond=Bond.FEDERATION)
    named = Affiliation.objects.filter(bond=Bond.CLUB)
    affiliated = named.filter(other__in=agreed.values("organisation"))
    return Clubs(federation, frozenset(affiliated.values_list("other", flat=True)))


def has_clubs() -> bool:
    """Tell whether the organisation in scope is a federation. One query."""
    return bool(clubs_in_scope().keys)


def federations_in_scope() -> list[Neighbour]:
    """Return the federations to which the club in scope belongs, by name.

    One query if there is none, otherwise three.
    """
    accepted = Affiliation.objects.filter(bond=Bond.FEDERATION).values("other")
    agreed = Affiliation._base_manager.filter(
        organisation__in=accepted, other=organisation_in_scope(), bond=Bond.CLUB
    )
    keys = list(agreed.values_list("organisation", flat=True))
    federations = neighbours(keys).values() if keys else ()
    return sorted(federations, key=lambda federation: (federation.name, federation.key))


def organisations_claiming(bond: Bond) -> frozenset[int]:
    """Return the organisations that call the one in scope this. One query."""
    claims = Affiliation._base_manager.filter(other=organisation_in_scope(), bond=bond)
    return frozenset(claims.values_list("organisation", flat=True))


def neighbours(keys: Collection[int]) -> dict[int, Neighbour]:
    """Return organisations by their keys. Two queries."""
    home_clubs = Club._base_manager.filter(organisation__in=keys, is_home=True)
    hosts = HostName.objects.filter(organisation__in=keys).order_by("-pk")
    host_names = dict(hosts.values_list("organisation", "name"))
    return {
        key: Neighbour(key=key, name=name, host=host_names.get(key, ""))
        for key, name in home_clubs.values_list("organisation", "name")
    }


def rating_revision(clubs: Clubs) -> str:
    """Return a hash that changes with everything ratings depend on. Four queries.

    Corrected lists get new tally keys; events and people have histories. A change to
    the way a list is counted must change the hash, too.
    """
    of_clubs = {f"{EVENT}__organisation__in": clubs.organisations}
    lists = ListTally._base_manager.filter(**of_clubs)
    parts = (
        sorted(clubs.organisations),
        lists.aggregate(
            Count("pk"),
            Max("pk"),
            released=Count("pk", filter=released_condition("sheet__series")),
        ),
        last_change(Event, clubs),
        last_change(Player, clubs),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def last_change(model: type[Model], clubs: Clubs) -> int | None:
    """Return the key of the last change to a row of these clubs. One query."""
    rows = model.history.filter(organisation__in=clubs.organisations)  # type: ignore[attr-defined]
    last: int | None = rows.aggregate(last=Max("history_id"))["last"]
    return last


def club_entries(clubs: Clubs) -> list[ClubEntry]:
    """Return everyone in the books of the clubs except removed people. One query.

    These entries serve to recognise a person across clubs and appear on no page.
    """
    rows = Player._base_manager.filter(
        organisation__in=clubs.organisations, removed_at__isnull=True
    ).order_by()
    return [
        ClubEntry(**dict(zip(ENTRY_COLUMNS, row, strict=True)))
        for row in rows.values_list(*ENTRY_COLUMNS.values())
    ]


def public_events(clubs: Clubs) -> QuerySet[Event]:
    """Return the public events that can be compared with others."""
    return Event._base_manager.filter(
        organisation__in=clubs.organisations, is_published=True, rule_set=None
    )


def copied_events(clubs: Clubs) -> list[int]:
    """Return the keys of events that already count at another club. Two queries.

    Clubs that played together pass on the event file; the event counts once, at the
    club whose short name comes first, whichever club entered it first.
    """
    rows = public_events(clubs).order_by()
    shared = rows.values("public_id").annotate(times=Count("pk")).filter(times__gt=1)
    copies = rows.filter(public_id__in=shared.values("public_id")).values_list(
        "public_id", "organisation__short_name", "pk"
    )
    kept_ids: set[UUID] = set()
    surplus = []
    for public_id, _short_name, key in sorted(copies):
        if public_id in kept_ids:
            surplus.append(key)
        kept_ids.add(public_id)
    return surplus


def public_rows(clubs: Clubs) -> QuerySet[ListTally]:
    """Return the results on all public lists that can be compared.

    Building it takes two queries.
    """
    rows = ListTally._base_manager.filter(
        released_condition("sheet__series"),
        **{
            f"{EVENT_ORGANISATION}__in": clubs.organisations,
            f"{EVENT}__is_published": True,
            f"{EVENT}__rule_set": None,
            "sheet__stands_for": None,
        },
    )
    return rows.exclude(**{f"{EVENT}__in": copied_events(clubs)})


def public_lists(clubs: Clubs) -> Iterator[RatedList[int]]:
    """Yield the lists of the clubs in the order of play, by the keys of the entries.

    Three queries, the last one read in chunks. A list with a substitute is left out.
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
    for _sheet, list_rows in groupby(rows.iterator(), key=lambda row: row[0]):
        results = list(list_rows)
        _key, day, size, rounds, on_paper, *_person = results[0]
        if len(results) == size:
            # Three play in each game; a list of totals only has no games.
            games = sum(row[-1] for row in results) // 3 or on_paper or rounds * size
            totals = {row[-3]: row[-2] for row in results}
            yield RatedList(day=day, games=games, totals=totals)


def public_players(clubs: Clubs) -> PlayerQuerySet:
    """Return everyone whose full name is public at one of the clubs.

    It is looked up again for each page, so that a wish for privacy applies at once.
    """
    return PlayerQuerySet(Player).filter(
        organisation__in=clubs.organisations,
        privacy=Privacy.FULL,
        removed_at__isnull=True,
        joined_into__isnull=True,
    )


def closed_entries(clubs: Clubs) -> QuerySet[RatedEntry]:
    """Return the entries because of which a rated person is no longer public."""
    return RatedEntry.objects.exclude(key__in=public_players(clubs).values("pk"))


def entries_matching(text: str, clubs: Clubs) -> QuerySet[RatedEntry]:
    """Return the entries with a name whose words start with those of ``text``."""
    matches = public_players(clubs).matching(text)
    return RatedEntry.objects.filter(key__in=matches.values("pk"))


def public_entries(keys: Iterable[int], clubs: Clubs) -> Mapping[int, PublicEntry]:
    """Return public entries by their keys. One query."""
    rows = public_players(clubs).filter(pk__in=set(keys))
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


def person_lists(keys: Collection[int], clubs: Clubs) -> list[PublicList]:
    """Return the public lists of a person, the oldest first. Three queries."""
    rows = public_rows(clubs).filter(player__in=keys).order_by(*ORDER)
    same_sheet = ListTally._base_manager.filter(sheet=OuterRef("sheet")).order_by()
    people = same_sheet.values("sheet").annotate(people=Count("pk")).values("people")
    rows = rows.annotate(people=Subquery(people))
    return [
        PublicList(**dict(zip(LIST_COLUMNS, row, strict=True)))
        for row in rows.values_list(*LIST_COLUMNS.values())
    ]
