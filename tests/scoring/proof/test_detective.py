from dataclasses import replace

import pytest

from scoring.chance.odds import chance_of
from scoring.game.games import result_of
from scoring.game.problems import is_written_value
from scoring.game.written_games import Contract, WrittenGame
from scoring.lists.sheets import System, close_list
from scoring.notation.reading import read_line
from scoring.proof.detective.case import Wanted, next_number, typed_cells, with_answers
from scoring.proof.detective.hypotheses.of_lines import may_be_foot_slip
from scoring.proof.detective.search import suspects
from scoring.proof.detective.slips.kinds import (
    Remedy,
    RowField,
    SlipKind,
    blaming_writer,
)
from scoring.proof.paper import FootField, PaperFoot, TypedLine, faultless_foot
from tests.bench.judge import FOOT_ONLY, RUNNING_TOTALS, is_named, seen
from tests.bench.slips import draw_case
from tests.sampling import sample_list
from tests.scoring.game_lists import written_line


def game(place, contract, matadors=None, **details):
    return WrittenGame(declarer=place, contract=contract, matadors=matadors, **details)


# The eight games of rules 3.3.
EIGHT_GAMES = tuple(
    read_line(text).entry
    for text in ("2a1", "3g2", "1po1-", "e", "4n", "1k1s", "4ho2h", "2g1-")
)


def typed(entries):
    return [
        TypedLine(number=number, entry=entry)
        for number, entry in enumerate(entries, start=1)
    ]


def foot_for(entries, players=4, system=System.SEEGER_FABIAN):
    results = [(entry.declarer, result_of(entry)) for entry in entries]
    lines = [
        written_line(
            number=number, declarer=declarer, score=result.score, won=result.won
        )
        for number, (declarer, result) in enumerate(results, start=1)
    ]
    return faultless_foot(close_list(lines, players=players, system=system))


def with_line(entries, number, entry):
    return [*entries[: number - 1], entry, *entries[number:]]


def first_of(lines, foot):
    return suspects(lines, foot)[0].corrections


def seat_changed(foot, place, **cells):
    seats = [
        replace(seat, **cells) if seat.place == place else seat for seat in foot.seats
    ]
    return replace(foot, seats=tuple(seats))


def test_an_agreeing_list_has_no_suspects():
    assert suspects(typed(EIGHT_GAMES), foot_for(EIGHT_GAMES)) == ()


@pytest.mark.parametrize(
    ("number", "entry", "kind", "rank"),
    [
        (2, game(3, Contract.GRAND, 2, won=False), SlipKind.SIGN, 1),
        (7, game(4, Contract.HEARTS, 3, without=True, hand=True), SlipKind.MATADORS, 1),
        (6, game(1, Contract.CLUBS, 1), SlipKind.LEVEL, 1),
        (1, game(2, Contract.SPADES, 1), SlipKind.CONTRACT, 1),
        (5, game(3, Contract.NULL), SlipKind.COLUMN, 1),
        # More than one mark may be wrong in a line.
        (7, game(4, Contract.HEARTS, 5, without=True, hand=True), SlipKind.TOPS, 3),
        (6, game(1, Contract.NULL), SlipKind.NULL, 3),
        (1, game(2, Contract.SPADES, 2), SlipKind.TWO, 3),
        (2, game(1, Contract.GRAND, 3), SlipKind.TWO, 3),
    ],
)
def test_a_slip_in_a_line_is_named_with_what_was_meant(number, entry, kind, rank):
    lines = typed(with_line(EIGHT_GAMES, number, entry))

    ranked = suspects(lines, foot_for(EIGHT_GAMES))[:rank]

    readings = [
        (c.line, c.kind, c.after)
        for suspect in ranked
        for (c,) in [suspect.corrections, *suspect.alternatives]
    ]
    assert (number, kind, EIGHT_GAMES[number - 1]) in readings
    assert ranked[0].lines == (number,) or rank > 1


def test_every_reading_explains_all_differences():
    lines = typed(with_line(EIGHT_GAMES, 6, game(1, Contract.CLUBS, 1)))
    foot = foot_for(EIGHT_GAMES)

    for suspect in suspects(lines, foot):
        for (correction,) in [suspect.corrections, *suspect.alternatives]:
            if correction.remedy is Remedy.REPLACE:
                entries = [line.entry for line in lines]
                right = with_line(entries, correction.line, correction.after)
                assert foot_for(right) == foot


def test_a_missing_game_is_named_with_player_and_value():
    lines = typed([*EIGHT_GAMES[:6], EIGHT_GAMES[7]])

    (correction,) = first_of(lines, foot_for(EIGHT_GAMES))

    assert (correction.kind, correction.remedy) == (SlipKind.MISSING, Remedy.INSERT)
    assert (correction.place, result_of(correction.after).score) == (4, 40)


