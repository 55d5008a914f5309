"""Results of an event come in from tables: proved, and those that are right."""

import pytest

from tests.factories import make_player, make_sheet, type_games
from tests.tournaments.files.event.test_import import database_rows
from tests.tournaments.files.imports import tables
from tournaments.people.models import Player
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
