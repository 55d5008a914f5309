"""Pages about people: the list, adding, changing."""

import pytest

from tests.factories import make_player, make_secretary, make_user
from tournaments.people.models import Club, Player
from tournaments.people.services import add_players
from tournaments.scope.log import earlier_values, entries_about

pytestmark = pytest.mark.django_db
ODD_NAMES = [
    "x" * 200,
    'O\'Neill "Ass" d’Arc',
    "<script>alert(1)</script>",
    "\u202eresieM\u202c",
    "مرحبا",
    "🂡🃏",
    "İıß",
    "\ufdfa" * 200,
    "%s {{ 7 }} {% now %}",
]


@pytest.fixture
def secretary(client):
    secretary = make_secretary()
    client.force_login(secretary)
    return secretary


@pytest.fixture
def reader(client):
    reader = make_user()
    client.force_login(reader)
    return reader


def names(response):
    return [row.record.name for row in response.context["table"].page]


def answers(**changed):
    return {
        "first_name": "Anna",
        "last_name": "Meier",
        "status": "member",
        "guest_club": "",
        "member_number": "",
        **changed,
    }


def test_the_list_is_sorted_by_family_name_like_a_german_book(client, reader):
    for name in ("Bernd Zorn", "Anna Özil", "Carla Otto", "Dieter Abel"):
        make_player(name)

    assert names(client.get("/members/")) == [
        "Dieter Abel",
        "Anna Özil",
        "Carla Otto",
        "Bernd Zorn",
    ]


@pytest.mark.parametrize("typed", ["mül", "mul", "muel", "jo mü", "MÜLLER jörg"])
def test_a_search_finds_the_beginning_of_any_word(client, reader, typed):
    make_player("Jörg Müller")
    make_player("Anna Schmüll")

    assert names(client.get("/members/", {"q": typed})) == ["Jörg Müller"]


def test_while_typing_only_the_list_is_answered(client, reader):
    make_player("Anna")
    make_player("Bernd")

    response = client.get("/members/", {"q": "an"}, headers={"HX-Request": "true"})

    assert response.text.strip().startswith('<section id="players">')
    assert names(response) == ["Anna"]
    assert "HX-Request" in response["Vary"]


def test_going_back_gets_the_whole_page(client, reader):
    make_player("Anna")

    response = client.get(
        "/members/",
        headers={"HX-Request": "true", "HX-History-Restore-Request": "true"},
    )

    assert "<html" in response.text


def test_members_guests_and_inactive_people_are_apart(client, reader):
    make_player("Anna")
    make_player("Emil", is_guest=True)
    make_player("Dieter", is_active=False)

    shown = {
        show: names(client.get("/members/", {"show": show}))
        for show in ("", "members", "guests", "inactive", "nonsense")
    }

    assert shown == {
        "": ["Anna", "Emil"],
        "members": ["Anna"],
        "guests": ["Emil"],
        "inactive": ["Dieter"],
        "nonsense": ["Anna", "Emil"],
    }


def test_after_a_hundred_people_there_is_a_second_page(client, reader):
    people_named(f"Mitglied {number:03}" for number in range(101))

    assert len(names(client.get("/members/"))) == 100
    assert names(client.get("/members/", {"page": "2"})) == ["Mitglied 100"]


def test_a_member_belongs_to_the_club_at_home(client, secretary):
    home = Club.objects.create(name="Herz Dame", is_home=True)

    client.post("/members/add/", answers(guest_club="Pik Sieben"))

    anna = Player.objects.get()
    assert (anna.name, anna.is_guest, anna.club) == ("Anna Meier", False, home)


def test_a_first_and_a_last_name_stay_as_typed(client, secretary):
    client.post("/members/add/", answers(first_name="Dr. Anna", last_name="Herr 2"))

    assert Player.objects.get().name == "Dr. Anna Herr 2"


