"""The ranking of an event: places, sorting, unchanged pages, lists in play.

And that of the test tournament of docs/conformance, as a secretary types it.
"""

import copy
import re
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from scoring.notation.reading import Strike, Substitution
from tests.factories import (
    EIGHT_GAMES,
    finish_list,
    make_evening,
    make_player,
    make_secretary,
    make_sheet,
    make_user,
    type_games,
)
from tests.scoring.test_conformance import LISTS, STANDINGS, TOTALS, items_of, of_list
from tests.tournaments.events.played import finished_list
from tests.tournaments.leagues.matches import secretary
from tournaments.events.entries.services import mark_left, register_seated
from tournaments.events.flow.services import adjust, release, withhold
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.events.standings.live import live_standings
from tournaments.events.standings.selectors import leaders_of, standings_of
from tournaments.events.standings.tables import StandingsTable
from tournaments.events.standings.views import drawn_standings
from tournaments.people.models import Player
from tournaments.people.services import save_player
from tournaments.scope.scope import RESULTS, UNTIL_RELEASED, Audience, shown_to
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import Result, Seat
from tournaments.sheets.models.programme import RuleSet
from tournaments.sheets.seats import add_substitute
from tournaments.sheets.typing.services import append_lines
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.django_db


DULL = ("e",) * 8


@pytest.fixture(scope="module")
def played(module_db):
    evening = make_evening(series=2)
    finished_list(evening, secretary())
    return evening


@pytest.fixture
def erika(db):
    return secretary()


@pytest.fixture
def evening(played, db):
    return copy.deepcopy(played)


def address(evening):
    return reverse("events:standings", args=[evening.pk])


def table_rows(evening, order=None):
    table = StandingsTable(standings_of(evening))
    if order:
        table.order_by = order
    columns = [column for column in table.shown if column.sort]
    return [tuple(each.shown(row.record) for each in columns) for row in table.rows]


def rendered_ranking(evening, number=0):
    """Return the ranking as a visitor gets it."""
    return drawn_standings(evening, "single", number, order=[], draws_lots=False).body


def test_places_name_total_series_won_and_lost_and_each_column_sorts(evening, erika):
    assert table_rows(evening) == [
        ("1.", "Dieter", "223", "2", "0"),
        ("2.", "Carla", "182", "1", "0"),
        ("3.", "Anna", "22", "1", "1"),
        ("4.", "Bernd", "−48", "1", "1"),
    ]
    # The points of the only series are the totals; of two series both are shown.
    finished_list(evening, erika, DULL, players=("Emil", "Frieda", "Ärger"), series=2)
    assert table_rows(evening)[0] == ("1.", "Dieter", "223", "223", "–", "2", "0")
    assert table_rows(evening, "player")[0][1] == "Ärger"
    assert table_rows(evening, "total")[0][1] == "Bernd"
    assert table_rows(evening, "-series_1")[0][1] == "Dieter"
    assert table_rows(evening, "-place")[0][:2] == ("7.", "Bernd")


def test_a_phone_reads_the_series_below_the_name_and_the_games_below_the_total(
    erika, evening
):
    finished_list(evening, erika, DULL, players=("Anna", "Bernd", "Carla"), series=2)

    page = rendered_ranking(evening)

    assert '<small class="brief">S1 223 · S2 –</small></th>' in page
    assert '223<small class="brief">2 gew. · 0 verl.</small></td>' in page


def test_the_series_of_everybody_are_stacked_bars_on_one_scale(erika, evening):
    people = [seat.player for seat in Seat.objects.order_by("place")]
    again = open_table(series=evening.series.get(number=2), players=people)
    finish_list(again, EIGHT_GAMES, by=erika)

    page = rendered_ranking(evening)

    assert page.count('<svg class="bars"') == 4
    assert '<rect class="bar-0" x="0%" width="50%"/>' in page
    assert '<rect class="bar-1" x="50%" width="50%"/>' in page
    assert "<svg" not in rendered_ranking(evening, number=1)


def test_the_page_says_that_lists_are_missing(client, erika, evening):
    client.force_login(erika)
    release(event=evening, is_released=True, confirmed=True)
    before = client.get(address(evening)).text
    Event.objects.update(is_released=False, announced_at=None)
    make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)

    after = client.get(address(evening)).text

    assert "Vorläufig" not in before
    assert "Vorläufig: 1 von etwa 4 Listen." in after
    assert 'class="next-step"' in after
    assert 'name="released"' not in after


