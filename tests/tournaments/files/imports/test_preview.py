"""The preview of a table: in pages, and every row that waits corrected in place."""

import datetime
from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import Workbook

from tests.factories import make_player, make_sheet
from tests.tournaments.files.imports import tables
from tests.tournaments.files.imports.old_folders import dbf_bytes, zipped
from tests.tournaments.files.imports.test_corpus import as_workbook
from tests.tournaments.seasons.seasons import make_season
from tournaments.people.models import Player
from tournaments.sheets.models import ListTally, ScoreSheet

pytestmark = pytest.mark.usefixtures("erika")
PEOPLE = "/downloads/people/import/"
NAMES = tables.unlike_names(250)
MANY = "Nachname;Vorname\n" + "\n".join(f"{name};Anna" for name in NAMES)


def turn_to(client, page, preview, **fields):
    fields |= {"kept": preview.context["form"].kept}
    return tables.send(client, PEOPLE, preview, "go", **fields, go=page)


def test_what_is_changed_on_one_page_is_kept_on_the_others(client):
    first = tables.look_at(client, PEOPLE, MANY)
    assert "Seite 1 von 3" in first.text

    second = turn_to(client, 2, first, **{"last-2": "Zorn"}, take=[])
    fields = tables.fields_of(second) | {"kept": second.context["form"].kept}
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


def test_a_row_that_waits_is_corrected_in_place(client):
    address = reverse("files:former")
    text = "Datum;Name;Gesamt\n06.13.1998;Ida Kurz;1412\n13.03.1998;Uwe Lang;871\n"

    preview = tables.look_at(client, address, text)
    cells = {
        name: cell for name, _head, cell in preview.context["form"].wrong_rows[0][2]
    }
    assert list(cells.values()) == ["06.13.1998", "Ida Kurz", "1412"]
    sent = {"source": "liste", "lists": 1}
    answer = tables.send(client, address, preview, "confirm", **sent)
    assert "Weggelassen: Ida Kurz" in client.get(answer.url).text
    sent |= {"cell-0-0": "6. März 1998", "source": "noch"}
    preview = tables.look_at(client, address, text)
    again = tables.send(client, address, preview, "look", **sent)
    assert again.context["form"].wrong_rows == []
    kept = {"kept": again.context["form"].kept, "source": "noch", "lists": 1}
    tables.send(client, address, again, "confirm", **kept)

    totals = ListTally.objects.order_by("total").values_list("total", flat=True)
    assert list(totals) == [871, 1412]


def test_a_list_that_waits_is_corrected_in_place(client):
    event = make_sheet(("Anna Abel", "Bernd Zorn", "Carla Ohm")).series.event
    address = reverse("files:import-results", args=[event.pk])
    text = (
        "Serie;Tisch;Platz;Name;Spielpunkte;gewonnen;verloren\n"
        "1;1;1;Anna Abel;fünfzig;1;0\n1;1;2;Bernd Zorn;-48;0;1\n1;1;3;Carla Ohm;0;0;0"
    )

    preview = tables.look_at(client, address, text)
    again = tables.send(client, address, preview, "look", **{"cell-0-4": "50"})
    kept = {"kept": again.context["form"].kept}
    tables.send(client, address, again, "confirm", **kept)

    assert ScoreSheet.objects.finished().count() == 1


def test_each_evening_of_a_row_and_its_total_are_corrected_in_place(client):
    address = reverse("files:former")
    text = (
        ";06.03.1998;;13.03.1998;;\nName;Gesamt;gew.;Gesamt;gew.;Gesamt\n"
        "Ida Kurz;900;13;800;4;1800\nUwe Lang;x12;9;700;6;1300\n"
    )

    preview = tables.look_at(client, address, text)
    form = preview.context["form"]
    names = {cell: name for row in form.wrong_rows for name, _head, cell in row[2]}
    sent = {names["1800"]: "1700", names["x12"]: "600", "source": "liste"}
    again = tables.send(client, address, preview, "look", **sent)

    assert "wird verglichen" in preview.text
    assert [row[1] for row in form.wrong_rows] == [
        "wartet. Als Summe aller Abende steht 1800 da, diese Abende ergeben 1700.",
        "„x12“ unter „06.03.1998 Gesamt“ ist keine ganze Zahl.",
    ]
    assert again.context["form"].wrong_rows == []
    assert [each.result.total for each in again.context["form"].new] == [
        *(900, 800, 600, 700)
    ]


def test_hidden_rows_and_columns_come_in_only_where_this_is_said(client):
    text = "Datum;Name;!Anmerkung;Gesamt\n06.03.1998;Ida Kurz;disq.;900\n"
    text += "!06.03.1998;Uwe Lang;;800\n"
    address = reverse("files:former")
    preview = tables.look_at(client, address, as_workbook(text), "a.xlsx", lists="1")
    fates = {}
    for answer in ("leave", "read"):
        said = {"ask-hidden": answer}
        form = tables.send(client, address, preview, "look", **said).context["form"]
        fates[answer] = [(each.name.last, each.fate) for each in form.preview]

    assert "Zeile 3 (Uwe Lang), Spalte C (Anmerkung)" in preview.text
    assert not preview.context["form"].can_bring_in
    assert '<option value="">bitte wählen</option>' in preview.text
    assert fates["leave"] == [("Kurz", "taken")]
    assert fates["read"] == [("Kurz", "left"), ("Lang", "taken")]


