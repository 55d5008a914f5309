"""Results of an event come in from tables: proved, and those that are right."""

import pytest

from tests.factories import make_player, make_sheet, type_games
from tests.tournaments.files.event.test_import import database_rows
from tests.tournaments.files.imports import tables
from tournaments.people.models import Club, Player
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import add_substitute, delete_lists
from tournaments.web.spreadsheets import FileKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(erika):
    """Return an evening with one finished list of four."""
    sheet = make_sheet(rounds=2)
    games = ("2a1", "3g2", "1po1-", "e", "4n", "1k1s", "4ho2h", "2g1-")
    type_games(sheet, games, by=erika)
    finish_sheet(sheet=sheet, by=erika)
    return sheet


def look_at(client, event, content):
    content = content.encode() if isinstance(content, str) else content
    return tables.look_at(client, address_of(event), content)


def bring_in(client, event, preview, **fields):
    return tables.send(client, address_of(event), preview, "confirm", **fields)


def address_of(event):
    return f"/downloads/results/{event.pk}/import/"


def exported(client, event, kind="csv"):
    return client.get(f"/downloads/results/{event.pk}/{kind}/").content


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", list(FileKind))
def test_exported_results_are_recognised_when_imported(client, played, kind, language):
    event = played.series.event
    maxi = Player.objects.latest("pk")
    maxi.first_name, maxi.last_name = "Maxi", "Freifrau von Ohm"
    maxi.spell_name()
    maxi.save()
    client.cookies["language"] = language
    content = exported(client, event, kind)
    client.cookies["language"] = "de"
    before = database_rows()

    preview = look_at(client, event, content)

    assert {seat.fate for seat in preview.context["form"].preview} == {"here"}
    assert not preview.context["form"].has_news
    assert database_rows() == before


def test_a_substitute_of_a_stored_list_takes_no_seat(client, erika):
    sheet = make_sheet(rounds=2)
    emil = make_player("Emil")
    type_games(sheet, ("2a1", "3g2", "1po1-", "e"), by=erika)
    add_substitute(sheet=sheet, place=2, player=emil, by=erika, from_game=5)
    type_games(sheet, ("4n", "1k1s", "4ho2h", "2g1-"), by=erika)
    finish_sheet(sheet=sheet, by=erika)
    event = sheet.series.event

    preview = look_at(client, event, exported(client, event))

    assert [seat.fate for seat in preview.context["form"].preview] == ["here"] * 5


def test_results_can_be_imported_into_an_event_without_games(client, played, erika):
    event = played.series.event
    content = exported(client, event, "csv-de")
    totals = list(played.results.values_list("player", "total"))
    delete_lists(ScoreSheet.objects.filter(pk=played.pk))

    bring_in(client, event, look_at(client, event, content))

    sheet = ScoreSheet.objects.get(series__event=event)
    assert sheet.totals_only
    assert sheet.is_finished
    assert list(sheet.results.values_list("player", "total")) == totals
    assert not look_at(client, event, content).context["form"].has_news


def test_other_results_of_a_finished_list_are_left_out(client, played):
    event = played.series.event
    content = exported(client, event).decode()
    points = played.results.get(place=1).game_points
    before = database_rows()

    preview = look_at(client, event, content.replace(f",{points},", ",99,", 1))
    bring_in(client, event, preview)

    assert "hat hier schon andere Zahlen" in preview.text
    assert database_rows() == before


HEAD = "Serie;Tisch;Platz;Name;Spielpunkte;gewonnen;verloren"


PEOPLE = {
    8: ("Ida Kurz", "Uwe Lang", "Otto Groß"),
    9: ("Eva Alt", "Udo Jung", "Ina Neu"),
}


def two_tables(total=140):
    """Return results of two tables; ``total`` is that of the first player."""
    rows = [HEAD + ";Gesamt"]
    for table, names in PEOPLE.items():
        for place, name in enumerate(names, 1):
            numbers = ("50;1;0", "-48;0;1", "0;0;0")[place - 1]
            stated = (total if table == 8 else 140, -98, 40)[place - 1]
            rows.append(f"1;{table};{place};{name};{numbers};{stated}")
    return "\n".join(rows)


