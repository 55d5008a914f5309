"""The game value calculator, for everybody; its state is in the address."""

import pytest
from django.urls import reverse

from tests.factories import make_secretary

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(client):
    make_secretary()

    def get(**game):
        return client.get(reverse("sheets:calculator"), game)

    return get


def test_a_visitor_sees_value_sentence_and_bids(ask):
    answer = ask(contract="clubs", matadors="2", hand="on")

    assert "mit 2, Spiel 3, Hand 4 × Kreuz 12 = 48" in answer.text
    assert "+48" in answer.text
    assert "−96" in answer.text
    assert "ISkO 2.4.1, 2.5, 2.5.11<" in answer.text
    assert "<b>48</b>" in answer.text
    assert "<s>50</s>" in answer.text
    assert answer.context["calculation"].covered[-1] == 48
    # A public page answers whole; only this part of it is put into the page.
    assert 'hx-select="#value"' in answer.text


def test_a_lost_game_is_said_to_be_lost(ask):
    for game, *says in (
        ("spades matadors=1 bid=30", "überreizt: 3 × 11 = 33", "−66"),
        # Schwarz without the jack of clubs, and a Null below its bid.
        (
            "clubs without=yes matadors=2 schwarz=on",
            "nicht zu gewinnen",
            "verloren −120",
        ),
        ("null matadors=5 bid=30", "mit 5, Spiel 6 × Karo 9 = 54"),
        ("clubs matadors=2 ouvert=on", "ouvert</label>"),
    ):
        contract, *fields = game.split()
        page = ask(contract=contract, **dict(field.split("=") for field in fields)).text

        assert [text for text in says if text not in page] == []
        assert "offen" not in page


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ({"contract": ""}, "bitte wählen"),
        ({"contract": "grand", "matadors": "5"}, "Grand"),
        ({"contract": "clubs"}, ""),
        ({"contract": "clubs", "matadors": "twelve"}, ""),
        ({"contract": "clubs", "matadors": "1", "bid": "19"}, ""),
        ({"contract": "\x00"}, ""),
    ],
)
def test_an_impossible_game_gets_a_reason(ask, game, says):
    answer = ask(**game)

    assert answer.status_code == 422
    assert "note warning" in answer.text
    assert says in answer.text


def test_a_change_of_the_form_gets_the_value_alone(client):
    make_secretary()
    address = reverse("sheets:calculator")
    game = {"contract": "hearts", "matadors": "3"}

    answer = client.get(address, game, headers={"HX-Request": "true"})

    assert "<html" not in answer.text
    assert "mit 3, Spiel 4 × Herz 10 = 40" in answer.text
