"""The press text that a club sends to the newspaper after an evening."""

import re
from dataclasses import replace
from types import SimpleNamespace
from urllib.parse import unquote

import pytest
from django.utils.translation import override

from tests.factories import make_evening, make_secretary, make_sheet
from tests.tournaments.papers.event.test_standings import make_line, make_standings
from tournaments.events.flow.services import release
from tournaments.events.models import Event, Series, Team
from tournaments.events.planning.services import publish_event
from tournaments.events.standings.selectors import standings_of
from tournaments.events.teams.services import add_contest, save_team
from tournaments.papers.event.press import Press, press_text, short_text
from tournaments.papers.event.standings import standings_title
from tournaments.people.models import Club, Player
from tournaments.scope.scope import UNTIL_RELEASED
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import delete_lists
from tournaments.words.choices import EventKind, Privacy


def test_the_text_tells_who_won_where_and_how_many_played(event):
    lines = press_text(event).splitlines()

    assert lines[0] == "Herbstpreis: Dieter Groß gewinnt"
    assert lines[2] == (
        "Am Freitag, 6. November 2026, trafen sich 4 Skatspielerinnen und Skatspieler "
        "zu einer Serie. Spielort: Zur Linde. Den Sieg holte sich Dieter Groß mit "
        "223 Punkten vor Carla Łucki (182) und Anna Meier (22)."
    )
    assert lines[4] == "Auf den weiteren Plätzen: 4. Bernd Öztürk (−48)."
    assert lines[-1].startswith("Die beste Liste spielte Dieter Groß mit 223 Punkten")


def test_nobody_has_won_while_lists_are_missing(event):
    release(event=event, is_released=False)
    before = press_text(Event.objects.get())
    assert "Das bekanntgegebene Ergebnis wird berichtigt." in before
    assert "liegt vorn" in before
    assert "gewinnt" not in before
    make_sheet(("Emil", "Frieda", "Gerd", "Hanna"), evening=event)

    text = press_text(event)

    assert "trafen sich 8 Skatspielerinnen und Skatspieler zu einer Serie. Noch" in text
    assert "Noch nicht zu Ende: Serie 1." in text
    assert standings_title(standings_of(event)) == "Zwischenstand"
    assert "Herbstpreis: Dieter Groß liegt vorn" in text
    assert "Die ersten Plätze bisher: 1. Dieter Groß (223), 2. Carla Łucki" in text
    assert "Sieg" not in text
    assert "gewinnt" not in text


def test_teams_are_named_with_their_people(event):
    Event.objects.update(is_released=False)
    contest = add_contest(event=event, name="Tandem", size=2)
    entries = list(event.entries.order_by("start_number"))
    for name, own in (("Die Alten", entries[:2]), ("Die Neuen", entries[2:])):
        save_team(team=Team(contest=contest, name=name), entries=own)
    fours = add_contest(event=event, name="Mannschaften", size=4)
    save_team(team=Team(contest=fours, name="Wir"), entries=entries)
    Event.objects.update(is_released=True)

    text = press_text(event)

    assert "Mannschaftswertung „Tandem“: 1. Die Neuen" in text
    assert "(Carla Łucki und Dieter Groß), 405; 2. Die Alten" in text
    assert "(Anna Meier und Bernd Öztürk), −26." in text
    assert "\nMannschaftswertung: 1. Wir" in text


def test_series_that_are_still_to_come_are_not_forgotten(event):
    event.series.create(number=2)
    event.series.create(number=3)
    Event.objects.update(is_released=False)
    event = Event.objects.get()

    text = press_text(event)
    with override("en"):
        english = press_text(event)

    assert "zu 3 Serien. Gespielt bisher: 1 von 3 Serien. Spielort" in text
    assert "met for 3 series. Played so far: 1 of" in english


def test_at_a_tournament_everybody_has_their_club(event):
    clubs = [Club.objects.create(name=name) for name in ("Bube 09", "Grand Hand")]
    for player, club in zip(Player.objects.all(), clubs * 2, strict=True):
        Player.objects.filter(pk=player.pk).update(club=club)
    Event.objects.update(kind=EventKind.TOURNAMENT)

    assert press_text(Event.objects.get()).count("Bube 09") == 2


def test_nobody_is_named_who_does_not_want_it(client, event):
    Player.objects.filter(last_name="Groß").update(privacy="hidden", cover_number=17)
    Player.objects.filter(last_name="Meier").update(privacy="short")

    page = client.get(f"/paper/events/{event.pk}/press/")
    file = client.get(f"/paper/events/{event.pk}/press/txt/")

    assert "Groß" not in page.text + file.text
    assert "Meier" not in page.text + file.text
    assert "Herbstpreis: Spieler 17 gewinnt" in file.text
    assert "Anna M. (22)" in file.text
    assert "Wer nicht genannt werden möchte" in file.text
    assert unquote(file["Content-Disposition"]) == (
        "attachment; filename*=utf-8''Herbstpreis 06.11.2026 – Pressetext.txt"
    )


