from dataclasses import replace

from scoring.game.contracts import Contract
from scoring.proof.detective.asking import Wanted, next_number, with_answers
from scoring.proof.detective.search import suspects
from scoring.proof.detective.slips.kinds import RowField
from scoring.proof.paper import FootField, PaperFoot
from tests.sampling import sample_list
from tests.scoring.proof.test_detective import foot_for, typed, with_line


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
    read = {
        Wanted(3, None, RowField.VALUE): 48,
        Wanted(None, 2, FootField.WON): 13,
    }

    known, foot = with_answers(lines, only_totals(foot_for(entries)), read)

    assert (known[2].value, known[3].value) == (48, None)
    assert (foot.seats[1].won, foot.seats[0].won) == (13, None)
