import pytest
from django.urls import reverse

from scoring.house.rules import OFFICIAL
from scoring.lists.sheets import running_totals
from scoring.playing.play import closing, play
from scoring.proof.paper import foot_differences
from tournaments.sheets.models import Result, ScoreSheet
from tournaments.sheets.practice.exercises import LISTS, make_exercise, shorthand_of
from tournaments.sheets.practice.slips import PaperSlip


@pytest.fixture
def erika_online(client, erika):
    client.force_login(erika)
    return client


def practise(client, number, fields):
    return client.post(reverse("sheets:practise", args=[number]), fields)


def test_a_practice_list_is_typed_to_its_end(erika_online):
    response = erika_online.get(reverse("sheets:practise", args=[1]))
    for entry in make_exercise(1).entries:
        form = response.context["form"]
        fields = {name: form[name].value() for name in form.fields}
        response = practise(erika_online, 1, fields | {"text": shorthand_of(entry)})

    keys = sum(len(shorthand_of(entry)) + 1 for entry in make_exercise(1).entries)
    assert "Fertig in" in response.text
    assert response.context["keys_per_game"] == keys / 12
    assert response.context["mistakes"] == 0
    assert "Der Fehler auf diesem Papier" in response.text
    (found,) = response.context["by_rows"]
    assert found == "Zeile 8, Anna: Auf dem Papier steht 36, das Spiel ist 48 wert."


def test_a_mistake_is_counted_and_the_right_line_shown(erika_online):
    meant = shorthand_of(make_exercise(1).entries[0])
    fields = {"line": 1, "started": 1, "keys": 0, "mistakes": 2, "text": "3g4w"}

    response = practise(erika_online, 1, fields)

    assert response.status_code == 422
    assert meant in response.text
    assert 'name="mistakes" value="3"' in response.text


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"line": "x"},
        {"line": "48", "text": "e"},
        {"line": "1", "text": "e", "keys": "x", "started": "1", "mistakes": "0"},
        {"line": "1", "text": "x", "keys": "0", "started": "1", "mistakes": "0"},
        {"line": "1", "text": "\0", "keys": "0", "started": "1", "mistakes": "0"},
    ],
)
def test_nonsense_at_practice_gets_an_answer(erika_online, fields):
    assert practise(erika_online, 1, fields).status_code in (404, 422)


@pytest.mark.parametrize("number", [1, 20, 21, 41, 60])
def test_every_practice_list_shows_its_paper(erika_online, number):
    page = erika_online.get(reverse("sheets:practise", args=[number]))

    assert page.text.count('class="number"') >= LISTS[number - 1][1]


def test_there_are_no_more_than_sixty_lists(erika_online):
    assert erika_online.get("/lists/practice/61/").status_code == 404


def test_the_shorthand_is_explained_to_everybody(client, erika):
    page = client.get(reverse("sheets:shorthand")).text

    assert "2122*" in page
    assert "s2=Meier" in page
    assert page.count("Die Summe aller Gesamtpunkte stimmt nicht") == 1


def test_sixty_lists_have_all_slips_that_clubs_know():
    slips = [make_exercise(number).slip for number in range(1, len(LISTS) + 1)]

    assert len(LISTS) == 60
    assert {slips.count(slip) for slip in PaperSlip} == {12}


@pytest.mark.parametrize("number", range(1, len(LISTS) + 1))
def test_every_paper_differs_from_its_games_and_is_the_same_tomorrow(number):
    chosen = make_exercise(number)
    totals = closing(play(chosen.entries, OFFICIAL, players=4), OFFICIAL, players=4)

    assert foot_differences(chosen.foot, totals)
    assert make_exercise.__wrapped__(number).foot == chosen.foot


@pytest.mark.parametrize("number", range(1, len(LISTS) + 1))
def test_the_proof_finds_the_row_of_the_slip(number):
    chosen = make_exercise(number)
    right = running_totals(play(chosen.entries, OFFICIAL, players=4), 4)
    wrong = [
        row.number
        for row, line in zip(chosen.board.rows, right, strict=True)
        if row.running.game_points != line.game_points
    ]

    (found,) = chosen.by_rows()

    assert found.lines == tuple(wrong[:1])


def test_practice_stores_nothing(erika_online):
    practise(erika_online, 1, {"line": 1, "started": 1, "keys": 0, "text": "3g4w"})

    assert not ScoreSheet.objects.exists()
    assert not Result.objects.exists()
