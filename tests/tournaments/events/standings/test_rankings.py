"""The rankings of an event, who is in which class, and lots between equal places."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.house.rules import PRESETS
from scoring.ranking.standings import Criterion
from tests.factories import (
    finish_list,
    make_evening,
    make_player,
    make_players,
    make_rule_set,
    make_secretary,
    make_sheet,
)
from tests.tournaments.events import played
from tests.tournaments.papers.pdf import rows_of, texts_of
from tests.tournaments.site.entries import entries_of, entry_texts
from tournaments.events.draws.services import NoTie, draw_lot, take_back_lot
from tournaments.events.entries.services import add_entry, mark_left, register_seated
from tournaments.events.flow.services import (
    close_series,
    release,
    reopen_list,
    reopen_series,
    start_clock,
    stop_clock,
)
from tournaments.events.models import Event, Prize, Team
from tournaments.events.results import classes_of
from tournaments.events.seats.services import open_table
from tournaments.events.standings.selectors import leaders_of, standings_of, ties_in
from tournaments.events.standings.tables import StandingsTable
from tournaments.events.standings.words import remark_text
from tournaments.events.teams.services import add_contest, save_team
from tournaments.files.report import standings_spreadsheet
from tournaments.papers.event.standings import standings_paper, tie_texts
from tournaments.people.models import Club, Player
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import (
    CriterionChoice,
    EventKind,
    Gender,
    Ranking,
    SheetState,
)

pytestmark = pytest.mark.django_db


PEOPLE = {
    "Anna": {"gender": "female", "birth_date": datetime.date(1966, 1, 1)},
    "Bernd": {"birth_date": datetime.date(1966, 1, 2)},
    "Carla": {"gender": "female", "birth_date": datetime.date(2006, 1, 1)},
    "Dieter": {"is_guest": True},
}


@pytest.fixture
def people(db):
    return {name: make_player(name, **fields) for name, fields in PEOPLE.items()}


@pytest.fixture
def evening(db):
    return make_evening(series=2, system="plain")


def play_list(evening, people, games, by, *, series=1):
    sheet = open_table(
        series=evening.series.get(number=series), players=list(people.values())
    )
    finish_list(sheet, games, by=by)


def names(evening, ranking=Ranking.SINGLE, **kind):
    places = standings_of(evening, ranking=ranking, **kind).places
    return [(line.place, line.entry.name) for line in places]


@pytest.fixture
def results(evening, people, erika):
    # Anna 18 + 0, Bernd 0 + 48, Carla 24 + 23, Dieter 0 + 36
    play_list(evening, people, ("e", "e", "e", "1a1", "e", "3n", "e", "e"), erika)
    play_list(evening, people, ("e", "e", "e", "e", "2g1", "e", "4k2"), erika, series=2)


def test_every_criterion_has_a_word():
    assert {each.value for each in CriterionChoice} == set(Criterion)


def test_one_result_has_many_rankings(evening, results):
    everybody = [(1, "Bernd"), (2, "Dieter"), (3, "Carla"), (4, "Anna")]
    assert names(evening) == everybody
    assert names(evening, Ranking.WOMEN) == [(1, "Carla"), (2, "Anna")]
    assert names(evening, Ranking.GUESTS) == [(1, "Dieter")]
    lists = standings_of(evening, ranking=Ranking.LISTS).places
    best = [(p.place, p.entry.player, p.entry.series, p.entry.total) for p in lists]
    assert best[:2] == [(1, "Bernd", 2, 48), (2, "Dieter", 2, 36)]
    assert names(evening, series=1)[:2] == [(1, "Carla"), (2, "Anna")]
    evening.guests_apart = True
    assert names(evening) == [(1, "Bernd"), (2, "Carla"), (3, "Anna")]
    assert names(evening, Ranking.EVERYBODY) == everybody


def test_a_ranking_by_age_needs_three_people_not_to_tell_an_age(evening, results):
    assert names(evening, Ranking.SENIORS) == names(evening, Ranking.JUNIORS) == []
    Player.objects.exclude(last_name="Carla").update(
        birth_date=PEOPLE["Anna"]["birth_date"]
    )
    assert names(evening, Ranking.SENIORS) == [(1, "Bernd"), (2, "Dieter"), (3, "Anna")]


def test_the_cup_of_clubs_names_clubs_on_screen_and_paper(
    client, evening, people, results
):
    for name, club in (("Anna", "Pik Sieben"), ("Dieter", "Herz As")):
        people[name].club = Club.objects.create(name=club)
        people[name].save()
    at_the_club = {row[2] for row in rows_of(standings_paper(evening))[1:]}
    assert at_the_club == {"Herz As", ""}  # of the guest
    Event.objects.update(kind=EventKind.TOURNAMENT)
    evening.refresh_from_db()
    beamer = reverse("events:beamer", args=[evening.pk])

    for ranking in (Ranking.SINGLE, Ranking.LISTS):
        address = reverse("events:ranking", args=[evening.pk, ranking])
        paper = rows_of(standings_paper(evening, ranking=ranking))
        for page in (address, f"{beamer}?ranking={ranking}"):
            assert "<small>Pik Sieben</small>" in client.get(page).text
        assert paper[0][2] == "Verein"
        assert {row[2] for row in paper[1:]} == {"Pik Sieben", "Herz As", ""}


def test_a_club_is_named_unless_hidden_or_the_only_one(evening, people, results):
    clubs = [Club.objects.create(name=name) for name in ("Pik Sieben", "Herz As")]
    Player.objects.update(club=clubs[0])
    heads = rows_of(standings_paper(evening))[0]
    anna = people["Anna"]
    anna.privacy, anna.cover_number, anna.club = "hidden", 17, clubs[1]
    anna.save()

    shown = [line.entry.club for line in standings_of(evening).places]

    assert set(shown) == {"Pik Sieben", ""}
    assert "Verein" not in heads


def test_a_ranking_without_members_says_that_guests_have_played(
    client, evening, people, erika
):
    Player.objects.update(is_guest=True)
    evening.guests_apart = True
    evening.save()
    play_list(evening, people, ("2g1", "1a1"), erika)

    pages = [
        client.get(reverse(f"events:{name}", args=[evening.pk])).text
        for name in ("standings", "beamer")
    ]
    paper = standings_paper(evening)

    for text in (*pages, *texts_of(paper)[-1:]):
        assert "Bisher haben nur Gäste eine Liste abgeschlossen" in text
        assert "Noch keine Liste abgeschlossen" not in text


def test_the_chain_decides_between_equal_totals(client, evening, people, erika):
    # Anna wins 24 and 24 in two series, Bernd 48 in one.
    play_list(evening, people, ("e", "1k1", "e", "e", "2g1"), erika)
    play_list(evening, people, ("e", "1k1", "e"), erika, series=2)

    page = client.get(reverse("events:standings", args=[evening.pk])).text

    assert "mehr gewonnene Spiele (SkWO 6.3.1)" in page
    for chain, first, decided in (
        ("won,fewer-lost", "Anna", Criterion.WON),
        ("best-list,won,fewer-lost", "Bernd", Criterion.BEST_LIST),
        ("fewer-lost,last-series,won", "Anna", Criterion.LAST_SERIES),
    ):
        evening.tie_chain = chain
        found = standings_of(evening)
        top = found.places[0]
        assert top.entry.player == first
        assert not top.shared
        assert found.chain[top.decided_by] is decided


def test_the_page_says_how_far_the_prizes_go(client, evening, results, erika):
    for place, amount in ((1, 5000), (2, 2500)):
        Prize.objects.create(event=evening, place=place, amount=amount)
    address = reverse("events:standings", args=[evening.pk])
    released = release(event=evening, is_released=True, confirmed=True)
    final = client.get(address).text
    release(event=released, is_released=False)
    make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)

    page = client.get(address).text

    assert "2 Plätze gewinnen einen Preis." in page
    assert "Auf dem letzten Preisplatz stehen 36 Punkte." in page
    assert "Auf dem letzten Preisplatz stehen 36 Punkte." in final
    assert "zurzeit" not in final


def test_a_percentage_of_the_field_wins_a_prize(evening, people, results):
    evening.prize_mode, evening.prize_percent = "field", 50
    register_seated(event=evening)

    assert standings_of(evening).prize_places == 2


def test_in_marks_of_schieberamsch_the_lowest_sum_wins(people, erika):
    rule_set = make_rule_set(name="Ramsch", rules=PRESETS["marks"])
    evening = make_evening(rule_set=rule_set)
    three = {name: people[name] for name in ("Anna", "Bernd", "Carla")}

    play_list(evening, three, ["r60/30/30", "r0/0/120d3"], erika)

    # Anna 6, Bernd 3, Carla 3 - 120.
    ranked = standings_of(evening).places
    assert [(line.entry.player, line.entry.total) for line in ranked] == [
        ("Carla", -117),
        ("Bernd", 3),
        ("Anna", 6),
    ]
    assert [line.entry.best_list for line in ranked] == [-117, 3, 6]


@pytest.mark.parametrize(
    ("rules", "games"),
    [("marks", ["r60/30/30"]), ("bierlachs", ["1k1-", "2k1-", "3k1-"])],
)
def test_where_games_only_cost_whoever_missed_a_series_stands_behind(
    people, erika, rules, games
):
    evening = make_evening(
        series=2, rule_set=make_rule_set(name="Ramsch", rules=PRESETS[rules])
    )
    evening = Event.objects.get(pk=evening.pk)
    three = {name: people[name] for name in ("Anna", "Bernd", "Carla")}
    play_list(evening, three, games, erika)
    play_list(evening, three | {"Anna": people["Dieter"]}, games, erika, series=2)

    standings = standings_of(evening)
    texts = tie_texts(standings)

    assert [line.entry.player for line in standings.places[:2]] == ["Bernd", "Carla"]
    assert texts[-1] == "Platz 3: nur 1 Liste"
    leaders = leaders_of([evening], places=1)[evening.pk]
    assert [line.entry.player for line in leaders] == ["Bernd", "Carla"]
    assert [tie.place for tie in ties_in(standings)] == [1, 3]


def test_a_place_may_need_a_number_of_lists(people, erika, evening):
    Event.objects.update(least_lists=2)
    evening = Event.objects.get(pk=evening.pk)
    three = {name: people[name] for name in ("Anna", "Bernd", "Carla")}
    play_list(evening, three, ["1k1"], erika)
    first = standings_of(evening)
    assert first.unranked == ()  # the second list may still follow
    assert standings_spreadsheet(first).note.startswith("Vorläufig: 1 von etwa 2")

    play_list(evening, three | {"Anna": people["Dieter"]}, ["2k1"], erika, series=2)
    standings = standings_of(evening)

    assert {line.entry.player for line in standings.places} == {"Bernd", "Carla"}
    assert [row.player for row in standings.unranked] == ["Anna", "Dieter"]
    text = "Nicht gewertet, weniger als 2 Listen: Anna (24), Dieter (0)."
    assert remark_text(standings) in texts_of(standings_paper(evening))
    assert remark_text(standings) == text
    leaders = leaders_of([evening], places=9)[evening.pk]
    assert [line.entry.player for line in leaders] == ["Bernd", "Carla"]
    assert [row[:2] for row in standings_spreadsheet(standings).rows[2:]] == [
        (None, "Anna"),
        (None, "Dieter"),
    ]


def test_whoever_left_early_is_marked(people, erika, evening):
    play_list(evening, people, ["2k1"], erika)
    register_seated(event=evening)
    bernd = evening.entries.get(player=people["Bernd"])
    mark_left(entry=bernd, after_series=1)

    (remark,) = tie_texts(standings_of(evening))

    places = {line.entry.name: line.place for line in standings_of(evening).places}
    assert remark.startswith(f"Platz {places['Bernd']}: dabei bis Serie 1")


def test_a_click_on_won_shows_who_won_most_first(people, erika, evening):
    play_list(evening, people, ["2k1"], erika)

    for ranking in ("single", "lists"):
        table = StandingsTable(standings_of(evening, ranking=ranking))
        assert table.columns["won"].column.initial_sort_descending


JUNE = datetime.date(2026, 6, 13)


def classes(born, *, date=JUNE, **fields):
    event = Event(name="Meisterschaft", date=date, **fields)
    player = Player(last_name="Anna", birth_date=datetime.date.fromisoformat(born))
    return [ranking.value for ranking in classes_of(event, player)]


AGES = {
    "6.5 senior: 60 on 1 January": ("1966-01-01", ["seniors"]),
    "6.5 senior: 60 a day later": ("1966-01-02", []),
    "6.5 senior: 60 on the last day of the year before": ("1965-12-31", ["seniors"]),
    "6.5 junior: 21 on 1 January": ("2005-01-01", []),
    "6.5 junior: 20 on 1 January": ("2005-01-02", ["juniors"]),
    "6.5 youth: 18 on the day": ("2008-06-13", ["juniors"]),
    "6.5 youth: 17 on the day": ("2008-06-14", ["juniors", "youth"]),
    "6.5 pupil: 15 on the day": ("2011-06-13", ["juniors", "youth"]),
    "6.5 pupil: 14 on the day": ("2011-06-14", ["juniors", "youth", "pupils"]),
}


@pytest.mark.parametrize(("born", "found"), AGES.values(), ids=AGES)
def test_6_5_age_classes_have_the_limits_of_the_rules(born, found):
    assert classes(born) == found


def test_11_8_limits_and_the_day_are_settings_of_the_event():
    assert classes("1971-01-01", senior_age=55) == ["seniors"]
    assert classes("2004-05-05", junior_age=23) == ["juniors"]
    assert classes("2007-07-07", youth_age=20) == ["juniors", "youth"]
    assert classes("2009-09-09", pupil_age=18) == ["juniors", "youth", "pupils"]
    day = datetime.date(2026, 12, 31)
    assert classes("1966-06-06", age_date=day) == ["seniors"]
    assert classes("2011-06-14", age_date=day) == ["juniors", "youth"]


def test_6_5_nobody_is_in_an_age_class_without_a_date_of_birth():
    event = Event(name="Meisterschaft", date=JUNE)
    anna = Player(last_name="Anna", gender=Gender.FEMALE)

    assert classes_of(event, anna) == (Ranking.WOMEN,)


def test_6_5_people_born_on_a_leap_day_are_older_on_the_first_of_march():
    assert classes("2008-02-29", date=datetime.date(2026, 2, 28)) == [
        "juniors",
        "youth",
    ]
    assert classes("2008-02-29", date=datetime.date(2026, 3, 1)) == ["juniors"]


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


def give_points(event, **points):
    """Let everybody take part with these points; several calls add up."""
    for name, own in points.items():
        entry = event.entries.filter(player__last_name=name).first()
        entry = entry or add_entry(event=event, player=make_player(name))
        played.give_points(event.series.get(), entry.player, own)


def ranked_places(event, ranking="single"):
    return [
        (line.place, line.entry.name)
        for line in standings_of(event, ranking=ranking).places
    ]


def draw(event, by, place=1, ranking="single", seed="1"):
    return draw_lot(event=event, ranking=ranking, place=place, seed=seed, by=by)


def test_a_lot_separates_those_who_share_a_place_until_it_is_taken_back(event, erika):
    give_points(event, Anna=900, Bernd=900, Carla=900, Dieter=100)
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
    give_points(event, Anna=900, Bernd=900, Carla=800, Dieter=800, Emil=800)
    draw(event, erika)
    draw(event, erika, place=3)
    [best_of_three] = [name for place, name in ranked_places(event) if place == 3]
    give_points(event, **{best_of_three: 100})

    assert [place for place, _name in ranked_places(event)] == [1, 1, 1, 4, 4]


def test_a_lot_says_nothing_while_others_are_equal_and_counts_again(event, erika):
    give_points(event, Anna=900, Bernd=900, Carla=800)
    first = draw(event, erika)
    order = ranked_places(event)
    give_points(event, Carla=100)

    (tie,) = ties_in(standings_of(event))

    assert [place for place, _name in ranked_places(event)] == [1, 1, 1]
    assert len(tie.lines) == 3
    take_back_lot(draw=draw(event, erika), by=erika)
    give_points(event, Carla=-100)
    assert [ticket.lot for ticket in first.tickets.all()] == [2, 1]
    assert ranked_places(event) == order


def test_lots_are_drawn_and_one_of_teams_is_taken_back_on_the_page(
    client, event, erika
):
    give_points(event, Anna=900, Bernd=900)
    tandem = add_contest(event=event, name="Tandem", size=2)
    for name, number in (("Herz", 1), ("Pik", 2)):
        entries = event.entries.filter(start_number=number)
        save_team(team=Team(contest=tandem, name=name), entries=entries)
    page = reverse("events:lots", args=[event.pk])
    assert page in client.get(reverse("events:standings", args=[event.pk])).text

    offered = client.get(page).text
    for ranking in (tandem.word, "single"):
        client.post(page, {"ranking": ranking, "place": "1"})
    drawn = client.get(page).text
    back = f"{page}{event.lots.earliest('pk').pk}/take-back/"
    after = client.post(back, follow=True).text

    assert ["Los ziehen" in text for text in (offered, drawn)] == [True, False]
    assert "Bisher gezogene Lose" in drawn
    counts = [text.count("Los zurücknehmen") for text in (drawn, after)]
    assert counts == [2, 1]
    assert "zurückgenommen" in after
    assert [place for place, _name in ranked_places(event, tandem.word)] == [1, 1]
    assert [place for place, _name in ranked_places(event)] == [1, 2]


def test_no_lot_is_drawn_without_a_tie_or_while_a_list_is_missing(event, erika):
    give_points(event, Anna=900, Bernd=900, Carla=500)

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


def test_the_history_says_who_opened_started_and_closed(event, erika):
    series = event.series.get()
    people = make_players(("Anna", "Bernd", "Carla"))
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
        "Wieder geöffnet: Serie 1, Tisch 2, Spiel vergessen",
        "Serie abgeschlossen: Serie 1",
        "Wieder geöffnet: Serie 1, Liste 1",
    ]
