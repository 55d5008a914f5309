"""The best of a ranking become entries of another event, substitutes behind them."""

import pytest
from django.urls import reverse

from tests.factories import make_evening, make_owner, make_players, make_user
from tests.tournaments.events.played import give_points
from tests.tournaments.seasons.seasons import make_season
from tournaments.events.entries.services import add_entry
from tournaments.people.models import Player
from tournaments.sheets.tallies import rebuild_tallies
from tournaments.words.choices import EntryStatus

pytestmark = pytest.mark.django_db
POINTS = {"Anna": 900, "Bernd": 500, "Carla": 500, "Dieter": 400, "Emil": 300, "F": 9}


@pytest.fixture
def people(client, db):
    client.force_login(make_owner("erika"))
    return make_players(POINTS)


@pytest.fixture
def played(people):
    """An evening that Anna won; Bernd and Carla share the second place."""
    evening = make_evening("Vorrunde")
    for player, points in zip(people, POINTS.values(), strict=True):
        give_points(evening.series.get(), player, points)
    rebuild_tallies()
    return evening


def ask(client, event, ranking, *, seen=None, **more):
    address = reverse("files:qualify", args=[event.pk])
    fields = {"ranking": ranking, "best": 2, "substitutes": 2} | more
    shown = client.get(address, fields)
    seen = shown.context["form"].seen() if seen is None else seen
    return shown, client.post(address, fields | {"seen": seen})


def entered(event):
    rows = event.entries.order_by("start_number")
    return list(rows.values_list("player__last_name", "substitute", "came_from"))


@pytest.mark.parametrize("ranking", ["event", "season", "all-time"])
def test_the_best_are_entered_in_one_step_with_substitutes(client, played, ranking):
    season = make_season()
    final = make_evening("Endrunde")
    word, name = {
        "event": (f"event-{played.pk}", played.dated_name),
        "season": (f"season-{season.pk}", "Saison 2026"),
        "all-time": ("all-time", "Ewige Tabelle"),
    }[ranking]

    shown, answer = ask(client, final, word)
    page = client.get(answer.url).text
    again = ask(client, final, word)[1]

    assert "Ersatz 2" in shown.text
    assert entered(final) == [
        ("Anna", None, f"{name}, Platz 1"),
        ("Bernd", None, f"{name}, Platz 2"),
        ("Carla", None, f"{name}, Platz 2"),
        ("Dieter", 1, f"{name}, Platz 4"),
        ("Emil", 2, f"{name}, Platz 5"),
    ]
    assert f"Ersatz 1 · {name}, Platz 4" in page
    assert again.status_code == 422
    assert final.entries.count() == 5


def test_who_takes_part_already_keeps_the_entry_and_removed_people_are_left_out(
    client, played, people
):
    final = make_evening("Endrunde")
    bernd = add_entry(event=final, player=people[1])
    Player.objects.filter(pk=people[2].pk).update(removed_at="2026-11-07T12:00Z")
    word = f"event-{played.pk}"

    stale = ask(client, final, word, seen="1 2")[1]
    before = entered(final)
    ask(client, final, word, substitutes=1)
    client.post(reverse("events:tick", args=[final.pk]), {"all": "listed"})

    assert stale.status_code == 422
    assert before == [("Bernd", None, "")]
    assert [row[:2] for row in entered(final)] == [
        ("Bernd", None),
        ("Anna", None),
        ("Dieter", 1),
    ]
    assert final.entries.get(player=bernd.player).came_from == ""
    # "All here" leaves the substitutes where they are.
    here = final.entries.filter(status=EntryStatus.PRESENT)
    assert {entry.player_id for entry in here} == {people[0].pk, people[1].pk}


def test_only_who_runs_the_event_enters_people(client, played):
    client.force_login(make_user("emil"))
    address = reverse("files:qualify", args=[played.pk])

    assert client.get(address).status_code in (403, 404)
    assert client.post(address, {"ranking": "all-time"}).status_code in (403, 404)
