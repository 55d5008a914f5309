from collections import Counter

import pytest

from scoring.game.contracts import Contract
from scoring.game.written_games import with_implied_levels
from scoring.playing.line_checks import problems_in
from tests.sampling import sample_list

SIZES = [(4, 48), (3, 36), (5, 40)]


@pytest.mark.parametrize(("players", "games"), SIZES)
def test_sampled_lists_obey_all_rules(players, games):
    for seed in range(30):
        entries = sample_list(seed, players, games)

        assert len(entries) == games
        for number, entry in enumerate(entries, start=1):
            assert problems_in(entry, players=players, number=number, games=games) == ()
            assert with_implied_levels(entry) == entry


def test_the_same_seed_gives_the_same_list_and_others_do_not():
    assert sample_list(11) == sample_list(11)
    assert sample_list(11) != sample_list(12)


def test_sampled_games_follow_the_published_rates():
    games = [entry for seed in range(300) for entry in sample_list(seed)]
    played = [entry for entry in games if entry.declarer is not None]
    contracts = Counter(entry.contract for entry in played)

    def share(count):
        return count / len(played)

    assert abs(1 - len(played) / len(games) - 0.049) < 0.01
    assert abs(share(contracts[Contract.GRAND]) - 0.322) < 0.02
    assert abs(share(contracts[Contract.NULL]) - 0.064) < 0.01
    assert abs(share(sum(entry.won for entry in played)) - 0.816) < 0.02
    assert abs(share(sum(entry.hand for entry in played)) - 0.133) < 0.02
    assert abs(share(sum(entry.schneider for entry in played)) - 0.234) < 0.02
