"""Typed texts survive an expired session or page."""

import pytest
from django.test import Client

from tests.factories import make_secretary, make_sheet


@pytest.fixture(autouse=True)
def erika(db):
    return make_secretary()


@pytest.fixture
def address():
    return f"/lists/{make_sheet().pk}/"


def send(client, page, form, to=""):
    return client.post(
        f"{page}{to}", form, headers={"referer": f"http://testserver{page}"}
    )


def test_a_typed_line_comes_back_after_signing_in(client, address):
    answer = send(
        client, address, {"number": 1, "before": "", "text": "2k2h"}, "lines/"
    )

    assert answer.status_code == 302
    assert answer["Location"].endswith("%3Ftext%3D2k2h%26line%3D1")


def test_the_numbers_of_a_foot_are_shown_to_somebody_signed_out(client, address):
    answer = send(client, address, {"points_1": "512", "reason": "Regen"}, "foot/")

    page = answer.content.decode()
    assert answer.status_code == 403
    assert "Spielpunkte 1: 512" in page
    assert "Begründung, falls das Papier abweicht: Regen" in page
    assert "points_1" not in page
    assert f"/accounts/login/?next={address}" in page


def test_what_is_chosen_again_is_not_shown_and_no_name_of_a_field(client):
    form = {"name": "Vereinsmeisterschaft", "first_date": "2026-01-01", "unit": "list"}

    page = send(client, "/seasons/new/", {**form, "mystery": "x"}).content.decode()

    assert "<pre>Name: Vereinsmeisterschaft</pre>" in page
    assert "<pre>Erster Tag: 2026-01-01</pre>" in page
    assert "<pre>x</pre>" in page
    assert "list</pre>" not in page


def test_a_long_paste_is_shown_whole_to_somebody_signed_out(client):
    names = "\n".join(f"Vorname{number} Nachname" for number in range(1000))

    page = send(client, "/downloads/people/import/", {"text": names}).content.decode()

    assert "Vorname0 Nachname" in page
    assert "Vorname999 Nachname" in page


def test_a_form_that_nobody_typed_on_a_page_of_ours_only_asks_to_sign_in(client):
    answer = client.post("/downloads/people/import/", {"text": "x" * 5000})

    assert answer.status_code == 302


def test_a_page_open_too_long_shows_every_field_but_no_password(address, erika):
    client = Client(enforce_csrf_checks=True)
    client.force_login(erika)
    form = {"points_1": "512", "new_password1": "streng-geheim"}

    page = send(client, address, form, "foot/").content.decode()

    assert "Spielpunkte 1: 512" in page
    assert "streng-geheim" not in page
