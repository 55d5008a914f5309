"""Changing the names of teams when a member's public name changes."""

from collections.abc import Collection

from django.db import transaction

from tournaments.events.models import Team
from tournaments.events.references import events_of
from tournaments.events.teams.selectors import LONGEST_TEAM
from tournaments.people.models import Player, name_with_number
from tournaments.people.privacy.mentions import (
    ambiguous_name,
    mentions_from,
    mentions_of,
    spellings,
)
from tournaments.words.choices import Privacy

MOST_TRIES = 100


@transaction.atomic
def rename_teams_of(player: Player) -> list[Team]:
    """Remove the name of ``player`` from the names of teams, which are public.

    A pair without a name of its own is called after its people, often by their family
    names. A family name alone is removed only from the player's own teams: in other
    teams of the same events it may mean somebody else. Nothing changes for a player
    whose full name is public.
    """
    renamed = []
    for team in teams_in_events_of(player):
        players = team_players(team)
        mentions = mentions_of([*players, player], {each.pk for each in players})
        name = mentions.public_text(team.name)
        if name != team.name:
            team.name = free_team_name(team, name[:LONGEST_TEAM])
            team.save()
            renamed.append(team)
    return renamed


def replace_names_in_teams(people: Collection[Player], stand_in: str) -> None:
    """Replace a person's names in the names of their teams by ``stand_in``, for good.

    ``people`` are the records of one person. A public, first or family name alone is
    replaced as well, unless another member of the team has it. Former names of the
    teams are changed, too.
    """
    own_names = {name for player in people for name in team_name_parts(player)} - {""}
    teams = Team.objects.filter(members__entry__player__in=people).distinct()
    for team in teams.prefetch_related("members__entry__player"):
        others = [player for player in team_players(team) if player not in people]
        other_names = {name for player in others for name in team_name_parts(player)}
        if not (names := own_names - other_names):
            continue
        replaced = mentions_from(dict.fromkeys(names, stand_in)).public_text
        former = team.history.model.objects.filter(id=team.pk)
        for name in set(former.values_list("name", flat=True)):
            former.filter(name=name).update(name=replaced(name)[:LONGEST_TEAM])
        if replaced(team.name) != team.name:
            name = free_team_name(team, replaced(team.name)[:LONGEST_TEAM])
            Team.objects.filter(pk=team.pk).update(name=name)


def team_name_parts(player: Player) -> set[str]:
    """Return the names of ``player`` that may be part of the name of a team."""
    short_names = {player.public_name, player.first_name}
    return spellings(player, with_last_name=True) | short_names


def doubtful_teams(player: Player) -> list[str]:
    """Return the teams, with their event, whose names should be checked by hand.

    The family name of ``player`` is still in them, perhaps as a part of a word; or
    several people had it, and it was replaced for all of them.
    """
    return [
        f"{team} ({team.contest.event})"
        for team in teams_in_events_of(player)
        if is_doubtful(team, player)
    ]


def is_doubtful(team: Team, player: Player) -> bool:
    """Return whether the name of ``team`` may still reveal who ``player`` is."""
    players = team_players(team)
    if player in players and ambiguous_name() in team.name:
        return True
    belongs_to_other = any(
        each.last_name == player.last_name and each.privacy == Privacy.FULL
        for each in players
    )
    is_in_name = player.last_name.casefold() in team.name.casefold()
    return is_in_name and not belongs_to_other


def teams_in_events_of(player: Player) -> list[Team]:
    """Return the teams in the events of ``player``, unless the full name is public."""
    if player.privacy == Privacy.FULL:
        return []
    events = events_of([player.pk])[player.pk]
    teams = Team.objects.filter(contest__event__in=events)
    teams = teams.select_related("contest__event")
    return list(teams.prefetch_related("members__entry__player"))


def team_players(team: Team) -> list[Player]:
    """Return the players of ``team``, including those of single series."""
    return [member.entry.player for member in team.members.all()]


def free_team_name(team: Team, name: str) -> str:
    """Return ``name``, with a number if another team of the contest has it."""
    others = Team.objects.filter(contest=team.contest_id).exclude(pk=team.pk)
    taken = set(others.values_list("name", flat=True))
    names = (name_with_number(name, number) for number in (None, *range(2, MOST_TRIES)))
    return next(name for name in names if name not in taken)
