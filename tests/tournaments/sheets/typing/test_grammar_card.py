import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.house.bylaws import MarkKind, marks_under
from scoring.house.rules import OFFICIAL, HouseRules, RamschScoring, Schieberamsch
from scoring.notation.reading import read_line
from tournaments.sheets.typing.forms import (
    ALL_MARKS,
    EXAMPLES,
    HOUSE_EXAMPLES,
    HOUSE_PARTS,
    RARE,
    cards,
)


def letters_of(parts):
    return [letters for _meaning, letters, _pad in parts]


def test_the_card_of_official_skat_has_no_marks_of_house_rules():
    card = cards()

    assert (card.house_parts, card.house_examples) == ((), ())
    assert [example.letters for example in card.examples] == [
        letters for letters, _pad in EXAMPLES
    ]
    assert card == cards(OFFICIAL)


@pytest.mark.parametrize(("letters", "pad"), [*EXAMPLES, *HOUSE_EXAMPLES])
def test_both_spellings_of_an_example_say_the_same(letters, pad):
    assert read_line(letters) == read_line(pad)


@pytest.mark.parametrize(
    ("rules", "parts", "examples"),
    [
        (HouseRules(kontra=True), ["k re"], [("2k2k", 72), ("4p1hre-", -264)]),
        (HouseRules(bock_split=True), ["b0 b1", "@60"], [("3g2b1", 144)]),
        (HouseRules(target=500), ["@60"], [("2k@80", 80), ("3hsa@95", 97)]),
        (
            HouseRules(ramsch=RamschScoring.MOST_PAYS),
            ["r48/42/30"],
            [("r48/42/30", -48)],
        ),
        (
            HouseRules(schieberamsch=Schieberamsch.MINUS),
            ["r48/42/30", "p2", "j3", "d1"],
            [("r48/42/30", -48), ("r62/58/0p1j4", -248), ("r120/0/0d2", 120)],
        ),
    ],
)
def test_the_card_shows_what_the_rules_know(rules, parts, examples):
    card = cards(rules)

    assert letters_of(card.house_parts) == parts
    assert [(each.letters, each.score) for each in card.house_examples] == examples


def test_every_mark_has_a_line_on_the_card():
    assert {mark for mark, *_rest in HOUSE_PARTS} == {*MarkKind}
    assert marks_under(ALL_MARKS) == {*MarkKind} - {MarkKind.CARD_POINTS}


def test_where_only_ramsch_is_played_there_are_no_games_on_the_card():
    rules = HouseRules(only_ramsch=True, schieberamsch=Schieberamsch.MARKS)
    card, official = cards(rules), cards()

    assert (card.examples, card.rare) == ((), ())
    assert letters_of(card.parts) == ["=48 :318"]
    assert letters_of(official.parts)[1:3] == ["a h p k g", "n nh no nho"]
    assert len(official.rare) == len(RARE)


def test_the_page_of_the_shorthand_has_all_marks(client, erika):
    response = client.get(reverse("sheets:shorthand"))

    assert response.status_code == 200
    assert "r48/42/30" in response.text
    assert "*01" in response.text


def test_an_example_with_a_bid_says_it():
    with override("de"):
        words = {each.letters: each.words for each in cards().examples}

    assert words["3p1r30"] == "Pik mit 1, gereizt 30"
    assert words["3g2"] == "Grand mit 2"
