"""Running a match day: late players, substitutes, two people (5.5, 6.3)."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tests.factories import INSIDER, type_games
from tests.tournaments.leagues.matches import (
    WINS,
    another_secretary,
    known,
    line_up,
    plan,
    play_series,
    played_day,
    refused,
    seated,
    secretary,
    set_up,
    sheets_of,
)
from tournaments.events.draws.services import is_repeated
from tournaments.events.flow.services import adjust, close_series, reopen_series
from tournaments.events.models import Draw, Event
from tournaments.leagues.match_services import (
    FormerSeriesRuns,
    OwnResults,
    TooFewPlayers,
    bring_substitute,
    confirm_group,
    enter_late_players,
    hand_in_group,
    reopen_group,
)
from tournaments.leagues.matches import group_state
from tournaments.leagues.models import GroupReopening, MatchGroup
from tournaments.leagues.ranking import division_table, match_day_tables
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.words.choices import GroupState

pytestmark = pytest.mark.django_db


# Match day


def test_the_seats_of_a_match_day_can_be_drawn_again(four_teams):
    division, teams = four_teams(series_per_day=3)
    set_up(plan(division, teams), teams, by=secretary())

    assert is_repeated(draw=Draw.objects.get())


def test_5_5_a_missing_player_enters_in_the_next_series(four_teams):
    division, teams = four_teams(series_per_day=3)
    erika = secretary()
    group = set_up(plan(division, teams), teams, (4, 4, 4, 3), by=erika)
    type_games(sheets_of(group)[0], ["e"], by=erika)

    enter_late_players(group=group, team=teams[3], players=[known("D4")], by=erika)

    assert [len(table) for table in seated(group, 1)] == [4, 4, 4, 3]
    for series in (2, 3):
        assert [len(table) for table in seated(group, series)] == [4, 4, 4, 4]
        assert all(len({n[0] for n in table}) == 4 for table in seated(group, series))
    refused(
        "size",
        enter_late_players,
        group=group,
        team=teams[3],
        players=[known("D5")],
        by=erika,
    )


def test_5_5_a_team_that_comes_late_is_absent_only_in_the_series_before(four_teams):
    division, teams = four_teams(series_per_day=2)
    erika = secretary()
    group = set_up(plan(division, teams), teams, (4, 4, 4, 0), by=erika)
    play_series(group, {"A": 3, "B": 2, "C": 1}, by=erika)

    with pytest.raises(TooFewPlayers):
        enter_late_players(group=group, team=teams[3], players=[known("D1")], by=erika)
    late = line_up(teams[3], 3)
    enter_late_players(group=group, team=teams[3], players=late, by=erika)
    play_series(group, {"D": 9, "A": 3, "B": 2, "C": 1}, by=erika, series=2)

    tables = match_day_tables(group, user=INSIDER)
    first, second = tables.series
    assert [line.team.name for line in first.lines] == ["A", "B", "C", "D"]
    assert [line.team.name for line in second.lines] == ["D", "A", "B", "C"]
    assert [len(table) for table in seated(group, 2)] == [4, 4, 4, 3]
    assert tables.absent == ()
    refused(
        "begun",
        enter_late_players,
        group=group,
        team=teams[3],
        players=[known("D4")],
        by=erika,
    )


def test_5_5_a_substitute_comes_in_after_the_previous_series_and_takes_the_seats(
    four_teams,
):
    division, teams = four_teams(series_per_day=3)
    erika = secretary()
    group = set_up(plan(division, teams), teams, by=erika)
    change = {
        "group": group,
        "out": known("A2"),
        "player": known("A5"),
        "from_series": 2,
        "by": erika,
    }

    with pytest.raises(FormerSeriesRuns):
        bring_substitute(**change)
    before = seated(group, 2), seated(group, 3)
    play_series(group, WINS, by=erika, close=False)
    bring_substitute(**change)
    assert group.event.series.get(number=1).closed_at

    changed = [
        [[name.replace("A2", "A5") for name in table] for table in series]
        for series in before
    ]
    assert [seated(group, 2), seated(group, 3)] == changed
    refused("away", bring_substitute, **change)


def test_5_5_a_replaced_player_may_come_back(four_teams):
    division, teams = four_teams(series_per_day=3)
    erika = secretary()
    group = set_up(plan(division, teams), teams, by=erika)
    play_series(group, WINS, by=erika)
    change = {"group": group, "by": erika}
    bring_substitute(out=known("A2"), player=known("A5"), from_series=2, **change)
    play_series(group, WINS, by=erika, series=2)

    bring_substitute(out=known("A5"), player=known("A2"), from_series=3, **change)
    play_series(group, WINS, by=erika, series=3)

    people = [
        {person.player.last_name for person in series.lines[0].people}
        for series in match_day_tables(group, user=INSIDER).series
    ]
    assert people == [
        {"A1", "A2", "A3", "A4"},
        {"A1", "A5", "A3", "A4"},
        {"A1", "A2", "A3", "A4"},
    ]


def test_a_substitute_must_be_in_the_same_line_up(four_teams):
    division, teams = four_teams(series_per_day=2)
    erika = secretary()
    group = set_up(plan(division, teams), teams, by=erika)
    play_series(group, WINS, by=erika)

    refused(
        "line-up",
        bring_substitute,
        group=group,
        out=known("A2"),
        player=known("B5"),
        from_series=2,
        by=erika,
    )


# Two people


def test_results_are_provisional_until_a_second_person_confirms_them(four_teams):
    division, teams = four_teams()
    erika = secretary()
    group = set_up(plan(division, teams), teams, by=erika)
    play_series(group, WINS, by=erika, close=False)
    assert group_state(group) is GroupState.PLAYED
    refused("not-entered", confirm_group, group=group, by=another_secretary())

    hand_in_group(group=group, by=erika)
    assert group_state(MatchGroup.objects.get()) is GroupState.ENTERED
    assert division_table(division, user=INSIDER).is_provisional
    refused("entered", hand_in_group, group=group, by=erika)
    with pytest.raises(OwnResults):
        confirm_group(group=group, by=erika)
    confirm_group(group=group, by=another_secretary())

    assert group_state(MatchGroup.objects.get()) is GroupState.CONFIRMED
    assert not division_table(division, user=INSIDER).is_provisional
    assert Event.objects.get().is_released


def test_the_database_refuses_the_same_person_to_enter_and_confirm(four_teams):
    division, teams = four_teams()
    group = played_day(division, teams, WINS, confirmed=False)

    with pytest.raises(IntegrityError), transaction.atomic():
        MatchGroup.objects.filter(pk=group.pk).update(confirmed_by=secretary())


def test_a_confirmed_match_is_reopened_with_a_reason_and_corrected(four_teams):
    division, teams = four_teams()
    erika = secretary()
    group = played_day(division, teams, WINS)

    with pytest.raises(ValidationError):
        reopen_group(group=group, reason=" ", by=erika)
    reopen_group(group=group, reason="Liste 1 falsch", by=erika, series=1)
    assert group_state(MatchGroup.objects.get()) is GroupState.PLAYED
    assert division_table(division, user=INSIDER).is_provisional
    sheet = sheets_of(group)[0]
    reopen_sheet(sheet=sheet, by=erika, reason="Liste 1 falsch")
    assert group_state(MatchGroup.objects.get()) is GroupState.PLAYING
    finish_sheet(sheet=sheet, by=erika)
    hand_in_group(group=group, by=erika)
    confirm_group(group=group, by=another_secretary())

    (reopening,) = GroupReopening.objects.all()
    assert (reopening.reason, reopening.was_confirmed) == ("Liste 1 falsch", True)
    assert not division_table(division, user=INSIDER).is_provisional


def test_a_confirmation_does_not_cover_later_changes(four_teams):
    division, teams = four_teams(series_per_day=2)
    erika = secretary()
    group = played_day(division, teams, WINS, WINS)
    series = group.event.series.get(number=2)

    reopen_series(series=series, by=erika, reason="Noch einmal")
    assert group_state(MatchGroup.objects.get()) is GroupState.PLAYED
    close_series(series=series, by=erika)
    assert group_state(MatchGroup.objects.get()) is GroupState.PLAYED
    hand_in_group(group=group, by=another_secretary())
    confirm_group(group=group, by=erika)
    adjust(
        series=series,
        player=known("A1"),
        points=-50,
        reason="Zu spät",
        decided_by="Otto",
        by=erika,
    )

    assert group_state(MatchGroup.objects.get()) is GroupState.PLAYED
