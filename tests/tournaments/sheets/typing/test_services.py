import pytest
from django.core.exceptions import ValidationError

from scoring.notation.reading import read_line
from tests.factories import EIGHT_GAMES, make_player, make_players, type_games
from tests.tournaments.sheets.paper import write
from tournaments.events.seats.services import open_table
from tournaments.sheets import seats as seats_services
from tournaments.sheets import writing
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.finishing.services import FootNumbers
from tournaments.sheets.models import Change, Result
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.typing import services as typing_services
from tournaments.sheets.writing import stored_text
from tournaments.words.choices import Proof, SheetState


def texts_of(sheet):
    return [stored_text(game) for game in ledger_of(sheet).games]


def write_foot(sheet, paper, *, by, **more):
    """Write points, won, lost and total of each place; what is missing is None."""
    columns = ("points", "won", "lost", "total")
    seats = {
        place: FootNumbers(**dict(zip(columns, numbers, strict=True)))
        for place, numbers in enumerate(paper, 1)
    }
    return finishing_services.write_foot(sheet=sheet, by=by, seats=seats, **more)


def test_all_problems_of_a_line_are_told_at_once(sheet, erika):
    with pytest.raises(writing.ImpossibleLine) as refusal:
        write(sheet, 1, "1k2r19", by=erika)

    assert {error.code for error in refusal.value.error_list} == {
        "declarer-is-dealer",
        "bid-not-in-list",
    }


def test_a_request_that_arrives_twice_writes_once(sheet, erika):
    write(sheet, 1, "2k2h", by=erika, before="")
    write(sheet, 1, "2 K2 H", by=erika, before="")

    assert texts_of(sheet) == ["2k2h"]
    assert Change.objects.count() == 1


def test_a_line_moved_under_its_dealer_is_an_open_problem(sheet, erika):
    type_games(sheet, ["2a1", "3g2"], by=erika)

    written = typing_services.insert_line(
        sheet=sheet, number=1, noted=read_line("e"), by=erika
    )

    assert texts_of(sheet) == ["e", "2a1", "3g2"]
    assert written.board.open_lines == (2, 3)
    assert written.board.state == SheetState.DIFFERS


def test_a_pasted_list_with_an_impossible_line_leaves_nothing(sheet, erika):
    with pytest.raises(writing.ImpossibleLine):
        type_games(sheet, ["2a1", "2k1"], by=erika)

    assert texts_of(sheet) == []


def test_a_line_with_a_gap_before_it_and_a_forty_ninth_game_are_refused(sheet, erika):
    with pytest.raises(writing.ImpossibleLine) as gap:
        write(sheet, 2, "3g2", by=erika)
    type_games(sheet, ["e"] * 48, by=erika)
    with pytest.raises(writing.ImpossibleLine) as full:
        write(sheet, 49, "e", by=erika)

    assert (gap.value.code, full.value.code) == ("gap", "full")


def test_a_count_of_passed_in_games_that_differs_is_asked_about(sheet, erika):
    written = type_games(sheet, ["e:1", "3g1", "e:3"], by=erika)

    (row,) = [row for row in written.board.rows if row.differences]
    (difference,) = row.differences
    assert (row.number, difference.kind) == (3, "passed-in")
    assert (difference.paper, difference.computed) == (3, 2)
    with pytest.raises(writing.NotFinishable):
        finishing_services.finish_sheet(sheet=sheet, by=erika, cut_short=True)


def test_a_line_on_which_the_paper_is_wrong_is_accepted_with_a_reason(sheet, erika):
    type_games(sheet, ["2a1=27"], by=erika)
    typing_services.accept_line(
        sheet=sheet, number=1, by=erika, reason="Karo mit 1 ist 18"
    )

    finishing_services.finish_sheet(sheet=sheet, by=erika, cut_short=True)

    assert Change.objects.filter(reason="Karo mit 1 ist 18").exists()


def test_a_finished_list_refuses_every_write_until_it_is_reopened(sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)

    finishing_services.finish_sheet(sheet=sheet, by=erika, cut_short=True)

    rows = Result.objects.values_list("place", "won", "lost", "others_lost", "total")
    assert list(rows) == [
        (1, 1, 1, 1, 22),
        (2, 1, 1, 1, -48),
        (3, 1, 0, 2, 182),
        (4, 2, 0, 2, 223),
    ]
    with pytest.raises(writing.SheetIsFinished):
        write(sheet, 9, "e", by=erika)
    with pytest.raises(writing.SheetIsFinished):
        typing_services.undo(sheet=sheet, by=erika)
    reason = "Spiel 3 war Pik mit 2"
    finishing_services.reopen_sheet(sheet=sheet, by=erika, reason=reason)
    assert not Result.objects.exists()
    write(sheet, 3, "1p2-", by=erika)
    finishing_services.finish_sheet(sheet=sheet, by=erika)
    assert list(Result.objects.values_list("total", flat=True)) == [0, -48, 182, 223]