def test_the_names_lead_everybody_to_the_players(client, evening):
    publish_event(event=evening, is_published=True)
    first = standings_of(evening).places[0].entry
    page_of_dieter = reverse("people:detail", args=[first.player_id])

    assert f'<a href="{page_of_dieter}">Dieter</a>' in client.get(address(evening)).text
    assert client.get(page_of_dieter).status_code == 200


def test_a_name_of_markup_is_shown_as_text(client, erika):
    client.force_login(erika)
    evening = make_evening()
    finished_list(evening, erika, DULL, players=('<b>"A"</b>', "Bernd", "Carla"))

    page = client.get(address(evening)).text

    assert "&lt;b&gt;&quot;A&quot;&lt;/b&gt;" in page
    assert "<b>" not in page


def test_a_cached_ranking_has_nothing_of_a_reader(client, evening):
    """Secretary, reader and visitor each see their own, regardless of the order."""
    publish_event(event=evening, is_published=True)
    dieter = Player.objects.get(last_name="Dieter")
    dieter.first_name = "Alexander"
    dieter.privacy = Privacy.HIDDEN
    save_player(player=dieter)
    erika, emil, visitor = Client(), Client(), Client()
    erika.force_login(make_secretary("kassenwart"))
    emil.force_login(make_user())

    for _time in range(2):
        written = erika.get(address(evening)).text
        read = emil.get(address(evening)).text
        seen = visitor.get(address(evening)).text

        assert "Bekanntgabe" in written or "bekanntgeben" in written
        assert "Dieter, Alexander" in written
        assert "Dieter, Alexander" in read
        assert "Alexander" not in seen
        for page in (read, seen):
            assert "kassenwart" not in page
            assert reverse("events:release", args=[evening.pk]) not in page
        assert tokens_in(written).isdisjoint(tokens_in(read) | tokens_in(seen))


def test_a_cached_ranking_has_no_form(evening):
    """A form would carry the token of the first reader to all the others."""
    shown = drawn_standings(evening, "single", 0, order=[], draws_lots=True)

    assert "<form" not in shown.body


def tokens_in(page):
    return set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page))


def test_an_unchanged_page_is_not_drawn_again(
    client, erika, evening, django_assert_num_queries
):
    client.force_login(erika)
    known = {"If-None-Match": client.get(address(evening))["ETag"]}

    with django_assert_num_queries(3):  # session, account, revision
        answer = client.get(address(evening), headers=known)
    assert answer.status_code == 304


def test_a_page_that_reloads_gets_only_changes(
    client, erika, evening, django_assert_num_queries
):
    client.force_login(erika)
    make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)
    page = client.get(address(evening)).text
    part = re.search(r'hx-get="([^"]+)"', page)[1]
    htmx = {"HX-Request": "true"}

    with django_assert_num_queries(4):  # session, account, event, edition
        before = client.get(part, headers=htmx)
    finished_list(evening, erika, DULL, players=("Hans", "Ida", "Jan"))
    after = client.get(part, headers=htmx)

    assert before.status_code == 204
    assert after.text.strip().startswith('<div id="ranking"')
    assert "Hans" in after.text


def test_a_withdrawn_evening_is_not_answered_from_the_cache(client, evening):
    publish_event(event=evening, is_published=True)
    known = {"If-None-Match": client.get(address(evening))["ETag"]}
    publish_event(event=evening, is_published=False)

    assert client.get(address(evening), headers=known).status_code == 404


@pytest.fixture
def events(erika):
    evenings = [make_evening(name, series=2) for name in ("One", "Two", "None")]
    for evening in evenings[:2]:
        finished_list(evening, erika)
    evening = evenings[1]
    adjust(
        series=evening.series.get(number=1),
        player=Result.objects.filter(series__event=evening).first().player,
        points=-3000,
        reason="Late",
        decided_by="Referee",
        by=erika,
    )
    found = Event.objects.filter(pk__in=[each.pk for each in evenings])
    return list(found.select_related("rule_set"))


def line_values(line):
    return line.place, line.entry.player, line.entry.total, line.decided_by


