"""The invented club: its contents, and how it is built."""

import datetime
import io
import json
from types import SimpleNamespace
from zipfile import ZipFile

import pytest
import time_machine
from django.core.management import CommandError, call_command

from scoring.game.written_games import Kontra
from scoring.playing.scores import RoundKind
from tests.factories import INSIDER
from tests.tournaments.files.club.test_club_file import (
    empty_site,
    exported_club,
    imported_club,
)
from tournaments.events.draws.services import is_repeated
from tournaments.events.entries.selectors import entry_fees
from tournaments.events.models import Event
from tournaments.events.money.awards import prize_list
from tournaments.events.standings.selectors import standings_of
from tournaments.files.club import sample
from tournaments.leagues.models import Division, League, MatchGroup
from tournaments.leagues.ranking import (
    division_schedule,
    division_table,
    match_day_tables,
)
from tournaments.people.models import Club, Player, User
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import season_table
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing.services import result_rows, totals_text
from tournaments.sheets.models import Game, ListTally, ScoreSheet, YearTally
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.tallies import rebuild_tallies
from tournaments.words.choices import (
    Action,
    EntryStatus,
    EventKind,
    GroupState,
    Proof,
    Ranking,
    SheetState,
)

TODAY = datetime.date(2024, 2, 29)
WEEKS = 7  # all years would take long


@pytest.fixture(scope="module")
def printed(module_db):
    """Build the club once, with the command, on a day in a leap year."""
    with time_machine.travel(datetime.datetime(2024, 2, 29, 20, tzinfo=datetime.UTC)):
        call_command("demo", weeks=WEEKS, stdout=(out := io.StringIO()))
    return out.getvalue()


@pytest.fixture(scope="module")
def taken_out(printed):
    """The archive of the club, made once."""
    return exported_club()


@pytest.fixture
def club(printed, db):
    evenings = Event.objects.filter(kind=EventKind.EVENING).order_by("-date")
    today, *past = evenings.filter(rule_set=None)
    return SimpleNamespace(
        today=today,
        past=past,
        seasons=list(Season.objects.all()),
        leagues=list(Division.objects.all()),
        friday=evenings.exclude(rule_set=None).get(),
        tournament=Event.objects.get(name="Herbstpokal"),
        tandem=Event.objects.get(name="Tandempokal"),
        running=Event.objects.get(name="Vier-Vereine-Pokal"),
    )


def test_the_sample_club_shows_lists_in_every_state(club):
    assert Player.objects.count() == 64
    assert Player.objects.guests().count() == 40
    assert [evening.is_published for evening in club.past] == [True] * 3
    assert not any(standings_of(evening).is_provisional for evening in club.past)
    assert standings_of(club.today).is_provisional
    tonight = ScoreSheet.objects.filter(series__event=club.today)
    tonight = tonight.order_by("series__number", "table_number")
    assert [*tonight.values_list("series__number", "state")] == [
        *[(1, SheetState.FINISHED)] * 3,
        *((2, SheetState.FINISHED), (2, SheetState.DIFFERS), (2, SheetState.EMPTY)),
    ]
    # One question is open, and past lists are proved in every way.
    (half,) = ScoreSheet.objects.filter(state=SheetState.DIFFERS)
    board = board_of(ledger_of(half))
    assert len(board.open_lines) == 1
    assert board.played == half.games_planned // 2
    past = ScoreSheet.objects.filter(series__event__in=club.past)
    # No past evening needs a second person, all papers are right, and no phone wrote.
    assert {sheet.proof for sheet in past} == {*Proof.values} - {
        *(Proof.SECOND, Proof.EXPLAINED, Proof.TABLE)
    }
    assert past.filter(cut_short=True).count() == 1
    assert {sheet.table_size for sheet in past} == {3, 4}


def test_the_sample_club_plays_one_evening_by_house_rules(club):
    lists = ScoreSheet.objects.filter(series__event=club.friday)
    lines = [line for sheet in lists for line in ledger_of(sheet).play.lines]

    assert {sheet.state for sheet in lists} == {SheetState.FINISHED}
    assert {RoundKind.BOCK} < {line.turn.kind for line in lines}
    assert {Kontra.KONTRA, Kontra.RE} <= {
        line.entry.house.kontra for line in lines if line.entry.house
    }
    assert any(line.entry.house and line.entry.house.ramsch for line in lines)


def test_the_sample_club_has_a_finished_tournament_and_a_running_one(club):
    tournament = club.tournament
    assert tournament.entries.filter(status=EntryStatus.PRESENT).count() == 48
    assert {fee.open for fee in entry_fees(tournament)} == {0}
    standings = standings_of(tournament)
    assert len(standings.places) == 48
    assert standings.series_numbers == (1, 2, 3)
    assert not standings.is_provisional
    assert len(standings_of(tournament, ranking=Ranking.TEAMS).places) == 12
    assert prize_list(tournament).open_lines == ()
    (draw,) = tournament.draws.all()
    assert (draw.repeats, draw.club_clashes) == (0, 0)
    assert is_repeated(draw=draw)
    assert_pairs_and_teams_of_four_played(club.tandem)
    assert_it_is_in_its_second_series(club.running)


