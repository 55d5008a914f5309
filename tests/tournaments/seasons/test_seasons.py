"""Seasons: events, rule (as columns and in words), table, and the race for it."""

import datetime
from dataclasses import replace
from datetime import date
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import override

from scoring.house.rules import HouseRules
from scoring.ranking.standings import Criterion
from scoring.seasons.rules import (
    PRESETS,
    Bonus,
    Guests,
    Measure,
    MissingUpTo,
    RuleProblem,
    SeasonRule,
    SentenceCode,
    Unit,
    rule_sentences,
)
from scoring.seasons.table import SeasonStanding
from tests.factories import INSIDER, make_evening, make_rule_set
from tests.tournaments.seasons.seasons import (
    AFTER,
    FIRST,
    known,
    make_season,
    played_evening,
)
from tests.tournaments.site.entries import entries_of
from tournaments.careers.views import distance_to_next
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.events.standings.words import provisional_text
from tournaments.leagues.selectors import league_file_note
from tournaments.people.models import Player
from tournaments.scope.models import working_as
from tournaments.seasons.evenings import season_events
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import (
    LAST_SEASONS,
    next_line,
    person_season,
    season_places,
    season_table,
    table_race,
)
from tournaments.seasons.services import choose_events, publish_season, save_season
from tournaments.seasons.views import race_charts, tables_on_page
from tournaments.seasons.words import (
    PRESET_NAMES,
    PROBLEM_TEXT,
    SENTENCE_TEXT,
    STANDING_TEXT,
    distance_text,
    move_text,
    sentence_text,
    shortfall_text,
    tie_break_text,
)
from tournaments.sheets.models import Result
from tournaments.words.choices import (
    EventKind,
    GuestsChoice,
    MeasureChoice,
    MissingUpToChoice,
    Privacy,
    UnitChoice,
)

pytestmark = pytest.mark.django_db
EVERYTHING = SeasonRule(
    unit=Unit.EVENING,
    measure=Measure.SUM,
    best=20,
    planned=36,
    minimum_lists=30,
    minimum_evenings=18,
    minimum_games=500,
    missing=-100,
    missing_up_to=MissingUpTo.MINIMUM,
    bonuses=(
        Bonus(unit=Unit.EVENING, at_least=30, points=10),
        Bonus(unit=Unit.EVENING, at_least=35, points=20),
    ),
    absence_unit=Unit.SERIES,
    absence_points=5,
    absence_cents=150,
    absence_free=3,
    series=(1, 2),
    rounds=12,
    threes_as_fours=True,
    guests=Guests.AMONG,
    ties=(Criterion.BEST_LIST, Criterion.WON, Criterion.FEWER_LOST, Criterion.LOT),
)


def table(season, today=AFTER):
    return season_table(season, user=INSIDER, today=today)


@pytest.mark.parametrize("rule", [*PRESETS.values(), EVERYTHING, SeasonRule(ties=())])
def test_every_rule_survives_being_stored_in_columns(rule):
    season = make_season(rule)

    assert Season.objects.get(pk=season.pk).as_rule() == rule


def test_a_rule_that_contradicts_itself_is_refused_with_every_reason(db):
    rule = SeasonRule(best=36, planned=30, missing=0, missing_up_to=MissingUpTo.MINIMUM)

    with pytest.raises(ValidationError) as refusal:
        make_season(rule)

    assert len(refusal.value.messages) == 2
    assert not Season.objects.exists()
    # And a season runs forward.
    with pytest.raises(ValidationError):
        make_season(last_date=datetime.date(2025, 12, 31))


def test_evenings_under_house_rules_belong_only_when_chosen():
    season = make_season()
    friday = make_rule_set(name="Freitag", rules=HouseRules(kontra=True))
    money = make_rule_set(name="Geld", rules=HouseRules(stake_cents="1/10"))
    played = make_evening("Freitag", date=FIRST, rule_set=friday)
    official = make_evening("Um Geld", date=FIRST, rule_set=money)

    by_itself = list(season_events(season))
    choose_events(season=season, chosen=[played, official])

    assert by_itself == [official]
    assert list(season_events(season)) == [played, official]