def test_the_leaders_are_the_first_of_the_rankings(events):
    found = leaders_of(events, places=3)

    assert {
        event.pk: [line_values(line) for line in found[event.pk]] for event in events
    } == {
        event.pk: [
            line_values(line) for line in standings_of(event).places if line.place <= 3
        ]
        for event in events
    }
    assert [len(found[event.pk]) for event in events] == [0, 3, 3]


def test_what_breaks_a_tie_is_the_same_on_lists_of_events(erika):
    evening = make_evening(series=2)
    Event.objects.update(tie_chain="last-series")
    finished_list(evening, erika, ("e", "1k1"))
    finished_list(evening, erika, ("2k1", "e"), series=2)

    event = Event.objects.select_related("rule_set").get(pk=evening.pk)
    leaders = leaders_of([event], places=2)[event.pk]

    assert [(line.place, line.entry.player) for line in leaders] == [
        (1, "Bernd"),
        (2, "Anna"),
    ]
    assert list(map(line_values, leaders)) == list(
        map(line_values, standings_of(event).places[:2])
    )


@pytest.fixture
def tournament(erika):
    event = make_evening("Prüfturnier", series=2, rounds=3)
    people = {row["player"]: make_player(row["player"]) for row in STANDINGS}
    for name in LISTS:
        type_list(event, name, people, erika)
    for row in STANDINGS:
        if row["adjustment"] != "0":
            adjust(
                series=event.series.get(number=1),
                player=people[row["player"]],
                points=int(row["adjustment"]),
                reason="Strafe",
                decided_by="Schiedsrichter",
                by=erika,
            )
    return event


def type_list(event, name, people, by):
    seated = [row for row in of_list(TOTALS, name) if row["first_game"] == "1"]
    sheet = open_table(
        series=event.series.get(number=int(name[0])),
        players=[people[row["player"]] for row in seated],
    )
    is_cut = False
    for item in items_of(name):
        if isinstance(item.content, Substitution):
            place, player = item.content.place, people[item.content.name]
            add_substitute(sheet=sheet, place=place, player=player, by=by)
        elif isinstance(item.content, Strike):
            is_cut = True
        else:
            append_lines(sheet=sheet, lines=[item.content], by=by)
    finish_sheet(sheet=sheet, by=by, cut_short=is_cut)


@shown_to(Audience.PUBLIC)
def test_the_site_agrees_on_every_list_and_every_place(tournament):
    results = Counter(
        (result.player.full_name, result.game_points, result.won, result.total)
        for result in Result.objects.filter(series__event=tournament)
    )
    people = Player.objects.in_bulk()
    places = {
        people[line.entry.player_id].full_name: (line.place, line.entry.total)
        for line in standings_of(tournament).places
    }

    assert results == Counter(
        (row["player"], int(row["game_points"]), int(row["won"]), int(row["total"]))
        for row in TOTALS
    )
    assert places == {
        row["player"]: (int(row["place"]), int(row["total"])) for row in STANDINGS
    }


NEXT_FOUR = ("Emil", "Frieda", "Gerd", "Heike")


@pytest.fixture
def short(db):
    return make_evening(rounds=2)


def live_totals(event):
    return {
        line.placed.entry.name: line.placed.entry.total
        for line in live_standings(event).lines
    }


def reaches(event):
    return {
        line.placed.entry.name: (line.reach.least, line.reach.most)
        for line in live_standings(event).lines
    }


def test_lists_in_play_count_with_the_games_so_far(short, erika):
    done, running = make_sheet(evening=short), make_sheet(NEXT_FOUR, evening=short)
    finish_list(done, EIGHT_GAMES, by=erika)
    type_games(running, EIGHT_GAMES[:2], by=erika)

    live = live_standings(short)

    assert [(each.sheet.pk, len(each.games)) for each in live.lists] == [
        (running.pk, 2)
    ]
    assert live_totals(short) == {
        "Dieter": 223,
        "Carla": 182,
        "Gerd": 122,
        "Frieda": 68,
        "Anna": 22,
        "Emil": 0,
        "Heike": 0,
        "Bernd": -48,
    }


