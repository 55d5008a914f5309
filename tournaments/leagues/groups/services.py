"""Writing a group: line-up of the day, seats, late players, substitutes (6.1, 5.5)."""

import secrets
from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from simple_history.utils import bulk_update_with_history

from scoring.leagues.rules import LeagueRule, tables_formed
from tournaments.events.draws.drawing import DrawWish
from tournaments.events.draws.services import draw_tables
from tournaments.events.entrants import next_series
from tournaments.events.entries.services import (
    Registration,
    arrive,
    hand_over,
    leave,
    register_people,
    replace_person,
    take_seats,
)
from tournaments.events.flow.services import ListsMissing, close_series
from tournaments.events.models import Entry, Event, Team
from tournaments.events.planning.opening import set_up_event
from tournaments.events.planning.services import delete_event
from tournaments.events.teams.services import add_contest, save_team
from tournaments.leagues.models import GroupTeam, LeagueTeam, MatchGroup
from tournaments.leagues.services import LeagueIsPlayed, locked_league, refuse_withdrawn
from tournaments.leagues.teams.services import (
    refuse_double_match_day,
    require_in_line_up,
)
from tournaments.leagues.words import division_text
from tournaments.people.models import Player, User
from tournaments.words.choices import (
    DrawMode,
    EntryStatus,
    EventKind,
    SheetState,
    TableRuleChoice,
)

LONGEST_NAME = 120


class TooFewPlayers(ValidationError):
    """No match can be played with the players who came (rules 6.1)."""


class FormerSeriesRuns(ValidationError):
    """Substitutes come in when the series before is finished."""


@transaction.atomic
def set_up_group(
    *,
    group: MatchGroup,
    line_ups: Mapping[int, Sequence[Player]],
    by: User,
    seed: str | None = None,
) -> MatchGroup:
    """Set up the match of a group: its event, teams, people, seats of all series.

    ``line_ups`` are the people who came, in the order of their numbers, by the key of
    the league team; who is not named did not come. A team with too few to start
    counts as absent. The seats are the ready plan or a search (seating 10), repeated
    by the same ``seed``. Raises ``TooFewPlayers``, ``PlaysElsewhere``,
    ``LeagueIsPlayed`` when the group was set up, ``ValidationError`` for who is not
    in the line-up or named twice, and for too many.
    """
    league = locked_league(group.match_day.division.league)
    group = fetched_group(group.pk)
    if group.event_id:
        raise LeagueIsPlayed(_("This group has been set up already."), code="set-up")
    sides = list(group.sides.select_related("team"))
    present = people_present(group, sides, line_ups, least=league.least_players)
    refuse_double_match_day(group, [who for here in present.values() for who in here])
    sizes = tables_formed([len(here) for here in present.values()], rule_of(group))
    if not sizes:
        raise TooFewPlayers(
            _(
                "With these players no match can be played: two teams play only when "
                "both are complete. The match brings nobody points then."
            ),
            code="too-few",
        )
    group.event = open_event(group, only_threes=set(sizes) == {3})
    group.save()
    for side in sides:
        side.is_absent = not present[side.pk]
        enter_side(group.event, side, present[side.pk])
    draw_day(group.event, by=by, seed=seed)
    return group


def people_present(
    group: MatchGroup,
    sides: Sequence[GroupTeam],
    line_ups: Mapping[int, Sequence[Player]],
    *,
    least: int,
) -> dict[int, list[Player]]:
    """Return who plays for each side, by its key; nobody where too few came."""
    present = {}
    for side in sides:
        players = list(line_ups.get(side.team_id, ()))
        require_line_up(group, side, players)
        present[side.pk] = players if len(players) >= least else []
    return present


