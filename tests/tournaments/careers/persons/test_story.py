"""The story of a person: the best days, the form, the evenings won, the rivals."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

from django.urls import reverse
from django.utils.translation import override

from scoring.chance.expectation import share_of
from tests.factories import make_players, make_user
from tests.tournaments.leagues.matches import secretary
from tests.tournaments.seasons.seasons import known, make_season, played_evening
from tournaments.careers.selectors import CareerList, form_points, person_story
from tournaments.careers.tables import bar_width, longest_share, share_beside_usual
from tournaments.careers.views import axis_days, form_charts
from tournaments.events.flow.services import adjust
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.people.models import Player
from tournaments.words.choices import EventKind, Privacy

FIRST = CareerList(
    sheet_id=1,
    event_id=1,
    event="Abend",
    kind=EventKind.EVENING,
    date=date(2026, 1, 1),
    total=100,
    won=1,
    best_run=1,
)


def lists(*totals_by_evening):
    """Return lists of one total each, evening by evening."""
    return [
        replace(
            FIRST, event_id=number, date=FIRST.date + timedelta(number), total=total
        )
        for number, totals in enumerate(totals_by_evening)
        for total in totals
    ]


def story(name):
    return person_story(known(name).pk, published_only=False)


def test_the_form_is_the_average_of_the_last_lists_after_each_evening():
    found = form_points(lists((100, 200), (300, 400), (500,)), window=4)

    averages = [Fraction(150), Fraction(250), Fraction(350)]
    assert [point.average for point in found] == averages
    assert [point.date.day for point in found] == [1, 2, 3]
    # It begins with half of its lists, and one of two days is not drawn.
    assert len(form_points(lists((1,), (1,), (1,)), window=4)) == 2
    assert form_points(lists((1,)), window=4) == ()
    assert form_charts(form_points(lists((1000,) * 6, (1000,)))) is None


def test_a_total_of_many_lists_counts_with_its_average_in_the_form():
    year, *last = lists((24 * 1000,), (400,), (700, 700))

    form = form_points([replace(year, lists=24), *last], window=4)

    assert [point.average for point in form] == [1000, 850, 700]


def test_a_form_that_hardly_changes_makes_no_climb():
    form = form_points(lists((1000,) * 6, (1000,), (1048,)))

    (line,) = form_charts(form)["wide"].lines

    heights = [float(y) for _x, y in line.spots]
    assert heights[0] == heights[1] > heights[2] > heights[0] - 10


def test_the_axis_names_few_days_and_years_if_there_are_several():
    for days, words in ((3, 3), (40, 2)):  # of many the first of each month
        shown = axis_days([date(2026, 1, 1) + timedelta(n) for n in range(days)])
        assert (len(shown), sum(map(bool, shown))) == (days, words)
    december, january = date(2025, 12, 30), date(2026, 1, 6)
    assert axis_days([january, january]) == ["6. Jan.", "6. Jan."]
    assert axis_days([december, january]) == ["30. Dez. 25", "6. Jan. 26"]
    with override("en"):
        assert axis_days([december, january]) == ["30 Dec 25", "6 Jan 26"]


def test_the_best_days_lead_to_their_lists(erika):
    played_evening(0, 1, erika, games=1)
    best = played_evening(1, 1, erika, games=3, series=2)
    played_evening(2, 2, erika, games=2)
    Event.objects.update(name="")

    found = story("Anna")

    assert str(found.best_evening.event) == "Vereinsabend"
    assert found.best_list.event_id == best.pk
    assert found.best_evening.total == 2 * found.best_list.total
    assert found.longest_run.best_run == 3


def test_an_evening_is_won_with_the_most_points_of_all(erika):
    evening = played_evening(0, 1, erika)
    played_evening(1, 2, erika)

    def won():
        return [story(name).evenings_won for name in ("Anna", "Bernd", "Carla")]

    assert won() == [1, 1, 0]
    adjust(
        series=evening.series.get(),
        player=known("Bernd"),
        points=900,
        reason="Einspruch",
        decided_by="Erika",
        by=erika,
    )
    assert won() == [0, 2, 0]
    # While a list is open, nobody has won.
    players = make_players(("X", "Y", "Z"))
    open_table(series=evening.series.get(), players=players)
    assert won() == [0, 1, 0]


def test_the_page_tells_the_story_and_keeps_names_and_evenings_private(client, db):
    erika = secretary()
    public = played_evening(0, 1, erika)
    played_evening(1, 1, erika, games=4)
    publish_event(event=public, is_published=True)
    Player.objects.filter(pk=known("Carla").pk).update(
        privacy=Privacy.HIDDEN, cover_number=77
    )
    address = reverse("people:detail", args=[known("Anna").pk])

    seen = client.get(address)
    client.force_login(make_user())
    known_all = client.get(address)

    assert seen.context["story"].evenings_won == 1
    assert "Abend 1" not in seen.text
    assert "Carla" not in seen.text
    assert "Gegen Spieler 77" in " ".join(seen.text.split())
    assert f'href="/members/{known("Carla").pk}/"' not in seen.text
    assert known_all.context["story"].evenings_won == 2
    assert "Carla" in known_all.text


def test_rivals_are_sentences_and_stand_side_by_side(client, erika):
    for week, winner in enumerate((1, 2, 1)):
        played_evening(week, winner, erika)
    pair = [known("Anna").pk, known("Bernd").pk]

    story = client.get(reverse("people:detail", args=pair[:1])).text
    page = client.get(reverse("people:beside", args=pair))
    found = client.get(reverse("home:find"), {"person": "Bernd", "beside": pair[0]})
    client.logout()
    hidden = client.get(reverse("people:beside", args=pair))

    bernd = f'<a href="/members/{pair[1]}/">Bernd</a>'
    told = f"Gegen {bernd}: <span>3 gemeinsame Listen,</span> <span>2-mal besser</span>"
    assert told in " ".join(story.split())
    rows = {row[0]: row[1:] for row in page.context["rows"]}
    assert rows["Listen"] == ("3", "3")
    assert (page.context["joint"].ahead, page.context["joint"].behind) == (2, 1)
    assert found.url == reverse("people:beside", args=pair)
    assert hidden.status_code == 404


def test_the_page_says_the_place_in_the_season(client, erika):
    for week in range(2):
        played_evening(week, 1, erika)
    season = make_season()

    text = client.get(reverse("people:detail", args=[known("Anna").pk])).text

    assert "Platz 1 von 3" in text
    assert f"/seasons/{season.pk}/people/" in text
    assert "Punkte vor Bernd." in text


def test_bars_share_a_scale_and_mark_the_usual_share():
    few, many = share_of(10, 100, 0.2), share_of(50, 100, 0.2)

    full = longest_share([few, many])
    bar = str(share_beside_usual(few, full))

    assert full == 0.5
    assert (bar_width(0.1, full), bar_width(0.2, full), bar_width(0.9, full)) == (
        20,
        40,
        100,
    )
    assert '<rect class="bar-part" y="2" width="20"' in bar
    assert '<line class="bar-usual" x1="40" x2="40"' in bar
