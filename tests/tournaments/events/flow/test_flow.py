"""Closing and reopening a series, releasing results, decisions of the referee."""

import copy

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from scoring.notation.reading import read_line
from tests.factories import (
    EIGHT_GAMES,
    finish_list,
    make_evening,
    make_player,
    make_players,
    make_sheet,
    type_games,
)
from tests.tournaments.events.played import page_of
from tests.tournaments.leagues.matches import secretary
from tests.tournaments.seasons.seasons import make_season
from tournaments.events.flow.selectors import place_changes
from tournaments.events.flow.services import (
    ListsMissing,
    adjust,
    close_series,
    release,
    reopen_list,
    reopen_series,
    take_back_adjustment,
)
from tournaments.events.log import SeriesIsClosed
from tournaments.events.models import Adjustment, Event, Reopening
from tournaments.events.seats.services import open_table
from tournaments.events.standings.live import live_standings
from tournaments.events.standings.selectors import standings_of
from tournaments.events.standings.words import remark_text, state_text
from tournaments.papers.event.press import press_text
from tournaments.people.models import Player
from tournaments.seasons.evenings import season_lists
from tournaments.sheets.finishing.services import (
    finish_sheet,
    reopen_sheet,
    strike_rest,
)
from tournaments.sheets.typing.services import append_lines, delete_line
from tournaments.words.choices import Proof, Ranking
from tournaments.words.formats import short_date

pytestmark = pytest.mark.django_db

OTHERS = ("Emil", "Frieda", "Gerd")
SURE = {"released": "yes", "confirmed": "yes"}


@pytest.fixture(scope="module")
def played(module_db):
    evening = make_evening(series=2)
    sheet = make_sheet(evening=evening)
    type_games(sheet, EIGHT_GAMES, by=secretary())
    finish_sheet(sheet=sheet, by=secretary(), cut_short=True)
    return evening


@pytest.fixture
def evening(played, erika):
    return copy.deepcopy(played)


@pytest.fixture
def first(evening):
    return evening.series.get(number=1)


@pytest.fixture
def decision(first):
    """What the page sends: fifty points less for who sits at place 1."""
    return {
        "series": first.pk,
        "player": first.sheets.get().seats.get(place=1).player_id,
        "points": -50,
        "won": 0,
        "lost": 0,
        "reason": "Karten gezeigt",
        "decided_by": "Frau Rat",
    }


def ranked_places(evening, **kind):
    places = standings_of(evening, **kind).places
    return [(line.place, line.entry.player, line.entry.total) for line in places]


def result_of(evening, name):
    line = next(p for p in standings_of(evening).places if p.entry.player == name)
    return line.entry


def decide(evening, name, points, by, reason="Karten gezeigt", **more):
    series = evening.series.get(number=1)
    player = series.sheets.get(table_number=1).seats.get(player__last_name=name).player
    return adjust(
        series=series,
        player=player,
        points=points,
        reason=reason,
        decided_by="Frau Rat",
        by=by,
        **more,
    )


def test_a_series_is_closed_only_when_it_was_played_and_no_list_is_missing(
    evening, first, erika
):
    make_sheet(OTHERS, evening=evening)

    with pytest.raises(ListsMissing, match="Serie 1, Tisch 2"):
        close_series(series=first, by=erika)
    with pytest.raises(ValidationError, match="noch niemand gespielt"):
        close_series(series=evening.series.get(number=2), by=erika)

    first.refresh_from_db()
    assert first.closed_at is None


def test_a_closed_series_gets_no_more_tables_and_its_lists_stay_finished(
    evening, first, erika
):
    close_series(series=first, by=erika)

    with pytest.raises(SeriesIsClosed):
        open_table(series=first, players=make_players(OTHERS))
    with pytest.raises(ValidationError, match="abgeschlossen"):
        reopen_sheet(sheet=first.sheets.get(), by=erika, reason="Tippfehler")


