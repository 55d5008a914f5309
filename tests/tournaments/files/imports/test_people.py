"""Members and guests come in from files and pasted lists: looked at, then stored."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_player
from tests.tournaments.files.event.test_import import database_rows
from tests.tournaments.files.imports import tables
from tests.tournaments.files.imports.old_folders import dbf_bytes, zipped
from tournaments.people.models import Club, Player
from tournaments.people.services import add_players
from tournaments.web.spreadsheets import FileKind
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.usefixtures("erika")
DAY = datetime.date(1998, 3, 6)
PEOPLE = "/downloads/people/import/"


def look_at(client, table, **fields):
    return tables.look_at(client, PEOPLE, table, **fields)


def press(client, preview, button, **fields):
    return tables.send(client, PEOPLE, preview, button, **fields)


def reading(preview):
    """Return the names as they were read, and who is ticked."""
    people = preview.context["form"].preview
    return [(each.name.first, each.name.last, each.is_taken) for each in people]


def names(preview):
    return [each[:2] for each in reading(preview)]


def everybody():
    players = Player.objects.values_list("last_name", "first_name")
    return [", ".join(filter(None, name)) for name in players]


def test_pasted_names_are_shown_and_the_ticked_ones_saved(client):
    preview = look_at(
        client, "Hans Meier\n\n  Meier, Anna\nAnna von der Heide\nKalle\nkalle"
    )
    shown, stored = reading(preview), everybody()

    answer = press(client, preview, "confirm", take=["1", "5"])

    assert (shown, stored) == (
        [
            ("Hans", "Meier", True),
            ("Anna", "Meier", True),
            ("Anna", "von der Heide", True),
            ("", "Kalle", False),
            ("", "kalle", False),
        ],
        [],
    )
    assert answer.url == "/members/?added"
    assert everybody() == ["Kalle", "Meier, Hans"]
    said = client.get(answer.url).text
    assert "Weggelassen: Anna Meier, Anna von der Heide, kalle" in said
    # The question for everybody says what the rows say, and what is open is above.
    assert preview.context["form"]["status"].value() == "member"
    assert "Was offen ist, steht oben" in preview.text
    # It is a page of the members, who are counted once.
    assert '/members/" aria-current="true"' in preview.text
    assert said.count("2 Personen") + said.count("(2)") == 1


def test_sending_the_same_names_twice_adds_them_once(client):
    text = "Anna Abel\nBernd Zorn"
    first, second = look_at(client, text), look_at(client, text)

    press(client, first, "confirm")
    refused = press(client, second, "confirm")

    assert refused.context["form"].has_error("__all__", "added-meanwhile")
    assert everybody() == ["Abel, Anna", "Zorn, Bernd"]


def test_with_nobody_ticked_nobody_is_added(client):
    answer = press(client, look_at(client, "Anna Abel"), "confirm", take=[])

    assert answer.context["form"].has_error("__all__", "nobody")
    assert everybody() == []


@pytest.mark.parametrize("text", ["", "\n \n", "\u202e\u200b", "\x00\x01\x02"])
def test_a_text_without_names_is_explained(client, text):
    preview = look_at(client, text)

    assert preview.context["form"].errors
    assert everybody() == []


def test_odd_names_are_read_and_shown_without_harm(client):
    text = 'Eva <script>alert(1)</script>\n\u202eAnna\u202c\n🃏\nمرحبا\n"O\'Neill"'

    preview = look_at(client, text)

    assert "<script>alert" not in preview.text
    assert "\u202e" not in "".join(last for _first, last in names(preview))
    assert len(names(preview)) == 5


def test_back_shows_the_text_again(client):
    preview = look_at(client, "Hans Meier")

    assert "Hans Meier</textarea>" in press(client, preview, "back").text


@pytest.mark.parametrize("privacy", Privacy)
def test_saving_many_names_costs_a_few_queries(django_assert_max_num_queries, privacy):
    people = [
        Player(first_name="Anna", last_name=f"A{n}", privacy=privacy)
        for n in range(150)
    ]

    # SQLite takes a thousand values at once: four parts of 150 rows, and their history.
    with django_assert_max_num_queries(13):
        add_players(people=people)

    names = {player.public_name for player in Player.objects.all()}
    assert len(names) == 150


def test_a_correction_that_names_somebody_known_is_shown_before_it_is_saved(client):
    make_player("Anna Abel")
    preview = look_at(client, "Anna Able")

    answer = press(client, preview, "confirm", **{"last-1": "Abel"})

    assert answer.context["form"].has_error("__all__")
    assert everybody() == ["Abel, Anna"]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", list(FileKind))
def test_exported_people_can_be_imported_again(client, kind, language):
    club = Club.objects.create(name="Herz Dame", number="0443006")
    make_player(
        "=Anna Formel", gender="female", privacy="hidden", club=club, is_guest=True
    )
    client.cookies["language"] = language
    content = client.get(f"/downloads/people/{kind}/").content
    client.cookies["language"] = "de"
    before = database_rows()

    preview = look_at(client, content)

    assert not preview.context["form"].has_news
    assert database_rows() == before
    Player.objects.filter(last_name="Formel").delete()
    Club.objects.all().delete()
    press(client, look_at(client, content), "confirm")
    anna = Player.objects.get(last_name="Formel")
    assert (anna.first_name, anna.gender, anna.privacy) == (
        "=Anna",
        "female",
        "hidden",
    )
    assert (anna.club.number, anna.is_guest) == ("0443006", True)


def test_a_folder_of_an_old_program_opens_at_its_people_without_the_deleted(client):
    games = dbf_bytes([("DATUM", "D", 8), ("PUNKTE", "N", 6)], [(DAY, 900)] * 5)
    columns = [("NAME", "C", 20), ("VORNAME", "C", 20)]
    people = dbf_bytes(columns, [("Kurz", "Ida"), ("Lang", "Uwe"), ("Alt", "Eva")])
    deleted = people.replace(b" Lang", b"*Lang")

    preview = look_at(client, zipped({"A.DBF": games, "M.DBF": deleted}))

    assert names(preview) == [("Ida", "Kurz"), ("Eva", "Alt")]
    assert "1 als gelöscht markierter Datensatz ist ausgelassen." in preview.text


LIST = "Name;Passnummer\nAnna Abel;11\nBernd Bauer;12\n"


def test_a_different_number_is_adopted_only_with_a_tick_for_this_one(client):
    def numbers():
        return dict(Player.objects.values_list("last_name", "member_number"))

    anna = make_player("Anna Abel", member_number="99")
    make_player("Bernd Bauer", member_number="12")

    preview = look_at(client, LIST)
    press(client, preview, "confirm")
    assert numbers() == {"Abel": "99", "Bauer": "12"}
    Player.objects.filter(pk=anna.pk).update(member_number="98")
    press(client, preview, "confirm", **{"number-2": f"{anna.pk} 99"})
    assert numbers()["Abel"] == "98"  # changed since
    press(client, look_at(client, LIST), "confirm", **{"number-2": f"{anna.pk} 98"})

    assert "11 statt 99" in preview.text
    assert numbers() == {"Abel": "11", "Bauer": "12"}


def test_many_rows_need_no_more_queries(client):
    def table(count):
        rows = [f"Meier{'x' * each};Ida;{each}" for each in range(1, count + 1)]
        return "Nachname;Vorname;Pass\n" + "\n".join(rows) + "\n"

    for each in range(1, 31):
        make_player(f"Ida Meier{'x' * each}")
    look_at(client, table(1))  # fills the caches
    with CaptureQueriesContext(connection) as few:
        look_at(client, table(1))
    with CaptureQueriesContext(connection) as many:
        look_at(client, table(30))

    assert len(many) == len(few)
