"""Writing a match: its seats, late players, substitutes, results (rules 6.1, 5.5)."""

import secrets
from collections.abc import Mapping, Sequence
from itertools import chain
from operator import attrgetter

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.leagues.rules import LeagueRule, tables_formed
from tournaments.events.draws.drawing import DrawWish
from tournaments.events.draws.services import draw_tables
from tournaments.events.entrants import next_series
from tournaments.events.entries.services import (
    hand_over_seats,
    hand_over_teams,
    mark_left,
    mark_present,
    register_people,
    replace_person,
)
from tournaments.events.flow.services import (
    ListsMissing,
    close_series,
    release,
    reopen_series,
)
from tournaments.events.models import Entry, Event, Team
from tournaments.events.models.entries import plays_in
from tournaments.events.planning.services import delete_event, set_up_event
from tournaments.events.teams.selectors import teams_of
from tournaments.events.teams.services import add_contest, save_team
from tournaments.leagues.matches import group_state
from tournaments.leagues.models import GroupReopening, GroupTeam, LeagueTeam, MatchGroup
from tournaments.leagues.selectors import division_text
from tournaments.leagues.services import (
    LeagueIsPlayed,
    locked_league,
    refuse_double_match_day,
    refuse_withdrawn,
    require_in_line_up,
)
from tournaments.people.models import Player, User
from tournaments.people.names.names import fold
from tournaments.people.selectors import may_share_password
from tournaments.scope.models import update_many
from tournaments.words.choices import (
    DrawMode,
    EntryStatus,
    EventKind,
    GroupState,
    SheetState,
    TableRuleChoice,
)

LONGEST_NAME = 120


class TooFewPlayers(ValidationError):
    """No match can be played with the players who came (rules 6.1)."""


class FormerSeriesRuns(ValidationError):
    """Substitutes can only come in once the previous series is finished."""


@transaction.atomic
def set_up_group(
    *,
    group: MatchGroup,
    line_ups: Mapping[int, Sequence[Player]],
    by: User,
    seed: str | None = None,
) -> MatchGroup:
    """Set up the match of a group: its event, teams, people, seats of all series.

    ``line_ups`` has the people who came, in the order of their numbers, by the key of
    the league team. A team with too few people to start counts as absent. The seats
    follow the ready plan or a search (seating 10), repeatable with the same ``seed``.
    Raises ``TooFewPlayers``, ``PlaysElsewhere``, ``LeagueIsPlayed`` if the group was
    set up already, and ``ValidationError`` for people not in the line-up or named
    twice, and for too many people.
    """
    group = locked_group(group)
    league = group.match_day.division.league
    if group.event_id:
        raise LeagueIsPlayed(_("This group has been set up already."))
    sides = list(group.sides.select_related("team"))
    present = people_present(group, sides, line_ups, least=league.least_players)
    refuse_double_match_day(group, list(chain.from_iterable(present.values())))
    sizes = tables_formed(list(map(len, present.values())), group_rule(group))
    if not sizes:
        raise TooFewPlayers(
            _(
                "With these players no match can be played: two teams play only when "
                "both are complete. The match brings nobody points then."
            )
        )
    group.event = open_event(group, only_threes=set(sizes) == {3})
    group.save()
    for side in sides:
        side.is_absent = not present[side.pk]
        enter_team(group.event, side, present[side.pk])
    draw_seats(group.event, by=by, seed=seed)
    return group


def people_present(
    group: MatchGroup,
    sides: Sequence[GroupTeam],
    line_ups: Mapping[int, Sequence[Player]],
    *,
    least: int,
) -> dict[int, list[Player]]:
    """Return the players of each side by its key; none if too few came."""
    present = {}
    for side in sides:
        players = list(line_ups.get(side.team_id, ()))
        require_line_up(group, side, players)
        present[side.pk] = players if len(players) >= least else []
    return present


