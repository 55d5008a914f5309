"""The stranger's cases: true lists prove themselves, and every slip can be mended."""

import pytest

from scoring.notation.documents import write_line
from scoring.notation.reading import NotedLine, read_line
from scoring.playing.line_checks import problems_in
from tests.bench.played import WRITER_KINDS
from tests.bench.scene import What, write
from tests.bench.slips import KINDS, draw_case

TABLES = (3, 4)


@pytest.mark.parametrize("players", TABLES)
def test_every_game_that_was_played_can_be_and_can_be_typed(players):
    for seed in range(6):
        scene = draw_case(seed, players=players).scene

        for number, entry in enumerate(scene.entries, start=1):
            assert problems_in(entry, players=players, number=number) == ()
            assert read_line(write_line(NotedLine(entry=entry))).entry == entry


@pytest.mark.parametrize("players", TABLES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_a_slip_of_one_hand_and_can_be_mended(kind, players):
    for seed in range(3):
        case = draw_case(seed, players=players, kinds=[kind])
        (slip,) = case.slips
        true = case.scene

        assert slip.kind == kind
        assert case.seen != case.without(slip).seen
        if kind in WRITER_KINDS:
            assert case.entries == true.entries
            assert case.foot != true.paper.foot
        else:
            assert case.paper == true.paper
            assert corrected(case, slip) == true.entries


def corrected(case, slip):
    """Do what the case itself says has to be done."""
    lines = list(case.entries)
    at = case.position(slip) - 1
    played = case.scene.entry(slip.line)
    if slip.what is What.LINE:
        lines[at] = played
    elif slip.what is What.MISSING:
        lines.insert(at, played)
    elif slip.what is What.DOUBLED:
        assert lines[at] == lines[at + 1]
        del lines[at]
    return tuple(lines)


def test_what_the_writer_miscounts_is_carried_on():
    games = [read_line(text).entry for text in ("2a1", "1po1-", "2g1")]
    case = draw_case(2, kinds=["loss_not_doubled"])
    (slip,) = case.slips
    place = case.scene.entry(slip.line).declarer

    assert write(games, 3).foot["2.total"] == 66 + 100 + 40
    too_much = -case.scene.score(slip.line) // 2
    for cell in ("game_points", "total"):
        key = f"{place}.{cell}"
        assert case.paper.foot[key] - case.scene.paper.foot[key] == too_much


def test_two_slips_keep_apart_and_a_seed_draws_them_again():
    for seed in range(30):
        case = draw_case(seed, players=3, games=36, slips=2)
        one, two = case.slips

        assert case.seen not in (case.without(one).seen, case.without(two).seen)
        assert one.line != two.line
        again = draw_case(seed, players=3, games=36, slips=2)
        assert again.seen == case.seen
