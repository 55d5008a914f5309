"""The stranger's cases: true lists prove themselves, and every slip can be mended."""

import pytest

from scoring.notation.documents import write_line
from scoring.notation.reading import NotedLine, read_line
from scoring.playing.line_checks import problems_in
from tests.bench.scene import By, What
from tests.bench.slips import KINDS, Case, draw_case
from tests.bench.typist_slips import TYPIST_KINDS
from tests.bench.writer_slips import WRITER_KINDS
from tests.bench.written import write

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
def test_every_kind_changes_what_is_typed_and_only_that(kind, players):
    for seed in range(3):
        case = draw_case(seed, players=players, kinds=[kind])
        (slip,) = case.slips
        mended = case.without(slip)

        assert slip.kind == kind
        assert case.seen != mended.seen
        assert mended.paper == case.scene.paper
        assert mended.entries == case.scene.entries
        assert mended.foot == case.scene.paper.foot


@pytest.mark.parametrize("kind", WRITER_KINDS)
def test_a_slip_of_the_writer_leaves_the_games_alone(kind):
    case = draw_case(3, kinds=[kind])

    assert case.slips[0].by is By.WRITER
    assert case.entries == case.scene.entries
    assert case.foot != case.scene.paper.foot


@pytest.mark.parametrize("kind", TYPIST_KINDS)
def test_a_slip_of_the_typist_leaves_the_paper_alone(kind):
    case = draw_case(3, kinds=[kind])

    assert case.slips[0].by is By.TYPIST
    assert case.paper == case.scene.paper


@pytest.mark.parametrize("players", TABLES)
def test_the_correction_of_a_line_gives_the_games_that_were_played(players):
    for kind in TYPIST_KINDS:
        case = draw_case(1, players=players, kinds=[kind])
        (slip,) = case.slips

        assert corrected(case, slip) == case.scene.entries, kind


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


def test_two_slips_keep_out_of_each_others_way():
    for seed in range(30):
        case = draw_case(seed, players=3, games=36, slips=2)
        one, two = case.slips

        assert case.seen not in (case.without(one).seen, case.without(two).seen)
        assert one.line != two.line


def test_the_same_seed_gives_the_same_case():
    one, other = (draw_case(11, players=3) for _ in range(2))

    assert one.seen == other.seen
    assert Case(scene=one.scene, slips=()).entries == other.scene.entries