def test_the_secretary_adds_and_excludes_events():
    season = make_season()
    inside = make_evening("Drin", date=FIRST)
    guests = make_evening("Gästeabend", date=FIRST)
    make_evening("Danach", date=AFTER)
    prize = make_evening("Preisskat", date=FIRST, kind=EventKind.TOURNAMENT)
    assert list(season_events(season)) == [inside, guests]

    choose_events(season=season, chosen=[inside, prize])
    later = make_evening("Später", date=FIRST + datetime.timedelta(weeks=1))

    assert list(season_events(season)) == [inside, prize, later]
    choose_events(season=season, chosen=[inside, guests, later])
    assert list(season_events(season)) == [inside, guests, later]
    assert not season.members.exists()


def test_the_table_ranks_the_exact_average_and_shares_places(erika):
    played_evening(0, 1, erika, series=2)
    played_evening(1, 2, erika)

    found = table(make_season())

    assert [(line.row.place, line.player) for line in found.ranked] == [
        (1, "Anna"),
        (2, "Bernd"),
        (3, "Carla"),
    ]
    anna = found.ranked[0].row
    # Twice 48 plus 50, and once nothing.
    assert (anna.total, anna.counted, anna.won) == (196, 3, 2)
    assert anna.average * 3 == 196


def test_equal_people_are_sorted_by_name(erika):
    played_evening(0, 1, erika, players=("Zora", "Yannik", "Xenia"))
    played_evening(1, 1, erika, players=("Adam", "Britta", "Clemens"))

    found = table(make_season(SeasonRule(ties=())))

    assert [(line.row.place, line.player) for line in found.ranked] == [
        (1, "Adam"),
        (1, "Zora"),
        (3, "Britta"),
        (3, "Clemens"),
        (3, "Xenia"),
        (3, "Yannik"),
    ]


def test_the_trend_counts_from_the_evening_before_the_last(erika):
    played_evening(0, 2, erika)
    played_evening(1, 1, erika, games=3)

    found = table(make_season())

    assert [(line.player, line.places_won) for line in found.ranked[:2]] == [
        ("Anna", 1),
        ("Bernd", -1),
    ]


def test_struck_results_stay_visible_with_their_lists(erika):
    played_evening(0, 1, erika, games=2)
    played_evening(1, 1, erika, games=1)
    season = make_season(SeasonRule(best=1))
    anna = table(season).ranked[0]

    found = person_season(season, anna.player_id, user=INSIDER, today=AFTER)

    assert [(unit.total.total, unit.total.struck) for unit in found.units] == [
        (196, False),
        (98, True),
    ]
    assert [len(unit.lists) for unit in found.units] == [1, 1]
    assert found.units[1].evening.name == "Abend 1"
    assert person_season(season, 0, user=INSIDER, today=AFTER) is None


def test_whoever_left_a_list_and_came_back_has_one_list(erika):
    sheet = played_evening(0, 1, erika).series.get().sheets.get()
    first = Result.objects.get(player=known("Anna"))
    first.pk, first.first_game, first.last_game = None, 40, 48
    first.save(force_insert=True)

    anna = table(make_season()).ranked[0]
    found = person_season(
        Season.objects.get(), anna.player_id, user=INSIDER, today=AFTER
    )

    assert (anna.player, anna.row.lists, anna.row.total) == ("Anna", 1, 196)
    assert [one.sheet_id for unit in found.units for one in unit.lists] == [sheet.pk]


@pytest.mark.parametrize("unit", [Unit.LIST, Unit.SERIES, Unit.EVENING])
def test_each_unit_has_its_lists(erika, unit):
    played_evening(0, 1, erika, series=2)
    season = make_season(SeasonRule(unit=unit))
    anna = table(season).ranked[0]

    found = person_season(season, anna.player_id, user=INSIDER, today=AFTER)

    lists = [one for played in found.units for one in played.lists]
    assert len({one.sheet_id for one in lists}) == 2
    assert len(found.units) == (1 if unit is Unit.EVENING else 2)


def test_guests_are_listed_apart_without_a_place(erika):
    played_evening(0, 1, erika)
    Player.objects.filter(last_name="Anna").update(is_guest=True)
    season = make_season()

    found = table(season)

    assert [line.player for line in found.guests] == ["Anna"]
    assert [str(each.caption) for each in tables_on_page(found)][-1] == "Gast"
    two = replace(found, guests=found.guests * 2)
    assert [str(each.caption) for each in tables_on_page(two)][-1] == "Gäste"
    assert "Anna" not in [line.player for line in found.ranked]
    save_season(season=season, rule=SeasonRule(guests=Guests.AMONG))
    assert "Anna" in [line.player for line in table(season).ranked]


