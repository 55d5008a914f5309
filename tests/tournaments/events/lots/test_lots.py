"""Lots between equal places, and the recorded course of an event."""

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.ranking.standings import Criterion
from tests.factories import make_evening, make_player, make_secretary
from tests.tournaments.events import played
from tests.tournaments.history.entries import entries_of, entry_texts
from tournaments.events.draws.services import NoTie, draw_lot, take_back_lot
from tournaments.events.entries.services import add_entry
from tournaments.events.flow.services import (
    close_series,
    release,
    reopen_list,
    reopen_series,
    start_clock,
    stop_clock,
)
from tournaments.events.models import Team
from tournaments.events.seats.services import open_table
from tournaments.events.standings.selectors import standings_of, ties_in
from tournaments.events.teams.services import add_contest, save_team
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import SheetState

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """A finished event; ``give_points`` sets everybody's points."""
    event = make_evening("Preisskat", series=1)
    ScoreSheet.objects.create(
        series=event.series.get(),
        table_number=1,
        code="AAAA",
        table_size=4,
        system=event.system,
        rounds=event.rounds,
        state=SheetState.FINISHED,
        finished_at=timezone.now(),
    )
    return event


def give_points(event, by, **points):
    """Let everybody take part with these points; several calls add up."""
    for name, own in points.items():
        entry = event.entries.filter(player__last_name=name).first()
        entry = entry or add_entry(event=event, player=make_player(name))
        played.give_points(event.series.get(), entry.player, own, by)


def ranked_places(event, ranking="single"):
    return [
        (line.place, line.entry.name)
        for line in standings_of(event, ranking=ranking).places
    ]


def draw(event, by, place=1, ranking="single", seed="1"):
    return draw_lot(event=event, ranking=ranking, place=place, seed=seed, by=by)


def test_a_lot_separates_those_who_share_a_place_until_it_is_taken_back(event, erika):
    give_points(event, erika, Anna=900, Bernd=900, Carla=900, Dieter=100)
    before = ranked_places(event)

    drawn = draw(event, erika)
    found = standings_of(event)
    places = ranked_places(event)
    names = [ticket.entry.player.last_name for ticket in drawn.tickets.all()]
    take_back_lot(draw=drawn, by=erika)
    again = take_back_lot(draw=drawn, by=make_secretary("hans"))

    assert [place for place, _name in before] == [1, 1, 1, 4]
    assert [place for place, _name in places] == [1, 2, 3, 4]
    assert found.chain[found.places[0].decided_by] is Criterion.LOT
    assert [name for _place, name in places[:3]] == names
    assert (drawn.by, drawn.place, drawn.seed) == (erika, 1, "1")
    assert ranked_places(event) == before
    assert again.taken_back_by == erika
    back, drawn = entry_texts(event=event)[:2]
    assert back.startswith("Los zurückgenommen: Platz 1, ")
    assert drawn.startswith("Los gezogen: Platz 1, ")


def test_a_lot_of_another_draw_says_nothing(event, erika):
    give_points(event, erika, Anna=900, Bernd=900, Carla=800, Dieter=800, Emil=800)
    draw(event, erika)
    draw(event, erika, place=3)
    [best_of_three] = [name for place, name in ranked_places(event) if place == 3]
    give_points(event, erika, **{best_of_three: 100})

    assert [place for place, _name in ranked_places(event)] == [1, 1, 1, 4, 4]


def test_a_lot_says_nothing_while_others_are_equal_and_counts_again(event, erika):
    give_points(event, erika, Anna=900, Bernd=900, Carla=800)
    first = draw(event, erika)
    order = ranked_places(event)
    give_points(event, erika, Carla=100)

    (tie,) = ties_in(standings_of(event))

    assert [place for place, _name in ranked_places(event)] == [1, 1, 1]
    assert len(tie.lines) == 3
    take_back_lot(draw=draw(event, erika), by=erika)
    give_points(event, erika, Carla=-100)
    assert [ticket.lot for ticket in first.tickets.all()] == [2, 1]
    assert ranked_places(event) == order


def test_a_lot_of_teams_is_taken_back_on_the_page(client, event, erika):
    give_points(event, erika, Anna=900, Bernd=900)
    tandem = add_contest(event=event, name="Tandem", size=2)
    for name, number in (("Herz", 1), ("Pik", 2)):
        entries = event.entries.filter(start_number=number)
        save_team(team=Team(contest=tandem, name=name), entries=entries)
    drawn = draw(event, erika, ranking=tandem.word)
    draw(event, erika)
    page = reverse("events:lots", args=[event.pk])

    before = client.get(page).text
    answer = client.post(f"{page}{drawn.pk}/take-back/", follow=True).text

    assert (before.count("Los zurücknehmen"), answer.count("Los zurücknehmen")) == (
        2,
        1,
    )
    assert "zurückgenommen" in answer
    assert [place for place, _name in ranked_places(event, tandem.word)] == [1, 1]
    assert [place for place, _name in ranked_places(event)] == [1, 2]


def test_no_lot_is_drawn_without_a_tie_or_while_a_list_is_missing(event, erika):
    give_points(event, erika, Anna=900, Bernd=900, Carla=500)

    with pytest.raises(NoTie):
        draw(event, erika, place=3)
    usual = event.tie_chain
    event.store(tie_chain="none")
    with pytest.raises(NoTie):
        draw(event, erika)
    event.store(tie_chain=usual)
    people = [entry.player for entry in event.entries.all()]
    open_table(series=event.series.get(), players=people, by=erika)
    with pytest.raises(NoTie, match="abgeschlossen"):
        draw(event, erika)


def test_a_lot_is_drawn_on_the_page(client, event, erika):
    give_points(event, erika, Anna=900, Bernd=900, Carla=500)
    address = reverse("events:lots", args=[event.pk])

    standings = client.get(reverse("events:standings", args=[event.pk])).text
    before = client.get(address).text
    client.post(address, {"ranking": "single", "place": "1"})
    after = client.get(address).text

    assert address in standings
    assert "Los ziehen" in before
    assert "Los ziehen" not in after
    assert "Bisher gezogene Lose" in after


def test_the_history_says_who_opened_started_and_closed(event, erika):
    series = event.series.get()
    people = [make_player(name) for name in ("Anna", "Bernd", "Carla")]
    sheet = open_table(series=series, players=people, by=erika)
    start_clock(series=series, by=erika)
    stop_clock(series=series, by=erika)
    finished = {"state": "finished", "finished_at": timezone.now()}
    type(sheet).objects.update(**finished)
    reopen_list(sheet=sheet, by=erika, reason="Spiel vergessen")
    type(sheet).objects.update(**finished)
    close_series(series=series, by=erika)
    release(event=event, is_released=True)
    reopen_series(series=series, by=erika, reason="Liste 1")

    said = reversed(entries_of(event=event))

    assert [text for by, text in said if by == erika.username] == [
        "Tisch eröffnet: Serie 1, Tisch 2",
        "Uhr gestartet: Serie 1",
        "Uhr angehalten: Serie 1",
        "Liste wieder geöffnet: Serie 1, Tisch 2, Spiel vergessen",
        "Serie abgeschlossen: Serie 1",
        "Serie wieder geöffnet: Serie 1, Liste 1",
    ]
