"""Writing who belongs to whom, and how strong everybody is."""

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
    public_lists,
    revision_of,
    who_say,
)
from tournaments.federation.identities import ClubEntry, has_agreed, one_person_each
from tournaments.federation.models import (
    Affiliation,
    RatedEntry,
    RatedPerson,
    RatingRun,
)
from tournaments.federation.selectors import FRESH
from tournaments.organisations.models import Organisation
from tournaments.people.models import User
from tournaments.scope.scope import organisation_in_scope
from tournaments.words.choices import Bond

BATCH = 500
RATED = ("value", "change", "lists", "day")
Node = int | str
"""A person: the public id of those who agreed, the key of any other entry."""


def name_club(*, address: str, by: User) -> Affiliation:
    """Say that the organisation at this address, or of this short name, is our club.

    It holds once the club says so, too. Raises ``ValidationError``.
    """
    wanted = address.strip().lower().removeprefix("https://").removeprefix("http://")
    name = wanted.partition("/")[0].partition(":")[0]
    known = Organisation.objects.filter(Q(hosts__name=name) | Q(short_name=name))
    found = known.distinct().first()
    if found is None:
        raise ValidationError({"address": _("Nobody on this site has this address.")})
    called = called_at(found.pk)
    row = Affiliation(other=found, bond=Bond.CLUB, name=called, said_by=by)
    row.full_clean()
    row.save()
    return row


def agree(*, other: int, by: User) -> Affiliation | None:
    """Say that ``other`` is our federation, if it says that we are its club."""
    if other not in who_say(Bond.CLUB):
        return None
    found, _is_new = Affiliation.objects.get_or_create(
        other_id=other,
        bond=Bond.FEDERATION,
        defaults={"name": called_at(other), "said_by": by},
    )
    return found


def called_at(key: int) -> str:
    """Return what an organisation calls itself; empty before its set-up."""
    found = neighbours([key]).get(key)
    return found.name if found else ""


def take_back(*, other: int, bond: Bond) -> bool:
    """Say no more that ``other`` is our club or federation; tell whether we did."""
    gone, _rows = Affiliation.objects.filter(other=other, bond=bond).delete()
    return bool(gone)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoning:
    """What came of reckoning the ratings anew."""

    lists: int
    people: int
    is_new: bool


@transaction.atomic
def ask_for_ratings(now: datetime) -> bool:
    """Tell whether it is time to reckon again, at most once in ``FRESH``.

    Of several who ask at the same moment one hears yes.
    """
    own = organisation_in_scope()
    _run, is_first = RatingRun.objects.get_or_create(
        organisation_id=own, defaults={"asked_at": now}
    )
    late = RatingRun.objects.filter(asked_at__lte=now - FRESH)
    return is_first or bool(late.update(asked_at=now))


def reckon_ratings(*, anew: bool = False) -> Reckoning:
    """Reckon the ratings of the federation in scope, unless nothing has changed.

    Always from the first list on, in the order of play: a correction of an old list
    gives the same as if it had been right from the start. Nothing is locked while the
    lists are read; what changes meanwhile is another revision, for the next time.
    """
    clubs = clubs_in_scope()
    revision = revision_of(clubs)
    run = RatingRun.objects.first()
    is_new = anew or run is None or run.revision != revision
    if is_new:
        run = store_ratings(clubs, revision)
    lists = run.lists if run else 0
    return Reckoning(lists=lists, people=RatedPerson.objects.count(), is_new=is_new)


def store_ratings(clubs: Clubs, revision: str) -> RatingRun:
    """Reckon and write everybody's rating; a federation without clubs has none."""
    people = [one for one in one_person_each(club_entries(clubs)) if has_agreed(one)]
    nodes = {each.key: name_of(person) for person in people for each in person}
    counted, now = Counting(), timezone.now()
    lists = by_person(public_lists(clubs), nodes) if clubs.keys else iter(())
    found = ratings(counted.through(lists))
    with transaction.atomic():
        run, _is_first = RatingRun.objects.select_for_update().get_or_create(
            organisation_id=clubs.federation, defaults={"asked_at": now}
        )
        run.revision, run.finished_at, run.lists = revision, now, counted.lists
        run.save(update_fields=["revision", "finished_at", "lists"])
        write_ratings(people, found)
    return run


@dataclass(slots=True)
class Counting:
    """Counts the lists that pass."""

    lists: int = 0

    def through(self, lists: Iterator[RatedList[Node]]) -> Iterator[RatedList[Node]]:
        for each in lists:
            self.lists += 1
            yield each


def name_of(person: Sequence[ClubEntry]) -> str:
    """Return by what a person is known here: the least of the public ids."""
    return str(person[0].public_id)


def by_person(
    lists: Iterator[RatedList[int]], nodes: Mapping[int, str]
) -> Iterator[RatedList[Node]]:
    """Give lists by persons instead of entries.

    Whoever has not agreed is one person for each club: others are measured by them,
    and nobody is told who it was. One person at two places of a table is a mistake of
    the books, and compares nothing.
    """
    for played in lists:
        totals = {nodes.get(key, key): sum_ for key, sum_ in played.totals.items()}
        if len(totals) == len(played.totals):
            yield RatedList(day=played.day, games=played.games, totals=totals)


def write_ratings(
    people: Sequence[Sequence[ClubEntry]], found: Mapping[Node, Rating]
) -> None:
    """Write the rated among ``people``; whoever was rated before keeps the address."""
    rated = [person for person in people if name_of(person) in found]
    names = {name_of(person) for person in rated}
    known = dict(RatedPerson.objects.values_list("public_id", "pk"))
    gone = [pk for public_id, pk in known.items() if str(public_id) not in names]
    RatedEntry.objects.all().delete()
    for start in range(0, len(gone), BATCH):
        RatedPerson.objects.filter(pk__in=gone[start : start + BATCH]).delete()
    RatedPerson.objects.bulk_create(
        [rated_row(name_of(person), found[name_of(person)]) for person in rated],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["organisation", "public_id"],
        update_fields=RATED,
    )
    keys = dict(RatedPerson.objects.values_list("public_id", "pk"))
    RatedEntry.objects.bulk_create(
        [
            RatedEntry(person_id=keys[UUID(name_of(person))], key=each.key)
            for person in rated
            for each in person
            if each.is_first
        ],
        batch_size=BATCH,
    )


def rated_row(public_id: str, rating: Rating) -> RatedPerson:
    """Return the row of a rating."""
    columns = {name: getattr(rating, name) for name in RATED}
    return RatedPerson(public_id=UUID(public_id), **columns)
