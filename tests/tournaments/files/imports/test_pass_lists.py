"""Pass lists: numbers for known players, and names that sound alike."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_player
from tests.tournaments.files.imports import tables
from tournaments.people.models import Club, Player
from tournaments.scope.log import LogEntry

pytestmark = pytest.mark.usefixtures("erika")
PEOPLE = "/downloads/people/import/"


def look_at(client, text):
    return tables.look_at(client, PEOPLE, text.encode())


def confirm(client, preview, **fields):
    return tables.send(client, PEOPLE, preview, "confirm", **fields)


def somebody_new(preview):
    """Return the answer that the person in the first row is somebody new."""
    return preview.context["form"].preview[0].new_value


def numbers():
    return dict(Player.objects.values_list("last_name", "member_number"))


def history_rows():
    return LogEntry.objects.filter(table="player").count()


LIST = "Name;Passnummer\nAnna Abel;11\nBernd Bauer;12\n"


def test_a_different_number_is_adopted_only_with_a_tick_for_this_one(client):
    anna = make_player("Anna Abel", member_number="99")
    make_player("Bernd Bauer", member_number="12")

    preview = look_at(client, LIST)
    confirm(client, preview)
    assert numbers() == {"Abel": "99", "Bauer": "12"}
    Player.objects.filter(pk=anna.pk).update(member_number="98")
    confirm(client, preview, **{"number-2": f"{anna.pk} 99"})
    assert numbers()["Abel"] == "98"  # changed since
    confirm(client, look_at(client, LIST), **{"number-2": f"{anna.pk} 98"})

    assert "11 statt 99" in preview.text
    assert numbers() == {"Abel": "11", "Bauer": "12"}


TWIN = "Nachname;Vorname;Pass\nKirchhoff;Hans;4711\n"


@pytest.mark.parametrize("answer", ["same", "new"])
def test_a_second_import_changes_nothing(client, answer):
    make_player("Anna Abel")
    hans = make_player("Hans Kirchhof")
    text = f"{TWIN}Abel;Anna;12\nOhm;Ida;13\n"
    preview = look_at(client, text)
    person = str(hans.pk) if answer == "same" else somebody_new(preview)
    confirm(client, preview, **{"person-2": person})
    before = numbers(), history_rows()

    again = look_at(client, text)
    confirm(client, again)

    assert not again.context["form"].has_news
    assert (numbers(), history_rows()) == before


def test_our_club_is_recognised_by_its_number_and_without_clubs_a_unique_name(client):
    club = Club.objects.create(name="Karo Einfach", number="0443006", is_home=True)
    make_player("Carla Ohm", club=club)
    text = "Name;Verein;Vereinsnummer;Pass\nCarla Ohm;SC Karo e.V.;04.43.006;13\n"
    confirm(client, look_at(client, text))
    assert numbers() == {"Ohm": "13"}
    make_player("Anna Abel", club=Club.objects.create(name="Herz Dame"), is_guest=True)
    for name in ("Pik As", "Kreuz Neun"):
        club = Club.objects.create(name=name)
        make_player("Bernd Bauer", club=club, is_guest=True)

    preview = look_at(client, "Name;Verein;Pass\nAnna Abel;;11\nBernd Bauer;;12\n")

    anna, bernd = preview.context["form"].preview
    assert anna.is_ticked
    assert bernd.needs_answer


def test_many_rows_need_no_more_queries(client):
    def table(count):
        rows = [f"Meier{'x' * each};Ida;{each}" for each in range(1, count + 1)]
        return "Nachname;Vorname;Pass\n" + "\n".join(rows) + "\n"

    for each in range(1, 31):
        make_player(f"Ida Meier{'x' * each}")
    look_at(client, table(1))  # fills the caches
    with CaptureQueriesContext(connection) as few:
        look_at(client, table(1))
    with CaptureQueriesContext(connection) as many:
        look_at(client, table(30))

    assert len(many) == len(few)