def test_a_doubled_game_is_taken_out():
    lines = typed([*EIGHT_GAMES[:6], EIGHT_GAMES[5], *EIGHT_GAMES[6:]])

    (correction,) = first_of(lines, foot_for(EIGHT_GAMES))

    assert (correction.remedy, correction.line) == (Remedy.DELETE, 7)


@pytest.mark.parametrize(
    ("place", "field", "off", "kind"),
    [
        (3, "total", -50, SlipKind.FIFTY),
        (4, "total", 20, SlipKind.RATE),
        (3, "total", 100, SlipKind.ADDITION),
        (3, "game_points", 27 - 72, SlipKind.DIGITS),
    ],
    ids=["a 50 forgotten", "40 for 30", "added up wrongly", "digits turned"],
)
def test_a_slip_in_the_foot_says_that_the_paper_is_wrong(place, field, off, kind):
    foot = foot_for(EIGHT_GAMES)
    written = getattr(foot.seats[place - 1], field) + off
    foot = seat_changed(foot, place, **{field: written})

    (correction,) = first_of(typed(EIGHT_GAMES), foot)

    assert correction.remedy is Remedy.PAPER
    assert (correction.kind, correction.place, correction.field) == (
        kind,
        place,
        FootField(field),
    )
    assert (correction.paper, correction.right) == (written, written - off)


def test_forty_for_thirty_in_the_whole_foot_has_no_place():
    foot = foot_for(EIGHT_GAMES)
    seats = [
        replace(seat, total=seat.total + 10 * (2 - seat.lost)) for seat in foot.seats
    ]

    (correction,) = first_of(typed(EIGHT_GAMES), replace(foot, seats=tuple(seats)))

    assert (correction.kind, correction.place) == (SlipKind.RATE, None)
    assert (correction.paper, correction.right) == (40, 30)


def test_a_check_value_singles_out_the_line():
    entries = list(sample_list(1))
    number = next(
        n for n, e in enumerate(entries, start=1) if e.contract is Contract.GRAND
    )
    meant = entries[number - 1]
    foot = foot_for(entries)
    wrong = replace(meant, matadors=meant.matadors % 4 + 1)
    lines = typed(with_line(entries, number, wrong))
    lines[number - 1] = replace(lines[number - 1], value=result_of(meant).score)

    assert {suspect.lines for suspect in suspects(lines, foot)} == {(number,)}


def test_a_wrong_running_total_is_found_in_its_row():
    case = draw_case(2, kinds=["added_for_subtracted"])
    sight = seen(case, RUNNING_TOTALS, 2)

    (correction,) = first_of(sight.lines, sight.foot)

    assert (correction.line, correction.field) == (case.slips[0].line, RowField.RUNNING)


def test_two_slips_are_found_together_when_no_single_one_fits():
    entries = with_line(EIGHT_GAMES, 2, game(3, Contract.GRAND, 2, won=False))
    entries = with_line(entries, 7, game(1, Contract.HEARTS, 2, hand=True))

    corrections = first_of(typed(entries), foot_for(EIGHT_GAMES))

    assert sorted((c.line, c.kind) for c in corrections) == [
        (2, SlipKind.SIGN),
        (7, SlipKind.COLUMN),
    ]


@pytest.mark.parametrize("missing", [["total"], ["game_points", "won", "lost"]])
def test_a_foot_without_totals_or_with_totals_alone_is_enough(missing):
    foot = foot_for(EIGHT_GAMES)
    for place in range(1, 5):
        foot = seat_changed(foot, place, **dict.fromkeys(missing))
    lines = typed(with_line(EIGHT_GAMES, 2, game(3, Contract.GRAND, 2, won=False)))

    assert suspects(lines, foot)[0].lines == (2,)


def test_lines_with_only_a_value_are_searched():
    entries = [
        WrittenGame(declarer=e.declarer, written_value=result_of(e).score)
        if e.declarer
        else e
        for e in EIGHT_GAMES
    ]
    turned = with_line(entries, 6, WrittenGame(declarer=1, written_value=63))

    (correction,) = first_of(typed(turned), foot_for(EIGHT_GAMES))

    assert (correction.line, correction.kind) == (6, SlipKind.DIGITS)
    assert correction.after.written_value == 36


@pytest.mark.parametrize(
    ("number", "text", "meant"), [(3, "1+22", "1-44"), (6, "1-72", "1+36")]
)
def test_a_number_may_be_in_the_wrong_column_of_the_paper(number, text, meant):
    lines = typed(with_line(EIGHT_GAMES, number, read_line(text).entry))

    (correction,) = first_of(lines, foot_for(EIGHT_GAMES))

    assert (correction.line, correction.kind) == (number, SlipKind.SIGN)
    assert correction.after == read_line(meant).entry


