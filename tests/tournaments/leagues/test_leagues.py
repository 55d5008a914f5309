"""Match days by the numbers of the rules (5.5, 6.1 to 6.3), and matches as files."""

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse

from scoring.leagues.rules import PRESETS
from scoring.leagues.table import LeagueRow, SumCheck
from tests.factories import INSIDER, type_games
from tests.tournaments.leagues.matches import (
    GRAND,
    WINS,
    another_secretary,
    known,
    line_up,
    make_teams,
    plan,
    play_series,
    played_day,
    points,
    refused,
    seated,
    secretary,
    set_up,
    sheets_of,
)
from tests.tournaments.leagues.pages import page, send, text_of
from tournaments.events.draws.services import is_repeated
from tournaments.events.flow.services import adjust, close_series, reopen_series
from tournaments.events.models import Draw, Event
from tournaments.events.seats.selectors import evenings_for
from tournaments.files.event.reading import read_event
from tournaments.files.event.services import clear_event, import_event
from tournaments.files.event.writing import event_text
from tournaments.leagues.match_services import (
    FormerSeriesRuns,
    MatchIsConfirmed,
    OwnResults,
    TooFewPlayers,
    attach_match,
    bring_substitute,
    confirm_group,
    enter_late_players,
    hand_in_group,
    reopen_group,
)
from tournaments.leagues.matches import group_state, matches_in_groups
from tournaments.leagues.models import GroupReopening, League, MatchGroup
from tournaments.leagues.ranking import (
    division_table,
    failed_sum_checks,
    match_day_tables,
)
from tournaments.leagues.services import add_to_line_up
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.seats import add_substitute
from tournaments.words.choices import EventKind, GroupState, SharedPlacesChoice

pytestmark = pytest.mark.django_db


# 6.1 Team and match day


def test_6_1_four_full_teams_sit_at_four_tables_with_one_of_each_team(begun):
    group, _teams = begun(series_per_day=3)

    met = set()
    for series in (1, 2, 3):
        tables = seated(group, series)
        assert [sorted(name[0] for name in table) for table in tables] == [
            ["A", "B", "C", "D"]
        ] * 4
        pairs = {
            frozenset((one, other)) for t in tables for one in t for other in t
        } - {frozenset((name,)) for t in tables for name in t}
        assert not met & pairs
        met |= pairs
    assert group.event.kind == EventKind.LEAGUE


@pytest.mark.parametrize(
    ("present", "tables", "mates"),
    [
        ((4, 4, 4, 3), [4, 4, 4, 3], 0),
        ((3, 3, 3, 3), [4, 4, 4], 0),
        ((4, 4, 4, 2), [3, 3, 3, 3], 0),
        ((4, 4, 3, 0), [4, 4, 3], 2),
        ((4, 4, 0, 0), [4, 4], 4),
    ],
)
def test_6_1_short_teams_form_tables(present, tables, mates, begun):
    group, teams = begun(*present, series_per_day=2)

    for series in (1, 2):
        found = seated(group, series)
        assert [len(table) for table in found] == tables
        assert sum(len(t) - len({name[0] for name in t}) for t in found) == mates
    absent = {side.team.name for side in group.sides.filter(is_absent=True)}
    assert absent == {
        team.name for team, count in zip(teams, present, strict=True) if count < 3
    }


def test_6_1_two_teams_play_only_when_both_are_complete(four_teams):
    division, teams = four_teams()

    group = plan(division, teams)
    few = {"present": (4, 3, 0, 0)}
    refused(
        "Zu zweit wird nur", set_up, group=group, teams=teams, by=secretary(), **few
    )


def test_6_1_a_group_of_five_sits_at_five_tables(four_teams):
    division, teams = four_teams(series_per_day=2)
    teams += make_teams(division, "E")

    group = set_up(plan(division, teams), teams, by=secretary())

    for series in (1, 2):
        tables = seated(group, series)
        assert [len(table) for table in tables] == [4] * 5
        assert all(len({name[0] for name in table}) == 4 for table in tables)


def test_6_1_a_missing_team_has_no_points_and_the_others_keep_their_scale(four_teams):
    division, teams = four_teams()

    group = played_day(division, teams, {"A": 3, "B": 2, "C": 1}, present=(4, 4, 4, 0))

    tables = match_day_tables(group, user=INSIDER)
    (series,) = tables.series
    assert points(series.lines) == [
        ("A", "3:0"),
        ("B", "2:1"),
        ("C", "1:2"),
        ("D", "0:3"),
    ]
    missing = series.lines[-1]
    assert missing.points.absent
    assert (missing.points.score, missing.players) == (0, 0)
    assert [team.name for team in tables.absent] == ["D"]
    assert tables.imbalances == ()


