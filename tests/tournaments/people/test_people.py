"""Pages about people: the list, adding, changing."""

import pytest

from tests.factories import make_player, make_players, make_user
from tournaments.people.models import Club, Player
from tournaments.people.names.mentions import mentions_of
from tournaments.people.names.names import PersonName
from tournaments.people.selectors import namesakes_of
from tournaments.scope.models import earlier_values, entries_about

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
def reader(client):
    reader = make_user()
    client.force_login(reader)
    return reader


def names(response):
    return [row.record.name for row in response.context["table"].page]


def answers(**changed):
    fields = {"first_name": "Anna", "last_name": "Meier", "status": "member"}
    return {**fields, "guest_club": "", "member_number": "", **changed}


def test_the_list_is_sorted_by_family_name_like_a_german_book(client, reader):
    for name in ("Bernd Zorn", "Anna Özil", "Carla Otto", "Dieter Abel"):
        make_player(name)

    in_order = ["Dieter Abel", "Anna Özil", "Carla Otto", "Bernd Zorn"]
    assert names(client.get("/members/")) == in_order


@pytest.mark.parametrize("typed", ["mül", "mul", "muel", "jo mü", "MÜLLER jörg"])
def test_a_search_finds_the_beginning_of_any_word(client, reader, typed):
    make_player("Jörg Müller")
    make_player("Anna Schmüll")

    assert names(client.get("/members/", {"q": typed})) == ["Jörg Müller"]


def test_while_typing_only_the_list_is_answered_and_going_back_the_page(client, reader):
    make_player("Anna")
    make_player("Bernd")
    typing = {"HX-Request": "true"}
    back = typing | {"HX-History-Restore-Request": "true"}

    response = client.get("/members/", {"q": "an"}, headers=typing)
    assert "<html" in client.get("/members/", headers=back).text

    assert response.text.strip().startswith('<section id="players">')
    assert names(response) == ["Anna"]
    assert "HX-Request" in response["Vary"]


def test_an_empty_club_is_offered_one_way_on(client, erika):
    page = client.get("/members/").text

    assert page.count('class="button" href="/downloads/people/import/"') == 1
    assert page.count('class="button"') == 1
    assert "Doppelte Einträge" not in page


def test_members_guests_and_inactive_people_are_apart(client, reader):
    make_player("Anna")
    make_player("Emil", is_guest=True)
    make_player("Dieter", is_active=False)

    page = client.get("/members/").text
    assert "Aktive (2)" in page
    assert "Inaktive (1)" in page
    found = client.get("/members/", {"q": "die"})
    assert names(found) == ["Dieter"]
    assert "Alle (1)" in found.text
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
    make_players(f"Mitglied {number:03}" for number in range(101))

    assert len(names(client.get("/members/"))) == 100
    assert names(client.get("/members/", {"page": "2"})) == ["Mitglied 100"]


def test_a_member_belongs_to_the_club_at_home_with_the_name_as_typed(client, erika):
    home = Club.objects.create(name="Herz Dame", is_home=True)
    name = {"first_name": "Anna", "last_name": "Dr. Herr 2"}

    client.post("/members/add/", answers(guest_club="Pik Sieben", **name))

    anna = Player.objects.get()
    assert (anna.name, anna.is_guest, anna.club) == ("Dr. Anna Herr 2", False, home)


def test_a_title_stands_before_the_name_and_finds_and_sorts_nobody():
    anna = make_player("Dr. Anna Ohm")
    eva = make_player("Dr. Eva Ohm", privacy="short")
    text = mentions_of([eva]).public_text("Eva Ohm, Dr. Eva Ohm")

    assert (anna.sorted_name, anna.name_key) == ("Ohm, Dr. Anna", "ohm anna")
    assert namesakes_of(PersonName("Anna", "Ohm")).get() == anna
    assert (eva.public_name, text) == ("Eva O.", "Eva O., Eva O.")


def test_the_club_of_a_guest_is_added_once(client, erika):
    for first_name, club in (("Emil", "Pik Sieben"), ("Otto", " pik  sieben ")):
        client.post(
            "/members/add/",
            answers(first_name=first_name, status="guest", guest_club=club),
        )

    assert [str(player.club) for player in Player.objects.all()] == ["Pik Sieben"] * 2
    assert Club.objects.count() == 1


