"""Attaching matches that were typed elsewhere and imported as event files."""

from operator import attrgetter

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.events.teams.selectors import teams_of
from tournaments.leagues.groups.services import locked_group
from tournaments.leagues.models import GroupTeam, MatchGroup
from tournaments.leagues.services import LeagueIsPlayed, refuse_withdrawn
from tournaments.leagues.teams.services import (
    refuse_double_match_day,
    require_in_line_up,
)
from tournaments.people.models import Player
from tournaments.people.names.names import fold
from tournaments.words.choices import EventKind

# What lists of an event and of a league must have in common.
format_of_lists = attrgetter("system", "rounds", "same_games")


class MatchIsConfirmed(ValidationError):
    """A second person has confirmed these results; they must be reopened first."""


@transaction.atomic
def attach_match(*, group: MatchGroup, event: Event) -> MatchGroup:
    """Make an imported event the match of a planned group.

    Its teams are recognised by name; a team of the group that is not in it did not
    come. Results count at once, provisionally. Raises ``LeagueIsPlayed`` for a group
    that was set up, ``PlaysElsewhere`` like ``set_up_group``, and ``ValidationError``
    for an event that is not a league match, is rated differently, belongs to another
    group, or has a team not in the group or a player not in the line-up.
    """
    group = locked_group(group)
    league = group.match_day.division.league
    if group.event_id:
        raise LeagueIsPlayed(_("This group has been set up already."), code="set-up")
    other_groups = MatchGroup.objects.filter(event=event)
    if event.kind != EventKind.LEAGUE or other_groups.exists():
        raise ValidationError(
            _("%(event)s is no match that could belong to this group."),
            code="no-match",
            params={"event": event},
        )
    if format_of_lists(event) != format_of_lists(league):
        raise ValidationError(
            _("The lists of %(event)s are not rated as this league rates them."),
            code="system",
            params={"event": event},
        )
    group.event = event
    group.save()
    link_sides(group, event)
    return group


@transaction.atomic
def relink_match(*, event: Event) -> None:
    """Link the teams of a match again after a file has replaced its event.

    The results have to be handed in again.
    """
    group = MatchGroup.objects.filter(event=event).first()
    if group is not None:
        group.entered_at = group.entered_by = None
        group.save()
        link_sides(group, event)


def link_sides(group: MatchGroup, event: Event) -> None:
    """Link the teams of a group to those of its event by their names."""
    sides = {fold(side.team.name): side for side in group.sides.select_related("team")}
    group.sides.update(event_team=None, is_absent=True)
    for event_team, entries in teams_of(event):
        side = sides.get(fold(event_team.name))
        if side is None:
            raise ValidationError(
                _("%(team)s is not in this group."),
                code="stranger",
                params={"team": event_team},
            )
        side.event_team, side.is_absent = event_team, False
        side.save()
        require_people(group, side, [entry.player for entry in entries])


def require_people(group: MatchGroup, side: GroupTeam, people: list[Player]) -> None:
    """Refuse people not in the line-up, or playing elsewhere on this match day."""
    refuse_withdrawn(side.team)
    for player in people:
        require_in_line_up(group, side, player)
    refuse_double_match_day(group, people)


def refuse_if_confirmed(*, event: Event) -> None:
    """Refuse to replace confirmed results by a file."""
    group = MatchGroup.objects.filter(event=event, confirmed_at__isnull=False).first()
    if group is not None:
        raise MatchIsConfirmed(
            _("The results of this match are confirmed; open them again first."),
            code="confirmed",
        )