def corrected(evening, first, erika):
    """Give Bernd a Grand with four more, in a series that was closed."""
    close_series(series=first, by=erika)
    reopening = reopen_series(series=first, by=erika, reason="Zeile vergessen")
    sheet = first.sheets.get()
    reopen_sheet(sheet=sheet, by=erika, reason="Zeile vergessen")
    strike_rest(sheet=sheet, by=erika, struck=False)
    append_lines(sheet=sheet, lines=[read_line("2g4")], by=erika)
    finish_sheet(sheet=sheet, by=erika, cut_short=True)
    return reopening


def test_the_report_shows_what_a_correction_changes(client, evening, first, erika):
    reopening = corrected(evening, first, erika)
    moves = {each.player.name: each.moved for each in place_changes(reopening)}

    close_series(series=first, by=erika)

    reopening.refresh_from_db()
    page = client.get(page_of(evening, "reopening", reopening.pk)).text
    assert moves == {"Bernd": 1, "Anna": -1}
    assert {e.player.name: e.moved for e in place_changes(reopening)} == moves
    assert reopening.closed_by == erika
    assert "Zeile vergessen" in page
    assert "↑" in page


def test_the_report_includes_a_guest_who_is_ranked_apart(client, evening, first, erika):
    evening.guests_apart = True
    evening.save()
    Player.objects.filter(last_name="Bernd").update(is_guest=True)

    reopening = corrected(evening, first, erika)

    page = client.get(page_of(evening, "reopening", reopening.pk)).text
    assert [(e.player.name, e.place_after) for e in place_changes(reopening)] == [
        ("Bernd", 3),
        ("Anna", 4),
    ]
    assert "Plätze unter allen" in page


def test_later_series_do_not_affect_the_report_and_stay_closed(evening, first, erika):
    reopening = corrected(evening, first, erika)
    close_series(series=first, by=erika)
    before = [each.place_after for each in place_changes(reopening)]
    sheet = make_sheet(OTHERS, evening=evening, series=2)
    finish_list(sheet, EIGHT_GAMES[:3], by=erika)
    second = evening.series.get(number=2)
    close_series(series=second, by=erika)

    after = [each.place_after for each in place_changes(Reopening.objects.get())]
    reopening = reopen_series(series=first, by=erika, reason="Tippfehler")

    second.refresh_from_db()
    assert after == before
    assert second.closed_at
    assert (reopening.through, reopening.places.count()) == (2, 7)


def test_a_list_corrected_after_the_release_is_released_anew(
    client, evening, first, erika
):
    running = client.get(reverse("careers:records")).text
    release(event=evening, is_released=True, confirmed=True)
    final = client.get(reverse("careers:records")).text
    sheet = first.sheets.get()
    address = reverse("sheets:reopen", args=[sheet.pk])

    told = client.get(address).text
    client.post(address, {"reason": "Spiel vergessen"})
    open_text = state_text(standings_of(Event.objects.get()))
    Event.objects.update(is_published=True)
    years = [
        client.get(address).content.decode()
        for address in (
            *(reverse("careers:all-time"), reverse("careers:records")),
            reverse("files:all-time", args=["csv-de"]),
            sheet.seats.first().player.get_absolute_url(),
        )
    ]
    delete_line(sheet=sheet, number=8, by=erika)
    finish_sheet(sheet=sheet, by=erika, cut_short=True)

    assert "Die bekanntgegebenen Ergebnisse werden wieder vorläufig." in told
    said = f"Vorläufig: {evening.dated_name}"
    assert f"{said} (1 von etwa 2 Listen)." in running
    assert said not in final
    corrected = f"{said} (wird berichtigt, 0 von etwa 2 Listen)."
    assert [corrected in page for page in years] == [True] * 4
    text = "Vorläufig: Das bekanntgegebene Ergebnis wird berichtigt."
    assert open_text == f"{text} Solange zählt nicht: Serie 1, Tisch 1."
    assert f"{text}<" in client.get(page_of(evening, "standings")).text
    release(event=evening, is_released=True, confirmed=True)
    day = f"Berichtigt am {short_date(Event.objects.get().corrected_at)}."
    assert day in client.get(page_of(evening, "standings")).text
    assert day in client.get(page_of(evening, "detail")).text


