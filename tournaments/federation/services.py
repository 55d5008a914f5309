"""Writing the bonds between organisations, and the ratings of their people."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.ranking.rating import RatedList, Rating, ratings
from tournaments.federation.crossing import (
    Clubs,
    club_entries,
    clubs_in_scope,
    neighbours,
    organisations_claiming,
    public_lists,
    rating_revision,
)
from tournaments.federation.identities import (
    ClubEntry,
    is_public_everywhere,
    people_among,
)
from tournaments.federation.models import (
    Affiliation,
    RatedEntry,
    RatedPerson,
    RatingRun,
)
from tournaments.federation.selectors import REFRESH_INTERVAL
from tournaments.organisations.hosts import organisation_at
from tournaments.organisations.models import Organisation
from tournaments.people.models import User
from tournaments.scope.scope import organisation_in_scope
from tournaments.words.choices import Bond

BATCH = 500
RATED = ("value", "change", "lists", "day")
Node = int | str
"""A person: a public id if all their clubs agree, otherwise the key of an entry."""


def name_club(*, address: str, by: User) -> Affiliation:
    """Name the organisation with this address or short name as a club of ours.

    The bond holds once the club agrees. Raises ``ValidationError``.
    """
    text = address.strip().lower().removeprefix("https://").removeprefix("http://")
    host = text.partition("/")[0]
    is_theirs = Q(pk=organisation_at(host)) | Q(short_name=host)
    club = Organisation.objects.filter(is_theirs).first()
    if club is None:
        raise ValidationError({"address": _("Nobody on this site has this address.")})
    club_name = organisation_name(club.pk)
    row = Affiliation(other=club, bond=Bond.CLUB, name=club_name, said_by=by)
    return row.check_and_save()


def accept_federation(*, other: int, by: User) -> Affiliation | None:
    """Accept ``other`` as our federation, if it names us as its club."""
    if other not in organisations_claiming(Bond.CLUB):
        return None
    affiliation, _is_new = Affiliation.objects.get_or_create(
        other_id=other,
        bond=Bond.FEDERATION,
        defaults={"name": organisation_name(other), "said_by": by},
    )
    return affiliation


def organisation_name(key: int) -> str:
    """Return the name of an organisation; empty before its set-up."""
    organisation = neighbours([key]).get(key)
    return organisation.name if organisation else ""


def end_affiliation(*, other: int, bond: Bond) -> bool:
    """Stop naming ``other`` as our club or federation; tell whether we did."""
    deleted, _rows = Affiliation.objects.filter(other=other, bond=bond).delete()
    return bool(deleted)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingUpdate:
    """The outcome of an update of the ratings."""

    lists: int
    people: int
    is_new: bool


@transaction.atomic
def claim_rating_update(now: datetime) -> bool:
    """Claim the next update, at most one per ``REFRESH_INTERVAL``.

    If several ask at the same moment, only one gets True.
    """
    federation = organisation_in_scope()
    _run, is_first = RatingRun.objects.get_or_create(
        organisation_id=federation, defaults={"asked_at": now}
    )
    outdated = RatingRun.objects.filter(asked_at__lte=now - REFRESH_INTERVAL)
    return is_first or bool(outdated.update(asked_at=now))


def update_ratings(*, anew: bool = False) -> RatingUpdate:
    """Calculate the ratings of the federation in scope, unless nothing has changed.

    It always starts from the first list, in the order of play: correcting an old list
    has the same effect as if it had been right from the start. Nothing is locked while
    the lists are read; what changes meanwhile is a new revision for the next update.
    """
    clubs = clubs_in_scope()
    revision = rating_revision(clubs)
    run = RatingRun.objects.first()
    is_new = anew or run is None or run.revision != revision
    if is_new:
        run = store_ratings(clubs, revision)
    lists = run.lists if run else 0
    return RatingUpdate(lists=lists, people=RatedPerson.objects.count(), is_new=is_new)


def store_ratings(clubs: Clubs, revision: str) -> RatingRun:
    """Calculate and store all ratings; a federation without clubs has none."""
    people = list(filter(is_public_everywhere, people_among(club_entries(clubs))))
    nodes = {entry.key: person_key(person) for person in people for entry in person}
    counter, now = ListCounter(), timezone.now()
    lists = lists_by_person(public_lists(clubs), nodes) if clubs.keys else iter(())
    ratings_by_person = ratings(counter.through(lists))
    with transaction.atomic():
        run, _is_first = RatingRun.objects.select_for_update().get_or_create(
            organisation_id=clubs.federation, defaults={"asked_at": now}
        )
        run.revision, run.finished_at, run.lists = revision, now, counter.lists
        run.save(update_fields=["revision", "finished_at", "lists"])
        write_ratings(people, ratings_by_person)
    return run


@dataclass(slots=True)
class ListCounter:
    """Counts the lists that pass through it."""

    lists: int = 0

    def through(self, lists: Iterator[RatedList[Node]]) -> Iterator[RatedList[Node]]:
        for item in lists:
            self.lists += 1
            yield item


def person_key(person: Sequence[ClubEntry]) -> str:
    """Return the key of a person in the ratings: the least of the public ids."""
    return str(person[0].public_id)


def lists_by_person(
    lists: Iterator[RatedList[int]], nodes: Mapping[int, str]
) -> Iterator[RatedList[Node]]:
    """Yield lists by person instead of by entry.

    A person not public everywhere counts as a separate person at each club: opponents
    are rated against them, and nobody learns who it was. A list with one person in two
    seats is a mistake and cannot be compared.
    """
    for item in lists:
        totals = {nodes.get(key, key): total for key, total in item.totals.items()}
        if len(totals) == len(item.totals):
            yield RatedList(day=item.day, games=item.games, totals=totals)


def write_ratings(
    people: Sequence[Sequence[ClubEntry]], ratings_by_person: Mapping[Node, Rating]
) -> None:
    """Store the rated among ``people``; those rated before keep their address."""
    by_key = {person_key(person): person for person in people}
    rated = {key: person for key, person in by_key.items() if key in ratings_by_person}
    stored = RatedPerson.objects.values_list("public_id", "pk")
    unrated = [pk for public_id, pk in stored if str(public_id) not in rated]
    RatedEntry.objects.all().delete()
    for start in range(0, len(unrated), BATCH):
        RatedPerson.objects.filter(pk__in=unrated[start : start + BATCH]).delete()
    RatedPerson.objects.bulk_create(
        [rated_row(key, ratings_by_person[key]) for key in rated],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["organisation", "public_id"],
        update_fields=RATED,
    )
    pks = dict(RatedPerson.objects.values_list("public_id", "pk"))
    RatedEntry.objects.bulk_create(
        [
            RatedEntry(person_id=pks[UUID(key)], key=entry.key)
            for key, person in rated.items()
            for entry in person
            if entry.is_first
        ],
        batch_size=BATCH,
    )


def rated_row(public_id: str, rating: Rating) -> RatedPerson:
    """Return the row of a rating."""
    columns = {name: getattr(rating, name) for name in RATED}
    return RatedPerson(public_id=UUID(public_id), **columns)