def require_line_up(
    group: MatchGroup, side: GroupTeam, players: Sequence[Player]
) -> None:
    """Refuse a line-up of the day that is not allowed to play."""
    most = group.match_day.division.league.team_size
    if players:
        refuse_withdrawn(side.team)
    if len(players) > most:
        text = _("%(team)s may play with %(most)s people at most.")
        raise ValidationError(text % {"team": side.team, "most": most})
    if len({player.pk for player in players}) < len(players):
        raise ValidationError(_("Somebody is named twice."))
    for player in players:
        require_in_line_up(group, side, player)


def open_event(group: MatchGroup, *, only_threes: bool) -> Event:
    day = group.match_day
    league = day.division.league
    rule = TableRuleChoice.THREES if only_threes else TableRuleChoice.FOURS
    event = set_up_event(
        event=Event(
            kind=EventKind.LEAGUE,
            name=division_text(day.division)[-LONGEST_NAME:],
            day_number=day.number,
            group_number=group.number,
            date=day.date,
            place=group.place,
            system=league.system,
            rounds=league.rounds,
            same_games=league.same_games,
            table_rule=rule,
            is_published=league.is_published,
        ),
        series=league.series_per_day,
    )
    add_contest(event=event, name=_("Teams"), size=league.team_size)
    return event


def enter_team(
    event: Event, side: GroupTeam, players: Sequence[Player], *, from_series: int = 1
) -> None:
    """Enter the people of a team who came, after those of previous teams."""
    if not players:
        side.save()
        return
    entries = register_people(event=event, people=players)
    for entry in entries:
        entry.status = EntryStatus.PRESENT
    update_many(entries, ["status"])
    team = side.event_team or Team(contest=event.contests.get(), name=side.team.name)
    side.event_team = save_team(
        team=team,
        entries=[*(team.entries.all() if team.pk else ()), *entries],
        spells={entry.pk: (from_series, None) for entry in entries},
    )
    side.save()


def draw_seats(
    event: Event, *, by: User, seed: str | None, first: int = 1, replace: bool = False
) -> None:
    """Draw the seats of the series from ``first`` on, with team mates apart."""
    wish = DrawWish(
        first=first,
        last=event.series.count(),
        seed=seed or str(secrets.randbelow(900_000) + 100_000),
        mode=DrawMode.LEAGUE,
        tables=event.table_rule,
        replace=replace,
    )
    draw_tables(event=event, wish=wish, by=by)


@transaction.atomic
def undo_set_up(*, group: MatchGroup) -> MatchGroup:
    """Delete the event of a group, as long as nothing was typed in it."""
    group = locked_group(group)
    if group.event:
        delete_event(event=group.event)
        group.sides.update(is_absent=False)
    return locked_group(group)


@transaction.atomic
def enter_late_players(
    *,
    group: MatchGroup,
    team: LeagueTeam,
    players: Sequence[Player],
    by: User,
    seed: str | None = None,
) -> MatchGroup:
    """Let missing people of ``team`` play from the next series on (rules 5.5).

    Series that have not begun are drawn again to include them. A table of three that
    was formed because of their absence plays its list to the end without them. Raises
    ``ValidationError`` if every series has begun, or if the team is complete or still
    has too few people to start.
    """
    group, event = group_with_event(group)
    league = group.match_day.division.league
    side = group.sides.select_related("team", "event_team").get(team=team)
    following = next_series(event)
    empty = {"number": following, "sheets__state": SheetState.EMPTY}
    if not event.series.filter(**empty).exists():
        raise ValidationError(_("All series have begun already."))
    playing = entries_playing(side, following)
    require_line_up(group, side, [*(entry.player for entry in playing), *players])
    if len(playing) + len(players) < league.least_players:
        text = _("%(team)s still has too few players to start.")
        raise TooFewPlayers(text % {"team": team})
    refuse_double_match_day(group, players)
    side.is_absent = False
    enter_team(event, side, players, from_series=following)
    newcomers = event.entries.filter(player__in=players)
    for entry in newcomers:
        entry.from_series = following
    update_many(list(newcomers), ["from_series"])
    set_table_rule(group, event, following)
    draw_seats(event, by=by, seed=seed, first=following, replace=True)
    return group


