"""Members and guests come in from files and pasted lists: looked at, then stored."""

import datetime

import pytest

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


def test_lines_without_a_name_are_left_out_and_told(client):
    preview = look_at(client, "Skatclub Nord:\nHans Meier\nViele Grüße\nGünther")

    answer = press(client, preview, "confirm")

    assert preview.context["form"].counts == {"taken": 1, "here": 0, "left": 3}
    told = "Weggelassen: Skatclub Nord, Viele Grüße, Günther"
    assert told in client.get(answer.url).text


def test_a_namesake_is_added_when_ticked(client):
    make_player("Anna Abel")
    preview = look_at(client, "Anna Abel")
    (anna,) = preview.context["form"].preview

    press(client, preview, "confirm", take=[anna.key])

    assert everybody() == ["Abel, Anna", "Abel, Anna"]


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


@pytest.mark.parametrize("club", ["Pik Sieben", ""])
def test_guests_come_with_their_club_and_never_with_ours(client, club):
    Club.objects.create(name="Herz Dame", is_home=True)
    fields = {"status": "guest", "guest_club": club}

    press(client, look_at(client, "Emil Erpel", **fields), "confirm", **fields)

    emil = Player.objects.get()
    assert (emil.is_guest, str(emil.club or "")) == (True, club)


@pytest.mark.parametrize(
    ("said", "is_guest", "club"),
    [
        ({}, True, "Skatclub Au"),
        ({"club-2": "Pik Sieben"}, True, "Pik Sieben"),
        ({"club-2": "Pik Sieben", "guest-2": "member"}, False, "Pik Sieben"),
        ({"club-2": "SC Kreuzbube"}, False, "Kreuzbube"),
        ({"guest-2": "member"}, False, "Kreuzbube"),
        ({"club-2": ""}, True, ""),
    ],
)
def test_a_club_and_whether_somebody_is_a_guest_can_be_corrected(
    client, said, is_guest, club
):
    Club.objects.create(name="Kreuzbube", is_home=True)
    table = "Name;Verein;Status\nIda Kurz;Skatclub Au;Gast\nUwe Lang;;\n"
    preview = look_at(client, table)

    again = press(client, preview, "look", **said)
    ida, _uwe = again.context["form"].preview
    press(client, again, "confirm", take=[ida.key])

    assert preview.context["form"].preview[0].doubt == "Gast"
    assert bool(ida.doubt) == (not said)
    ida = Player.objects.get(last_name="Kurz")
    assert (ida.is_guest, str(ida.club or "")) == (is_guest, club)


def test_names_follow_their_columns_until_they_are_corrected(client):
    preview = look_at(client, "Nachname;Vorname\nIda;Kurz\nUwe;Lang")

    columns = {"column-0": "first", "column-1": "last"}
    again = press(client, preview, "look", **columns, **{"first-3": "Urs"})

    assert names(again) == [("Ida", "Kurz"), ("Urs", "Uwe")]


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


def test_one_click_turns_the_names_but_not_those_with_a_comma(client):
    preview = look_at(client, "Xaver Yps\nYps, Xaver\nUrban Zorn")

    turned = press(client, preview, "turn", **{"first-3": "Franz"})
    back = press(client, turned, "turn", turn="0")
    press(client, turned, "confirm")

    # What was corrected by hand stays.
    assert names(turned) == [("Yps", "Xaver"), ("Xaver", "Yps"), ("Franz", "Zorn")]
    assert names(back) == [("Xaver", "Yps"), ("Xaver", "Yps"), ("Franz", "Zorn")]
    assert everybody() == ["Xaver, Yps", "Yps, Xaver", "Zorn, Franz"]


def test_a_correction_that_names_somebody_known_is_shown_before_it_is_saved(client):
    make_player("Anna Abel")
    preview = look_at(client, "Anna Able")

    answer = press(client, preview, "confirm", **{"last-1": "Abel"})

    assert answer.context["form"].has_error("__all__")
    assert everybody() == ["Abel, Anna"]


def test_one_row_is_turned_by_its_button(client):
    preview = look_at(client, "Anna Abel\nBernd Zorn\nMüller Günter")

    swapped = press(client, preview, "swap", swap="3")

    assert preview.text.count("Ist das der Vorname?") == 1
    assert "1 wartet: bitte prüfen" in preview.text
    assert reading(preview)[2] == ("Müller", "Günter", False)
    assert reading(swapped)[2] == ("Günter", "Müller", True)


def test_turning_a_row_leaves_what_has_to_be_looked_at(client):
    preview = look_at(client, "4. Krause Willi (+ 14.2.24)\nIda Kurz")

    swapped = press(client, preview, "swap", swap="1")

    krause, _ida = swapped.context["form"].preview
    assert reading(swapped)[0] == ("Willi", "Krause", False)
    assert (krause.doubt, krause.is_active) == ("(+ 14.2.24)", False)


