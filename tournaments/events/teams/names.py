"""What follows in an event when somebody wants to be called otherwise in public."""

from collections.abc import Collection

from django.db import transaction

from tournaments.events.models import Team
from tournaments.events.references import events_of
from tournaments.events.teams.selectors import LONGEST_TEAM
from tournaments.people.models import Player, numbered
from tournaments.people.privacy.mentions import (
    mentions_as,
    mentions_of,
    spellings,
    stand_in_for_several,
)
from tournaments.words.choices import Privacy

MOST_TRIES = 100


@transaction.atomic
def rename_teams_of(player: Player) -> list[Team]:
    """Take the name of ``player`` out of the names of teams, which all may read.

    A pair is called by its people, often by their family names, unless somebody has
    named it. The family name alone goes from the own teams only; in other teams of
    the same events it may mean somebody else. A person called in full changes none.
    """
    renamed = []
    for team in teams_around(player):
        people = people_in(team)
        names = mentions_of([*people, player], {each.pk for each in people})
        name = names.told(team.name)
        if name != team.name:
            team.name = free_name(team, name[:LONGEST_TEAM])
            team.save()
            renamed.append(team)
    return renamed


def take_out_of_teams(people: Collection[Player], stand_in: str) -> None:
    """Put ``stand_in`` for somebody's names into those of their teams, for good.

    ``people`` are the entries of one person. Here a public, first or family name alone
    counts, too, unless another one of the team bears it; what teams were called before
    is changed with them.
    """
    own = {name for player in people for name in names_in_teams(player)} - {""}
    mine = Team.objects.filter(members__entry__player__in=people).distinct()
    for team in mine.prefetch_related("members__entry__player"):
        others = [each for each in people_in(team) if each not in people]
        borne = {name for each in others for name in names_in_teams(each)}
        if not (names := own - borne):
            continue
        told = mentions_as(dict.fromkeys(names, stand_in)).told
        before = team.history.model.objects.filter(id=team.pk)
        for name in set(before.values_list("name", flat=True)):
            before.filter(name=name).update(name=told(name)[:LONGEST_TEAM])
        if told(team.name) != team.name:
            called = free_name(team, told(team.name)[:LONGEST_TEAM])
            Team.objects.filter(pk=team.pk).update(name=called)


def names_in_teams(player: Player) -> set[str]:
    """Return what somebody may be called in the name of a team."""
    alone = {player.public_name, player.first_name}
    return spellings(player, with_last_name=True) | alone


def doubtful_teams(player: Player) -> list[str]:
    """Return the teams, with the event, whose names somebody should look at.

    The family name of ``player`` is part of a word in them or stands for others who
    do not bear it; or several people share it, and it went for all of them.
    """
    return [
        f"{team} ({team.contest.event})"
        for team in teams_around(player)
        if is_doubtful(team, player)
    ]


def is_doubtful(team: Team, player: Player) -> bool:
    """Return whether the name of ``team`` may still tell who ``player`` is."""
    people = people_in(team)
    if player in people and stand_in_for_several() in team.name:
        return True
    is_somebody_elses = any(
        each.last_name == player.last_name and each.privacy == Privacy.FULL
        for each in people
    )
    is_in_it = player.last_name.casefold() in team.name.casefold()
    return is_in_it and not is_somebody_elses


def teams_around(player: Player) -> list[Team]:
    """Return all teams of the events of ``player``, who is not called in full."""
    if player.privacy == Privacy.FULL:
        return []
    events = events_of([player.pk])[player.pk]
    teams = Team.objects.filter(contest__event__in=events)
    around = teams.select_related("contest__event")
    return list(around.prefetch_related("members__entry__player"))


def people_in(team: Team) -> list[Player]:
    """Return who plays for ``team``, also in single series."""
    return [member.entry.player for member in team.members.all()]


def free_name(team: Team, name: str) -> str:
    """Return ``name`` with a number where another team of the contest has it."""
    others = Team.objects.filter(contest=team.contest_id).exclude(pk=team.pk)
    taken = set(others.values_list("name", flat=True))
    tries = (numbered(name, number) for number in (None, *range(2, MOST_TRIES)))
    return next(each for each in tries if each not in taken)