# 6.2 Match points


def test_11_4_the_sums_hold_where_equal_teams_both_get_the_better(four_teams):
    division, teams = four_teams(shared=SharedPlacesChoice.BEST)

    group = played_day(division, teams, {"A": 3, "B": 3, "C": 2, "D": 1})

    tables = match_day_tables(group, user=INSIDER)
    (series,) = tables.series
    assert points(series.lines) == [
        ("A", "3:0"),
        ("B", "3:0"),
        ("C", "1:2"),
        ("D", "0:3"),
    ]
    assert tables.imbalances == ()


def test_6_2_the_league_table_sorts_by_points_then_score_and_its_sums_hold(four_teams):
    division, teams = four_teams()
    played_day(division, teams, WINS)
    played_day(division, teams, {"B": 9, "A": 3, "C": 2, "D": 1}, number=2)

    table = division_table(division, user=INSIDER)

    assert points(table.lines) == [
        ("B", "5:1"),
        ("A", "5:1"),
        ("C", "2:4"),
        ("D", "0:6"),
    ]
    assert [line.row.score for line in table.lines] == [
        wins * GRAND for wins in (12, 7, 4, 2)
    ]
    teams_and_series = Fraction(3, 2) * 4 * 2
    assert sum(line.row.plus for line in table.lines) == teams_and_series
    assert sum(line.row.minus for line in table.lines) == teams_and_series
    assert table.imbalances == ()


def test_6_2_sums_that_do_not_hold_are_reported():
    wrong = [
        LeagueRow(team=1, plus=Fraction(3), minus=Fraction(1), possible=3),
        LeagueRow(team=2, plus=Fraction(0), minus=Fraction(3), possible=3),
    ]

    found = failed_sum_checks(wrong, [], PRESETS["DSKV"])

    assert {(each.check, each.team, each.by) for each in found} == {
        (SumCheck.PAIR, 1, 1),
        (SumCheck.MINUS, None, 1),
    }


def test_a_series_counts_once_all_its_lists_are_finished(begun, erika):
    group, _teams = begun(series_per_day=2)
    play_series(group, WINS, by=erika)
    type_games(sheets_of(group, 2)[0], ["e"], by=erika)

    tables = match_day_tables(group, user=INSIDER)

    assert [series.is_complete for series in tables.series] == [True, False]
    assert tables.series[1].lines == ()
    assert points(tables.day)[0] == ("A", "3:0")
    assert division_table(group.match_day.division, user=INSIDER).is_provisional
    assert tables.state is GroupState.PLAYING


def test_team_totals_count_decisions_of_the_referee(begun, erika):
    group, _teams = begun()
    play_series(group, {"A": 3, "B": 2, "C": 1}, by=erika)

    adjust(
        series=group.event.series.get(),
        player=known("D1"),
        points=200,
        won=1,
        reason="Falsch addiert",
        decided_by="Otto",
        by=erika,
    )

    (series,) = match_day_tables(group, user=INSIDER).series
    assert points(series.lines)[0] == ("D", "3:0")
    assert series.lines[0].points.score == 200
    (match,) = matches_in_groups(MatchGroup.objects.all(), user=INSIDER)
    assert match.result(series.lines[0].team.pk, 1).won == 1


def test_5_5_a_substitute_on_a_running_list_plays_for_the_team_of_the_place(
    client, begun, erika
):
    group, _teams = begun()
    first, *others = sheets_of(group)
    place = [name[0] for name in seated(group)[0]].index("A") + 1
    type_games(first, ["e"], by=erika)
    add_substitute(sheet=first, place=place, player=known("A5"), by=erika)
    # Games 1 to 5: each place deals at most one of them.
    dealt = [1 + (number - 1) % 4 == place for number in range(2, 6)]
    type_games(first, ["e" if deals else f"{place}g1" for deals in dealt], by=erika)
    for sheet in others:
        type_games(sheet, ["e"], by=erika)
    for sheet in (first, *others):
        finish_sheet(sheet=sheet, by=erika, cut_short=True)

    (series,) = match_day_tables(group, user=INSIDER).series

    best = series.lines[0]
    assert (best.team.name, best.players) == ("A", 4)
    assert len(best.lists) == 5
    scores = {result.player.last_name: result.total for result in best.lists}
    assert scores["A5"] == best.points.score > 0
    # Without an entry there is a line of the individual ranking, and its page.
    division, player = group.match_day.division_id, known("A5").pk
    own = reverse("leagues:division-person", args=[division, player])
    assert own in client.get(reverse("leagues:division-players", args=[division])).text
    assert client.get(own).status_code == 200