def entries_playing(side: GroupTeam, series: int) -> list[Entry]:
    """Return the entries of a team that play in a series. One query."""
    if side.event_team is None:
        return []
    entries = side.event_team.entries.filter(plays_in(series)).select_related("player")
    return list(entries)


def set_table_rule(group: MatchGroup, event: Event, series: int) -> None:
    """Form only tables of three if three complete teams play (rules 6.1)."""
    sides = group.sides.select_related("event_team")
    present = [len(entries_playing(side, series)) for side in sides]
    sizes = tables_formed(present, group_rule(group))
    only_threes = set(sizes) == {3}
    rule = TableRuleChoice.THREES if only_threes else TableRuleChoice.FOURS
    event.store(table_rule=rule)


@transaction.atomic
def bring_substitute(
    *, group: MatchGroup, out: Player, player: Player, from_series: int, by: User
) -> Entry:
    """Let ``player`` replace ``out`` from a series on, at the same seats.

    A player who was replaced before may come back. The previous series is closed.
    Raises ``FormerSeriesRuns`` while lists of it are missing, and the same errors as
    ``set_up_group``.
    """
    group, event = group_with_event(group)
    close_former_series(event, from_series, by)
    entry = event.entries.filter(player=out).first()
    event_team = entry.teams.first() if entry else None
    if entry is None or event_team is None or not entry.plays(from_series):
        text = _("%(player)s does not play in series %(series)s.")
        raise ValidationError(text % {"player": out, "series": from_series})
    side = group.sides.select_related("team").get(event_team=event_team)
    require_in_line_up(group, side, player)
    refuse_double_match_day(group, [player])
    back = event_team.entries.filter(player=player).first()
    if back is None or back.status != EntryStatus.LEFT:
        return replace_person(
            entry=entry, player=player, from_series=from_series, by=by
        )
    mark_left(entry=entry, after_series=from_series - 1)
    entry = event.entries.get(pk=entry.pk)
    hand_over_teams(leaver=entry, successor=back, from_series=from_series)
    hand_over_seats(entry, player, from_series, by)
    return mark_present(entry=back)


def close_former_series(event: Event, number: int, by: User) -> None:
    """Close the series before ``number``, or refuse while its lists are missing."""
    former = event.series.filter(number=number - 1, closed_at=None).first()
    if former is None:
        return
    try:
        close_series(series=former, by=by)
    except ListsMissing as refusal:
        text = _("Series %(series)s is not finished yet; substitutes come in after it.")
        raise FormerSeriesRuns(text % {"series": former.number}) from refusal


def locked_group(group: MatchGroup) -> MatchGroup:
    """Return a group as stored, with its event and its league, which is locked."""
    locked_league(group.match_day.division.league)
    groups = MatchGroup.objects.select_related(
        "match_day__division__league", "event", "host"
    )
    return groups.get(pk=group.pk)


def group_with_event(group: MatchGroup) -> tuple[MatchGroup, Event]:
    """Return a group with its event, its league locked; refuse one not set up."""
    group = locked_group(group)
    if group.event is None:
        raise ValidationError(_("This group has not been set up yet."))
    return group, group.event


def group_rule(group: MatchGroup) -> LeagueRule:
    rule: LeagueRule = group.match_day.division.as_rule()
    return rule


class OwnResults(ValidationError):
    """The person who handed in results cannot confirm them."""


