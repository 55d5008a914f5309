"""The consequences of changing a line, and that undo reverts all of them."""

import random
from contextlib import suppress

import pytest
from django.core.exceptions import ValidationError

from scoring.notation.reading import read_line
from tests.factories import make_player, make_players, type_games
from tests.tournaments.sheets.paper import write
from tournaments.events.seats.services import open_table
from tournaments.people.models import Player
from tournaments.sheets import seats as seats_services
from tournaments.sheets import writing
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.finishing.services import FootNumbers
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.typing import services as typing_services

FOUR_GAMES = ("2k2", "3k2", "4k2", "2k2")


def accept(sheet, number, *, by):
    return typing_services.accept_line(
        sheet=sheet, number=number, by=by, reason="verrechnet"
    )


def take_over(sheet, place, name, *, by):
    player = Player.objects.filter(last_name=name).first() or make_player(name)
    return seats_services.add_substitute(sheet=sheet, place=place, player=player, by=by)


def state_of(sheet):
    """Return everything of a list that a step can change."""
    ledger = ledger_of(ScoreSheet.objects.get(pk=sheet.pk))
    fixed = ("id", "sheet_id")
    return (
        [
            {name: value for name, value in row.items() if name not in fixed}
            for row in ledger.sheet.games.values()
        ],
        [(s.place, s.from_game, s.player_id) for s in ledger.substitutions],
        [(s.paper_points, s.paper_won, s.paper_lost) for s in ledger.seats],
        (ledger.sheet.paper_games, ledger.sheet.paper_passed_in),
        (ledger.sheet.mismatch_reason, ledger.sheet.cut_short),
        ledger.sheet.totals_only,
    )


def random_step(sheet, draw, by):
    """Do one of many things to a list; some are refused."""
    played = sheet.games.count()
    number = draw.randint(1, max(1, played))
    noted = read_line(draw.choice(["e", "2k2=30", "3g2", "4n:5", "1k1s", "2+48"]))
    steps = (
        lambda: typing_services.record_line(
            sheet=sheet, number=played + 1, noted=noted, by=by
        ),
        lambda: typing_services.record_line(
            sheet=sheet, number=number, noted=noted, by=by
        ),
        lambda: typing_services.insert_line(
            sheet=sheet, number=number, noted=noted, by=by
        ),
        lambda: typing_services.delete_line(sheet=sheet, number=number, by=by),
        lambda: accept(sheet, number, by=by),
        lambda: finishing_services.strike_rest(
            sheet=sheet, by=by, struck=draw.random() < 0.4
        ),
        lambda: take_over(
            sheet, draw.randint(1, 4), f"Gast{draw.randint(1, 20)}", by=by
        ),
        lambda: finishing_services.set_totals_only(
            sheet=sheet, by=by, totals_only=draw.random() < 0.3
        ),
        lambda: finishing_services.write_foot(
            sheet=sheet, by=by, seats={1: FootNumbers(points=number)}, reason="so"
        ),
    )
    with suppress(ValidationError):
        draw.choice(steps)()


@pytest.mark.parametrize("seed", range(3))
def test_undo_and_redo_meet_every_state_again_whatever_was_done(sheet, erika, seed):
    draw = random.Random(seed)
    states = [state_of(sheet)]
    for _step in range(30):
        before = sheet.changes.count()
        random_step(sheet, draw, erika)
        if sheet.changes.count() > before:
            states.append(state_of(sheet))

    for state in states[-2::-1]:
        typing_services.undo(sheet=sheet, by=erika)
        assert state_of(sheet) == state
    with pytest.raises(writing.NothingToRevert):
        typing_services.undo(sheet=sheet, by=erika)
    for state in states[1:]:
        typing_services.redo(sheet=sheet, by=erika)
        assert state_of(sheet) == state


def test_a_substitute_begins_one_game_later_after_an_inserted_line(sheet, erika):
    type_games(sheet, FOUR_GAMES, by=erika)
    take_over(sheet, 2, "Fritz", by=erika)

    typing_services.insert_line(sheet=sheet, number=1, noted=read_line("e"), by=erika)

    assert ledger_of(sheet).substitutions[0].from_game == 6
    typing_services.undo(sheet=sheet, by=erika)
    assert ledger_of(sheet).substitutions[0].from_game == 5


def test_a_list_with_lines_deleted_before_a_substitute_is_finished(sheet, erika):
    type_games(sheet, FOUR_GAMES, by=erika)
    take_over(sheet, 2, "Fritz", by=erika)
    typing_services.delete_line(sheet=sheet, number=4, by=erika)
    typing_services.delete_line(sheet=sheet, number=3, by=erika)

    finishing_services.finish_sheet(sheet=sheet, by=erika, cut_short=True)

    stints = sheet.results.filter(place=2).values_list("first_game", "last_game")
    assert list(stints) == [(1, 2), (3, 2)]


def test_the_only_game_before_a_substitute_is_not_deleted(sheet, erika):
    write(sheet, 1, "2k2", by=erika)
    take_over(sheet, 2, "Fritz", by=erika)

    with pytest.raises(writing.ImpossibleLine):
        typing_services.delete_line(sheet=sheet, number=1, by=erika)

    assert sheet.games.count() == 1