def require_line_up(
    group: MatchGroup, side: GroupTeam, players: Sequence[Player]
) -> None:
    """Refuse a line-up of the day that may not play."""
    most = group.match_day.division.league.team_size
    if players:
        refuse_withdrawn(side.team)
    if len(players) > most:
        raise ValidationError(
            _("%(team)s may play with %(most)s people at most."),
            code="size",
            params={"team": side.team, "most": most},
        )
    if len({player.pk for player in players}) < len(players):
        raise ValidationError(_("Somebody is named twice."), code="twice")
    for player in players:
        require_in_line_up(group, side, player)


def open_event(group: MatchGroup, *, only_threes: bool) -> Event:
    """Open the event in which the lists of a group are kept."""
    day = group.match_day
    league = day.division.league
    rule = TableRuleChoice.THREES if only_threes else TableRuleChoice.FOURS
    event = set_up_event(
        event=Event(
            kind=EventKind.LEAGUE,
            name=name_of(group),
            date=day.date,
            place=group.place,
            system=league.system,
            rounds=league.rounds,
            table_rule=rule,
            is_published=league.is_published,
        ),
        series=league.series_per_day,
    )
    add_contest(event=event, name=_("Teams"), size=league.team_size)
    return event


def name_of(group: MatchGroup) -> str:
    """Return what the event of a group is called."""
    day = group.match_day
    words = {
        "division": division_text(day.division),
        "day": day.number,
        "group": group.number,
    }
    name = _("%(division)s, match day %(day)s, group %(group)s") % words
    return name[-LONGEST_NAME:]


def enter_side(
    event: Event,
    side: GroupTeam,
    players: Sequence[Player],
    *,
    from_series: int = 1,
) -> None:
    """Enter the people of a team who came, behind those of the teams before."""
    if not players:
        side.save()
        return
    team = side.event_team
    if team is None:
        team = Team(contest=event.contests.get(), name=side.team.name)
        save_team(team=team, entries=())
        side.event_team = team
    side.save()
    entries = register_people(
        event=event, people=[Registration(player=each) for each in players]
    )
    for entry in entries:
        entry.status = EntryStatus.PRESENT
    bulk_update_with_history(entries, Entry, ["status"])
    save_team(
        team=team,
        entries=[*team.entries.all(), *entries],
        spells={entry.pk: (from_series, None) for entry in entries},
    )


def draw_day(
    event: Event,
    *,
    by: User,
    seed: str | None,
    first: int = 1,
    replace: bool = False,
) -> None:
    """Draw the seats of the series from ``first`` on, with mates apart."""
    wish = DrawWish(
        first=first,
        last=event.series.count(),
        seed=seed or str(secrets.randbelow(900_000) + 100_000),
        mode=DrawMode.LEAGUE,
        tables=event.table_rule,
        replace=replace,
    )
    draw_tables(event=event, wish=wish, by=by, patience=None)


@transaction.atomic
def undo_set_up(*, group: MatchGroup) -> MatchGroup:
    """Take the event of a group away as long as nothing was typed in it."""
    locked_league(group.match_day.division.league)
    group = fetched_group(group.pk)
    if group.event:
        delete_event(event=group.event)
        group.sides.update(is_absent=False)
    return fetched_group(group.pk)


@transaction.atomic
def let_enter_late(
    *,
    group: MatchGroup,
    team: LeagueTeam,
    players: Sequence[Player],
    by: User,
    seed: str | None = None,
) -> MatchGroup:
    """Let missing people of ``team`` play from the next series on (rules 5.5).

    The series that have not begun are drawn anew with them. A list of a table of
    three that was formed because of their absence is played to its end without
    them. Raises ``ValidationError`` when every series has begun, when the team is
    complete or still has too few to start.
    """
    league = locked_league(group.match_day.division.league)
    group, event = played_group(group)
    side = group.sides.select_related("team", "event_team").get(team=team)
    following = next_series(event)
    empty = {"number": following, "sheets__state": SheetState.EMPTY}
    if not event.series.filter(**empty).exists():
        raise ValidationError(_("All series have begun already."), code="begun")
    here = playing_for(side, following)
    require_line_up(group, side, [*(entry.player for entry in here), *players])
    if len(here) + len(players) < league.least_players:
        raise TooFewPlayers(
            _("%(team)s still has too few players to start.") % {"team": team},
            code="too-few",
        )
    refuse_double_match_day(group, players)
    side.is_absent = False
    enter_side(event, side, players, from_series=following)
    new = event.entries.filter(player__in=players)
    for entry in new:
        entry.from_series = following
    bulk_update_with_history(list(new), Entry, ["from_series"])
    set_table_rule(group, event, following)
    draw_day(event, by=by, seed=seed, first=following, replace=True)
    return group