@transaction.atomic
def hand_in_group(*, group: MatchGroup, by: User) -> MatchGroup:
    """Hand in the results of a group and close its open series.

    The results stay provisional until a second person confirms them. Raises
    ``ListsMissing`` with every table that is not finished.
    """
    group, event = group_with_event(group)
    if group_state(group) in (GroupState.ENTERED, GroupState.CONFIRMED):
        raise ValidationError(_("These results have been handed in already."))
    for series in event.series.filter(closed_at__isnull=True):
        close_series(series=series, by=by)
    group.entered_at = timezone.now()
    group.entered_by = by
    group.confirmed_at = None
    group.confirmed_by = None
    group.save()
    return group


@transaction.atomic
def confirm_group(*, group: MatchGroup, by: User) -> MatchGroup:
    """Confirm results that another person handed in, so that they become final.

    Raises ``OwnResults`` for the person who handed them in, and ``ValidationError``
    if there is nothing to confirm or something has changed since.
    """
    group, event = group_with_event(group)
    if group_state(group) != GroupState.ENTERED:
        raise ValidationError(
            _("There are no results to confirm: they are handed in first.")
        )
    refuse_own_results(group, by)
    release(event=event, is_released=True)
    group.confirmed_at = timezone.now()
    group.confirmed_by = by
    return group.check_and_save()


def refuse_own_results(group: MatchGroup, by: User) -> None:
    """Refuse the person who handed in the results, and who may be the same person."""
    if group.entered_by_id == by.pk:
        raise OwnResults(
            _("You handed these results in; another person confirms them.")
        )
    since = group.entered_at or timezone.now()
    if may_share_password(by, [group.entered_by_id], since=since):
        raise OwnResults(
            _(
                "Whoever handed these results in also gave out a code for your "
                "account; another person confirms them."
            )
        )


@transaction.atomic
def reopen_group(
    *, group: MatchGroup, reason: str, by: User, series: int | None = None
) -> GroupReopening:
    """Make results that were handed in or confirmed provisional again.

    ``series`` is reopened as well, so that its lists can be opened and corrected;
    afterwards the results are handed in and confirmed again.
    """
    group, event = group_with_event(group)
    if group.entered_at is None:
        raise ValidationError(
            _("There are no results to confirm: they are handed in first.")
        )
    reopening = GroupReopening(
        group=group,
        reason=reason.strip(),
        was_confirmed=group.confirmed_at is not None,
        at=timezone.now(),
        by=by,
    )
    reopening.check_and_save(force_insert=True)
    if series is not None:
        series_to_open = event.series.filter(number=series).first()
        if series_to_open is None:
            text = _("There is no series %(number)s.")
            raise ValidationError(text % {"number": series})
        reopen_series(series=series_to_open, by=by, reason=reason)
    release(event=event, is_released=False)
    group.entered_at = group.entered_by = None
    group.confirmed_at = group.confirmed_by = None
    group.save()
    return reopening


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
        raise LeagueIsPlayed(_("This group has been set up already."))
    other_groups = MatchGroup.objects.filter(event=event)
    if event.kind != EventKind.LEAGUE or other_groups.exists():
        text = _("%(event)s is no match that could belong to this group.")
        raise ValidationError(text % {"event": event})
    if format_of_lists(event) != format_of_lists(league):
        text = _("The lists of %(event)s are not rated as this league rates them.")
        raise ValidationError(text % {"event": event})
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
            text = _("%(team)s is not in this group.")
            raise ValidationError(text % {"team": event_team})
        side.event_team, side.is_absent = event_team, False
        side.save()
        people = [entry.player for entry in entries]
        refuse_withdrawn(side.team)
        for player in people:
            require_in_line_up(group, side, player)
        refuse_double_match_day(group, people)


def refuse_if_confirmed(*, event: Event) -> None:
    """Refuse to replace confirmed results by a file."""
    group = MatchGroup.objects.filter(event=event, confirmed_at__isnull=False).first()
    if group is not None:
        raise MatchIsConfirmed(
            _("The results of this match are confirmed; open them again first.")
        )
