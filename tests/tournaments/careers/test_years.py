"""The all-time table and the records of the club."""

import copy
import datetime
from fractions import Fraction

import pytest
from django.urls import reverse

from scoring.notation.reading import NotedLine
from tests.factories import finish_list, make_evening, make_player, make_secretary
from tests.sampling import sample_list
from tests.tournaments.files.club.test_club_file import empty_site
from tests.tournaments.leagues.matches import secretary
from tests.tournaments.papers.pdf import rows_of
from tournaments.careers.records import RecordKind, club_records
from tournaments.careers.selectors import all_time_ranking
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.papers.tables import all_time_paper
from tournaments.people.models import Player
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ListTally, Result, YearTally
from tournaments.sheets.typing.services import append_lines

NAMES = ("Anna", "Bernd", "Carla", "Dieter", "Emil")


@pytest.fixture(scope="module")
def nine_lists(module_db):
    erika = secretary()
    people = [make_player(name, is_guest=name == "Emil") for name in NAMES]
    for number in range(9):
        day = datetime.date(2024 + number // 3, 3, 1 + number)
        evening = make_evening(f"Abend {number}", date=day)
        seated = people[:4] if number < 6 else people[1:]
        sheet = open_table(series=evening.series.get(), players=seated)
        games = sample_list(number, players=4, games=12)
        append_lines(
            sheet=sheet, lines=[NotedLine(entry=one) for one in games], by=erika
        )
        finish_sheet(sheet=sheet, by=erika, cut_short=True)
        if number != 4:
            publish_event(event=evening, is_published=True)
    return people


@pytest.fixture
def club(nine_lists, db):
    """Nine lists in three years; Emil is a guest and plays in the last three."""
    return copy.deepcopy(nine_lists)


def table(**choice):
    found = all_time_ranking(published_only=False, **choice)
    return {line.entry.player: line for line in found.places}


def totals_of(player, **where):
    rows = Result.objects.filter(player=player, **where)
    return list(rows.values_list("total", flat=True))


def test_everyone_is_listed_with_the_sum_of_all_years(club):
    anna, bernd = club[:2]

    rows = table()

    assert rows["Anna"].entry.total == sum(totals_of(anna))
    assert (rows["Anna"].entry.years, rows["Bernd"].entry.years) == (2, 3)
    assert rows["Bernd"].entry.lists == len(totals_of(bernd)) == 9
    assert rows["Bernd"].entry.best_total == max(totals_of(bernd))
    assert "Emil" not in rows
    assert "Emil" in table(guests=True)


@pytest.mark.parametrize(
    ("by", "worth"),
    [
        ("total", lambda row: row.total),
        ("average", lambda row: Fraction(row.total, row.lists)),
        ("best", lambda row: row.best_total),
        ("won", lambda row: row.won),
        ("success", lambda row: Fraction(row.won, row.won + row.lost)),
        ("lists", lambda row: row.lists),
    ],
)
def test_the_table_is_ranked_by_the_chosen_value(club, by, worth):
    found = all_time_ranking(published_only=False, by=by, guests=True)

    worths = [worth(line.entry) for line in found.places]
    assert worths == sorted(worths, reverse=True)
    assert found.places[0].place == 1


def test_an_average_needs_half_the_lists_of_the_most_diligent(club):
    found = all_time_ranking(published_only=False, by="average", guests=True)

    assert found.least == 4
    assert "Emil" not in [line.entry.player for line in found.places]
    assert "Emil" in table(by="average", least=0, guests=True)


def test_a_year_has_a_table_of_its_own(club):
    rows = table(year=2026, guests=True)

    assert "Anna" not in rows
    assert rows["Emil"].entry.total == sum(totals_of(club[4]))


def test_a_club_without_lists_has_an_empty_table(client, club):
    empty_site()
    make_secretary()

    for name in ("all-time", "records"):
        answer = client.get(reverse(f"careers:{name}"))
        assert "Noch keine Liste" in answer.text


def records(**where):
    found = club_records(published_only=where.pop("published_only", False))
    return {record.kind: record.holders for record in found}


def test_the_best_list_is_found_with_its_list(club):
    best = Result.objects.exclude(player=club[4]).order_by("-total")[:3]

    holders = records()[RecordKind.BEST_LIST]

    assert [holder.value for holder in holders] == [row.total for row in best]
    assert holders[0].sheet_id == best[0].sheet_id
    assert holders[0].player == best[0].player.name


@pytest.mark.parametrize(
    ("kind", "column"),
    [
        (RecordKind.MOST_WON, "won"),
        (RecordKind.BEST_VALUE, "best_value"),
        (RecordKind.BEST_RUN, "best_run"),
    ],
)
def test_records_are_the_greatest_of_all_lists(club, kind, column):
    own = ListTally.objects.exclude(player=club[4])
    day = "sheet__series__event__date"
    greatest = own.order_by(f"-{column}", day).values_list(column, day)

    found = [(holder.value, holder.date) for holder in records()[kind]]
    assert found == list(greatest[:3])


def test_among_equals_the_oldest_hold_the_record_and_the_others_are_counted(
    client, club
):
    ListTally.objects.update(won=7)
    YearTally.objects.update(most_won=7)
    own = ListTally.objects.exclude(player=club[4])
    oldest = own.order_by("sheet__series__event__date", "sheet")[:3]

    (most_won,) = (
        each
        for each in club_records(published_only=False)
        if each.kind == RecordKind.MOST_WON
    )

    found = [holder.sheet_id for holder in most_won.holders]
    assert found == [one.sheet_id for one in oldest]
    assert most_won.more == own.count() - 3
    assert "weitere mit demselben Wert" in client.get(reverse("careers:records")).text


def test_guests_hold_no_record_of_the_club(club):
    before = {one.player for found in records().values() for one in found}
    Player.objects.filter(pk=club[0].pk).update(is_guest=True)

    after = {one.player for found in records().values() for one in found}

    assert "Anna" in before
    assert after == {"Bernd", "Carla", "Dieter"}


def test_a_grand_ouvert_is_mentioned(club, erika):
    evening = make_evening("Sternstunde", rounds=1)
    sheet = open_table(series=evening.series.get(), players=club[:4])
    finish_list(sheet, ["2g1o", "e", "e", "e"], by=erika)

    (holder, *_) = records()[RecordKind.GRAND_OUVERT]

    assert (holder.player, str(holder.event)) == ("Bernd", "Sternstunde")


def test_the_best_evening_counts_all_its_lists(club, erika):
    evening = make_evening("Doppelt", series=2, rounds=1)
    for series in evening.series.all():
        sheet = open_table(series=series, players=club[:4])
        finish_list(sheet, ["2g4o", "3g4o", "4g4o", "1g4o"], by=erika)

    holders = records()[RecordKind.BEST_EVENING]

    assert holders[0].value == sum(
        Result.objects.filter(
            player=holders[0].player_id, series__event=evening
        ).values_list("total", flat=True)
    )
    assert {str(holder.event) for holder in holders} == {"Doppelt"}


def test_files_of_the_table_follow_the_chosen_options(client, club):
    question = {"by": "average", "least": "0", "guests": "on"}

    csv = client.get(reverse("files:all-time", args=["csv"]), question)
    pdf = client.get(reverse("papers:all-time"), question)

    first = all_time_ranking(
        published_only=True, by="average", least=0, guests=True
    ).places[0]
    lines = csv.content.decode().splitlines()
    assert first.entry.player in lines[1]
    assert len(lines) == 7
    assert "Vorläufig, unter anderem: Abend 8, 9. März 2026; Abend 7" in lines[6]
    assert pdf.content.startswith(b"%PDF")


def test_the_paper_has_the_lines_of_the_page(club):
    found = all_time_ranking(published_only=False)

    rows = rows_of(all_time_paper(found))

    assert [row[1] for row in rows[1:]] == [line.entry.player for line in found.places]
    assert rows[1][0] == "1."
