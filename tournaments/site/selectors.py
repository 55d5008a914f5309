"""The organisations that keep books here, and how much: the one look over all."""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.organisations.models import Organisation


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """What an organisation keeps here; ``name`` is empty before its set-up."""

    short_name: str
    name: str
    hosts: list[str]
    people: int
    events: int


def inventory() -> list[Holding]:
    """Return all organisations in the order they came. Three queries."""
    people = Q(players__joined_into=None)
    counted = Organisation.objects.defer("logo").annotate(
        people=Count("players", filter=people, distinct=True),
        events_held=Count("events", distinct=True),
    )
    return [
        Holding(
            short_name=each.short_name,
            name=next((club.name for club in each.clubs.all() if club.is_home), ""),
            hosts=[host.name for host in each.hosts.all()],
            people=each.people,
            events=each.events_held,
        )
        for each in counted.order_by("pk").prefetch_related("hosts", "clubs")
    ]
