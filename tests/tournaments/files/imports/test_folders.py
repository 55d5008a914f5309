"""Folders of clubs are imported: several tables, old programs, names by number."""

import datetime

import pytest
from django.urls import reverse

from tests.factories import make_player
from tests.tournaments.files.imports.old_folders import dbf_bytes, zipped
from tests.tournaments.files.imports.test_corpus import as_workbook
from tests.tournaments.files.imports.test_former import PAGE, press, upload
from tournaments.careers.selectors import all_time_ranking
from tournaments.people.models import Player
from tournaments.scope.scope import Audience, shown_to
from tournaments.sheets.models import ListTally

pytestmark = [pytest.mark.usefixtures("erika"), pytest.mark.database]
COLUMNS = [("NAME", "C", 20), ("GESAMT", "N", 6)]


SEASONS = """# 1994
Saison 1994
Platz;Name;07.01.;14.01.;Summe
1;Ida Kurz;900;800;1700
2;Uwe Lang;700;-;700
# 1995
Saison 1995
Platz;Name;06.01.;13.01.;Summe
1;Uwe Lang;1100;-;1100
2;Ida Kurz;-;300;300
"""


def bring_in_all(client, content, name):
    """Import every table with results of a file, with the default answers."""
    preview = upload(client, content, name=name)
    while (form := preview.context["form"]).next_table is not None:
        press(client, preview, "confirm")
        # The same token works for the next table.
        fields = {"token": preview.context["token"], "table": form.next_table}
        preview = client.get(reverse(PAGE), fields | {"look": "1", "source": name})
    press(client, preview, "confirm")


def test_all_tables_of_a_file_are_imported_and_only_once(client):
    book = as_workbook(SEASONS)
    bring_in_all(client, book, "saisontabellen.xlsx")
    before = list(ListTally.objects.order_by("pk").values())
    assert [each["total"] for each in before] == [900, 700, 800, 1100, 300]

    bring_in_all(client, book, "saisontabellen.xlsx")

    assert list(ListTally.objects.order_by("pk").values()) == before
    with shown_to(Audience.CLUB):
        assert len(all_time_ranking(published_only=False).places) == 2


def test_a_table_cut_off_and_any_other_zip_is_one_problem(client):
    whole = dbf_bytes(COLUMNS, [("Ida Kurz", 900), ("Uwe Lang", 800)])
    parts = [{"A.DBF": whole[: int(len(whole) * n)]} for n in (0.2, 0.5, 0.95)]

    for part in (*parts, {"brief.txt": b"Hallo"}):
        answer = upload(client, zipped(part), name="VM.ZIP")

        (error,) = answer.context["form"].errors["file"]
        assert "brief.txt" in part or "A.DBF" in error
    assert not Player.objects.exists()


PEOPLE = [("MNR", "N", 4), ("NAME", "C", 20), ("VORNAME", "C", 20)]
EVENINGS = [("MNR", "N", 4), ("DATUM", "D", 8), ("GESAMT", "N", 6)]
MEMBERS = [(17, "Kurz", "Ida"), (21, "Lang", "Uwe"), (30, "Alt", "Eva")]


def folder_of(rows, members=None):
    people = dbf_bytes(PEOPLE, members or MEMBERS)
    return zipped({"ABEND.DBF": dbf_bytes(EVENINGS, rows), "M.DBF": people})


def test_names_in_another_table_of_the_folder_are_found_by_their_number(client):
    days = [datetime.date(1998, 3, day) for day in (6, 13, 20)]
    rows = [(number, day, 900) for day in days for number in (17, 21)]

    preview = upload(client, folder_of([*rows, (99, days[0], 800)]), name="VM.ZIP")

    form = preview.context["form"]
    names = [(each.name.last, each.fate) for each in form.preview]
    assert names == [("Kurz", "taken"), ("Lang", "taken")] * 3 + [("", "left")]
    assert form.preview[-1].text == "Zu „99“ steht hier kein Name."
    assert form.left_text == "Weggelassen: Zeile 8"
    assert "aus der Tabelle M.DBF, über die Nummer unter „MNR“" in preview.text


def test_a_record_without_a_day_has_not_that_of_the_one_above(client):
    day = datetime.date(1998, 3, 6)
    rows = [("Ida Kurz", day, 900), ("Uwe Lang", "", 800), ("Eva Alt", day, 700)]
    columns = [("NAME", "C", 20), *EVENINGS[1:]]

    preview = upload(client, dbf_bytes(columns, rows), name="ABEND.DBF")

    texts = [each.text for each in preview.context["form"].preview]
    assert texts == ["kommt hinzu", "kein Tag", "kommt hinzu"]


