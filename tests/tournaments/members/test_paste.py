"""Many names at once: read, looked at, then saved."""

import pytest

from tests.factories import make_player, make_secretary
from tournaments.members.models import Club, Player
from tournaments.members.services import NewPerson, add_players

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def secretary(client):
    secretary = make_secretary()
    client.force_login(secretary)
    return secretary


def paste(client, names, **more):
    return client.post("/members/paste/", {"names": names, "status": "member", **more})


def reading(response):
    return [
        (each.name.first, each.name.last, box, is_ticked)
        for each, box, is_ticked in response.context["form"].rows
    ]


def everybody():
    return [player.sorted_name for player in Player.objects.all()]


def test_pasted_names_are_shown_before_anything_is_saved(client):
    response = paste(client, "Hans Meier\n\n  Meier, Anna\nAnna von der Heide\nKalle")

    assert reading(response) == [
        ("Hans", "Meier", "new", True),
        ("Anna", "Meier", "new", True),
        ("Anna", "von der Heide", "new", True),
        ("", "Kalle", "new", True),
    ]
    assert everybody() == []


def test_the_ticked_names_are_saved(client):
    names = "Hans Meier\nAnna Meier\nKalle"

    response = paste(client, names, save="1", new=["1", "3"])

    assert response.url == "/members/"
    assert everybody() == ["Kalle", "Meier, Hans"]


def test_people_who_are_known_or_named_twice_are_not_ticked(client):
    make_player("Jörg Müller")

    response = paste(client, "Mueller, Joerg\nAnna Abel\nAbel, Anna")

    assert reading(response) == [
        ("Joerg", "Mueller", "again", False),
        ("Anna", "Abel", "new", True),
        ("Anna", "Abel", "again", False),
    ]
    assert "Müller" in response.context["form"].pasted[0].namesake.name


def test_a_namesake_is_added_when_ticked(client):
    make_player("Anna Abel")

    paste(client, "Anna Abel", save="1", again=["1"])

    assert everybody() == ["Abel, Anna", "Abel, Anna"]


def test_sending_the_same_names_twice_adds_them_once(client):
    paste(client, "Anna Abel\nBernd Zorn", save="1", new=["1", "2"])

    second = paste(client, "Anna Abel\nBernd Zorn", save="1", new=["1", "2"])

    assert second.context["form"].has_error("__all__", "added-meanwhile")
    assert everybody() == ["Abel, Anna", "Zorn, Bernd"]


def test_with_nobody_ticked_nobody_is_added(client):
    response = paste(client, "Anna Abel", save="1")

    assert response.context["form"].has_error("__all__", "nobody")
    assert everybody() == []


def test_guests_come_with_their_club(client):
    paste(
        client,
        "Emil Erpel",
        save="1",
        new=["1"],
        status="guest",
        guest_club="Pik Sieben",
    )

    emil = Player.objects.get()
    assert (emil.is_guest, emil.club.name) == (True, "Pik Sieben")


def test_guests_without_a_club_are_not_put_into_ours(client):
    Club.objects.create(name="Herz Dame", is_home=True)

    paste(client, "Emil Erpel", save="1", new=["1"], status="guest")

    assert Player.objects.get().club is None


def test_lines_that_cannot_be_read_are_named_by_number_and_nothing_is_lost(client):
    names = f"Anna Abel\n, Bernd\n\n{'x' * 201}"

    response = paste(client, names)

    errors = response.context["form"].errors["names"]
    assert ["2" in errors[0], "4" in errors[1], len(errors)] == [True, True, 2]
    assert response.context["form"]["names"].value() == names


def test_a_thousand_bad_lines_make_a_short_complaint(client):
    response = paste(client, "\n".join([","] * 1000))

    assert len(response.context["form"].errors["names"]) == 11


@pytest.mark.parametrize(
    "names",
    [
        "",
        "\n \n",
        "\x00",
        "\u202e\u200b",
        "a\n" * 1001,
    ],
    ids=["nothing", "empty lines", "NUL", "invisible", "too many"],
)
def test_a_text_without_names_is_explained(client, names):
    response = paste(client, names)

    assert response.status_code == 200
    assert "names" in response.context["form"].errors


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"names": "Anna"},
        {"names": "Anna", "status": "king", "save": "1", "new": "1"},
        {
            "names": "Anna",
            "status": "member",
            "save": "1",
            "new": ["x", "-1", "9" * 99],
        },
        {"names": "Anna", "status": "guest", "guest_club": "x" * 121, "save": "1"},
        {"back": "1"},
    ],
    ids=range(6),
)
def test_absurd_fields_are_no_server_error(client, sent):
    assert client.post("/members/paste/", sent).status_code == 200
    assert everybody() == []


def test_odd_names_are_read_and_shown_without_harm(client):
    names = '<script>alert(1)</script>\n\u202eAnna\u202c\n🃏\nمرحبا\n"O\'Neill"'

    response = paste(client, names)

    assert "<script>alert" not in response.text
    assert "\u202e" not in "".join(
        each.name.last for each in response.context["form"].pasted
    )
    assert len(reading(response)) == 5


def test_back_shows_the_text_again(client):
    response = paste(client, "Hans Meier", back="1", status="guest")

    form = response.context["form"]
    assert (form["names"].value(), form["status"].value()) == ("Hans Meier", "guest")
    assert not form.errors


def test_a_thousand_names_are_read_and_saved_at_once(client):
    names = "\n".join(f"Vorname{number} Name{number}" for number in range(1000))
    lines = [str(number) for number in range(1, 1001)]

    assert len(reading(paste(client, names))) == 1000
    assert paste(client, names, save="1", new=lines).status_code == 302
    assert Player.objects.count() == 1000


@pytest.mark.parametrize("count", [1, 150])
def test_saving_costs_a_few_queries_however_many_names(
    count, django_assert_max_num_queries
):
    people = [NewPerson(first_name="Anna", last_name=f"A{n}") for n in range(count)]

    with django_assert_max_num_queries(10):
        add_players(people=people)


def test_pasted_people_can_be_searched_and_have_a_history(client, secretary):
    paste(client, "Jörg Müller", save="1", new=["1"])

    player = Player.objects.matching("muell").get()
    assert player.history.get().history_user == secretary