def test_common_games_come_before_rare_ones():
    common = game(1, Contract.GRAND, 1)
    rare = game(1, Contract.DIAMONDS, 10)

    assert chance_of(common) > 1000 * chance_of(rare) > 0


def test_shares_fall_and_leave_some_for_the_unexpected():
    lines = typed(with_line(EIGHT_GAMES, 2, game(3, Contract.GRAND, 3)))

    shares = [s.share for s in suspects(lines, foot_for(EIGHT_GAMES), most=99)]

    assert shares == sorted(shares, reverse=True)
    assert 0.9 < sum(shares) < 1


def written_by(entries, values, players=4):
    """Return the foot of a writer who wrote other values in some rows."""
    foot = foot_for(entries, players)
    for number, value in values.items():
        entry = entries[number - 1]
        off = value - result_of(entry).score
        seat = foot.seats[entry.declarer - 1]
        foot = seat_changed(
            foot, seat.place, game_points=seat.game_points + off, total=seat.total + off
        )
    return foot


def test_undecided_slips_blame_typist_or_writer():
    ranked = suspects(typed(EIGHT_GAMES), written_by(EIGHT_GAMES, {6: 24}))

    (line,) = ranked[0].corrections
    (paper,) = ranked[0].alternatives[0]
    assert (line.line, line.remedy, line.or_paper) == (6, Remedy.REPLACE, True)
    assert paper == blaming_writer(line)
    assert (paper.kind, paper.remedy, paper.line) == (
        SlipKind.RECKONED,
        Remedy.PAPER,
        6,
    )
    assert (paper.paper, paper.right) == (24, 36)


def test_the_writer_may_have_forgotten_the_game_itself():
    ranked = suspects(typed(EIGHT_GAMES), written_by(EIGHT_GAMES, {1: 9}))

    said = [slip for each in ranked for slip in each.corrections if slip.line == 1]
    assert [(slip.kind, slip.paper, slip.right) for slip in said] == [
        (SlipKind.RECKONED, 9, 18)
    ]


@pytest.mark.parametrize(
    ("value", "kind", "field"),
    [(-22, SlipKind.SINGLE, RowField.VALUE), (44, SlipKind.SIDE, RowField.RUNNING)],
    ids=["a loss not doubled", "added instead of subtracted"],
)
def test_a_loss_that_was_written_wrongly_is_a_slip_of_the_paper(value, kind, field):
    (slip,) = first_of(typed(EIGHT_GAMES), written_by(EIGHT_GAMES, {3: value}))

    assert (slip.kind, slip.remedy, slip.line, slip.field) == (
        kind,
        Remedy.PAPER,
        3,
        field,
    )


AT_THREE = tuple(
    read_line(text).entry for text in ["1k2", "2g1", "3h1", "1n", "2p2-", "3k1"]
)


def test_without_running_totals_the_place_of_a_missing_game_is_open():
    lines = typed([*AT_THREE[:3], *AT_THREE[4:]])

    (slip,) = first_of(lines, foot_for(AT_THREE, players=3))

    assert (slip.kind, slip.line, slip.span) == (SlipKind.MISSING, None, (1, 6))


def test_running_totals_say_where_a_game_is_missing():
    column = dict.fromkeys((1, 2, 3), 0)
    rows = []
    for entry in AT_THREE:
        column[entry.declarer] += result_of(entry).score
        rows.append((entry, column[entry.declarer]))
    lines = [
        TypedLine(number=number, entry=entry, running=running)
        for number, (entry, running) in enumerate([*rows[:1], *rows[2:]], start=1)
    ]

    (slip,) = first_of(lines, foot_for(AT_THREE, players=3))

    assert (slip.kind, slip.place, slip.span) == (SlipKind.MISSING, 2, (1, 4))


def test_at_four_dealers_show_where_a_game_is_missing():
    entries = sample_list(3)
    lines = typed([*entries[:20], *entries[21:]])

    (slip,) = first_of(lines, foot_for(entries))

    first, last = slip.span or (slip.line, slip.line)
    assert 1 < first <= 21 <= last < 30


def test_only_values_of_games_are_suspected():
    foot = written_by(EIGHT_GAMES, {6: 63})

    values = [
        c.paper
        for suspect in suspects(typed(EIGHT_GAMES), foot, most=99)
        for reading in [suspect.corrections, *suspect.alternatives]
        for c in reading
        if c.field is RowField.VALUE
    ]

    assert values
    assert all(is_written_value(value) for value in values)


