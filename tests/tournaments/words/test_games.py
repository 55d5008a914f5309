import re
from dataclasses import replace
from itertools import chain

import pytest
from django.utils.translation import override

from scoring.game.games import result_of
from scoring.game.problems import Problem, Question
from scoring.house.rules import (
    OFFICIAL,
    OPTIONS,
    Group,
    HouseRules,
    OptionKind,
    RamschScoring,
    Schieberamsch,
)
from scoring.notation.grammar import NotationError
from scoring.notation.reading import read_item, read_line
from scoring.playing.play import play
from scoring.playing.scores import RoundKind, Trigger, Turn
from scoring.proof.paper import Failure, Identity
from tests.examples import examples
from tournaments.words.house_lines import (
    BONUS_TEXT,
    TRIGGER_TEXT,
    house_echo,
    house_text,
    triggers_text,
    turn_text,
)
from tournaments.words.house_options import GROUP_TEXT, OPTION_WORDS, rule_sections
from tournaments.words.problems import (
    EXPECTED_TEXT,
    IDENTITY_TEXT,
    LEVEL_TEXT,
    PROBLEM_TEXT,
    UNREADABLE_TEXT,
    check_text,
    explanation_text,
    failure_text,
    line_text,
    notation_error_text,
    problem_text,
    refusal_text,
)
from tournaments.words.slips import scored_game_text

KONTRA = HouseRules(kontra=True, bock_schneider=True)
MINUS = HouseRules(
    schieberamsch=Schieberamsch.MINUS, ramsch_kontra=True, ramsch_cap=250
)
MARKS = HouseRules(
    schieberamsch=Schieberamsch.MARKS,
    only_ramsch=True,
    ramsch_kontra=True,
    grand_hand_in_ramsch=True,
)
TARGET = HouseRules(target=500)
FEWEST = HouseRules(ramsch=RamschScoring.FEWEST_POINTS)
RULES = {
    "OFFICIAL": OFFICIAL,
    "KONTRA": KONTRA,
    "MINUS": MINUS,
    "MARKS": MARKS,
    "FEWEST": FEWEST,
    "FEWEST_BOCK": replace(FEWEST, bock_split=True),
    "TARGET": TARGET,
    "TARGET_KONTRA": replace(TARGET, kontra=True),
    "BIERLACHS": HouseRules(loser_points=301),
}


def cases(kind):
    """Return the lines of a kind with their German words, and rules if any apply."""
    return [[*filter(None, row[:2]), row[2]] for row in examples("games", kind)]


@pytest.mark.parametrize(("line", "german"), cases("value"))
def test_a_value_is_explained_in_one_sentence(line, german):
    explanation = result_of(read_line(line).entry).explanation

    with override("de"):
        assert explanation_text(explanation) == german


def test_a_value_is_explained_in_the_language_of_the_reader():
    explanation = result_of(read_line("1h1sa-").entry).explanation
    levels = "with 1, game 2, Hand 3, Schneider 4, announced 5"
    with override("en"):
        text = explanation_text(explanation)
    assert text == f"{levels} × Hearts 10 = 50, lost −100"


@pytest.mark.parametrize(("line", "words"), cases("words"))
def test_a_line_has_words(line, words):
    with override("de"):
        assert line_text(read_line(line).entry) == words


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_problem_question_and_checksum_has_its_text(language):
    with override(language):
        problems = [problem_text(problem) for problem in (*Problem, *Question)]
        failures = [
            failure_text(Failure(identity=identity, by=1, places=(1, 2)))
            for identity in Identity
        ]

    assert all(problems)
    assert len(set(problems)) == len(problems)
    assert set(IDENTITY_TEXT) == set(Identity)
    assert set(TRIGGER_TEXT) == set(Trigger)
    # No sentence for people has a number of the rules.
    assert not [text for text in failures if re.search(r"\bK[0-9]+\b", text)]


def test_every_text_is_translated():
    same = {"Hand", "Schneider", "Schwarz", "ouvert", "Re"}
    problems = (PROBLEM_TEXT, EXPECTED_TEXT, UNREADABLE_TEXT, IDENTITY_TEXT)
    for text in chain.from_iterable(
        texts.values() for texts in (*problems, LEVEL_TEXT, TRIGGER_TEXT, BONUS_TEXT)
    ):
        with override("de"):
            german = str(text)
        with override("en"):
            assert german != str(text) or german in same


@pytest.mark.parametrize(
    ("line", "german"),
    [
        ("2kz", "„z“ passt hier nicht. Möglich: die Zahl der Spitzen (1 bis 11)."),
        ("2k", "Es fehlt noch: die Zahl der Spitzen (1 bis 11)."),
        (
            "2\0",
            "„U+0000“ passt hier nicht. "
            "Möglich: das Spiel (k p h a g n oder 9 bis 59).",
        ),
        ("2k2-r18r18", "„r“ stand schon da."),
        ("e5", "„5“ gehört nicht hierher: Die Zeile ist ohne das fertig."),
    ],
)
def test_an_unreadable_line_is_explained(line, german):
    with pytest.raises(NotationError) as error:
        read_line(line)

    with override("de"):
        assert notation_error_text(error.value) == german