@pytest.mark.parametrize(
    ("known", "typed"),
    [
        ("Anna Meier", {"first_name": "ANNA"}),
        ("Meier sen., Anna", {}),
        ("Anna Meier", {"last_name": "Meier jr"}),
        ("Maier, A.", {}),
    ],
)
def test_a_second_person_of_the_same_name_has_to_be_meant(client, erika, known, typed):
    make_player(known)
    make_player("Meier, Antje")

    asked = client.post("/members/add/", answers(**typed))
    meant = answers(**typed, again="on", another="1")
    told = client.post("/members/add/", meant)

    assert "again" in asked.context["form"].errors
    assert told.url == "/members/add/"  # one after another
    assert Player.objects.count() == 3


def test_a_name_that_somebody_else_has_is_asked_about_when_it_is_changed(client, erika):
    make_player("Anna Meier")
    bernd = make_player("Bernd Zorn")
    page = f"/members/{bernd.pk}/edit/"

    asked = client.post(page, answers())
    client.post(page, answers(again="on"))
    kept = client.post(page, answers(gender="female"))

    assert "Anna Meier ist schon eingetragen" in asked.text
    assert kept.status_code == 302  # it is not asked again
    assert Player.objects.filter(name_key="meier anna").count() == 2


def test_a_page_sent_twice_adds_one_person(client, erika):
    key = client.get("/members/add/").context["form"]["page"].value()
    sent = answers(page=key, member_number="4711")
    meant = sent | {"again": "on", "member_number": ""}

    for fields in (sent, sent, meant, meant):
        assert client.post("/members/add/", fields).url == "/members/"

    assert Player.objects.count() == 2


def test_letters_that_paper_lacks_are_said_when_the_name_is_saved(client, erika):
    page = client.post("/members/add/", answers(last_name="王"), follow=True)
    usual = client.post("/members/add/", answers(last_name="Nguyễn"), follow=True)

    assert "lassen sich nicht alle Buchstaben von Anna 王 drucken" in page.text
    assert "alle Buchstaben" not in usual.text


@pytest.mark.parametrize("name", ODD_NAMES, ids=range(len(ODD_NAMES)))
def test_an_odd_name_is_kept_and_shown_without_harm(client, erika, name):
    client.post("/members/add/", answers(last_name=name))

    anna = Player.objects.get()
    addresses = ("/members/", f"/members/{anna.pk}/", f"/members/{anna.pk}/edit/")
    pages = [client.get(address) for address in addresses]
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
def test_an_impossible_person_is_explained_and_nothing_is_lost(client, erika, changed):
    response = client.post("/members/add/", answers(**changed))

    assert response.status_code == 422
    assert response.context["form"].errors
    kept = response.context["form"]["first_name"].value()
    assert kept == answers(**changed)["first_name"]
    assert not Player.objects.exists()
    assert not Club.objects.exists()


def test_a_guest_becomes_a_member_and_is_found_by_the_new_spelling(client, erika):
    home = Club.objects.create(name="Herz Dame", is_home=True)
    emil = make_player("Emil", is_guest=True, club=Club.objects.create(name="Pik"))
    page = f"/members/{emil.pk}/edit/"
    seen = client.get(page).context["form"]["seen"].value()

    client.post(page, answers(status="member", last_name="Özil", seen=seen))

    emil.refresh_from_db()
    assert (emil.is_guest, emil.club) == (False, home)
    assert list(Player.objects.matching("oezil")) == [emil]


def test_a_person_is_put_aside_and_taken_back(client, erika):
    anna = make_player("Anna")

    client.post(f"/members/{anna.pk}/deactivate/")
    assert list(Player.objects.active()) == []

    anna.refresh_from_db()
    assert list(earlier_values(anna, "is_active")) == [(True,)]
    assert entries_about(anna).first().by == erika
    client.post(f"/members/{anna.pk}/activate/")
    assert list(Player.objects.active()) == [anna]
