import pytest
from django.urls import reverse

from tournaments.sheets.practice.exercises import LISTS, exercise, shorthand_of


@pytest.fixture
def erika_online(client, erika):
    client.force_login(erika)
    return client


def practise(client, number, fields):
    return client.post(reverse("sheets:practise", args=[number]), fields)


def test_a_practice_list_is_typed_to_its_end(erika_online):
    response = erika_online.get(reverse("sheets:practise", args=[1]))
    for entry in exercise(1).entries:
        form = response.context["form"]
        fields = {name: form[name].value() for name in form.fields}
        response = practise(erika_online, 1, fields | {"text": shorthand_of(entry)})

    keys = sum(len(shorthand_of(entry)) + 1 for entry in exercise(1).entries)
    assert "Fertig in" in response.text
    assert response.context["keys_per_game"] == keys / 12
    assert response.context["mistakes"] == 0


def test_a_mistake_is_counted_and_the_right_line_shown(erika_online):
    meant = shorthand_of(exercise(1).entries[0])
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


@pytest.mark.parametrize("number", range(1, len(LISTS) + 1))
def test_every_practice_list_shows_its_paper(erika_online, number):
    page = erika_online.get(reverse("sheets:practise", args=[number]))

    assert page.text.count('class="number"') >= LISTS[number - 1][1]


def test_there_is_no_sixth_practice_list(erika_online):
    assert erika_online.get("/lists/practice/6/").status_code == 404


def test_the_shorthand_is_explained_to_everybody(client, erika):
    page = client.get(reverse("sheets:shorthand")).text

    assert "2122*" in page
    assert "s2=Meier" in page
    assert page.count("Die Summe aller Gesamtpunkte stimmt nicht") == 1