def test_people_below_the_minimum_are_listed_with_what_is_missing(erika):
    played_evening(0, 1, erika)

    found = table(make_season(PRESETS["KLINK"]))

    assert found.ranked == ()
    assert {shortfall_text(line.row) for line in found.below_minimum} == {"11 Abende"}


@pytest.fixture
def at_work(erika):
    with working_as(erika):
        yield


def test_the_history_tells_changes_of_rule_bonuses_and_evenings(at_work):
    season = make_season()
    steps = [
        Bonus(unit=Unit.EVENING, at_least=at, points=points)
        for at, points in ((20, 10), (30, 20))
    ]
    save_season(season=season, rule=SeasonRule(best=9, bonuses=tuple(steps)))
    season = Season.objects.get()
    save_season(season=season, rule=SeasonRule(best=9, bonuses=(steps[1],)))

    assert entries_of(season=season) == [
        ("erika", "Bonus entfernt: 20 Abende: +10"),
        ("erika", "Bonus hinzugefügt: 30 Abende: +20, 20 Abende: +10"),
        ("erika", "Nur die besten: 9"),
        ("erika", "Saison hinzugefügt: Saison 2026"),
    ]


def test_the_history_tells_added_and_excluded_events(at_work):
    season = make_season()
    make_evening("Drin", date=FIRST)
    make_evening("Preisskat", date=FIRST, kind=EventKind.TOURNAMENT)
    drin, prize = Event.objects.order_by("pk")

    choose_events(season=season, chosen=[prize])
    choose_events(season=season, chosen=[prize])
    choose_events(season=season, chosen=[drin])

    both = "Preisskat (09.01.2026), Drin (09.01.2026) – gehört nicht dazu"
    assert [text for _by, text in entries_of(season=season)[:-1]] == [
        f"Veranstaltung einer Saison entfernt: {both}",
        f"Veranstaltung einer Saison hinzugefügt: {both}",
    ]


SUM = SeasonRule(measure=Measure.SUM)


def race(season):
    return table_race(season_table(season, user=INSIDER, today=AFTER))


def test_the_race_has_the_sums_after_each_evening(erika):
    for week, winner in enumerate((2, 1, 1)):
        played_evening(week, winner, erika)

    found = race(make_season(SUM))

    anna, bernd = found.racers[:2]
    assert [racer.line.player for racer in (anna, bernd)] == ["Anna", "Bernd"]
    assert [each.name for each in found.evenings] == ["Abend 0", "Abend 1", "Abend 2"]
    assert anna.values[-1] == anna.line.row.value
    steps = [b - a for a, b in zip(anna.values, anna.values[1:], strict=False)]
    assert steps[0] == steps[1] > anna.values[0]


def test_the_drawing_of_a_season_over_new_year_names_the_years(erika):
    season = make_season(first_date=date(2025, 12, 1))
    played_evening(-2, 1, erika)
    assert race(season) is None
    for week in (0, 1):
        played_evening(week, 1, erika)

    steps = race_charts(season_table(season, user=INSIDER, today=AFTER))["wide"].steps

    assert (steps[0].text, steps[-1].text) == ("26. Dez. 25", "16. Jan. 26")


def test_a_person_who_came_late_starts_late(erika):
    played_evening(0, 1, erika, players=("Anna", "Bernd", "Carla"))
    played_evening(1, 1, erika, players=("Dieter", "Bernd", "Carla"))

    found = race(make_season())

    by_name = {racer.line.player: racer.values for racer in found.racers}
    assert by_name["Dieter"][0] is None
    assert by_name["Dieter"][1] is not None
    assert by_name["Anna"][0] is not None


def test_the_page_draws_the_race_with_public_names(client, erika):
    evenings = [played_evening(week, 1, erika) for week in range(2)]
    carla = known("Carla")
    Player.objects.filter(pk=carla.pk).update(
        privacy=Privacy.HIDDEN, cover_number=Player.objects.count() + 7
    )
    season = make_season()
    publish_season(season=season, is_published=True)
    for evening in evenings:
        publish_event(event=evening, is_published=True)

    client.logout()
    text = client.get(reverse("seasons:season", args=[season.pk])).text

    drawing = text.split('<figure class="card race">')[1].split("</figure>")[0]
    assert ">1 Anna</text>" in drawing
    assert "Carla" not in text
    assert "9. Jan." in drawing


