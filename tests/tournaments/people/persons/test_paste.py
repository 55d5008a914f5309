"""Many names at once: read, reviewed, then saved."""

import pytest

from tests.factories import make_player, make_secretary
from tournaments.people.models import Club, Player
from tournaments.people.services import add_players

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

    assert response.url == "/members/?added"
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
    people = [Player(first_name="Anna", last_name=f"A{n}") for n in range(count)]

    # SQLite takes a thousand values at once: four parts of 150 rows, and their history.
    with django_assert_max_num_queries(11):
        add_players(people=people)


def test_pasted_people_can_be_searched_and_have_a_history(client, secretary):
    paste(client, "Jörg Müller", save="1", new=["1"])

    player = Player.objects.matching("muell").get()
    assert player.history.get().history_user == secretary


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Schmidt\tHans", ("Hans", "Schmidt")),
        ("Schmidt;Hans", ("Hans", "Schmidt")),
        ("Schmidt, Hans", ("Hans", "Schmidt")),
        ("3. Ida Kurz", ("Ida", "Kurz")),
        ("5) Ernst Lindemann", ("Ernst", "Lindemann")),
        ("5\tLindemann\tErnst", ("Ernst", "Lindemann")),
        ("12 Lindemann, Ernst", ("Ernst", "Lindemann")),
        ("Müller Günter", ("Günter", "Müller")),
        ("Hans\tSchmidt", ("Hans", "Schmidt")),
        ("Anna von der Heide", ("Anna", "von der Heide")),
    ],
)
def test_a_line_is_read_as_people_write_it(client, line, name):
    response = paste(client, line)

    assert reading(response) == [(*name, "new", True)]


def test_the_order_is_that_of_the_whole_column(client):
    # Neither Xaver nor Kurz says anything; the others speak for the column.
    response = paste(client, "Kurz Xaver\nMüller Günter\nLindemann Ernst\nPeter Paul")

    assert [each[:2] for each in reading(response)] == [
        ("Xaver", "Kurz"),
        ("Günter", "Müller"),
        ("Ernst", "Lindemann"),
        ("Paul", "Peter"),
    ]


def test_each_kind_of_line_has_its_own_order(client):
    names = "Müller Günter\nLindemann Ernst\nSchmidt\tHans\nKurz\tXaver"

    response = paste(client, names)

    assert [each[:2] for each in reading(response)] == [
        ("Günter", "Müller"),
        ("Ernst", "Lindemann"),
        ("Hans", "Schmidt"),
        ("Xaver", "Kurz"),
    ]


def test_a_first_name_that_is_known_here_decides(client):
    make_player("Xaver Yps")

    assert reading(paste(client, "Kurz Xaver"))[0][:2] == ("Xaver", "Kurz")


def test_the_head_of_a_spreadsheet_decides_and_names_nobody(client):
    names = "Vorname\tNachname\tVerein\nXaver\tYps\tPik Sieben"

    response = paste(client, names)

    assert reading(response) == [("Xaver", "Yps", "new", True)]
    assert "Pik Sieben" in response.text


def test_one_click_turns_the_column_but_not_what_has_a_comma(client):
    names = "Xaver Yps\nYps, Xaver"

    turned = paste(client, names, turned="0", turn="1")
    back = paste(client, names, turned="1", turn="0")

    assert [each[:2] for each in reading(turned)] == [
        ("Yps", "Xaver"),
        ("Xaver", "Yps"),
    ]
    assert [each[:2] for each in reading(back)] == [("Xaver", "Yps"), ("Xaver", "Yps")]
    assert 'name="turn" value="0"' in turned.text


def test_a_column_of_commas_can_be_turned_too(client):
    response = paste(client, "Xaver, Yps\nUrban, Zorn", turned="0", turn="1")

    assert [each[:2] for each in reading(response)] == [
        ("Xaver", "Yps"),
        ("Urban", "Zorn"),
    ]


def review(names, *people, **more):
    """Return the data that the review sends for each line: its fields and checkbox."""
    fields = {"names": names, "status": "member", "turned": "0", "new": []}
    for line, (first, last) in enumerate(people, 1):
        fields |= {f"first-{line}": first, f"last-{line}": last}
        fields["new"].append(str(line))
    return fields | more


def test_what_was_corrected_in_the_review_is_saved(client):
    names = "Xaver Yps\nAnna Ohm"

    client.post(
        "/members/paste/",
        review(names, ("Franz Xaver", "Yps"), ("Anna", "Ohm"), save="1"),
    )

    assert everybody() == ["Ohm, Anna", "Yps, Franz Xaver"]


def test_corrections_stay_when_the_column_is_turned_or_looked_at_again(client):
    names = "Xaver Yps\nUrban Zorn"
    typed = review(names, ("Franz", "Yps"), ("Urban", "Zorn"))

    turned = client.post("/members/paste/", typed | {"turn": "1"})
    again = client.post("/members/paste/", typed | {"look": "1", "new": ["2"]})

    assert [each[:2] for each in reading(turned)] == [
        ("Franz", "Yps"),
        ("Zorn", "Urban"),
    ]
    assert reading(again) == [
        ("Franz", "Yps", "new", False),
        ("Urban", "Zorn", "new", True),
    ]
    assert everybody() == []