def test_texts_in_another_file_are_read_or_said_to_be_missing(client):
    columns = [*COLUMNS, ("BEM", "M", 10), ("LEER", "M", 10)]
    table = dbf_bytes(columns, [("Ida Kurz", 900, 1, ""), ("Uwe Lang", 800, "", "")])
    memo = bytes(512) + b"DQ wegen Bedienens\x1a".ljust(512)
    whole = zipped({"ABEND.DBF": table, "Abend.dbt": memo})
    cut = zipped({"ABEND.DBF": table, "ABEND.DBT": memo[:512]})

    forms = [
        upload(client, content, name=name).context["form"]
        for content, name in ((whole, "A.ZIP"), (cut, "A.ZIP"), (table, "A.DBF"))
    ]

    assert [form.layout.unread for form in forms] == [["BEM"]] * 3
    assert [bool(form.notes) for form in forms] == [False, True, True]
    assert "„BEM“" in forms[1].notes[0]
    assert "DQ wegen Bedienens" in forms[0].preview[0].problem


def test_two_people_of_one_name_are_told_apart_by_their_numbers(client):
    make_player("Uwe Gross", member_number="4")
    rows = [(4, datetime.date(1998, 3, 6), 900), (13, datetime.date(1998, 3, 6), 700)]
    folder = folder_of(rows, [(4, "Gross", "Uwe"), (13, "Gross", "Uwe")])

    one_here = upload(client, folder, name="VM.ZIP").context["form"]
    make_player("Uwe Gross", member_number="13")
    both_here = upload(client, folder, name="VM.ZIP").context["form"]

    assert [each.fate for each in one_here.preview] == ["taken", "left"]
    assert [each.distinction for each in one_here.asked] == ["13"]
    numbers = [each.player.member_number for each in both_here.preview]
    assert numbers == ["4", "13"]
    assert [each.fate for each in both_here.preview] == ["taken", "taken"]


def test_the_number_that_joins_two_tables_is_chosen_where_it_is_not_sure(client):
    people = dbf_bytes([("NR", "N", 4), *PEOPLE[1:]], MEMBERS)
    rows = [(at, datetime.date(1998, 3, 6), 900) for at in (17, 21)]
    folder = zipped({"ABEND.DBF": dbf_bytes(EVENINGS, rows), "M.DBF": people})

    preview = upload(client, folder, name="VM.ZIP", table=0)
    question = preview.context["form"].questions[0]
    again = press(client, preview, "look", **{question.field_name: "MNR = NR (M.DBF)"})

    assert not preview.context["form"].can_bring_in
    assert [text for _value, text in question.options] == [
        *("keine davon", "MNR = NR (M.DBF)")
    ]
    assert [each.name.last for each in again.context["form"].preview] == [
        *("Kurz", "Lang")
    ]
    assert again.context["form"].can_bring_in


@pytest.mark.parametrize(("head", "is_sure"), [("Mitgl.-Nr.", True), ("Wer", False)])
def test_member_numbers_stand_for_the_people_here(client, head, is_sure):
    for number, name in {"12": "Ida Kurz", "7a": "Uwe Lang", "31": "Otto Alt"}.items():
        make_player(name, member_number=number)
    rows = "06.03.1998;12;900\n06.03.1998;7A;800\n06.03.1998;31;700\n"
    text = f"Datum;{head};Gesamt\n{rows}"

    preview = upload(client, text)
    question = [
        each for each in preview.context["form"].questions if each.key == "join"
    ]
    if not is_sure:
        answer = {question[0].field_name: question[0].options[1][0]}
        preview = press(client, preview, "look", **answer)
    form = preview.context["form"]

    assert bool(question) is not is_sure
    assert [each.player and each.player.last_name for each in form.new] == [
        *("Kurz", "Lang", "Alt")
    ]
    assert "Die Namen kommen aus der Tabelle Mitglieder und Gäste" in preview.text


def test_numbers_that_fit_no_table_of_names_are_not_joined(client):
    rows = [(number, datetime.date(1998, 3, 6), 900) for number in (1, 5, 9)]

    preview = upload(client, folder_of(rows), name="VM.ZIP", table=0)

    assert "nicht sicher, über welche Nummer" in preview.text
    assert not preview.context["form"].can_bring_in
