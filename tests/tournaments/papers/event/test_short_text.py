"""The result of an event in a few lines, for a messenger."""

from tests.factories import make_secretary
from tournaments.events.flow.services import release
from tournaments.events.models import Event
from tournaments.papers.event.press import short_text
from tournaments.people.models import Player
from tournaments.people.names.names import Audience, shown_to
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import delete_lists
from tournaments.words.choices import Privacy


def test_the_text_has_the_first_three_and_the_best_list(event):
    assert short_text(event, "https://skat.example/de/").splitlines() == [
        "♣ Herbstpreis, 6. November 2026",
        "1. Dieter Groß (223)",
        "2. Carla Łucki (182)",
        "3. Anna Meier (22)",
        "Die beste Liste spielte Dieter Groß mit 223 Punkten in Serie 1.",
        "https://skat.example/de/",
    ]


def test_before_the_release_the_text_says_that_it_is_provisional(event):
    release(event=event, is_released=False)

    text = short_text(Event.objects.get())

    assert text.splitlines()[1] == "Vorläufig: noch nicht freigegeben."


def test_before_any_result_there_is_no_text(event):
    delete_lists(ScoreSheet.objects.all())

    assert short_text(event) == ""


def test_people_are_called_as_they_want_to_be(event):
    Player.objects.filter(last_name="Groß").update(privacy=Privacy.FIRST)
    with shown_to(Audience.PUBLIC):
        text = short_text(event)

    assert "1. Dieter (223)" in text
    assert "Groß" not in text


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
