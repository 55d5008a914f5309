"""The preview of a table: in pages, and every row that waits corrected in place."""

import datetime
from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import Workbook

from tests.factories import make_evening, make_player
from tests.tournaments.files.imports import tables
from tests.tournaments.seasons.seasons import make_season
from tournaments.people.models import Player

pytestmark = pytest.mark.usefixtures("erika")
PEOPLE = "/downloads/people/import/"
NAMES = tables.unlike_names(250)
MANY = "Nachname;Vorname\n" + "\n".join(f"{name};Anna" for name in NAMES)


def turn_to(client, page, preview, **fields):
    return tables.send(client, PEOPLE, preview, "go", **fields, go=page)


def test_what_is_changed_on_one_page_is_kept_on_the_others(client):
    first = tables.look_at(client, PEOPLE, MANY)
    assert "Seite 1 von 3" in first.text

    second = turn_to(client, 2, first, **{"last-2": "Zorn"}, take=[])
    fields = tables.fields_of(second)
    client.post(PEOPLE, fields | {"last-102": "Ohm", "confirm": "1"})

    names = set(Player.objects.values_list("last_name", flat=True))
    assert len(names) == 150  # those of the first page were unticked
    assert "Ohm" in names
    assert NAMES[100] not in names
    assert "Zorn" not in names
    # What is open is on the first page.
    text = MANY.replace("Vorname", "Vorname;Gast") + ";vielleicht"
    preview = tables.look_at(client, PEOPLE, text)
    assert preview.context["form"].page[0].name.last == NAMES[249]


def test_three_hundred_people_are_registered_at_once(client):
    evening = make_evening()
    address = reverse("files:import-entries", args=[evening.pk])
    lines = "\n".join(f"{name} Anna, Pik Ass" for name in tables.unlike_names(300))

    tables.send(client, address, tables.look_at(client, address, lines), "confirm")

    assert evening.entries.count() == 300


def test_the_days_of_new_results_and_their_season_are_told(client):
    make_season(
        name="Saison 1998/99",
        first_date=datetime.date(1998, 9, 1),
        last_date=datetime.date(1999, 5, 31),
    )
    text = "Datum;Name;Gesamt\n06.03.1998;Ida Kurz;900\n12.03.1999;Ida Kurz;800\n"
    heads = "Name;Abende;Gesamt\nIda Kurz;40;36000\n"

    page = tables.look_at(client, reverse("files:former"), text).text
    year = tables.look_at(client, reverse("files:former"), heads, year="1999").text

    assert "Von 2 Abenden oder Jahren, 06.03.1998 bis 12.03.1999." in page
    assert "Gewertet in: Saison 1998/99." in page
    address = f"{reverse('seasons:create')}?year=1998"
    assert f'href="{address}"' in page  # for the evening that no season takes in
    assert 'value="31.12.1998"' in client.get(address).text
    assert "Gewertet in" not in year


def test_rows_that_wait_stand_before_the_many_that_come_in(client):
    make_player("Ida Kurz")
    make_player("Ida Kurz")
    rows = "".join(f"06.03.1998;{name}, Anna;900\n" for name in NAMES[:21])
    head, waiting = "Datum;Name;Serie 1\n", "06.03.1998;Ida Kurz;900\n"

    many = tables.look_at(client, reverse("files:former"), head + rows + waiting)
    alone = tables.look_at(client, reverse("files:former"), head + waiting)

    assert '<a href="#row-23">1 wartet: bitte prüfen</a>' in many.text
    shown, folded = many.text.split("<details>")[-2:]
    assert (
        "wartet, bis gesagt ist" in shown.rsplit("Wartet oder wird ausgelassen", 1)[1]
    )
    assert "wartet" not in folded
    assert folded.count("kommt hinzu") == 21
    assert "Es kommt nichts herein, bevor gesagt ist, wer gemeint ist." in alone.text
    assert "nichts Neues" not in alone.text


def test_days_of_a_workbook_are_shown_as_they_are_written_here(client):
    book = Workbook()
    book.active.append(["Datum", "Name", "Gesamt"])
    book.active.append([datetime.date(1998, 3, 6), "Ida Kurz", "x12"])
    book.save(out := BytesIO())

    preview = tables.look_at(client, reverse("files:former"), out.getvalue(), "a.xlsx")
    sent = {"cell-0-0": "06.03.1998", "cell-0-2": "900"}
    again = tables.send(client, reverse("files:former"), preview, "look", **sent)

    cells = again.context["form"].layout.records[0].cells
    assert cells == ("1998-03-06", "Ida Kurz", "900")
    assert "1998-03-06" not in preview.text
    assert preview.text.count('value="06.03.1998"') == 2  # the cell, and as shown


def test_nobody_is_called_inactive_before_it_is_said_who_they_are(client):
    make_player("Ida Kirchhof")
    text = "Datum;Name;Gesamt\n06.03.1998;Ida Kirchhoff;900\n06.03.1998;Uwe Lang;800\n"

    page = tables.look_at(client, reverse("files:former"), text).text

    assert "inaktiv" not in page.split("Kirchhoff")[1].split("</tr>")[0]
    assert "inaktiv" in page.split('value="Lang"')[1].split("</tr>")[0]
    assert "Wer nur vor Jahren gespielt hat, kommt inaktiv hinzu" in page