def test_results_announced_anew_without_a_change_are_not_called_corrected(evening):
    for is_released in (True, False, True):
        release(event=evening, is_released=is_released, confirmed=True)

    assert state_text(standings_of(Event.objects.get())) == ""


def test_a_decision_after_the_release_is_released_anew(client, evening, decision):
    release(event=evening, is_released=True, confirmed=True)
    address = page_of(evening, "adjustments")

    asked = client.get(address).text
    told = client.post(address, decision, follow=True).text

    assert "Die bekanntgegebenen Ergebnisse werden wieder vorläufig." in asked
    assert "Die Ergebnisse sind wieder vorläufig." in told
    assert standings_of(Event.objects.get()).is_provisional
    day = short_date(Adjustment.objects.get().at)
    assert (
        f"entschieden von Frau Rat am {day}"
        in client.get(page_of(evening, "standings")).text
    )


def test_reopening_asks_for_a_reason(client, evening, first, erika):
    close_series(series=first, by=erika)

    silent = client.post(page_of(evening, "reopen-series", 1), {"reason": " "})
    told = client.post(page_of(evening, "reopen-series", 1), {"reason": "Fehler"})

    assert silent.status_code == 422
    assert told.url == page_of(evening, "reopening", Reopening.objects.get().pk)


def test_a_series_without_tables_is_asked_about_before_the_release(
    client, evening, first
):
    first.sheets.update(proof=Proof.NONE)
    address = page_of(evening, "release")

    asked = client.post(address, {"released": "yes"})
    before = standings_of(Event.objects.get())
    announced = client.post(address, {**SURE, "published": "yes"}, follow=True)
    after = standings_of(Event.objects.get())

    assert "Serie 2 hat keine Tische und gilt als nicht gespielt." in asked.text
    assert (before.is_complete, before.share, before.is_released) == (False, 50, False)
    assert (after.is_complete, after.is_provisional) == (True, False)
    assert "<span>1 Liste ist ungeprüft.</span>" in announced.text
    assert Event.objects.get().is_published


def test_results_with_a_list_missing_are_not_released(client, evening, erika):
    make_sheet(OTHERS, evening=evening)

    answer = client.post(page_of(evening, "release"), SURE, follow=True)

    evening.refresh_from_db()
    assert not evening.is_released
    assert "Nicht bekanntgegeben, es fehlen Listen: Serie 1, Tisch 2." in answer.text


def test_a_decision_of_the_referee_counts_at_once(client, evening, erika):
    old = client.get(page_of(evening, "standings"))
    tag = client.get(page_of(evening, "standings"))["ETag"]

    decide(evening, "Dieter", -100, erika, lost=1)

    new = client.get(page_of(evening, "standings"), headers={"If-None-Match": tag})
    assert "Karten gezeigt" not in old.text
    assert ranked_places(evening)[:2] == [(1, "Carla", 182), (2, "Dieter", 123)]
    assert result_of(evening, "Dieter").lost == 1
    assert "123<sup>" in new.text
    assert "−100 Punkte" in new.text
    assert "Karten gezeigt" in new.text
    assert "Frau Rat" in new.text