def test_every_error_of_a_line_has_a_text():
    lines = " 2 2k 2k2q 2k2-q 2k2r 2k2ü 2k2= 2k2: 2k2@ 2k2! 1n> 2+ 2k2-- s s2 s2="
    for line in [*lines.split(" "), f"2k2{1000 * '-'}"]:
        with pytest.raises(NotationError) as error:
            read_item(line)
        assert notation_error_text(error.value)


@pytest.mark.parametrize(
    ("failure", "german"),
    [
        (
            Failure(identity=Identity.K1, by=2),
            "Gewonnene, verlorene und eingepasste Spiele ergeben nicht alle "
            "Spiele der Liste, Abweichung +2",
        ),
        (
            Failure(identity=Identity.K8, by=-10, places=(1, 3)),
            "Platz 1 und 3: Der Unterschied der beiden Gesamtpunkte stimmt "
            "nicht, Abweichung −10",
        ),
    ],
)
def test_a_failing_checksum_says_where_and_by_how_much(failure, german):
    with override("de"):
        assert failure_text(failure) == german


def test_a_difference_names_both_numbers():
    with override("de"):
        assert check_text("check-value", 48, 36) == (
            "Auf dem Papier steht +48, das Spiel ergibt +36."
        )


def test_a_game_is_named_with_its_score_where_no_round_may_double_it():
    clubs = read_line("1k2").entry
    with override("de"):
        assert scored_game_text(clubs) == "Kreuz mit 2 (+36)"
        doubled = scored_game_text(clubs, HouseRules(bock_value=96))
        assert doubled == "Kreuz mit 2"


def test_a_refused_bid_names_its_neighbours():
    with override("de"):
        refusal = refusal_text(Problem.BID_NOT_IN_LIST, read_line("1k1r32").entry)

    assert refusal == "32 kann niemand reizen; daneben liegen: 30 / 33."


def line_of(text, rules, players=3):
    """Return the last of some lines as it counts under the rules."""
    entries = [read_line(part).entry for part in text.split("; ")]
    return play(entries, rules, players=players)[-1]


@pytest.mark.parametrize(("rules", "text", "german"), cases("points"))
def test_points_are_explained_in_one_sentence(rules, text, german):
    line = line_of(text, RULES[rules])
    with override("de"):
        assert house_text(line, dict(enumerate("ABC", 1))) == german


def test_without_names_the_places_have_numbers():
    with override("de"):
        assert house_text(line_of("r48/42", MINUS)) == "Ramsch: 48 Augen → Platz 1 −48"


@pytest.mark.parametrize(("rules", "text", "german"), cases("echo"))
def test_a_typed_line_is_echoed(rules, text, german):
    with override("de"):
        assert house_echo(line_of(text, RULES[rules])) == german


@pytest.mark.parametrize(
    ("turn", "german"),
    [
        (Turn(), ""),
        (Turn(RoundKind.BOCK, 3, 4), "Bock 3 von 4"),
        (Turn(RoundKind.RAMSCH, 1, 3), "Ramsch 1 von 3"),
        (Turn(RoundKind.RAMSCH), "Ramsch"),
    ],
)
def test_the_turn_has_words(turn, german):
    with override("de"):
        assert turn_text(turn) == german


def test_a_line_names_the_round_it_starts():
    rules = HouseRules(kontra=True, bock_re=True, bock_lost_kontra=True)

    with override("de"):
        assert triggers_text(line_of("2k2-re", rules)) == (
            "löst eine Bockrunde aus: verlorenes Kontra und Re"
        )
        assert triggers_text(line_of("2k2", rules)) == ""


def test_every_option_has_its_words_and_each_value_its_sentence():
    # With these on, every option has something to act upon.
    something = HouseRules(
        ramsch=RamschScoring.MOST_PAYS,
        schieberamsch=Schieberamsch.MINUS,
        stake_cents="1",
    )
    examples = {OptionKind.SWITCH: (True, False), OptionKind.TEXT: ("5",)}

    assert list(OPTION_WORDS) == list(OPTIONS)
    assert list(GROUP_TEXT) == list(Group)
    for name, option in OPTIONS.items():
        assert set(OPTION_WORDS[name].choices) == set(option.choices or ())
        bounds = examples.get(option.kind, (option.least, option.most))
        for value in option.choices or bounds:
            sections = rule_sections(replace(something, **{name: value}))
            sentences = [text for section in sections for text in section.sentences]
            assert all(sentences), name
