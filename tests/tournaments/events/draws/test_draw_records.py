"""The record of a draw, which anybody can repeat without the database."""

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.factories import make_evening, make_secretary
from tests.tournaments.events.draws.draws import draw, make_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def erika(db):
    return make_secretary()


def record_of(client, by, tmp_path):
    client.force_login(by, backend="django.contrib.auth.backends.ModelBackend")
    evening = make_evening(series=2)
    make_entries(evening, 16)
    draw(evening, by, 1, 2)
    path = tmp_path / "record.json"
    address = reverse("events:draw-record", args=[evening.pk, 1])
    path.write_bytes(client.get(address).content)
    return path


def test_the_record_of_a_draw_is_repeated_without_the_database(
    client, erika, tmp_path, capsys
):
    path = record_of(client, erika, tmp_path)

    call_command("repeat_draw", path)

    assert "dieselben Tische wie damals" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"seed": "7"', '"seed": "8"', "andere Tische"),
        ('"version": 1', '"version": 9', "Fassung 9"),
        ('"question"', '"frage"', "kein Protokoll"),
        ('"entrants"', '"people"', "kein Protokoll"),
        ("}", "", "kein Protokoll"),
    ],
)
def test_a_changed_record_is_recognised(client, erika, tmp_path, old, new, said):
    path = record_of(client, erika, tmp_path)
    path.write_text(path.read_text().replace(old, new))

    with pytest.raises(CommandError, match=said):
        call_command("repeat_draw", path)
