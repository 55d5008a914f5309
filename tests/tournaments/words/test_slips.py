"""How a game is named where a slip is explained."""

from django.utils.translation import override

from scoring.game.contracts import Contract
from scoring.game.written_games import WrittenGame
from scoring.house.rules import HouseRules
from tournaments.words.slips import scored_game_text

CLUBS = WrittenGame(declarer=1, contract=Contract.CLUBS, matadors=2)


def test_a_game_is_named_with_its_score():
    with override("de"):
        assert scored_game_text(CLUBS) == "Kreuz mit 2 (+36)"


def test_no_score_is_named_where_a_round_may_double_the_game():
    with override("de"):
        assert scored_game_text(CLUBS, HouseRules(bock_value=96)) == "Kreuz mit 2"