def places(person, today=AFTER):
    return season_places(known(person).pk, user=INSIDER, today=today)


def test_the_place_tells_the_distance_to_the_next(erika):
    for week, winner in enumerate((1, 1, 2)):
        played_evening(week, winner, erika)
    make_season(SUM)

    [(table, anna)], [(_same, bernd)] = places("Anna"), places("Bernd")

    assert (anna.row.place, next_line(table, anna).player) == (1, "Bernd")
    assert (bernd.row.place, next_line(table, bernd).player) == (2, "Anna")
    points = int(anna.row.value - bernd.row.value)
    with override("de"):
        assert distance_to_next(table, anna) == f"{points} Punkte vor Bernd."
        assert f"(Anna) fehlen {points} Punkte" in distance_to_next(table, bernd)


@pytest.mark.parametrize(
    ("place", "difference", "text"),
    [
        (1, Fraction(117, 2), "58,50 Punkte vor Anna Berg."),
        (3, Fraction(117, 2), "Bis Platz 2 (Anna Berg) fehlen 58,50 Punkte."),
        (3, Fraction(0), "Punktgleich mit Anna Berg."),
    ],
)
def test_the_distance_is_a_sentence(place, difference, text):
    with override("de"):
        told = distance_text(place, 2, "Anna Berg", difference, SeasonRule())

    assert told == text


def test_other_and_future_seasons_give_no_place(erika):
    played_evening(0, 1, erika)
    make_season()

    assert places("Emil") == []
    assert places("Anna", today=date(2025, 12, 31)) == []


def test_only_the_last_seasons_are_read(erika, django_assert_max_num_queries):
    played_evening(0, 1, erika)
    for number in range(5):
        make_season(name=f"Saison {number}")
    anna, bernd = known("Anna").pk, known("Bernd").pk

    with django_assert_max_num_queries(8 * LAST_SEASONS + 1):
        found = season_places(anna, user=INSIDER, today=AFTER)
    with django_assert_max_num_queries(LAST_SEASONS + 1):
        others = season_places(bernd, user=INSIDER, today=AFTER)

    assert len(found) == len(others) == LAST_SEASONS
    assert {line.player_id for _table, line in others} == {bernd}


@pytest.mark.parametrize(
    ("texts", "members"),
    [
        (SENTENCE_TEXT, SentenceCode),
        (PROBLEM_TEXT, RuleProblem),
        (STANDING_TEXT, SeasonStanding),
        (PRESET_NAMES, PRESETS),
    ],
)
def test_everything_has_words(texts, members):
    assert set(texts) == set(members)


def test_steps_of_a_bonus_add_up_and_free_absences_are_named():
    rule = SeasonRule(
        bonuses=tuple(
            Bonus(unit=Unit.EVENING, at_least=at, points=10) for at in (20, 30)
        ),
        absence_unit=Unit.EVENING,
        absence_points=3,
        absence_cents=300,
        absence_free=1,
    )
    with override("de"):
        said = [sentence_text(one) for one in rule_sentences(rule)]

    assert "Wer mehrere dieser Boni erreicht, erhält sie alle." in said
    assert "Versäumte Abende kosten je 3 Punkte, 1 davon ist frei." in said
    assert any(text.endswith("3,00 €, 1 davon ist frei.") for text in said)


def test_the_choices_mirror_the_rule():
    rule = SeasonRule()
    pairs = (
        (UnitChoice, rule.unit),
        (MeasureChoice, rule.measure),
        (MissingUpToChoice, rule.missing_up_to),
        (GuestsChoice, rule.guests),
    )
    for choices, value in pairs:
        assert choices.values == [each for each in type(value) if each != Unit.GAME]


def test_the_rule_reads_as_german_bylaws():
    with override("de"):
        said = [sentence_text(one) for one in rule_sentences(PRESETS["GERM"])]

    assert said == [
        "Der Durchschnitt aller Listen, die zählen, wird gewertet.",
        "Er wird auf zwei Nachkommastellen angegeben; über den Platz entscheidet der"
        " genaue Wert.",
        "Für die Wertung sind mindestens 24 Listen nötig.",
        "Listen, die bis zur Mindestzahl fehlen, zählen je 0 Punkte.",
        "Listen jeder Länge zählen so, wie sie gespielt wurden.",
        "Gäste werden getrennt aufgeführt und belegen keinen Platz.",
        "Bei gleichem Ergebnis entscheiden der Reihe nach: mehr gewonnene Spiele,"
        " weniger verlorene Spiele, dann Los.",
    ]


