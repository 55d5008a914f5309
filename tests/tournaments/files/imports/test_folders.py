"""The folders of three clubs are imported: spreadsheets, matrices, old tables."""

import pytest
from django.urls import reverse

from tests.factories import make_secretary
from tests.tournaments.files.imports.old_folders import (
    dbf_bytes,
    dos_folder,
    matrix_folder,
    works_folder,
    zipped,
)
from tests.tournaments.files.imports.test_former import PAGE, fields_of, upload
from tournaments.careers.selectors import all_time_ranking
from tournaments.people.models import Player
from tournaments.people.names.names import Audience, shown_to
from tournaments.sheets.models import ListTally

pytestmark = [pytest.mark.django_db, pytest.mark.database]
COLUMNS = [("NAME", "C", 20), ("GESAMT", "N", 6)]


@pytest.fixture
def secretary(client):
    client.force_login(make_secretary())
    return client


def bring_folder(client, folder):
    """Import every table with results of every file, with the default answers."""
    for file in folder.files:
        preview = upload(client, file.content, name=file.name)
        while True:
            form = preview.context["form"]
            if form.can_bring_in:
                fields = fields_of(preview) | {"takes_contradictions": "on"}
                client.post(reverse(PAGE), fields | {"confirm": "1"})
            if form.next_table is None:
                break
            # The same token works for the next table.
            fields = {"token": preview.context["token"], "table": form.next_table}
            preview = client.get(
                reverse(PAGE), fields | {"look": "1", "source": file.name}
            )
        assert Player.objects.exists()


@pytest.mark.parametrize(
    "folder",
    [
        works_folder(1, years=2, evenings=4),
        matrix_folder(2, years=2, evenings=6),
        dos_folder(3, years=2, evenings=4),
    ],
    ids=["a file a year", "a sheet a season", "an old program"],
)
def test_a_folder_is_imported_as_a_whole_and_only_once(secretary, folder):
    bring_folder(secretary, folder)
    before = list(ListTally.objects.order_by("pk").values())
    assert len(before) == folder.results

    bring_folder(secretary, folder)

    assert list(ListTally.objects.order_by("pk").values()) == before
    with shown_to(Audience.CLUB):
        assert (
            len(all_time_ranking(published_only=False).places) == Player.objects.count()
        )


@pytest.mark.parametrize("share", [0.2, 0.5, 0.95])
def test_a_table_cut_off_is_one_problem_and_nothing_is_written(secretary, share):
    whole = dbf_bytes(COLUMNS, [("Ida Kurz", 900), ("Uwe Lang", 800)])
    cut = whole[: int(len(whole) * share)]

    answer = upload(secretary, zipped({"A.DBF": cut}), name="VM.ZIP")

    (error,) = answer.context["form"].errors["file"]
    assert "A.DBF" in error
    assert not Player.objects.exists()


def test_any_other_zip_is_one_problem(secretary):
    answer = upload(secretary, zipped({"brief.txt": b"Hallo"}), name="VM.ZIP")

    assert len(answer.context["form"].errors["file"]) == 1