def test_a_total_that_its_games_disprove_waits_and_the_others_come_in(client, played):
    event = played.series.event
    for name in (*PEOPLE[8], *PEOPLE[9]):
        make_player(name)

    preview = look_at(client, event, two_tables(total=150))
    answer = bring_in(client, event, preview)

    assert "es fehlt: Serie 1, Tisch 8." in client.get(answer.url).text
    assert "Zeile 2: In der Tabelle steht 150, nachgerechnet sind es 140." in (
        preview.text
    )
    assert preview.context["form"].counts == {
        "taken": 3,
        "here": 0,
        "left": 3,
    }
    assert "50 (1/0), gesamt 140" in preview.text
    numbers = ScoreSheet.objects.values_list("table_number", flat=True)
    assert 9 in numbers
    assert 8 not in numbers


def test_an_evening_of_former_years_counts_once(client, played):
    event = played.series.event
    former = f"Datum;Name;Gesamt\n{event.date:%d.%m.%Y};Ida Kurz;140\n"
    preview = tables.look_at(client, "/downloads/former/", former)
    fields = {"source": "Heft", "lists": 1}
    tables.send(client, "/downloads/former/", preview, "confirm", **fields)
    for name in PEOPLE[8][1:]:
        make_player(name)

    preview = look_at(client, event, two_tables())

    assert "kamen schon als „Heft“ herein" in preview.text


def test_places_of_a_ranking_are_no_seats(client, played):
    for name in (*PEOPLE[8], *PEOPLE[9]):
        make_player(name)
    head, *rows = (row.split(";") for row in two_tables().splitlines())
    for rank, row in enumerate(rows, 1):
        row[2] = str(rank)
    text = "\n".join(";".join(row) for row in (head, *rows))

    preview = look_at(client, played.series.event, text)
    bring_in(client, played.series.event, preview)

    assert "der Reihe nach die Plätze 1, 2, 3" in preview.text
    assert preview.context["form"].layout.unread == ["Platz"]
    (eva, *_others) = ScoreSheet.objects.get(table_number=9).seats.order_by("place")
    assert eva.player.last_name == "Alt"
    assert not look_at(client, played.series.event, text).context["form"].has_news


def test_a_name_that_sounds_alike_is_chosen_in_place_and_remembered(client, played):
    event = played.series.event
    ida, *_others = [make_player(f"{name} Kirchhof") for name in ("Ida", "Uwe", "Otto")]
    rows = ["Ida Kirchhoff;50;1;0", "Uwe Kirchhof;-48;0;1", "Otto Kirchhof;0;0;0"]
    text = "\n".join([HEAD, *(f"1;9;{at};{row}" for at, row in enumerate(rows, 1))])

    preview = look_at(client, event, text)
    asked = preview.context["form"]
    again = tables.send(
        client, address_of(event), preview, "look", **{"person-2": ida.pk}
    )
    bring_in(client, event, again, **{"person-2": ida.pk})

    assert not asked.has_news
    assert not look_at(client, event, text).context["form"].preview[0].problem
    assert ScoreSheet.objects.filter(table_number=9, seats__player=ida).exists()


def test_a_namesake_of_another_club_has_no_result_unasked(client, played):
    event = played.series.event
    club = Club.objects.create(name="Pik As")
    ida = make_player("Ida Kirchhof", club=club, is_guest=True)

    of_club = [
        look_at(client, event, f"{HEAD};Verein\n1;9;1;Ida Kirchhof;50;1;0;{name}\n")
        for name in ("Pik As", "Herz Dame")
    ]

    form, other = (each.context["form"] for each in of_club)
    assert [form.preview[0].player, other.preview[0].player] == [ida, None]
    assert other.asked[0].twins == (ida,)


def test_only_the_row_to_blame_is_to_correct_and_struck_lists_are_explained(
    client, played
):
    for name in PEOPLE[8]:
        make_player(name)
    lines = two_tables().splitlines()[:4]
    lines[2] = lines[2].replace("-48", "gestrichen")
    lines[3] = lines[3].replace(";0;0;0;", ";;0;0;")

    preview = look_at(client, played.series.event, "\n".join(lines))

    form = preview.context["form"]
    assert [row[:2] for row in form.wrong_rows] == [
        (3, "„gestrichen“ unter „Spielpunkte“ ist keine ganze Zahl."),
        (4, "Unter „Spielpunkte“ fehlt die Zahl."),
    ]
    assert [seat.fate for seat in form.preview] == ["left"] * 3
    assert "Zeile 3: gestrichen. Listen zählen hier so, wie gespielt" in preview.text
    assert "Nichts davon lässt sich so übernehmen" in preview.text