def test_a_correction_that_names_somebody_known_is_shown_before_it_is_saved(client):
    make_player("Anna Abel")
    typed = review("Anna Able", ("Anna", "Abel"), save="1")

    response = client.post("/members/paste/", typed)

    assert response.context["form"].has_error("__all__", "added-meanwhile")
    assert reading(response) == [("Anna", "Abel", "again", False)]


def test_a_person_who_was_known_until_the_name_was_corrected_is_added(client):
    make_player("Anna Abel")
    typed = review("Anna Abel", ("Anna", "Abelmann"), save="1", new=[], again=["1"])

    client.post("/members/paste/", typed)

    assert everybody() == ["Abel, Anna", "Abelmann, Anna"]


def test_a_correction_without_a_family_name_keeps_the_review(client):
    typed = review("Anna Abel\nUlf Zorn", ("Anna", ""), ("Urs", "Zorn"), save="1")

    response = client.post("/members/paste/", typed)

    assert "1" in response.context["form"].non_field_errors()[0]
    assert [each[:2] for each in reading(response)] == [("Anna", ""), ("Urs", "Zorn")]
    assert everybody() == []


def test_back_to_the_text_keeps_the_corrections(client):
    typed = review("3. Anna Abel\n4. Ulf Zorn", ("Anna", "Abel"), ("Urs", "Zorn"))

    response = client.post("/members/paste/", typed | {"back": "1"})

    assert response.context["form"]["names"].value() == "3. Anna Abel\nZorn, Urs"


@pytest.mark.parametrize(
    ("line", "name", "rest"),
    [
        ("Groß Jürgen (Gast)", ("Jürgen", "Groß"), "(Gast)"),
        ("Lena Ünal\t12.03.1970", ("Lena", "Ünal"), "12.03.1970"),
        ("7\tÜnal\tLena\t1970", ("Lena", "Ünal"), "1970"),
        ("Ünal, Lena [Ehrenmitglied]", ("Lena", "Ünal"), "[Ehrenmitglied]"),
        (
            "Lena Ünal 0171/234567 lena@web.de",
            ("Lena", "Ünal"),
            "0171/234567, lena@web.de",
        ),
    ],
)
def test_remarks_and_numbers_are_no_names_and_are_shown(client, line, name, rest):
    response = paste(client, line)

    assert reading(response) == [(*name, "new", True)]
    assert f"nicht gelesen: {rest}" in response.text


def test_a_line_with_nothing_but_a_remark_is_named(client):
    errors = paste(client, "Anna Abel\n(Gast)").context["form"].errors["names"]

    assert ["2" in errors[0], len(errors)] == [True, 1]


MIXED = "Anna Abel\nBernd Zorn\nMüller Günter\nKrause Uschi\nXaver Yps"
ASKED = "Ist das der Vorname?"


def test_a_row_in_another_order_than_the_column_is_marked(client):
    response = paste(client, MIXED)

    marked = [each.line for each in response.context["form"].pasted if each.is_doubtful]
    assert marked == [3, 4]
    assert response.text.count(ASKED) == 2


def test_one_row_is_turned_by_its_button(client):
    people = [line.split() for line in MIXED.splitlines()]

    response = client.post(
        "/members/paste/", review(MIXED, *people, swap="3", new=["3", "5"])
    )

    assert [each[:2] for each in reading(response)] == [
        ("Anna", "Abel"),
        ("Bernd", "Zorn"),
        ("Günter", "Müller"),
        ("Krause", "Uschi"),
        ("Xaver", "Yps"),
    ]
    assert [each[3] for each in reading(response)] == [False, False, True, False, True]
    assert response.text.count(ASKED) == 1
    assert everybody() == []


def test_a_correction_survives_however_often_the_column_is_turned(client):
    names = "Anna Abel\nMüller Günter"
    page = client.post(
        "/members/paste/",
        review(names, ("Anna", "Abel"), ("Müller", "Günter"), swap="2"),
    )
    seen = [reading(page)[1][:2]]

    for turned in ("1", "0", "1"):
        form = page.context["form"]
        people = [each[:2] for each in reading(page)]
        sent = {"turned": "01"[form.is_turned], "hand": form.corrected_rows}
        page = client.post(
            "/members/paste/", review(names, *people, **sent, turn=turned)
        )
        seen.append(reading(page)[1][:2])

    assert seen == [("Günter", "Müller")] * 4
    assert reading(page)[0][:2] == ("Abel", "Anna")


def test_after_the_members_the_first_evening_is_one_step_away(client, erika):
    page = client.get("/members/", {"added": ""})

    assert page.context["step"].url == "/events/new/"
    assert "Weiter: Abend anlegen" in page.text
    assert "Weiter: Abend anlegen" not in client.get("/members/").text