def test_a_list_takes_no_second_substitute_at_once_and_none_when_it_is_over(
    sheet, erika
):
    write(sheet, 1, "4k2", by=erika)
    finishing_services.set_totals_only(sheet=sheet, by=erika, totals_only=True)
    with pytest.raises(ValidationError):
        take_over(sheet, 2, "Fritz", by=erika)
    finishing_services.set_totals_only(sheet=sheet, by=erika, totals_only=False)
    take_over(sheet, 2, "Fritz", by=erika)

    with pytest.raises(ValidationError) as refusal:
        take_over(sheet, 2, "Gerd", by=erika)
    assert refusal.value.code == "taken-over"
    finishing_services.strike_rest(sheet=sheet, by=erika)
    with pytest.raises(ValidationError):
        take_over(sheet, 3, "Gerd", by=erika)


def test_a_substitute_plays_at_no_other_table_of_the_series(sheet, erika):
    others = make_players(("Gerd", "Hans", "Ida", "Jutta"))
    other = open_table(series=sheet.series, players=others)
    write(sheet, 1, "2k2", by=erika)
    write(other, 1, "2k2", by=erika)
    take_over(sheet, 2, "Fritz", by=erika)

    with pytest.raises(ValidationError) as elsewhere:
        take_over(other, 2, "Fritz", by=erika)
    fritz = sheet.substitutions.get().player
    more = make_players(("Karl", "Lena", "Max"))
    with pytest.raises(ValidationError) as seated:
        open_table(series=sheet.series, players=[fritz, *more])

    assert (elsewhere.value.code, seated.value.code) == ("seated", "seated")


def test_redo_seats_nobody_who_plays_elsewhere_by_now(sheet, erika):
    write(sheet, 1, "2k2", by=erika)
    take_over(sheet, 2, "Fritz", by=erika)
    fritz = sheet.substitutions.get().player
    typing_services.undo(sheet=sheet, by=erika)
    others = make_players(("Gerd", "Hans", "Ida"))
    open_table(series=sheet.series, players=[fritz, *others])

    with pytest.raises(writing.NothingToRevert):
        typing_services.redo(sheet=sheet, by=erika)

    assert not sheet.substitutions.exists()


def test_nothing_typed_for_another_table_comes_back_by_redo(sheet, erika):
    write(sheet, 1, "4k2", by=erika)
    typing_services.undo(sheet=sheet, by=erika)
    three = make_players(("Gerd", "Hans", "Ida"))
    seats_services.seat_players(sheet=sheet, players=three, by=erika)

    with pytest.raises(writing.NothingToRevert):
        typing_services.redo(sheet=sheet, by=erika)

    assert board_of(ledger_of(ScoreSheet.objects.get(pk=sheet.pk))).played == 0


def test_a_correction_of_the_people_keeps_the_foot_of_the_paper(sheet, erika):
    finishing_services.set_totals_only(sheet=sheet, by=erika, totals_only=True)
    foot = {2: FootNumbers(points=388, won=11, lost=2)}
    finishing_services.write_foot(sheet=sheet, by=erika, seats=foot)
    people = make_players(("Anna", "Bert", "Carla", "Dieter"))

    seats_services.seat_players(sheet=sheet, players=people, by=erika)

    seat = Seat.objects.get(sheet=sheet, place=2)
    assert (seat.player.name, seat.paper_points, seat.paper_won) == ("Bert", 388, 11)


def test_a_name_typed_on_an_earlier_line_takes_over_from_there(
    erika_online, sheet, erika
):
    type_games(sheet, FOUR_GAMES, by=erika)
    make_player("Fritz")

    erika_online.post(f"/lists/{sheet.pk}/lines/", {"number": 3, "text": "s2=Fritz"})

    assert ledger_of(sheet).substitutions[0].from_game == 3


def test_a_game_is_put_only_before_the_line_its_writer_saw(erika_online, sheet, erika):
    type_games(sheet, FOUR_GAMES, by=erika)
    typing_services.delete_line(sheet=sheet, number=2, by=erika)
    form = {"number": 3, "before": "4k2", "text": "e", "action": "insert"}

    page = erika_online.post(f"/lists/{sheet.pk}/lines/", form)

    assert page.status_code == 422
    assert "oder von jemand anderem geschrieben" in page.text
    assert sheet.games.count() == 3


def test_nobody_overwrites_a_foot_they_have_not_seen(erika_online, sheet):
    address = f"/lists/{sheet.pk}/foot/"
    seen = finishing_services.whole_foot_text(ledger_of(sheet))
    typed = {"points_1": "512", "won_1": "13", "total_1": "22"}
    erika_online.post(address, {"before": seen, **typed})

    page = erika_online.post(address, {"before": seen, "points_2": "388"})

    assert page.status_code == 422
    shown = "Anna: Spielpunkte 512 · gewonnen 13 · Gesamtpunkte 22. Was Sie"
    assert shown in page.content.decode()
    assert 'value="388"' in page.content.decode()
    assert Seat.objects.get(sheet=sheet, place=1).paper_points == 512
    again = {"before": page.context["foot"]["before"].value(), "points_2": "388"}
    assert erika_online.post(address, again).status_code == 302
    assert Seat.objects.get(sheet=sheet, place=2).paper_points == 388
