"""What came in with a table goes again, as far as nobody wrote to it."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_evening, make_player, make_players, make_sheet
from tests.tournaments.files.imports import tables
from tournaments.events.entries.services import add_entry, mark_present
from tournaments.events.models import Entry, Event
from tournaments.people.models import Club, Import, Player
from tournaments.sheets.finishing.services import reopen_sheet
from tournaments.sheets.models import ListTally, ScoreSheet

pytestmark = [pytest.mark.usefixtures("erika"), pytest.mark.database]
PEOPLE = "/downloads/people/import/"
TWO_TABLES = """Serie;Tisch;Platz;Name;Spielpunkte;gewonnen;verloren
1;1;1;Anna Abel;50;1;0
1;1;2;Bernd Zorn;-48;0;1
1;1;3;Carla Ohm;0;0;0
1;2;1;Dieter Kurz;50;1;0
1;2;2;Emil Lang;-48;0;1
1;2;3;Frieda Groß;0;0;0
"""
FORMER = """Datum;Name;Gesamt
06.03.1998;Ida Kurz;1412
13.03.1998;Uwe Lang;871
"""


def bring_in(client, address, table, **fields):
    preview = tables.look_at(client, address, table, name="liste.csv")
    answer = tables.send(client, address, preview, "confirm", **fields)
    return client.get(answer.url)


def take_back(client, run=None):
    run = run or Import.objects.get()
    address = reverse("files:take-back", args=[run.pk])
    return " ".join(client.post(address, follow=True).text.split())


def test_people_go_with_their_clubs_and_numbers_change_back(client):
    anna = make_player("Anna Abel", member_number="7")
    before = list(Player.objects.values()), list(Club.objects.values())
    text = "Name;Verein;Mitgliedsnummer\nAnna Abel;;8\nUlf Ohm;Pik Ass;\n"

    page = bring_in(client, PEOPLE, text, **{"number-2": f"{anna.pk} 7"})
    anna.refresh_from_db()
    assert (anna.member_number, Club.objects.filter(name="Pik Ass").count()) == ("8", 1)
    assert "1 neu, 1 schon da.<" in page.text
    assert reverse("files:take-back", args=[Import.objects.get().pk]) in page.text
    page = take_back(client)

    assert (list(Player.objects.values()), list(Club.objects.values())) == before
    assert "Zurückgenommen: 1 Spieler, 1 × Mitgliedsnummer." in page


def test_a_list_of_members_completes_those_who_are_here_and_it_goes_back(client):
    anna = make_player("Anna Abel", gender="female")
    bring_in(client, reverse("files:former"), FORMER)
    before = list(Player.objects.values())
    text = "Name;Geburtsdatum;w/m\nAnna Abel;4.5.1951;w\nUwe Lang;;\n"

    page = tables.look_at(client, PEOPLE, text).text
    bring_in(client, PEOPLE, text)

    assert re.findall("wird ergänzt: ([^<]+)", page) == ["Geburtsdatum", "aktiv"]
    anna.refresh_from_db()
    assert (str(anna.birth_date), anna.gender) == ("1951-05-04", "female")
    assert Player.objects.get(last_name="Lang").is_active
    take_back(client, Import.objects.get(purpose="people"))
    assert list(Player.objects.values()) == before


def test_who_was_changed_or_plays_by_now_stays_and_is_named(client):
    bring_in(client, PEOPLE, "Anna Abel\nBernd Zorn\nCarla Ohm\n")
    anna, bernd, carla = Player.objects.order_by("first_name")
    anna.group = 2
    anna.save()
    add_entry(event=make_evening(), player=bernd)

    page = take_back(client)

    assert set(Player.objects.all()) == {anna, bernd}
    assert "Es bleiben: Anna Abel (wurde seither geändert), Bernd Zorn" in page
    assert carla.full_name not in page
    Entry.objects.all().delete()
    take_back(client)
    assert set(Player.objects.all()) == {anna}
    assert not Import.objects.exists()


@pytest.mark.parametrize("is_older_first", [True, False])
def test_two_imports_of_the_same_people_go_in_either_order(client, is_older_first):
    anna = make_player("Anna Abel", member_number="7")
    before = list(Player.objects.values()), list(Club.objects.values())
    table = "Name;Verein;Mitgliedsnummer\nAnna Abel;;{};\nUlf Ohm;Pik Ass;{}\n"
    bring_in(client, PEOPLE, table.format(8, 21), **{"number-2": f"{anna.pk} 7"})
    ulf = Player.objects.get(last_name="Ohm")
    ticks = {"number-2": f"{anna.pk} 8", "number-3": f"{ulf.pk} 21"}
    text = table.format(9, 22) + "Uta Neu;Pik Ass;\n"
    bring_in(client, PEOPLE, text, source="mai.csv", **ticks)
    newer, older = Import.objects.all()
    first, second = (older, newer) if is_older_first else (newer, older)

    page = take_back(client, first)
    assert ("Ulf Ohm („mai.csv“ kam später herein)" in page) == is_older_first
    assert set(Import.objects.all()) == ({older, newer} if is_older_first else {older})
    take_back(client, second)
    if is_older_first:
        take_back(client, older)

    assert (list(Player.objects.values()), list(Club.objects.values())) == before
    assert not Import.objects.exists()


def test_people_of_former_years_go_with_the_later_of_two_imports(client):
    address = reverse("files:former")
    bring_in(client, address, FORMER)
    (older,) = Import.objects.all()
    bring_in(client, address, FORMER.replace(".1998", ".1999"))
    newer = Import.objects.first()

    page = take_back(client, older)
    assert f"Ida Kurz („{newer.source}“ kam später herein)" in page
    take_back(client, newer)
    assert reverse("files:take-back", args=[older.pk]) in client.get(address).text
    take_back(client, older)

    assert not Player.objects.exists()
    assert not Import.objects.exists()


def test_entries_go_with_their_new_people_but_not_who_came(client):
    until = timezone.now() + timedelta(days=1)
    evening = make_evening(is_published=True, open_until=until, places=2)
    waits = evening.registrations.create(last_name="Ohm", is_waiting=True)
    make_player("Anna Abel")
    address = reverse("files:import-entries", args=[evening.pk])
    bring_in(client, address, "Anna Abel\nUlf Ohm\nUte Neu\n")
    mark_present(entry=Entry.objects.get(player__last_name="Neu"))

    take_back(client)

    entries = evening.entries.values_list("player__last_name", flat=True)
    assert list(entries) == ["Neu"]
    waits.refresh_from_db()
    assert not waits.is_waiting
    names = Player.objects.values_list("last_name", flat=True)
    assert sorted(names) == ["Abel", "Neu"]


def test_results_go_and_seated_lists_are_empty_again(client, erika):
    sheet = make_sheet(("Anna Abel", "Bernd Zorn", "Carla Ohm"))
    make_players(("Dieter Kurz", "Emil Lang", "Frieda Groß"))
    event = sheet.series.event

    bring_in(client, reverse("files:import-results", args=[event.pk]), TWO_TABLES)
    assert ScoreSheet.objects.finished().count() == 2
    take_back(client)

    assert not ListTally.objects.exists()
    assert list(ScoreSheet.objects.all()) == [sheet]
    sheet.refresh_from_db()
    assert (sheet.state, sheet.totals_only) == ("empty", False)
    # One that was opened again stays.
    bring_in(client, reverse("files:import-results", args=[event.pk]), TWO_TABLES)
    reopen_sheet(sheet=sheet, by=erika, reason="Schreibfehler")
    page = take_back(client)
    assert "Es bleiben: Tisch 1 (wurde seither geändert)." in page
    assert list(ScoreSheet.objects.all()) == [sheet]


def test_an_old_evening_that_was_renamed_stays_with_its_people(client):
    bring_in(client, reverse("files:former"), FORMER)
    kept = Event.objects.get(date__day=6)
    kept.name = "Pokal"
    kept.save()

    take_back(client)

    assert list(Event.objects.all()) == [kept]
    assert Player.objects.get().last_name == "Kurz"


def test_only_who_may_bring_in_takes_back(client, django_user_model):
    bring_in(client, PEOPLE, "Anna Abel\n")
    django_user_model.objects.update(role="typist")

    take_back(client)

    assert Player.objects.exists()