# Match day


def test_the_seats_of_a_match_day_can_be_drawn_again(begun):
    begun(series_per_day=3)

    assert is_repeated(draw=Draw.objects.get())


def test_5_5_a_missing_player_enters_in_the_next_series(begun, erika):
    group, teams = begun(4, 4, 4, 3, series_per_day=3)
    type_games(sheets_of(group)[0], ["e"], by=erika)

    late = {"group": group, "team": teams[3], "by": erika}
    enter_late_players(**late, players=[known("D4")])

    assert [len(table) for table in seated(group, 1)] == [4, 4, 4, 3]
    for series in (2, 3):
        assert [len(table) for table in seated(group, series)] == [4, 4, 4, 4]
        assert all(len({n[0] for n in table}) == 4 for table in seated(group, series))
    refused(
        "mit höchstens 4 Spielern", enter_late_players, **late, players=[known("D5")]
    )


def test_5_5_a_team_that_comes_late_is_absent_only_in_the_series_before(begun, erika):
    group, teams = begun(4, 4, 4, 0, series_per_day=2)
    play_series(group, {"A": 3, "B": 2, "C": 1}, by=erika)

    late = {"group": group, "team": teams[3], "by": erika}
    with pytest.raises(TooFewPlayers):
        enter_late_players(**late, players=[known("D1")])
    enter_late_players(**late, players=line_up(teams[3], 3))
    play_series(group, {"D": 9, "A": 3, "B": 2, "C": 1}, by=erika, series=2)

    tables = match_day_tables(group, user=INSIDER)
    first, second = tables.series
    assert [line.team.name for line in first.lines] == ["A", "B", "C", "D"]
    assert [line.team.name for line in second.lines] == ["D", "A", "B", "C"]
    assert [len(table) for table in seated(group, 2)] == [4, 4, 4, 3]
    assert tables.absent == ()
    refused("haben schon begonnen", enter_late_players, **late, players=[known("D4")])


def test_5_5_a_substitute_comes_in_after_the_previous_series_and_takes_the_seats(
    begun, erika
):
    group, _teams = begun(series_per_day=3)
    people = {"out": known("A2"), "player": known("A5")}
    change = {"group": group, **people, "from_series": 2, "by": erika}

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
    refused("spielt nicht in Serie", bring_substitute, **change)


def test_5_5_a_replaced_player_may_come_back(begun, erika):
    group, _teams = begun(series_per_day=3)
    play_series(group, WINS, by=erika)
    change = {"group": group, "by": erika}
    other = {"out": known("A2"), "player": known("B5"), "from_series": 2}
    refused("nicht in der Aufstellung", bring_substitute, **change, **other)
    bring_substitute(out=known("A2"), player=known("A5"), from_series=2, **change)
    play_series(group, WINS, by=erika, series=2)

    bring_substitute(out=known("A5"), player=known("A2"), from_series=3, **change)
    play_series(group, WINS, by=erika, series=3)

    people = [
        {result.player.last_name for result in series.lines[0].lists}
        for series in match_day_tables(group, user=INSIDER).series
    ]
    assert people == [
        {"A1", "A2", "A3", "A4"},
        {"A1", "A5", "A3", "A4"},
        {"A1", "A2", "A3", "A4"},
    ]


# Two people