def test_the_club_of_a_guest_is_added_once(client, secretary):
    for first_name, club in (("Emil", "Pik Sieben"), ("Otto", " pik  sieben ")):
        client.post(
            "/members/add/",
            answers(first_name=first_name, status="guest", guest_club=club),
        )

    assert [str(player.club) for player in Player.objects.all()] == ["Pik Sieben"] * 2
    assert Club.objects.count() == 1


def test_a_second_person_of_the_same_name_has_to_be_meant(client, secretary):
    make_player("Anna Meier")

    asked = client.post("/members/add/", answers(first_name="ANNA"))
    told = client.post("/members/add/", answers(first_name="ANNA", again="on"))

    assert "again" in asked.context["form"].errors
    assert told.status_code == 302
    assert Player.objects.count() == 2


def test_one_person_after_another_can_be_added(client, secretary):
    response = client.post("/members/add/", answers(another="1"))

    assert response.url == "/members/add/"


def test_letters_that_paper_lacks_are_said_when_the_name_is_saved(client, secretary):
    page = client.post("/members/add/", answers(last_name="王"), follow=True)
    usual = client.post("/members/add/", answers(last_name="Nguyễn"), follow=True)

    assert "lassen sich nicht alle Buchstaben von Anna 王 drucken" in page.text
    assert "alle Buchstaben" not in usual.text


@pytest.mark.parametrize("name", ODD_NAMES, ids=range(len(ODD_NAMES)))
def test_an_odd_name_is_kept_and_shown_without_harm(client, secretary, name):
    client.post("/members/add/", answers(last_name=name))

    anna = Player.objects.get()
    pages = [
        client.get(address)
        for address in (
            "/members/",
            f"/members/{anna.pk}/",
            f"/members/{anna.pk}/edit/",
        )
    ]
    assert [page.status_code for page in pages] == [200, 200, 200]
    assert "<script>alert" not in "".join(page.text for page in pages)
    assert "\u202e" not in anna.name


@pytest.mark.parametrize(
    "changed",
    [
        {"last_name": ""},
        {"last_name": "\u200b\u202e"},
        {"last_name": "\x00"},
        {"first_name": "x" * 201},
        {"status": "king"},
        {"member_number": "9" * 100},
        {"status": "guest", "guest_club": "x" * 121},
    ],
    ids=str,
)
def test_an_impossible_person_is_explained_and_nothing_is_lost(
    client, secretary, changed
):
    response = client.post("/members/add/", answers(**changed))

    assert response.status_code == 422
    assert response.context["form"].errors
    assert (
        response.context["form"]["first_name"].value()
        == answers(**changed)["first_name"]
    )
    assert not Player.objects.exists()
    assert not Club.objects.exists()


def test_a_changed_name_is_found_by_the_new_spelling(client, secretary):
    anna = make_player("Anna Meier")
    page = client.get(f"/members/{anna.pk}/edit/")

    client.post(
        f"/members/{anna.pk}/edit/",
        answers(last_name="Özil", seen=page.context["form"]["seen"].value()),
    )

    assert list(Player.objects.matching("oezil")) == [anna]


def test_a_guest_becomes_a_member(client, secretary):
    home = Club.objects.create(name="Herz Dame", is_home=True)
    emil = make_player("Emil", is_guest=True, club=Club.objects.create(name="Pik"))
    seen = client.get(f"/members/{emil.pk}/edit/").context["form"]["seen"].value()

    client.post(f"/members/{emil.pk}/edit/", answers(status="member", seen=seen))

    emil.refresh_from_db()
    assert (emil.is_guest, emil.club) == (False, home)


def test_a_person_is_put_aside_and_taken_back(client, secretary):
    anna = make_player("Anna")

    client.post(f"/members/{anna.pk}/deactivate/")
    assert list(Player.objects.active()) == []

    anna.refresh_from_db()
    assert list(earlier_values(anna, "is_active")) == [(True,)]
    assert entries_about(anna).first().by == secretary
    client.post(f"/members/{anna.pk}/activate/")
    assert list(Player.objects.active()) == [anna]


def people_named(names):
    return add_players(
        people=[
            Player(first_name=first, last_name=last)
            for first, last in (name.split() for name in names)
        ]
    )
