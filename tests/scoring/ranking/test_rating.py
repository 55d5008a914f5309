"""The rating: what two ratings lead one to expect, and what a list does to them."""

import random
from datetime import date, timedelta

import pytest

from scoring.ranking.rating import (
    DAMPING,
    MOST_SURPRISE,
    START,
    RatedList,
    ratings,
    steps,
)

FIRST = date(2026, 1, 2)
PEOPLE = tuple("ABCDEFGHIJKL")


def played(*totals, day=FIRST, games=48, people=PEOPLE):
    return RatedList(
        day=day, games=games, totals=dict(zip(people, totals, strict=False))
    )


def season(seed, lists=60):
    """Draw lists of three to five people, even with unreasonable totals."""
    chance = random.Random(seed)
    return [
        RatedList(
            day=FIRST + timedelta(days=number // 4),
            games=chance.choice((12, 36, 47, 48, 60)),
            totals={
                person: chance.randint(-4000, 6000)
                for person in chance.sample(PEOPLE, chance.randint(3, 5))
            },
        )
        for number in range(lists)
    ]


def values(lists):
    return {person: one.value for person, one in ratings(lists).items()}


@pytest.mark.parametrize(
    ("totals", "games", "moved"),
    [
        pytest.param((900, 500, 100), 36, (1500, 0, -1500), id="the worked example"),
        pytest.param((700, 700, 700, 700), 48, (0, 0, 0, 0), id="all as expected"),
        pytest.param((1000, 600, 600, 600), 48, (999, -333, -333, -333), id="at four"),
        pytest.param((9000, 0), 36, (3000, -3000), id="no more than the most"),
        pytest.param((900,), 36, (0,), id="alone"),
        pytest.param((-200, -300), 36, (250, -250), id="below nothing"),
    ],
)
def test_beginners_exchange_a_fortieth_of_their_difference(totals, games, moved):
    people = PEOPLE[: len(totals)]

    moves = steps(dict.fromkeys(people, START), played(*totals).totals, games=games)

    assert tuple(moves.values()) == moved


def test_expected_results_move_nobody():
    better = {"A": START + 8000, "B": START}

    assert steps(better, {"A": 580, "B": 500}, games=36) == {"A": 0, "B": 0}
    assert steps(better, {"A": 540, "B": 500}, games=18) == {"A": 0, "B": 0}


def test_winning_by_less_than_expected_loses_rating():
    better = {"A": START + 8000, "B": START}

    assert steps(better, {"A": 540, "B": 500}, games=36) == {"A": -100, "B": 100}


@pytest.mark.parametrize("seed", range(20))
def test_every_gain_is_a_loss_of_another(seed):
    ratings_after = values(season(seed))

    assert sum(ratings_after.values()) == START * len(ratings_after)


@pytest.mark.parametrize("seed", range(20))
def test_nobody_moves_by_more_than_the_most_in_a_list(seed):
    lists = season(seed)
    most = MOST_SURPRISE // DAMPING

    for number in range(1, len(lists)):
        before, after = values(lists[:number]), values(lists[: number + 1])
        assert all(
            abs(after[person] - before.get(person, START)) <= most for person in after
        )


@pytest.mark.parametrize("seed", range(10))
def test_the_order_of_people_does_not_matter(seed):
    lists = season(seed)
    turned = [
        RatedList(
            day=each.day,
            games=each.games,
            totals=dict(reversed(each.totals.items())),
        )
        for each in lists
    ]

    assert values(turned) == values(lists)


@pytest.mark.parametrize("seed", range(10))
def test_swapped_names_swap_ratings(seed):
    lists = season(seed)
    other = {"A": "B", "B": "A"}
    swapped = [
        RatedList(
            day=each.day,
            games=each.games,
            totals={other.get(key, key): sum_ for key, sum_ in each.totals.items()},
        )
        for each in lists
    ]

    found, after = values(lists), values(swapped)

    assert {other.get(key, key): value for key, value in after.items()} == found


def test_the_mirror_image_of_a_list_moves_everybody_the_other_way():
    there, back = played(900, 500, 333), played(-900, -500, -333)

    moves = steps(dict.fromkeys("ABC", START), there.totals, games=48)
    mirrored = steps(dict.fromkeys("ABC", START), back.totals, games=48)

    assert mirrored == {person: -moved for person, moved in moves.items()}


def test_a_corrected_list_affects_later_opponents():
    wrong, right = played(900, 500, 100), played(100, 500, 900)
    later = played(800, 700, 600, people="CDE", day=FIRST + timedelta(days=7))

    before, after = values([wrong, later]), values([right, later])

    assert after["C"] > before["C"]
    # Losing by as much to a stronger player is no surprise.
    assert after["D"] > before["D"]
    assert after["B"] == before["B"]


def test_the_change_is_that_of_the_last_day():
    friday, saturday = FIRST, FIRST + timedelta(days=1)
    lists = [
        played(900, 500, day=friday, games=36),
        played(900, 500, day=saturday, games=36),
        played(500, 500, day=saturday, games=36),
    ]

    anna = ratings(lists)["A"]

    assert (anna.lists, anna.day) == (3, saturday)
    assert anna.change == anna.value - values(lists[:1])["A"]


def test_the_better_player_is_found_among_many():
    chance = random.Random(7)
    skill = {person: number * 40 for number, person in enumerate(PEOPLE)}
    lists = [
        RatedList(
            day=FIRST + timedelta(days=number),
            games=36,
            totals={
                person: 700 + skill[person] + round(chance.gauss(0, 330))
                for person in chance.sample(PEOPLE, 4)
            },
        )
        for number in range(1500)
    ]

    ratings_after = values(lists)

    best = sorted(ratings_after, key=lambda person: ratings_after[person], reverse=True)
    assert set(best[:3]) == {"J", "K", "L"}
    assert abs((ratings_after["L"] - ratings_after["A"]) / 100 - 440) < 150