def assert_pairs_and_teams_of_four_played(event):
    tandem, fours = event.contests.all()
    standings = standings_of(event, ranking=tandem.word)
    assert (len(standings.places), standings.is_provisional) == (6, False)
    assert standings.series_numbers == (1, 2, 3, 4, 5, 6)
    (replaced,) = (
        line.entry for line in standings.places if len(line.entry.members) > 2
    )
    assert None not in replaced.per_series
    assert [name.partition(" (")[2] for name in replaced.members] == [
        "Serie 1 bis 3)",
        "",
        "ab Serie 4)",
    ]
    assert len(standings_of(event, ranking=fours.word).places) == 3
    assert prize_list(event).open_lines == ()
    # Four people at three tables: one pair of each team in every series, no tandem.
    assert sum(draw.team_clashes for draw in event.draws.all()) == 3 * 6


def assert_it_is_in_its_second_series(running):
    assert running.entries.count() == 32
    first, second, third = running.series.all()
    assert first.closed_at
    assert not second.closed_at
    states = second.sheets.order_by("table_number").values_list("state", flat=True)
    assert list(states) == [SheetState.TYPING, *[SheetState.EMPTY] * 7]
    assert not third.sheets.exists()
    assert standings_of(running).is_provisional


def test_demo_fills_an_empty_database_and_no_other(printed, db):
    secretary = User.objects.get(is_active=True)
    assert secretary.check_password(printed.split()[-1])
    assert "Skatclub Kreuzbube" in printed
    assert Club.objects.get(is_home=True).players.count() == 24
    with pytest.raises(CommandError):
        call_command("demo")
    with pytest.raises(CommandError, match="Mindestens 0 Wochen"):
        call_command("demo", weeks=-3)


def test_the_season_of_the_sample_club_has_all_its_evenings(club):
    table = season_table(club.seasons[0], user=INSIDER, today=TODAY)

    assert {one.pk for one in table.played.evenings} == {
        evening.pk for evening in (*club.past, club.today)
    }
    assert any(line.row.struck for line in table.ranked)
    assert table.below_minimum
    assert table.guests


def test_the_sample_club_plays_in_a_league_with_three_match_days(club):
    days = division_schedule(club.leagues[0], user=INSIDER)
    assert [matches[0].state for _day, matches in days] == [
        GroupState.CONFIRMED,
        GroupState.CONFIRMED,
        GroupState.ENTERED,
        GroupState.PLANNED,
    ]
    table = division_table(club.leagues[0], user=INSIDER)
    assert table.is_provisional
    assert not table.imbalances
    assert [line.row.series for line in table.lines] == [6] * 4
    assert "Skatclub Kreuzbube" in {line.team.name for line in table.lines}
    _third, matches = days[2]
    short = match_day_tables(matches[0].group, user=INSIDER)
    assert {line.players for line in short.series[0].lines} == {3, 4}


def test_the_sample_club_moves_to_an_empty_site_without_loss(taken_out, club, tmp_path):
    games, groups = Game.objects.count(), MatchGroup.objects.count()
    assert min(games, groups, Season.objects.count(), League.objects.count()) > 0
    empty_site()

    report = imported_club(tmp_path, taken_out)

    assert exported_club() == taken_out
    assert (Game.objects.count(), MatchGroup.objects.count()) == (games, groups)
    assert report.counts["leagues"]["new"] == League.objects.count()


def test_imported_lists_are_the_same_as_typed_ones(club):
    past = ScoreSheet.objects.filter(series__event__in=club.past)
    for sheet in past.with_event():
        ledger = ledger_of(sheet)
        board = board_of(ledger)
        assert (board.proof, board.is_complete) == (sheet.proof, True)
        assert rows_of(sheet.results.all()) == rows_of(result_rows(ledger))
        last = sheet.changes.latest("step")
        assert (last.step, last.action) == (sheet.revision, Action.FINISH)
        assert last.after == totals_text(board.totals)


def rows_of(results):
    return sorted(values_of(row) for row in results)


def values_of(row):
    fields = [field.attname for field in row._meta.concrete_fields]
    return tuple(getattr(row, name) for name in fields if name != "id")


def test_the_tallies_of_the_sample_club_are_those_of_its_lists(club):
    before = tallies()

    rebuild_tallies()

    assert tallies() == before
    assert YearTally.objects.filter(grand_ouverts__gt=0).exists()


def tallies():
    return {
        model: sorted(map(repr, map(values_of, model.objects.all())))
        for model in (ListTally, YearTally)
    }


@pytest.mark.parametrize("day", ["2024-02-29", "2027-01-01", "2031-08-31"])
def test_whenever_the_sample_club_comes_in_its_seasons_lie_right(day):
    today = datetime.date.fromisoformat(day)

    with ZipFile(sample.archive_path()) as archive:
        files = dict(sample.moved_files(archive, today, weeks=None))

    club = json.loads(files["club.json"])
    assert max(row["slug"] for row in club["events"])[:10] == day
    assert club["organisation"]["weekday"] == today.weekday()
    *_earlier, last, running = club["seasons"]
    assert running["first_date"] <= day <= running["last_date"]
    assert running["first_date"].endswith("-01")
    ended = datetime.date.fromisoformat(last["last_date"])
    assert str(ended + datetime.timedelta(days=1)) == running["first_date"]
    assert running["first_date"][:4] in running["name"]


def test_with_few_weeks_only_what_is_not_over_comes_in():
    with ZipFile(sample.archive_path()) as archive:
        files = dict(sample.moved_files(archive, TODAY, weeks=0))

    club = json.loads(files["club.json"])
    assert len(club["seasons"]) == len(club["leagues"]) == 1
    assert len(club["events"]) == 2 + 3
