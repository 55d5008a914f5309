"""Files with several tables, and those of old programs, are imported."""

import pytest
from django.urls import reverse

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
