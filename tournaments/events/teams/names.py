"""Names of teams that a removed person leaves, or that reveal a hidden one."""

from collections.abc import Collection

from tournaments.events.models import Team
from tournaments.events.references import events_of
from tournaments.events.teams.selectors import LONGEST_TEAM
from tournaments.people.models import Player, name_with_number
from tournaments.people.names.mentions import mentions_from, spellings
from tournaments.people.names.names import Audience, shown_to
from tournaments.scope.log import LONGEST_LABEL, entries_about
from tournaments.words.choices import Privacy

MOST_TRIES = 100


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
        for entry in entries_about(team):
            entry.label = replaced(entry.label)[:LONGEST_LABEL]
            entry.changes = replaced(entry.changes)
            entry.save(update_fields=["label", "changes"])
        if replaced(team.name) != team.name:
            name = free_team_name(team, replaced(team.name)[:LONGEST_TEAM])
            Team.objects.filter(pk=team.pk).update(name=name)


def team_name_parts(player: Player) -> set[str]:
    """Return the names of ``player`` that may be part of the name of a team."""
    short_names = {player.public_name, player.first_name}
    return spellings(player, with_last_name=True) | short_names


def doubtful_teams(player: Player) -> list[str]:
    """Return the teams, with their event, whose names should be checked by hand.

    Visitors still read the family name of ``player`` in them, perhaps as a part of a
    word.
    """
    return [
        f"{team} ({team.contest.event})"
        for team in teams_in_events_of(player)
        if is_doubtful(team, player)
    ]


def is_doubtful(team: Team, player: Player) -> bool:
    """Return whether the name of ``team`` may still reveal who ``player`` is."""
    belongs_to_other = any(
        each.last_name == player.last_name and each.privacy == Privacy.FULL
        for each in team_players(team)
    )
    with shown_to(Audience.PUBLIC):
        name = team.name.casefold()
    return player.last_name.casefold() in name and not belongs_to_other


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
