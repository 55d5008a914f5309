"""The first visit: every page leads to the set-up page, once."""

import re
from inspect import signature

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from skatclub.door.attempts import SET_UP
from skatclub.door.setup_code import setup_code
from tournaments.files.club.sample import build_sample_club
from tournaments.people.models import Club, Player, User
from tournaments.people.services import ClubIsSetUp, set_up_club
from tournaments.urls import urlpatterns
from tournaments.words.rights import Role

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("forgotten_attempts")]
PASSWORD = "grand-ouvert-zu-viert"


def answers(**changed):
    return {
        "way": "club",
        "name": "Skatfreunde Musterstadt",
        "username": "erika",
        "password": PASSWORD,
        "password_again": PASSWORD,
        "code": setup_code(),
        **changed,
    }


@pytest.mark.parametrize(
    "address", ["/", "/members/", "/members/7/", "/accounts/login/", "/admin/", "/nix"]
)
def test_on_an_empty_database_every_page_leads_to_the_set_up_page(client, address):
    response = client.get(address)

    assert response.status_code == 302
    assert response.url == "/setup/"


def test_the_language_can_be_chosen_before_the_set_up(client):
    response = client.post("/language/", {"language": "en", "next": "/setup/"})

    assert response.url == "/setup/"
    assert "One-time code" in client.get("/setup/").text


def test_whoever_sets_up_the_club_is_its_secretary_and_signed_in(client):
    response = client.post("/setup/", answers())

    secretary = User.objects.get()
    assert response.url == reverse("people:list")
    assert (secretary.username, secretary.role) == ("erika", Role.OWNER)
    assert secretary.check_password(PASSWORD)
    assert Club.objects.get(is_home=True).name == "Skatfreunde Musterstadt"
    assert client.get("/members/").context["user"] == secretary


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "\u202e"),
        ("name", "x" * 200),
        ("username", "<script>"),
        ("password", "12345678"),
        ("password_again", "something-else"),
        ("code", "wrong"),
    ],
)
def test_an_answer_that_will_not_do_is_named(client, field, value):
    changed = {field: value}
    if field == "password":
        changed["password_again"] = value

    response = client.post("/setup/", answers(**changed))

    assert response.status_code == 422
    assert response.context["form"].errors
    assert not User.objects.exists()
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("changed", "focused"),
    [
        (None, "name"),
        ({"name": "", "code": ""}, "name"),
        ({"username": "Erika Meier"}, "username"),
        # A page that comes back has no passwords in it.
        ({"code": "wrong"}, "password"),
    ],
)
def test_typing_begins_in_the_first_field_that_wants_it(client, changed, focused):
    if changed is None:
        text = client.get("/setup/").text
    else:
        text = client.post("/setup/", answers(**changed)).text

    focus = re.findall(r"<input[^>]* autofocus[^>]*>", text)
    assert [re.search(r'name="(\w+)"', each)[1] for each in focus] == [focused]


def test_both_errors_of_a_password_come_at_once(client):
    page = client.post("/setup/", answers(password="kreuzbube1", password_again="x"))

    assert "auch keines aus dem Skat" in " ".join(page.text.split())
    assert "errät dieses Passwort sofort" in page.text
    assert page.context["form"].has_error("password_again", "password_mismatch")


def test_the_address_that_opens_by_itself_fills_the_code_in(client):
    code = setup_code()

    assert f'value="{code}"' in client.get("/setup/", {"code": code}).text
    assert code not in client.get("/setup/").text


def test_after_many_wrong_codes_even_the_right_one_has_to_wait(client):
    for _ in range(SET_UP.most):
        client.post("/setup/", answers(code="falsch"))

    response = client.post("/setup/", answers())

    assert response.status_code == 422
    assert response.context["form"].has_error("code")
    assert not User.objects.exists()


def test_of_two_who_set_up_the_second_is_refused_and_the_page_is_closed(client):
    with pytest.raises(ValidationError):
        set_up_club(name="Herz Ass", username="anna", password="kurz")
    assert not Club.objects.exists()
    set_up_club(name="Herz Dame", username="anna", password=PASSWORD)

    with pytest.raises(ClubIsSetUp):
        set_up_club(name="Pik Sieben", username="bernd", password=PASSWORD)

    assert client.get("/setup/").url == "/"
    assert client.post("/setup/", answers(code="egal")).url == "/"
    assert [user.username for user in User.objects.all()] == ["anna"]
    assert Club.objects.get(is_home=True).name == "Herz Dame"


@pytest.fixture
def sample_orders(monkeypatch):
    """Record the calls that build the sample club, which takes long."""
    page = next(each for each in urlpatterns if str(each.pattern) == "setup/")
    assert page.default_args == {"build_sample": build_sample_club}
    orders = []

    def build(*given, **named):
        orders.append(signature(build_sample_club).bind(*given, **named).arguments)

    monkeypatch.setitem(page.default_args, "build_sample", build)
    return orders


def test_the_sample_club_is_built_with_an_account_of_ones_own(client, sample_orders):
    response = client.post("/setup/", answers(way="sample", name=""))

    secretary = User.objects.get(is_active=True)
    assert response.url == "/"
    assert secretary.check_password(PASSWORD)
    assert sample_orders == [{"today": timezone.localdate()}]
    assert client.get("/").context["user"] == secretary


def make_import():
    """Create the rows of an import: a home club, a person, a closed account."""
    club = Club.objects.create(name="Herz Dame", number="0101234", is_home=True)
    player = Player.objects.create(last_name="Meier", club=club)
    closed = User(username="hannelore", is_active=False)
    closed.set_unusable_password()
    closed.save()
    return club, player


def test_after_an_import_only_the_owner_s_account_is_asked_for(client):
    club, player = make_import()
    with pytest.raises(CommandError):
        call_command("demo")

    page = client.get("/setup/")
    client.post("/setup/", {**answers(), "name": "Pik Sieben", "username": "erika"})

    club.refresh_from_db()
    secretary = User.objects.get(is_active=True)
    assert "1 Person ist schon da" in page.text
    assert not {"name", "way"} & set(page.context["form"].fields)
    assert (club.name, club.number) == ("Herz Dame", "0101234")
    assert list(Player.objects.all()) == [player]
    assert secretary.role == Role.OWNER
    assert client.get("/members/").context["user"] == secretary


def test_an_account_that_came_in_closed_becomes_its_owner_s(client):
    make_import()

    client.post("/setup/", answers(username="Hannelore"))

    owner = User.objects.get()
    assert owner.role == Role.OWNER
    assert owner.check_password(PASSWORD)


def test_a_club_of_that_name_from_an_imported_event_is_the_one_at_home(client):
    Club.objects.create(name="Skatfreunde Musterstadt")

    assert client.post("/setup/", answers()).status_code == 302
    assert Club.objects.get().is_home


def test_an_account_from_the_terminal_may_write():
    owner = User.objects.create_superuser("anna", password=PASSWORD)

    assert owner.role == Role.OWNER