def test_a_line_is_named_even_if_its_kind_of_slip_is_unknown():
    lines = typed(with_line(EIGHT_GAMES, 2, game(3, Contract.GRAND, 2, won=False)))

    ranked = suspects(lines, foot_for(EIGHT_GAMES), unknown={SlipKind.SIGN})

    (slip,) = ranked[0].corrections
    assert (slip.line, slip.kind) == (2, SlipKind.OTHER)
    assert result_of(slip.after).score == result_of(EIGHT_GAMES[1]).score


def test_the_same_list_gives_the_same_suspects():
    sight = seen(draw_case(9, slips=2), FOOT_ONLY, 9)

    assert suspects(sight.lines, sight.foot) == suspects(sight.lines, sight.foot)


def test_an_empty_list_with_a_full_foot_does_not_crash():
    assert isinstance(suspects([], foot_for(EIGHT_GAMES)), tuple)


@pytest.mark.parametrize("players", [4, 3])
def test_most_single_slips_are_named_from_the_foot_alone(players):
    drawn = (draw_case(seed, players=players) for seed in range(40))
    sights = [seen(case, FOOT_ONLY, 1) for case in drawn]
    named = [
        [is_named(sight, each) for each in suspects(sight.lines, sight.foot)[:3]]
        for sight in sights
        if sight.contradicts
    ]

    assert len(named) >= 30
    assert sum(hits[:1] == [True] for hits in named) >= 0.6 * len(named)
    assert sum(any(hits) for hits in named) >= 0.85 * len(named)


def test_a_slip_of_the_foot_changes_one_place_or_only_totals():
    foot = foot_for(EIGHT_GAMES)
    cells = typed_cells(typed(EIGHT_GAMES), foot)
    units = {(place, field.value): unit for (place, field), unit in cells.units.items()}
    may_be = may_be_foot_slip(cells)

    assert may_be(-30 * units[1, "total"] - 10 * units[4, "total"])
    assert may_be(18 * cells.points[2])
    assert may_be(-units[None, "passed_in"])
    assert not may_be(-18 * cells.points[2] + units[3, "total"])
    assert not may_be(units[None, "games"] - units[4, "won"])


def spoilt(seed):
    """Return a list in which one Grand has a matador too many, and the right games."""
    entries = list(sample_list(seed))
    number = next(
        n
        for n, entry in enumerate(entries, 1)
        if entry.contract is Contract.GRAND and entry.matadors == 1
    )
    wrong = replace(entries[number - 1], matadors=2)
    return number, entries, typed(with_line(entries, number, wrong))


def only_totals(foot: PaperFoot):
    seats = [
        replace(seat, game_points=None, won=None, lost=None, others_lost=None)
        for seat in foot.seats
    ]
    return replace(foot, passed_in=None, seats=tuple(seats))


def rows_of(entries):
    """Return value and running total of each row of the paper."""
    from_paper = {}
    column = dict.fromkeys(range(1, 5), 0)
    for number, line in enumerate(typed(entries), 1):
        if line.entry.declarer:
            score = foot_for([line.entry]).seats[line.entry.declarer - 1].game_points
            column[line.entry.declarer] += score
            from_paper[number, RowField.VALUE] = score
            from_paper[number, RowField.RUNNING] = column[line.entry.declarer]
    return from_paper


def test_a_few_numbers_of_the_paper_leave_one_suspect():
    asked = []
    for seed in range(6):
        number, entries, lines = spoilt(seed)
        foot = only_totals(foot_for(entries))
        numbers, rows = {}, rows_of(entries)
        while True:
            known = with_answers(lines, foot, numbers)
            ranked = suspects(*known)
            wanted = next_number(*known, ranked)
            if wanted is None:
                break
            numbers[wanted] = rows[wanted.line, wanted.field]

        assert ranked[0].lines == (number,)
        asked.append(len(numbers))

    assert max(asked) <= 4
    assert sum(asked) / len(asked) <= 2.5


def test_nothing_is_asked_where_one_suspect_stands_alone():
    _, entries, lines = spoilt(0)
    foot = foot_for(entries)

    assert next_number(lines, foot, suspects(lines, foot)[:1]) is None
    assert next_number(typed(entries), foot, ()) is None


def test_answers_are_added_to_what_was_typed():
    _, entries, lines = spoilt(0)
    read = {Wanted(3, None, RowField.VALUE): 48, Wanted(None, 2, FootField.WON): 13}

    known, foot = with_answers(lines, only_totals(foot_for(entries)), read)

    assert (known[2].value, known[3].value) == (48, None)
    assert (foot.seats[1].won, foot.seats[0].won) == (13, None)