def test_columns_and_cells_that_hold_nothing_to_keep_are_told(client):
    heads = "Name;Datum;Serie 1;Serie 2;Gew.;Verl."
    text = f'{heads}\nIda Kurz;06.03.98;700;300;10;2\n=A2&"";06.03.98;600;400;9;3\n'
    address = reverse("files:former")

    preview = tables.look_at(client, address, as_workbook(text), "a.xlsx")
    columns = [each["name"] for each in preview.context["form"].columns]
    chosen = {columns[4]: "won", columns[5]: "lost"}
    again = tables.send(client, address, preview, "look", **chosen)

    for page in (preview, again):
        assert "nicht für mehrere Serien auf einmal" in page.text
        assert "haben keine Werte (A3)" in page.text


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


def test_a_zip_begins_with_the_results_whose_people_are_to_be_joined(client):
    people = [
        [str(at), name, datetime.date(1981, 4, 1)]
        for at, name in enumerate(NAMES[:9], 1)
    ]
    lists = [[str(at), str(900 + at), "9", "2"] for at in range(1, 10)]
    numbers = [(head, "C", 6) for head in ("WER", "PUNKTE", "GEW", "VERL")]
    folder = zipped(
        {
            "MITGLIED.DBF": dbf_bytes(
                [("NR", "C", 4), ("NAME", "C", 20), ("EINTRITT", "D", 8)], people
            ),
            "TOTAL.DBF": dbf_bytes(numbers, lists),
        }
    )

    preview = tables.look_at(client, reverse("files:former"), folder, "alt.zip")

    form = preview.context["form"]
    assert form.grids[form.table_index].name == "TOTAL.DBF"
    assert form.grids[form.table_index].size == 9
    assert "Über welche Nummer" in preview.text
    assert "können die Gesamtpunkte sein" in preview.text
    assert "Keine Spalte mit einem Ergebnis" not in preview.text


def test_a_namesake_on_the_list_may_be_somebody_new(client):
    make_player("Anna Abel")

    preview = tables.look_at(client, PEOPLE, "Anna Abel\nBernd Zorn\n")
    (anna, _bernd) = preview.context["form"].preview
    answer = {f"person-{anna.key}": anna.new_value}
    tables.send(client, PEOPLE, preview, "confirm")
    assert Player.objects.count() == 2
    preview = tables.look_at(client, PEOPLE, "Anna Abel\nBernd Zorn\n")
    tables.send(client, PEOPLE, preview, "confirm", **answer)

    assert f'name="person-{anna.key}" value="{anna.new_value}"' in preview.text
    assert Player.objects.filter(last_name="Abel").count() == 2
    assert Player.objects.count() == 3


@pytest.mark.parametrize("namesakes", [1, 2])
def test_results_of_a_namesake_may_be_those_of_somebody_new(client, namesakes):
    for _each in range(namesakes):
        make_player("Ida Kurz", is_active=False)
    address = reverse("files:former")
    text = "Datum;Name;Gesamt\n06.03.1998;Ida Kurz;900\n13.03.1998;Ida Kurz;800\n"

    preview = tables.look_at(client, address, text)
    form = preview.context["form"]
    (ida,) = [*form.asked, *form.known]
    answer = {f"person-{ida.key}": ida.new_value}
    again = tables.send(client, address, preview, "look", **answer)
    tables.send(client, address, again, "confirm", source="alt")

    assert f'value="{ida.new_value}"' in preview.text
    assert Player.objects.latest("pk").list_tallies.count() == 2
    assert Player.objects.count() == namesakes + 1


def test_nobody_is_called_inactive_before_it_is_said_who_they_are(client):
    make_player("Ida Kirchhof")
    text = "Datum;Name;Gesamt\n06.03.1998;Ida Kirchhoff;900\n06.03.1998;Uwe Lang;800\n"

    page = tables.look_at(client, reverse("files:former"), text).text

    assert "inaktiv" not in page.split("Kirchhoff")[1].split("</tr>")[0]
    assert "inaktiv" in page.split('value="Lang"')[1].split("</tr>")[0]
    assert "Wer nur vor Jahren gespielt hat, kommt inaktiv hinzu" in page


def test_names_of_results_are_turned_with_one_click(client):
    event = make_sheet(("Anna Abel", "Bernd Zorn", "Carla Ohm")).series.event
    address = reverse("files:import-results", args=[event.pk])
    head = "Serie;Tisch;Platz;Name;Spielpunkte;gewonnen;verloren\n"

    preview = tables.look_at(client, address, f"{head}1;1;1;Xaver Yps;50;1;0\n")
    turned = tables.send(client, address, preview, "turn")

    assert preview.context["form"].preview[0].name.last == "Yps"
    assert turned.context["form"].preview[0].name.last == "Xaver"