@pytest.mark.parametrize(
    ("rule", "german"),
    [
        (PRESETS["BITB"], "Die Summe der besten 36 Serien wird gewertet."),
        (PRESETS["ZARP"], "Versäumte Serien zählen je 500 Punkte."),
        (
            PRESETS["MSUED"],
            "Wer mindestens 30 Serien spielt, erhält +10 Punkte auf das Ergebnis.",
        ),
        (
            PRESETS["PFORZ"],
            "Versäumte Abende kosten ein Abwesenheitsgeld von je 3,00 €.",
        ),
        (
            SeasonRule(absence_unit=Unit.LIST, absence_points=50, absence_free=2),
            "Versäumte Listen kosten je 50 Punkte, 2 davon sind frei.",
        ),
        (PRESETS["WOLF-cup"], "Es zählt die 2. Serie jedes Abends."),
        (
            SeasonRule(best=1, unit=Unit.SERIES),
            "Der Durchschnitt der besten Serie wird gewertet.",
        ),
        (
            SeasonRule(best=1, unit=Unit.EVENING),
            "Der Durchschnitt des besten Abends wird gewertet.",
        ),
        (
            SeasonRule(best=2, unit=Unit.LIST, measure=Measure.SUM),
            "Die Summe der besten 2 Listen wird gewertet.",
        ),
        (
            SeasonRule(best=4, unit=Unit.EVENING, measure=Measure.PER_GAME),
            "Der Durchschnitt je Spiel der besten 4 Abende wird gewertet.",
        ),
        (
            SeasonRule(minimum_games=540),
            "Für die Wertung sind mindestens 540 Spiele nötig.",
        ),
    ],
)
def test_decisions_of_a_club_are_in_its_bylaws(rule, german):
    with override("de"):
        assert german in [sentence_text(one) for one in rule_sentences(rule)]


def test_tie_breaks_between_sums_cite_the_rule_book():
    total = SeasonRule(measure=Measure.SUM)
    own = replace(total, ties=(Criterion.FEWER_LOST, Criterion.WON))

    with override("de"):
        assert tie_break_text(total, 0) == ""
        assert tie_break_text(total, 1) == "mehr gewonnene Spiele (SkWO 6.3.1)"
        assert tie_break_text(SeasonRule(), 1) == "mehr gewonnene Spiele"
        assert tie_break_text(own, 1) == "weniger verlorene Spiele"


def test_a_move_is_put_into_words():
    with override("de"):
        assert [move_text(up) for up in (2, -1, 0, None)] == [
            "2 Plätze vorgerückt",
            "1 Platz zurückgefallen",
            "unverändert",
            "neu",
        ]


PLAYED = {"lists": 8, "finished": 8, "drawn": 2, "undrawn": 0, "announced_at": None}


@pytest.mark.parametrize(
    ("progress", "told"),
    [
        ({}, "Clubabend."),
        ({"finished": 5}, "Clubabend (5 von 8 Listen)."),
        ({"drawn": 1, "undrawn": 1}, "Clubabend (8 von etwa 16 Listen)."),
        ({"undrawn": 1, "hides_series": True}, "Clubabend."),
        ({"announced_at": 1}, "Clubabend (wird berichtigt)."),
        (
            {"announced_at": 1, "finished": 7},
            "Clubabend (wird berichtigt, 7 von 8 Listen).",
        ),
    ],
)
def test_an_event_says_why_it_is_provisional(progress, told):
    event = SimpleNamespace(
        dated_name="Clubabend", **{**PLAYED, "hides_series": False, **progress}
    )

    assert provisional_text([event]) == f"Vorläufig: {told}"
    assert provisional_text([event] * 4).count("Clubabend") == 3
    assert provisional_text([event] * 4).startswith("Vorläufig, unter anderem: ")
    assert provisional_text([]) == ""


def test_files_of_leagues_say_that_they_are_provisional():
    league = SimpleNamespace(is_provisional=True, is_partial=False, counted=3)

    league.open_groups = ("Gruppe 3",)
    assert "2 von 3 Begegnungen" in league_file_note(league)
    league.is_provisional = False
    assert league_file_note(league) == ""