OFFICE = (
    "Nachname;Vorname;Verein;Gast;Mitgliedsnr.;Geschlecht;Geburtsdatum\r\n"
    "Müller;Jürgen;;;12;m;3.2.1961\r\n"
    "Łukasz;Bernd;Karo Einfach;nein;;;03.02.1961\r\n"
    "Groß;Uwe;Herz Dame;ja;;;\r\n"
    "Groß;Uwe;Herz Dame;ja;;;\r\n"
)


def test_people_are_imported_from_a_table_of_a_german_office(client):
    Club.objects.create(name="Karo Einfach", is_home=True)
    preview = look_at(client, OFFICE.encode())

    done = press(client, preview, "confirm")

    assert done.status_code == 302
    jurgen = Player.objects.get(last_name="Müller")
    assert (jurgen.club.name, jurgen.is_guest) == ("Karo Einfach", False)
    assert (jurgen.member_number, jurgen.gender) == ("12", "male")
    assert jurgen.birth_date.isoformat() == "1961-02-03"
    uwe = Player.objects.get(last_name="Groß")
    assert (uwe.club.name, uwe.is_guest) == ("Herz Dame", True)
    assert Player.objects.filter(first_name="Bernd").count() == 1


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


def test_a_wrong_row_waits_and_the_others_come_in_corrected(client):
    table = b"Nachname;Vorname;Gast\nAbel;Anna;vielleicht\n;Eva;\nOhm;Ulf;nein"
    preview = look_at(client, table)
    counts = preview.context["form"].counts

    again = press(client, preview, "look", **{"last-3": "Alt", "first-4": "Urs"})
    press(client, again, "confirm")

    assert counts == {"taken": 1, "here": 0, "left": 2}
    assert "weder ja noch nein" in preview.text
    assert everybody() == ["Alt, Eva", "Ohm, Urs"]


def test_letters_that_two_code_pages_could_mean_are_asked_about(client):
    preview = look_at(client, "Name\nJosé Muñoz\n".encode("cp1252"))

    asked = press(client, preview, "look", **{"ask-letters": "cp1252"})

    assert "Muńoz" in preview.text
    assert not preview.context["form"].can_bring_in
    assert asked.context["form"].can_bring_in
    assert names(asked) == [("José", "Muñoz")]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Jens Brockhagen", [("Jens", "Brockhagen", True)]),
        ("Jens und Silvia Ohm", [("Jens", "Ohm", True), ("Silvia", "Ohm", True)]),
        (
            "Jens Ohm, Silvia Ohm, Tim Alt",
            [("Jens", "Ohm", True), ("Silvia", "Ohm", True), ("Tim", "Alt", True)],
        ),
    ],
)
def test_several_people_in_an_unclear_row_wait_until_they_are_named(client, text, read):
    preview = look_at(client, "Familie Brockhagen (Jens, Silvia und Tim)\nIda Kurz")
    ((row, _why, ((box, _head, shown),)),) = preview.context["form"].wrong_rows

    by_name = press(client, preview, "look", **{"first-1": "Uwe"})
    by_line = press(client, preview, "look", **{f"{row}-{box}": shown, box: text})

    assert "wohl mehrere Personen" in preview.text
    assert f'name="{row}-{box}" value="{shown}"' in preview.text
    assert reading(preview)[0][2] is False
    assert reading(by_name)[0] == ("Uwe", "Brockhagen", True)
    assert reading(by_line) == [*read, ("Ida", "Kurz", True)]


def test_a_birthday_that_does_not_exist_waits(client):
    preview = look_at(client, "Ida Kurz, geb. 31.2.1951")

    assert "„31.2.1951“ ist kein Tag" in preview.text
    first = preview.text.partition("aria-invalid")[0].rpartition("<input")[2]
    assert 'value="Ida Kurz, geb. 31.2.1951"' in first  # there the cursor goes


def test_a_folder_of_an_old_program_opens_at_its_people_without_the_deleted(client):
    games = dbf_bytes([("DATUM", "D", 8), ("PUNKTE", "N", 6)], [(DAY, 900)] * 5)
    columns = [("NAME", "C", 20), ("VORNAME", "C", 20)]
    people = dbf_bytes(columns, [("Kurz", "Ida"), ("Lang", "Uwe"), ("Alt", "Eva")])
    deleted = people.replace(b" Lang", b"*Lang")

    preview = look_at(client, zipped({"A.DBF": games, "M.DBF": deleted}))

    assert names(preview) == [("Ida", "Kurz"), ("Eva", "Alt")]
    assert "1 als gelöscht markierter Datensatz ist ausgelassen." in preview.text
