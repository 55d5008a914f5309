"""What follows in an event when somebody wants to be called otherwise in public."""

import re

from django.db import transaction

from tournaments.choices import Privacy
from tournaments.competitions.models import Team
from tournaments.competitions.selectors.persons import events_of
from tournaments.members.models import Player, numbered

MOST_TRIES = 100


@transaction.atomic
def rename_teams_of(player: Player) -> list[Team]:
    """Take the full name of ``player`` out of the names of teams, which all may read.

    A pair is called by its people unless somebody has named it. Only teams of events
    in which the person stands are looked at; whoever is called in full changes none.
    """
    if player.privacy == Privacy.FULL:
        return []
    pattern = re.compile(rf"(?<!\w){re.escape(player.full_name)}(?!\w)")
    events = events_of([player.pk])[player.pk]
    teams = Team.objects.filter(
        contest__competition__in=events, name__contains=player.full_name
    )
    renamed = [team for team in teams if pattern.search(team.name)]
    for team in renamed:
        team.name = free_name(team, pattern.sub(player.public_name, team.name))
        team.save()
    return renamed


def free_name(team: Team, name: str) -> str:
    """Return ``name`` with a number where another team of the contest has it."""
    others = Team.objects.filter(contest=team.contest_id).exclude(pk=team.pk)
    taken = set(others.values_list("name", flat=True))
    tries = (numbered(name, number) for number in (None, *range(2, MOST_TRIES)))
    return next(each for each in tries if each not in taken)
