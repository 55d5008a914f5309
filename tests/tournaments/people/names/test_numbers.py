"""Numbers of clubs and members, other checks of a person, short names (rules 6.5)."""

import datetime

import pytest
from django.core.exceptions import ValidationError

from tests.factories import make_player
from tournaments.people.models import Club, Player
from tournaments.people.names.names import (
    club_number,
    read_club_number,
    read_member_number,
    short_name,
)
from tournaments.words.choices import Privacy


def test_a_club_number_is_typed_with_dots_or_without():
    assert club_number("0443006") == "04.43.006"
    for typed in ("0443006", "04.43.006", "04 43 006", " 04.43006 "):
        assert read_club_number(typed) == "0443006"
    for typed in ("443006", "04430060", "04.43.06", "0443OO6", "٠٤٤٣٠٠٦", "04..43.006"):
        with pytest.raises(ValidationError, match=r"04\.43\.006"):
            read_club_number(typed)


def test_a_member_number_may_look_like_many_things_but_not_like_a_name_or_a_note():
    for typed in ("4711", "04-43-006/17", "A 12", " 7 "):
        assert read_member_number(typed) == typed.strip()
    for typed in ("Anna", "4711!", "12<script>", "4" * 21):
        with pytest.raises(ValidationError):
            read_member_number(typed)


def test_a_club_gets_its_number_on_its_page(client, erika):
    home = Club.objects.create(name="Karo Einfach")
    make_player("Anna", club=home)
    assert "04.43.006" in client.get(f"/members/clubs/{home.pk}/").text

    client.post(
        f"/members/clubs/{home.pk}/", {"name": "Karo Einfach", "number": "04.43.006"}
    )

    home.refresh_from_db()
    assert home.number == "0443006"
    assert '<td class="num">04.43.006</td>' in client.get("/members/clubs/").text
    again = client.get(f"/members/clubs/{home.pk}/").text
    assert 'value="04.43.006"' in again
    wrong = client.post(f"/members/clubs/{home.pk}/", {"name": "K", "number": "4"})
    assert "sieben Ziffern" in wrong.text


def fields(**more):
    return {"first_name": "Anna", "last_name": "Köster", "status": "member", **more}


def test_two_members_never_have_one_number(client, erika):
    make_player("Bernd Lang", member_number="4711")

    answer = client.post("/members/add/", fields(member_number="4711"))

    assert "Bernd Lang hat diese Mitgliedsnummer schon." in answer.text
    assert not Player.objects.filter(last_name="Köster").exists()
    guest = fields(member_number="4711", status="guest", guest_club="Herz Dame")
    assert client.post("/members/add/", guest).status_code == 302


def test_a_member_keeps_the_own_number(client, erika):
    anna = make_player("Anna Köster", member_number="4711")

    answer = client.post(
        f"/members/{anna.pk}/edit/",
        fields(
            member_number="4711",
            gender="female",
            birth_date="1961-02-03",
            privacy="hidden",
        ),
    )

    assert answer.status_code == 302
    anna.refresh_from_db()
    assert anna.birth_date == datetime.date(1961, 2, 3)
    assert (anna.gender, anna.privacy) == ("female", Privacy.HIDDEN)
    assert anna.cover_number


@pytest.mark.parametrize("born", ["1848-01-01", "2999-01-01", "gestern"])
def test_nobody_was_born_on_an_impossible_day(client, erika, born):
    answer = client.post("/members/add/", fields(birth_date=born))

    assert answer.status_code == 422
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("name", "most", "shown"),
    [
        ("Egon Sperling", 13, "Egon Sperling"),
        ("Egon Sperling", 12, "Sperling, E."),
        ("Egon Sperling", 11, "Sperling"),
        ("Hans-Joachim Schnabelewopski", 26, "Schnabelewopski, H.-J."),
        ("Dr. Wolfgang Trautmannsdorff", 26, "Wolfgang Trautmannsdorff"),
        ("Brigitte von der Heide-Osterkamp", 27, "von der Heide-Osterkamp, B."),
        ("Brigitte von der Heide-Osterkamp", 26, "v. d. Heide-Osterkamp, B."),
        ("Brigitte von der Heide-Osterkamp", 22, "v. d. Heide-Osterkamp"),
        ("Brigitte von der Heide-Osterkamp", 15, "Heide-Osterkamp"),
        ("Brigitte von der Heide-Osterkamp", 10, "Heide-Ost…"),
        ("Spieler 77", 15, "Spieler 77"),
        ("Spieler 77", 7, "77"),
        ("Kalle", 3, "Ka…"),
    ],
)
def test_a_name_shortened_for_little_space_keeps_the_family_name(name, most, shown):
    assert short_name(name, most) == shown