def test_results_are_provisional_until_a_second_person_confirms_them(begun, erika):
    group, _teams = begun()
    play_series(group, WINS, by=erika, close=False)
    assert group_state(group) is GroupState.PLAYED
    refused(
        "müssen zuerst abgegeben", confirm_group, group=group, by=another_secretary()
    )

    hand_in_group(group=group, by=erika)
    assert group_state(MatchGroup.objects.get()) is GroupState.ENTERED
    assert division_table(group.match_day.division, user=INSIDER).is_provisional
    refused("sind schon abgegeben", hand_in_group, group=group, by=erika)
    with pytest.raises(OwnResults):
        confirm_group(group=group, by=erika)
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchGroup.objects.update(confirmed_by=erika)
    confirm_group(group=group, by=another_secretary())

    assert group_state(MatchGroup.objects.get()) is GroupState.CONFIRMED
    assert not division_table(group.match_day.division, user=INSIDER).is_provisional
    assert Event.objects.get().is_released


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
    division, teams = four_teams()
    erika = secretary()
    group = played_day(division, teams, WINS)
    series = group.event.series.get()

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


def file_of(group):
    return event_text(Event.objects.get(pk=group.event_id))


def remembered(text):
    return import_event(document=read_event(text.encode()), replace=True)


def forget(group):
    """Delete the event, as on a machine that never had it."""
    clear_event(group.event)
    Event.objects.get(pk=group.event_id).delete()


def test_an_imported_match_is_the_same_and_attached_to_its_planned_group(
    division, teams
):
    group = played_day(division, teams, {"A": 4, "B": 3, "C": 2}, present=(4, 4, 4, 0))
    text = file_of(group)
    before = points(match_day_tables(group, user=INSIDER).day)
    forget(group)
    assert not Event.objects.exists()
    event = remembered(text).event
    assert file_of(MatchGroup(event=event)) == text
    # Without a group it is listed among the other events.
    assert evenings_for(secretary()).get() == event
    group = plan(division, teams)

    attach_match(group=group, event=event)

    tables = match_day_tables(group, user=INSIDER)
    assert points(tables.day) == before
    assert [team.name for team in tables.absent] == ["D"]
    assert group_state(MatchGroup.objects.get()) is GroupState.PLAYED
    hand_in_group(group=group, by=secretary())
    confirm_group(group=group, by=another_secretary())
    assert not division_table(division, user=INSIDER).is_provisional


def test_a_newer_file_keeps_its_group_and_confirmed_results(division, teams):
    group = played_day(division, teams, WINS)
    text = file_of(group)
    newer = text.replace(
        '"kind": "league", "name": "', '"kind": "league", "name": "Neu: '
    )
    assert newer != text

    with pytest.raises(MatchIsConfirmed):
        remembered(newer)
    reopen_group(group=group, reason="Neue Datei", by=secretary())
    remembered(newer)

    group = MatchGroup.objects.get()
    assert group.event.name.startswith("Neu: ")
    assert group_state(group) is GroupState.PLAYED
    assert points(division_table(division, user=INSIDER).lines)[0] == ("A", "3:0")


@pytest.fixture(scope="module")
def event_of_a_file(made_teams):
    """Import a match that was played elsewhere; its group here was not set up."""
    group = played_day(*made_teams, WINS)
    text = file_of(group)
    forget(group)
    return remembered(text).event.pk


@pytest.fixture
def event(event_of_a_file, db):
    return Event.objects.get(pk=event_of_a_file)


def test_a_match_is_attached_on_the_page_of_the_group(
    client, erika, teams, event, group
):
    Event.objects.update(kind=EventKind.EVENING)
    asked = text_of(page(client, "group-set-up", group.pk))
    assert "Veranstaltung einlesen" in asked
    assert "Begegnung übernehmen" not in asked
    Event.objects.update(kind=EventKind.LEAGUE)
    assert event.name in text_of(page(client, "group-set-up", group.pk))
    teams[0].line_up.get(player__last_name="A1").delete()

    refused = send(client, "group-attach", group.pk, event=event.pk)
    assert refused.status_code == 422
    assert "A1 steht am 1. Spieltag nicht in der Aufstellung" in text_of(refused)
    add_to_line_up(team=teams[0], players=[known("A1")])
    answer = send(client, "group-attach", group.pk, event=event.pk)

    assert answer.url == group.get_absolute_url()
    assert group_state(MatchGroup.objects.get()) is GroupState.PLAYED


@pytest.mark.parametrize("other", [{"rounds": 9}, {"same_games": True}, None])
def test_a_match_of_other_rounds_or_teams_is_not_attached(
    division, teams, event, other
):
    if other:
        League.objects.update(**other)
    else:
        teams = make_teams(division, "XYZW", people=0)

    words = "anders gewertet" if other else "ist nicht in dieser Gruppe"
    refused(words, attach_match, group=plan(division, teams, number=2), event=event)