def test_an_event_without_results_has_no_text(client, event):
    empty = make_evening("Leer")
    Event.objects.update(is_published=True)

    assert press_text(empty) == ""
    assert "data-copy" not in client.get(f"/paper/events/{empty.pk}/press/").text
    assert "data-copy" in client.get(f"/paper/events/{event.pk}/press/").text


def test_the_press_waits_for_what_is_withheld(client, event):
    publish_event(event=event, is_published=True)
    Series.objects.update(results_from=UNTIL_RELEASED)

    page = client.get(f"/de/paper/events/{event.slug}/press/").text

    assert "Noch sind nicht alle Ergebnisse" in page
    assert "Noch keine Liste abgeschlossen" not in page


def press_of(*lines, **changes):
    """Return the sentences about a ranking of an event."""
    people = {
        line.entry.player_id: SimpleNamespace(name=line.entry.name) for line in lines
    }
    event = SimpleNamespace(kind=EventKind.EVENING)
    return Press(event, make_standings(*lines, **changes), people)


def ranked(*places, **changes):
    names = zip(places, "ABCDEFGHIJKLMN", strict=False)
    return [
        make_line(place, name, player_id=at, **changes)
        for at, (place, name) in enumerate(names)
    ]


@pytest.mark.parametrize(
    ("places", "first", "further"),
    [
        ((1, 2, 3, 4), "ABC", "D"),
        ((1, 2, 3, 3, 5), "ABCD", "E"),
        ((1, 1, 3, 4), "AB", "CD"),
        ((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 12), "ABC", "DEFGHIJK"),
    ],
)
def test_everybody_is_named_once_and_with_who_shares_the_place(places, first, further):
    press = press_of(*ranked(*places))

    assert "".join(re.findall(r"\b[A-N]\b", press.first_places())) == first
    assert "".join(re.findall(r"\b[A-N]\b", press.further_places())) == further


def test_nobody_is_named_twice_while_two_are_ahead():
    press = press_of(*ranked(1, 1, 3, 4), lists=2)

    assert "1. A (941), 1. B (941), 3. C (941)." in press.first_places()
    assert press.further_places() == "Auf den weiteren Plätzen: 4. D (941)."


def test_the_best_list_may_be_that_of_two():
    press = press_of(*ranked(1, 2))
    lists = []
    for series, line in enumerate(ranked(1, 1), start=1):
        of = {"player_id": line.entry.player_id, "total": line.entry.total}
        lists.append(replace(line, entry=SimpleNamespace(series=series, **of)))
    both, one = make_standings(*lists), make_standings(*lists[:1])

    assert press.best_list(both) == (
        "Die besten Listen spielten A (Serie 1) und B (Serie 2) mit je 941 Punkten."
    )
    unfinished = press_of(*ranked(1, 2), lists=2)
    assert unfinished.best_list(one) == (
        "Die bisher beste Liste mit 941 Punkten: A (Serie 1)."
    )
    with override("en"):
        assert press.best_list(both).startswith("The best lists were played by A (ser")


def test_the_text_has_the_first_three_and_the_best_list(event):
    assert short_text(event, "https://skat.example/de/").splitlines() == [
        "♣ Herbstpreis, 6. November 2026",
        "1. Dieter Groß (223)",
        "2. Carla Łucki (182)",
        "3. Anna Meier (22)",
        "Die beste Liste spielte Dieter Groß mit 223 Punkten in Serie 1.",
        "https://skat.example/de/",
    ]


def test_the_short_text_names_people_as_they_wish_and_what_is_provisional(event):
    Player.objects.filter(last_name="Groß").update(privacy=Privacy.FIRST)
    release(event=event, is_released=False)

    text = short_text(Event.objects.get())

    assert text.splitlines()[1].endswith("Ergebnis wird berichtigt.")
    assert "1. Dieter (223)" in text
    assert "Groß" not in text
    delete_lists(ScoreSheet.objects.all())
    assert short_text(event) == ""


def test_the_page_has_the_text_with_where_the_rest_stands(client, event):
    address = f"http://testserver/de/events/{event.slug}/standings/"
    shown = client.get(f"/de/paper/events/{event.slug}/press/").text
    Event.objects.update(is_published=False)
    client.force_login(make_secretary("paula"))
    unpublished = client.get(f"/paper/events/{event.pk}/press/").text

    assert "1. Dieter Groß (223)" in shown
    assert 'data-share="short"' in shown
    assert 'data-copy="short"' in shown
    assert address in shown
    assert "1. Dieter Groß (223)" in unpublished
    assert address not in unpublished