def test_a_decision_counts_with_its_list_which_stands_as_it_was_played(
    client, evening, first, erika
):
    decide(evening, "Dieter", -100, erika, lost=1)

    lists = standings_of(evening, ranking=Ranking.LISTS)
    page = client.get(page_of(evening, "ranking", "lists")).text
    told = "was der Schiedsrichter entschied, zählt in der Rangliste (−100 Punkte +1"
    best = "Die bisher beste Liste mit 223 Punkten: Dieter (Serie 1). Listen stehen"
    [press] = [line for line in press_text(evening).splitlines() if "beste" in line]
    assert (lists.places[0].entry.player, lists.places[0].entry.total) == (
        "Dieter",
        223,
    )
    assert all(told in text for text in (page, press, remark_text(lists)))
    assert press.startswith(best)
    played = season_lists(make_season(), user=erika)
    totals = sorted(each.total for each in played.results)
    assert totals == [-48, 22, 223 - 100, 182]

    reopen_list(sheet=first.sheets.get(), by=erika, reason="Tippfehler")
    totals = {
        line.placed.entry.player: line.placed.entry.total
        for line in live_standings(evening).lines
    }
    standings = standings_of(evening)
    assert (standings.places, standings.notes) == ([], ())
    assert totals["Dieter"] == 123


def test_a_decision_is_taken_back_by_the_opposite_one(client, evening, erika):
    adjustment = decide(evening, "Dieter", -100, erika)
    address = page_of(evening, "take-back", adjustment.pk)
    answer = {"reason": "War der Falsche", "decided_by": "Frau Rat"}

    first = client.post(address, answer)
    second = client.post(address, answer)

    assert first.status_code == 302
    assert second.status_code == 422
    assert Adjustment.objects.count() == 2
    assert ranked_places(evening)[0] == (1, "Dieter", 223)
    assert "Karten gezeigt" not in client.get(page_of(evening, "standings")).text
    assert "War der Falsche" in client.get(page_of(evening, "adjustments")).text


def test_an_absurd_decision_is_named_and_not_written(client, evening, decision):
    values = [("points", "0"), ("points", "999999"), ("points", "viel"), ("reason", "")]

    for field, value in (*values, ("decided_by", ""), ("player", "0"), ("series", "")):
        wrong = decision | {field: value}
        assert client.post(page_of(evening, "adjustments"), wrong).status_code == 422
    assert not Adjustment.objects.exists()


def test_a_decision_is_stored_once_and_for_people_with_a_seat(evening, first, erika):
    one = decide(evening, "Anna", -50, erika)
    why = {"reason": "Irrtum", "decided_by": "Frau Rat", "by": erika}

    with pytest.raises(ValidationError, match="steht schon da"):
        decide(evening, "Anna", -50, erika)
    with pytest.raises(ValidationError, match="sitzt in dieser Serie"):
        adjust(series=first, player=make_player("Emil"), points=-50, **why)
    with pytest.raises(ValidationError, match="weniger als null"):
        decide(evening, "Anna", 0, erika, won=-99)

    take_back_adjustment(adjustment=one, **why)
    decide(evening, "Anna", -50, erika)
    assert sum(each.points for each in Adjustment.objects.all()) == -50


def test_each_decision_is_taken_back_once(evening, erika):
    one = decide(evening, "Anna", -50, erika)
    other = decide(evening, "Anna", -50, erika, reason="wieder gezeigt")
    again = {"reason": "Irrtum", "decided_by": "Frau Rat", "by": erika}

    opposite = take_back_adjustment(adjustment=one, **again)

    for each in (one, opposite):
        with pytest.raises(ValidationError):
            take_back_adjustment(adjustment=each, **again)
    take_back_adjustment(adjustment=other, **again)
    assert opposite.reverts == one


def test_an_opposite_decision_about_something_else_takes_nothing_back(
    client, evening, erika
):
    one = decide(evening, "Anna", -30, erika)
    decide(evening, "Anna", 30, erika, reason="Rechenfehler")

    standings = client.get(page_of(evening, "standings")).text
    page = client.get(page_of(evening, "adjustments")).text
    take_back_adjustment(adjustment=one, reason="doch", decided_by="Rat", by=erika)
    after = client.get(page_of(evening, "adjustments")).text

    assert "Karten gezeigt" in standings
    assert "Rechenfehler" in standings
    assert (page.count("/take-back/"), after.count("/take-back/")) == (2, 1)