def playing_for(side: GroupTeam, series: int) -> list[Entry]:
    """Return who of a team plays in a series. One query."""
    if side.event_team is None:
        return []
    entries = side.event_team.entries.playing_in(series).select_related("player")
    return list(entries)


def set_table_rule(group: MatchGroup, event: Event, series: int) -> None:
    """Form tables of three alone where three complete teams play (rules 6.1)."""
    sides = group.sides.select_related("event_team")
    present = [len(playing_for(side, series)) for side in sides]
    sizes = tables_formed(present, rule_of(group))
    only_threes = set(sizes) == {3}
    event.table_rule = TableRuleChoice.THREES if only_threes else TableRuleChoice.FOURS
    event.save(update_fields=["table_rule"])


@transaction.atomic
def bring_substitute(
    *, group: MatchGroup, out: Player, player: Player, from_series: int, by: User
) -> Entry:
    """Let ``player`` play for ``out`` from a series on, at the same seats.

    Somebody replaced before may come back. The series before is closed by it. Raises
    ``FormerSeriesRuns`` while lists of it are missing, and refuses as
    ``set_up_group`` does.
    """
    locked_league(group.match_day.division.league)
    group, event = played_group(group)
    close_former_series(event, from_series, by)
    entry = event.entries.filter(player=out).first()
    event_team = entry.teams.first() if entry else None
    if entry is None or event_team is None or not entry.plays(from_series):
        raise ValidationError(
            _("%(player)s does not play in series %(series)s."),
            code="away",
            params={"player": out, "series": from_series},
        )
    side = group.sides.select_related("team").get(event_team=event_team)
    require_in_line_up(group, side, player)
    refuse_double_match_day(group, [player])
    back = event_team.entries.filter(player=player).first()
    if back is None or back.status != EntryStatus.LEFT:
        return replace_person(
            entry=entry, player=player, from_series=from_series, by=by
        )
    leave(entry=entry, after_series=from_series - 1)
    entry = event.entries.get(pk=entry.pk)
    hand_over(leaver=entry, successor=back, from_series=from_series)
    take_seats(entry, player, from_series, by)
    return arrive(entry=back)


def close_former_series(event: Event, number: int, by: User) -> None:
    """Close the series before ``number``; refuse while its lists are missing."""
    former = event.series.filter(number=number - 1, closed_at=None).first()
    if former is None:
        return
    try:
        close_series(series=former, by=by)
    except ListsMissing as refusal:
        raise FormerSeriesRuns(
            _("Series %(series)s is not finished yet; substitutes come in after it."),
            code="former-series",
            params={"series": former.number},
        ) from refusal


def fetched_group(pk: int) -> MatchGroup:
    """Return a group with its league and event, as it is now."""
    found = MatchGroup.objects.select_related(
        "match_day__division__league", "event", "host"
    )
    return found.get(pk=pk)


def played_group(group: MatchGroup) -> tuple[MatchGroup, Event]:
    """Return a group that was set up, with its event; refuse another one."""
    group = fetched_group(group.pk)
    if group.event is None:
        raise ValidationError(
            _("This group has not been set up yet."), code="not-set-up"
        )
    return group, group.event


def rule_of(group: MatchGroup) -> LeagueRule:
    """Return the rule of the group's league."""
    rule: LeagueRule = group.match_day.division.as_rule()
    return rule
