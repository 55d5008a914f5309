"""Pre-registration by pasting and by file: previewed, then saved."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import make_evening, make_player, make_secretary
from tournaments.events.entries.services import add_entry
from tournaments.people.models import Player
from tournaments.people.services import find_or_add_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def erika(client):
    user = make_secretary()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


@pytest.fixture
def evening():
    return make_evening()


def register(client, evening, lines, **more):
    address = reverse("events:register", args=[evening.pk])
    return client.post(address, {"lines": lines, **more})


def upload(client, evening, content):
    file = SimpleUploadedFile("liste.csv", content)
    return register(client, evening, "", file=file)


def read_rows(response):
    return [
        (line.visitor.name.last, line.visitor.name.first, line.visitor.club, ticked)
        for line, ticked, _person in response.context["form"].rows()
    ]


def registered_names(evening):
    entries = evening.entries.select_related("player__club")
    return [(str(entry), str(entry.player.club or "")) for entry in entries]


def test_lines_are_shown_before_anything_is_saved(client, evening):
    response = register(
        client, evening, "Meier Hans, Pik Ass\n\nKöster, Anna\nBernd Zorn"
    )

    assert read_rows(response) == [
        ("Meier", "Hans", "Pik Ass", True),
        ("Köster", "Anna", "", True),
        ("Zorn", "Bernd", "", True),
    ]
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "line",
    [
        *("Müller Günter", "3. Günter Müller", "Müller\tGünter", "4;Müller;Günter"),
        *("Müller, Günter", "Günter;Müller", "Name\tVerein\nMüller Günter"),
        "Nr.;Vorname;Nachname\n3;Günter;Müller",
    ],
)
def test_a_line_is_read_as_people_write_it(client, evening, line):
    assert read_rows(register(client, evening, line)) == [
        ("Müller", "Günter", "", True)
    ]


def test_names_as_the_site_prints_them_are_no_clubs(client, evening):
    lines = "Stolzenfels, Renate; Pik Ass\nMeier, Hans; Kurz, Ida;"

    assert read_rows(register(client, evening, lines)) == [
        ("Stolzenfels", "Renate", "Pik Ass", True),
        ("Meier", "Hans", "", True),
        ("Kurz", "Ida", "", True),
    ]


def test_one_click_turns_all_names_but_those_with_a_comma(client, evening):
    urban = make_player("Zorn Urban")
    lines = "Xaver Yps\nYps, Xaver\nUrban Zorn"
    sent = {"turned": "0", "turn": "1", "person-3": "new"}

    response = register(client, evening, lines, **sent)
    register(client, evening, lines, turned="1", save="1", take=["1", "3"])

    assert [each[:2] for each in read_rows(response)] == [
        ("Xaver", "Yps"),
        ("Yps", "Xaver"),
        ("Urban", "Zorn"),
    ]
    assert [row[2] for row in response.context["form"].rows()][2] == str(urban.pk)
    assert registered_names(evening) == [("1 Yps Xaver", ""), ("2 Zorn Urban", "")]


def test_the_ticked_lines_are_registered(client, evening):
    lines = "Meier Hans, Pik Ass\nZorn Bernd, Pik Ass\nAnna Abel"

    response = register(client, evening, lines, save="1", take=["1", "3"])

    assert response.url == reverse("events:entries", args=[evening.pk])
    assert registered_names(evening) == [
        ("1 Hans Meier", "Pik Ass"),
        ("2 Anna Abel", ""),
    ]
    assert {entry.status for entry in evening.entries.all()} == {"registered"}


@pytest.mark.parametrize(
    "content",
    [
        "Nachname;Vorname;Verein\r\nMüller;Jörg;Pik Ass\r\n".encode("cp1252"),
        "\ufeffVorname;Nachname;Verein\nJörg;Müller;Pik Ass\n".encode(),
        "Müller\tJörg\tPik Ass".encode("utf-16"),
        'Müller;"Jörg";"Pik Ass"'.encode(),
        "Nachname,Vorname,Verein,Gast\nMüller,Jörg,Pik Ass,nein\n".encode(),
        "Müller Jörg, Pik Ass".encode(),
    ],
    ids=["Windows", "UTF-8 with a mark", "UTF-16", "quoted", "commas", "lines"],
)
def test_files_of_german_offices_are_read(client, evening, content):
    assert read_rows(upload(client, evening, content)) == [
        ("Müller", "Jörg", "Pik Ass", True)
    ]


@pytest.mark.parametrize(
    "content",
    [b"", b"PK\x03\x04\x00\x00", b"x" * 1_000_001, b"\x00" * 10, b";;;\n,,,"],
    ids=["empty", "zip", "large", "zeros", "separators"],
)
def test_a_file_that_is_no_list_is_explained(client, evening, content):
    response = upload(client, evening, content)

    assert response.status_code == 422
    assert not response.context["is_read"]


def test_known_people_are_matched_and_entered_ones_are_not_ticked(client, evening):
    anna = make_player("Anna Abel")
    add_entry(event=evening, player=make_player("Bernd Zorn"))

    shown = register(client, evening, "Anna Abel\nBernd Zorn\nAbel, Anna")
    register(
        client, evening, "Anna Abel", save="1", take=["1"], **{"person-1": anna.pk}
    )

    assert [ticked for *_name, ticked in read_rows(shown)] == [True, False, False]
    assert Player.objects.count() == 2
    assert [name for name, _club in registered_names(evening)] == [
        "1 Bernd Zorn",
        "2 Anna Abel",
    ]


def test_a_namesake_of_another_club_can_be_either(client, evening):
    known = make_player("Hans Meier", club=find_or_add_club(name="Pik Ass"))
    line = "Meier Hans, Herz Dame"

    shown = register(client, evening, line)
    register(client, evening, line, save="1", take=["1"], **{"person-1": "other"})
    register(client, evening, line, save="1", take=["1"], **{"person-1": known.pk})

    assert "jemand anderes mit diesem Namen" in shown.text
    assert registered_names(evening) == [
        ("1 Hans Meier", "Herz Dame"),
        ("2 Hans Meier", "Pik Ass"),
    ]


def test_sending_the_same_list_twice_registers_nobody_twice(client, evening):
    sent = {"save": "1", "take": ["1"], "person-1": "new"}
    register(client, evening, "Meier Hans, Pik Ass", **sent)

    second = register(client, evening, "Meier Hans, Pik Ass", **sent)

    assert "inzwischen" in second.text
    assert Player.objects.count() == evening.entries.count() == 1


@pytest.mark.parametrize(
    "lines",
    [
        "",
        " \n,;",
        ", Hans",
        "x" * 201 + " Hans, Pik Ass",
        "Meier Hans, " + "x" * 121,
        "a b\n" * 1001,
        "\u202e",
    ],
    ids=["nothing", "signs", "no name", "long name", "long club", "many", "invisible"],
)
def test_absurd_lines_are_explained_and_nothing_is_lost(client, evening, lines):
    response = register(client, evening, lines)

    assert response.status_code == 422
    assert response.context["form"]["lines"].value() == lines
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [
        {"save": "1"},
        {"save": "1", "take": ["x", "99", "-1"]},
        {"save": "1", "take": ["2"], "person-1": "77"},
    ],
    ids=range(3),
)
def test_nobody_ticked_registers_nobody(client, evening, sent):
    response = register(client, evening, "Anna Abel", **sent)

    assert "Niemand ist angekreuzt" in response.text
    assert not evening.entries.exists()


def test_back_shows_the_text_again(client, evening):
    response = register(client, evening, "Anna Abel", back="1")

    assert response.context["form"]["lines"].value() == "Anna Abel"


def test_nine_hundred_people_are_registered_at_once(client, evening):
    lines = "\n".join(f"Name{number} Anna, Pik Ass" for number in range(900))
    sent = {f"person-{number}": "new" for number in range(1, 901)}

    take = [str(number) for number in range(1, 901)]
    response = register(client, evening, lines, save="1", take=take, **sent)

    assert response.status_code == 302
    assert evening.entries.count() == 900


class Unreadable:
    """A request body that must not be read."""

    def read(self, *size):
        raise AssertionError("somebody reads it")

    readline = read_rows


def test_a_list_of_200_megabytes_is_refused_unread(client, evening):
    answer = client.generic(
        "POST",
        reverse("events:register", args=[evening.pk]),
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(200 * 1024 * 1024),
        **{"wsgi.input": Unreadable()},
    )

    assert answer.status_code == 413
    assert "Sie hat 200 MB; Dateien haben höchstens 1 MB" in answer.text


def test_a_registration_without_the_secret_of_the_form_is_refused(erika, evening):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(erika)

    assert register(strict, evening, "Meier Hans").status_code == 403


def test_a_remark_in_a_registered_line_is_no_name_and_is_shown(client, evening):
    response = register(client, evening, "Groß Jürgen (Gast)\nÜnal Lena 1970, Pik Ass")

    names = [
        each.visitor.name for each, _ticked, _who in response.context["form"].rows()
    ]
    assert [(name.first, name.last) for name in names] == [
        ("Jürgen", "Groß"),
        ("Lena", "Ünal"),
    ]
    assert "nicht gelesen: (Gast)" in response.text
