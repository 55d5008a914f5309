"""The faces of the cards: chosen on screen, chosen for paper."""

import pytest
from django.urls import reverse

from scoring.game.written_games import Contract
from scoring.notation.reading import read_line
from tests.factories import make_sheet, type_games
from tournaments.words.decks import COOKIE, Deck, showing, suit_face
from tournaments.words.problems import contract_name, line_text

pytestmark = pytest.mark.django_db


def test_each_deck_has_its_names():
    contracts = (Contract.CLUBS, Contract.SPADES, Contract.HEARTS, Contract.DIAMONDS)

    with showing(Deck.GERMAN):
        german = [contract_name(contract) for contract in contracts]
    with showing(Deck.FOUR_COLOURS):
        four = [contract_name(contract) for contract in contracts]

    assert german == ["Eichel", "Grün", "Rot", "Schellen"]
    assert four == ["Kreuz", "Pik", "Herz", "Karo"]
    assert contract_name(Contract.GRAND) == "Grand"


def test_a_short_line_has_the_signs_of_the_deck():
    line = read_line("2k2h").entry

    with showing(Deck.GERMAN):
        assert line_text(line, short=True) == "Ei mit 2 Hand"
        # Red hearts are drawn the same in both.
        faces = [suit_face(Contract.HEARTS), suit_face(Contract.CLUBS)]
    assert faces == ["hearts", "acorns"]
    assert line_text(line, short=True) == "♣ mit 2 Hand"


def test_a_reader_chooses_a_deck_and_comes_back(client, erika):
    sheet = make_sheet()
    type_games(sheet, ["2k2h"], by=erika)
    address = sheet.get_absolute_url()

    answer = client.post(reverse("set_deck"), {"deck": "german", "next": address})

    assert answer.url == address
    page = client.get(address).text
    assert "Eichel mit 2" in page
    assert "#acorns" in page
    assert 'data-deck="german"' in page


def test_nonsense_leaves_the_deck_alone_and_leads_to_the_first_page(client, erika):
    for nonsense in ("", "tarot", "german; path=/", "\x00"):
        data = {"deck": nonsense, "next": "https://elsewhere.example/"}
        answer = client.post(reverse("set_deck"), data)
        assert (answer.url, COOKIE in answer.cookies) == ("/", False)
    for back in ("1", "login", "23:59", "x", "/\r\nX: y", "//e.example"):
        answer = client.post(reverse("set_deck"), {"deck": "german", "next": back})
        assert answer.url in ("/", "/%0D%0AX:%20y")

    client.cookies[COOKIE] = "tarot"
    assert 'data-deck="french"' in client.get("/help/").text
