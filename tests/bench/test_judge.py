"""The judge tells a line that was named from a correction that is right."""

from dataclasses import replace

import pytest

from scoring.game.written_games import Contract, WrittenGame
from scoring.proof.detective.slips.kinds import (
    Correction,
    Remedy,
    RowField,
    SlipKind,
    Suspect,
)
from scoring.proof.paper import FootField, failures_in
from tests.bench.judge import FOOT_ONLY, RUNNING_TOTALS, is_named, is_right, seen
from tests.bench.slips import Case, draw_case

TABLES = (3, 4)


def sight_of(kind, view=FOOT_ONLY, seed=4, **size):
    return seen(draw_case(seed, kinds=[kind], **size), view, seed)


def verdict(sight, *corrections, alternatives=()):
    suspect = Suspect(corrections=corrections, share=1.0, alternatives=alternatives)
    return is_named(sight, suspect), is_right(sight, suspect)


def typed_anew(sight, after):
    (slip,) = sight.case.slips
    line = sight.case.position(slip)
    return Correction(
        kind=SlipKind.LEVEL, remedy=Remedy.REPLACE, line=line, after=after
    )


@pytest.mark.parametrize("players", TABLES)
def test_a_list_without_a_slip_proves_itself(players):
    for seed in range(6):
        scene = draw_case(seed, players=players).scene
        sight = seen(Case(scene=scene, slips=()), RUNNING_TOTALS, seed)

        assert failures_in(sight.foot) == ()
        assert not sight.contradicts


def test_the_line_alone_is_named_and_an_innocent_one_beside_it_is_no_hit():
    sight = sight_of("matador_far_off")
    (slip,) = sight.case.slips
    played = sight.case.scene.entry(slip.line)
    wrong = WrittenGame(declarer=played.declarer, contract=Contract.NULL, ouvert=True)
    right = typed_anew(sight, played)

    assert verdict(sight, right) == (True, True)
    assert verdict(sight, typed_anew(sight, wrong)) == (True, False)
    assert verdict(sight, right, replace(right, line=right.line + 1)) == (False, False)


def test_blaming_the_typist_for_the_writers_slip_is_named_only():
    sight = sight_of("loss_not_doubled")
    (slip,) = sight.case.slips
    played = sight.case.scene.entry(slip.line)
    true = sight.case.scene.score(slip.line)
    typist = typed_anew(sight, replace(played, won=True))
    writer = Correction(
        kind=SlipKind.DIGITS,
        remedy=Remedy.PAPER,
        line=sight.case.position(slip),
        field=RowField.VALUE,
        paper=true // 2,
        right=true,
    )
    either = replace(typist, or_paper=True)

    assert verdict(sight, typist) == (True, False)
    assert verdict(sight, writer) == (True, True)
    assert verdict(sight, replace(writer, right=true + 1)) == (True, False)
    assert verdict(sight, either, alternatives=((writer,),)) == (True, True)
    assert verdict(sight, typist, alternatives=((writer,),)) == (True, False)


def test_what_was_added_wrongly_is_known_where_running_totals_are():
    for view, is_known in ((FOOT_ONLY, False), (RUNNING_TOTALS, True)):
        sight = sight_of("added_for_subtracted", view)
        (slip,) = sight.case.slips
        place = sight.case.scene.entry(slip.line).declarer
        cell = f"{place}.game_points"
        paper, right = sight.case.foot[cell], sight.case.scene.paper.foot[cell]
        at_the_end = Correction(
            kind=SlipKind.ADDITION,
            remedy=Remedy.PAPER,
            place=place,
            field=FootField.GAME_POINTS,
            paper=paper,
            right=right,
        )
        in_rows = replace(at_the_end, span=(slip.line, slip.line + 1))

        assert verdict(sight, at_the_end) == (not is_known, not is_known)
        assert verdict(sight, in_rows) == (True, True)
        assert verdict(sight, replace(in_rows, paper=right)) == (True, False)


def test_where_a_missing_game_was_only_running_totals_can_tell():
    for view, is_known in ((FOOT_ONLY, False), (RUNNING_TOTALS, True)):
        sight = sight_of("line_left_out", view, players=3)
        (slip,) = sight.case.slips
        played = sight.case.scene.entry(slip.line)
        missing = Correction(
            kind=SlipKind.MISSING,
            remedy=Remedy.INSERT,
            line=sight.case.position(slip),
            after=played,
        )
        elsewhere = replace(missing, line=35 if slip.line < 18 else 1)

        assert verdict(sight, missing) == (True, True)
        assert verdict(sight, elsewhere) == (not is_known, not is_known)


def test_a_doubled_line_may_be_either_of_the_two():
    sight = sight_of("line_typed_twice")
    (slip,) = sight.case.slips
    gone = Correction(kind=SlipKind.DOUBLED, remedy=Remedy.DELETE, line=slip.line)

    assert verdict(sight, gone) == (True, True)
    assert verdict(sight, replace(gone, line=slip.line + 1)) == (True, True)
    assert verdict(sight, replace(gone, line=slip.line + 2)) == (False, False)