def test_the_totals_of_the_paper_prove_a_list(sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)
    finishing_services.strike_rest(sheet=sheet, by=erika)
    paper = [(None, None, None, total) for total in (22, -48, 182, 223)]

    written = write_foot(sheet, paper, by=erika, passed_in=1)

    assert written.board.proof == Proof.TOTALS
    assert written.board.state == SheetState.PROVED


VALUED = ["2a1=18", "3g2=72", "1po1-=-44", "e", "4n=23", "1k1s=36", "4ho2h=40"]


@pytest.mark.parametrize(
    ("texts", "proof"),
    [([*VALUED, "2g1-=-96"], Proof.VALUES), (["e"] * 3, Proof.NONE)],
)
def test_check_values_prove_a_list_and_games_passed_in_alone_none(
    sheet, erika, texts, proof
):
    type_games(sheet, texts, by=erika)

    assert finishing_services.strike_rest(sheet=sheet, by=erika).board.proof == proof


def test_totals_that_do_not_agree_are_kept_only_with_a_reason(sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)
    paper = [(None, None, None, 122)]
    write_foot(sheet, paper, by=erika)

    with pytest.raises(writing.NotFinishable):
        finishing_services.finish_sheet(sheet=sheet, by=erika, cut_short=True)
    write_foot(sheet, paper, by=erika, reason="Papier verrechnet")
    finishing_services.finish_sheet(sheet=sheet, by=erika, cut_short=True)

    assert Result.objects.get(place=1).total == 22


def test_a_totals_only_list_that_adds_up_is_proved_and_finished(sheet, erika):
    # The closing of rules 3.3 at a table of four.
    finishing_services.set_totals_only(sheet=sheet, by=erika, totals_only=True)
    paper = ((512, 13, 1, 1262), (388, 11, 2, 958), (295, 9, 2, 765), (-41, 7, 1, 409))
    without_total = [(*numbers, None) for *numbers, _total in paper]

    unproved = write_foot(sheet, without_total, by=erika, passed_in=2)
    written = write_foot(sheet, paper, by=erika, passed_in=2)
    finishing_services.finish_sheet(sheet=sheet, by=erika)

    assert unproved.board.proof == Proof.NONE
    assert written.board.proof == Proof.TOTALS
    totals = Result.objects.values_list("total", flat=True)
    assert list(totals) == [1262, 958, 765, 409]


def test_a_totals_only_list_with_impossible_points_is_not_proved(sheet, erika):
    finishing_services.set_totals_only(sheet=sheet, by=erika, totals_only=True)
    paper = [(20, 12, 0, 620), *[(0, 0, 0, 0)] * 3]
    written = write_foot(sheet, paper, by=erika, passed_in=sheet.games_planned - 12)

    assert written.board.state == SheetState.DIFFERS
    assert written.board.proof == Proof.NONE
    with pytest.raises(writing.NotFinishable):
        finishing_services.finish_sheet(sheet=sheet, by=erika)


def test_no_reason_makes_more_games_than_there_were_count(sheet, erika):
    finishing_services.set_totals_only(sheet=sheet, by=erika, totals_only=True)

    for won, games, said in ((99, None, "Platz 1: Mehr Spiele"), (3, 200, "nur 48")):
        finishing_services.write_foot(
            sheet=sheet,
            by=erika,
            seats={
                1: FootNumbers(points=1000, won=won, lost=0),
                **{place: FootNumbers(points=0, won=0, lost=0) for place in (2, 3, 4)},
            },
            passed_in=(games or won) - won,
            games=games,
            reason="steht so da",
        )
        with pytest.raises(writing.NotFinishable, match=said):
            finishing_services.finish_sheet(sheet=sheet, by=erika)


def test_a_total_that_nobody_could_compute_does_not_differ(sheet, erika):
    finishing_services.set_totals_only(sheet=sheet, by=erika, totals_only=True)
    paper = [(None, None, None, 1015), (388, 11, 2, 898)]
    written = write_foot(sheet, paper, by=erika)

    assert written.board.differences == ()
    assert written.board.state != SheetState.DIFFERS


def test_a_substitute_and_his_predecessor_share_the_result_of_the_place(sheet, erika):
    type_games(sheet, EIGHT_GAMES[:4], by=erika)
    emil = make_player("Emil")
    seats_services.add_substitute(sheet=sheet, place=2, player=emil, by=erika)
    for number, text in enumerate(EIGHT_GAMES[4:], 5):
        write(sheet, number, text, by=erika)

    finishing_services.finish_sheet(sheet=sheet, by=erika, cut_short=True)

    shares = Result.objects.filter(place=2).values_list(
        "player__last_name", "first_game", "last_game", "total"
    )
    assert list(shares) == [("Bernd", 1, 4, 98), ("Emil", 5, 8, -146)]
    assert sum(share[3] for share in shares) == -48


def test_nobody_checks_a_list_they_typed_on(sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)

    with pytest.raises(writing.OwnTyping):
        finishing_services.give_verdict(sheet=sheet, by=erika, is_right=True)


def test_a_player_has_one_table_in_a_series(sheet):
    people = [sheet.seats.get(place=1).player, *make_players(("Emil", "Frieda"))]

    with pytest.raises(ValidationError, match="Anna"):
        open_table(series=sheet.series, players=people)