def test_the_live_standings_end_as_the_result(short, erika):
    sheet = make_sheet(evening=short)
    type_games(sheet, EIGHT_GAMES, by=erika)
    before = live_totals(short)
    places = reaches(short)

    finish_sheet(sheet=sheet, by=erika)

    found = standings_of(short).places
    assert before == {line.entry.name: line.entry.total for line in found}
    assert places == {line.entry.name: (line.place, line.place) for line in found}
    assert live_standings(short) is None


def test_the_last_game_moves_those_it_can_move(short, erika):
    sheet = make_sheet(evening=short)
    type_games(sheet, EIGHT_GAMES[:7], by=erika)

    totals = {"Carla": 152, "Dieter": 193, "Bernd": 98, "Anna": -8}
    assert live_totals(short) == totals
    # Dieter deals and pauses; the others may win 314 points or lose 590.
    assert reaches(short) == dict.fromkeys(totals, (1, 4))
    adjust(
        series=sheet.series,
        player=sheet.seats.get(place=4).player,
        points=400,
        reason="Probe",
        decided_by="Emil",
        by=erika,
    )
    # Now Dieter is out of reach.
    assert reaches(short)["Dieter"] == (1, 1)
    assert reaches(short)["Carla"] == (2, 4)


def test_only_the_substitute_has_games_left(short, erika):
    sheet = make_sheet(evening=short)
    type_games(sheet, EIGHT_GAMES[:4], by=erika)
    add_substitute(
        sheet=sheet, place=2, player=make_player("Emil"), from_game=5, by=erika
    )

    left = {
        line.placed.entry.name: line.games_left for line in live_standings(short).lines
    }

    assert left == {"Anna": 4, "Bernd": 0, "Emil": 4, "Carla": 4, "Dieter": 4}


def test_whoever_went_before_their_list_began_has_no_games_left(client, short, erika):
    running, ahead = make_sheet(evening=short), make_sheet(NEXT_FOUR, evening=short)
    type_games(running, EIGHT_GAMES[:2], by=erika)
    register_seated(event=short)
    emil = short.entries.get(player=ahead.seats.get(place=1).player)
    mark_left(entry=emil, after_series=0)
    publish_event(event=short, is_published=True)
    page = client.get(f"/de/events/{short.slug}/live/").text

    assert len(live_totals(short)) == 7
    assert "Emil" not in live_totals(short)
    assert "Serie 1, Tisch 1" in page
    assert "Tisch 2" not in page


def test_house_rules_have_no_bounds(short, erika):
    short.rule_set = RuleSet.objects.create(name="Mit Kontra", options="kontra")
    short.save()
    make_sheet(evening=short)

    live = live_standings(short)

    assert not live.has_bounds
    assert {line.reach for line in live.lines} == {None}


def test_visitors_see_how_far_each_list_is_unless_it_is_hidden(client, short, erika):
    sheet = make_sheet(evening=short)
    type_games(sheet, EIGHT_GAMES[:3], by=erika)
    address = f"/de/events/{short.slug}/live/"
    unpublished = client.get(address)
    publish_event(event=short, is_published=True)

    page = client.get(address)
    withhold(event=short, moments={1: {RESULTS: UNTIL_RELEASED}})
    hidden = client.get(address).text

    assert unpublished.status_code == 404
    assert "3 von 8 Spielen" in page.text
    assert "noch 5 Spiele" in page.text
    assert "wenn jemand alles verliert" in page.text
    assert '<td class="num">1.–4.</td>' in page.text
    assert not page.cookies
    assert "noch verborgen" in hidden
    assert "noch 5 Spiele" not in hidden
    assert "Dieter" not in hidden


def test_an_open_page_gets_only_changes(client, short, erika):
    sheet = make_sheet(evening=short)
    type_games(sheet, EIGHT_GAMES[:3], by=erika)
    publish_event(event=short, is_published=True)
    page = client.get(f"/de/events/{short.slug}/live/").text
    again = re.search(r'hx-get="([^"]+)"', page)[1].replace("&amp;", "&")

    unchanged = client.get(again, headers={"hx-request": "true"})
    type_games(sheet, EIGHT_GAMES[3:4], by=erika)
    changed = client.get(again, headers={"hx-request": "true"})

    assert (unchanged.status_code, unchanged.content) == (204, b"")
    assert "4 von 8 Spielen" in changed.text
    assert "<html" not in changed.text
