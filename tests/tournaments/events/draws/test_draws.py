"""Drawing tables: what is drawn, and the pages on which it is asked for."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_player,
    make_players,
    type_games,
)
from tests.tournaments.events.draws.draws import (
    draw,
    everybody_at,
    make_entries,
    play,
    sheet_at,
    tables_of,
)
from tournaments.events.draws.drawing import (
    DrawPart,
    DrawQuestion,
    DrawWish,
    answer_from,
    answer_to,
    question_from,
)
from tournaments.events.draws.services import draw_tables, is_repeated
from tournaments.events.entries.services import add_entry
from tournaments.events.models import ApartPair, Draw, Entry, Team
from tournaments.events.seats.services import open_table
from tournaments.events.teams.services import add_contest, save_team
from tournaments.people.models import Club
from tournaments.seating.problem import Entrant, TableRule
from tournaments.seating.search import PICKS
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import DrawMode, EntryStatus, EventKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(erika):
    """Two series, for eight people who are here."""
    evening = make_evening(series=2)
    make_entries(evening, 8)
    return evening


def refusal_of(service, *values, **named):
    with pytest.raises(ValidationError) as refusal:
        service(*values, **named)
    return refusal.value.code


@pytest.mark.parametrize("mode", [DrawMode.WISHES, DrawMode.LOT])
def test_five_people_share_one_table_when_the_organiser_says_so(erika, mode):
    evening = make_evening(series=2)
    make_entries(evening, 5)

    draw(evening, erika, 1, 2, tables=TableRule.FIVE, mode=mode)

    assert sorted(tables_of(evening, 1)[1]) == [1, 2, 3, 4, 5]
    assert tables_of(evening, 1) != tables_of(evening, 2)


def test_nothing_is_drawn_when_nobody_is_here(erika, evening):
    evening.entries.update(status=EntryStatus.REGISTERED)

    assert refusal_of(draw, evening, erika) == "nobody"
    draw(evening, erika, with_registered=True)
    assert len(tables_of(evening, 1)) == 2


def test_only_a_draw_of_this_version_that_nobody_changed_agrees(erika, evening):
    drawn = draw(evening, erika)

    assert is_repeated(draw=drawn)
    drawn.question = drawn.question.replace('"seed":"7"', '"seed":"8"')
    assert not is_repeated(draw=drawn)
    drawn.version = 99
    assert refusal_of(is_repeated, draw=drawn) == "version"


def test_a_draw_ended_by_the_clock_is_repeated_up_to_the_same_step(erika):
    evening = make_evening(series=6)
    make_entries(evening, 20)
    wish = DrawWish(first=1, last=6, seed="7")

    drawn = draw_tables(event=evening, wish=wish, by=erika, seconds=0.2)

    (stop,) = answer_from(drawn.answer)[1]
    assert stop is not None
    assert 0 < drawn.picks < PICKS
    assert is_repeated(draw=drawn)


def test_every_group_of_a_draw_has_its_part_of_the_time():
    groups = DrawWish(first=1, last=1, seed="7", mode=DrawMode.GROUPS, groups=3)
    entrants = tuple(Entrant(number=number) for number in range(1, 40))
    question = DrawQuestion(
        wish=groups,
        parts=(DrawPart(series=(1,), entrants=entrants),),
        ranking=tuple(range(1, 40)),
    )

    answer = answer_to(question, seconds=60)

    assert answer.stops == (None, None, None)


def test_late_arrivals_and_leavers_are_in_their_series_only(erika):
    evening = make_evening(series=3)
    entries = make_entries(evening, 17)
    Entry.objects.filter(pk=entries[15].pk).update(from_series=2)
    Entry.objects.filter(pk=entries[16].pk).update(
        until_series=1, status=EntryStatus.LEFT
    )

    drawn = draw(evening, erika, 1, 3)

    seated = [everybody_at(tables_of(evening, n)) for n in (1, 2, 3)]
    assert seated[0] == [*range(1, 16), 17]
    assert seated[1] == seated[2] == list(range(1, 17))
    assert is_repeated(draw=drawn)


def test_played_series_stay_and_count_for_the_rest(erika):
    evening = make_evening(series=3)
    make_entries(evening, 16)
    draw(evening, erika, 1, 3)
    play(evening, 1, erika)
    played = tables_of(evening, 1)
    codes = set(ScoreSheet.objects.filter(series__number=1).values_list("code"))
    Entry.objects.filter(event=evening, start_number=16).update(
        until_series=1, status=EntryStatus.LEFT
    )

    drawn = draw(evening, erika, 2, 3, replace=True)

    assert tables_of(evening, 1) == played
    assert set(ScoreSheet.objects.filter(series__number=1).values_list("code")) == codes
    history = question_from(drawn.question).history
    assert history == (tuple(tuple(table) for table in played.values()),)
    assert drawn.repeats == 0


def test_tables_that_are_being_played_keep_their_people_and_number(erika):
    evening = make_evening()
    entries = make_entries(evening, 12)
    draw(evening, erika)
    type_games(sheet_at(evening, 1, 2), EIGHT_GAMES[:3], by=erika)
    kept = tables_of(evening, 1)[2]
    free = next(entry for entry in entries if entry.start_number not in kept)
    Entry.objects.filter(pk=free.pk).update(status=EntryStatus.ABSENT)

    draw(evening, erika, replace=True)

    tables = tables_of(evening, 1)
    assert tables[2] == kept
    assert sorted(tables) == [1, 2, 3]
    assert everybody_at(tables) == [
        number for number in range(1, 13) if number != free.start_number
    ]


def test_an_old_page_replaces_no_draw_that_came_after_it(client, erika, evening):
    draw(evening, erika)
    address = page_of(evening, "draw")
    link = f"{address}?series=1&amp;replace=on"
    assert link in client.get(page_of(evening, "draw-series", 1)).text
    form = client.get(f"{address}?series=1&replace=on").context["form"]
    values = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in values.items() if value}

    assert client.post(address, sent).status_code == 302
    again = client.post(address, sent)

    assert again.status_code == 422
    assert "Auslosung 2 kam inzwischen" in again.text
    assert "checked" not in str(again.context["form"]["replace"])
    seen = again.context["form"]["seen_draw"].value()
    assert client.post(address, sent | {"seen_draw": seen}).status_code == 302
    assert evening.draws.count() == 3


def test_tables_are_replaced_only_on_request_and_before_they_run(erika, evening):
    draw(evening, erika)
    before = tables_of(evening, 1)

    assert refusal_of(draw, evening, erika) == "tables"
    for moment in ("clock_started_at", "closed_at"):
        evening.series.update(
            **{"clock_started_at": None, "closed_at": None, moment: timezone.now()}
        )
        code = refusal_of(draw, evening, erika, replace=True)
        assert code == moment.split("_")[0]
    assert tables_of(evening, 1) == before
    assert Draw.objects.count() == 1


def test_the_best_play_together(erika, evening):
    draw(evening, erika)
    play(evening, 1, erika)

    drawn = draw(evening, erika, 2, mode=DrawMode.STANDING, soft=0)

    ranking = question_from(drawn.question).ranking
    assert set(tables_of(evening, 2)[1]) == set(ranking[:4])
    assert is_repeated(draw=drawn)


def test_strength_groups_play_among_themselves(erika):
    evening = make_evening()
    entries = make_entries(evening, 16)
    for entry in entries:
        entry.group = 2 if entry.start_number % 2 else 1
        entry.save()

    draw(evening, erika, mode=DrawMode.GROUPS)

    tables = tables_of(evening, 1)
    assert {n % 2 for n in tables[1] + tables[2]} == {0}
    assert {n % 2 for n in tables[3] + tables[4]} == {1}


def test_clubs_teams_and_pairs_sit_apart_and_fixed_places_stay(erika):
    evening = make_evening(kind=EventKind.TOURNAMENT)
    entries = make_entries(evening, 16)
    club = Club.objects.create(name="Skatfreunde Musterstadt")
    contest = add_contest(event=evening, name="Mannschaften", size=4)
    save_team(team=Team(contest=contest, name="Die Buben"), entries=entries[4:8])
    for entry in entries[:4]:
        entry.player.club = club
        entry.player.save()
    ApartPair.objects.create(event=evening, first=entries[8], second=entries[9])
    Entry.objects.filter(pk=entries[15].pk).update(fixed_table=3)

    drawn = draw(evening, erika, clubs_apart=True)

    for table in tables_of(evening, 1).values():
        assert sum(number <= 4 for number in table) == 1
        assert sum(4 < number <= 8 for number in table) == 1
        assert not {9, 10} <= set(table)
    assert 16 in tables_of(evening, 1)[3]
    assert (drawn.club_clashes, drawn.team_clashes, drawn.apart_clashes) == (0, 0, 0)


def test_players_with_sits_at_tables_of_three_this_year_are_spared(erika):
    before = make_evening("Davor", date=datetime.date(2026, 10, 2))
    entries = make_entries(before, 7)
    draw(before, erika)
    play(before, 1, erika)
    three = tables_of(before, 1)[2]
    evening = make_evening()
    for entry in entries:
        add_entry(event=evening, player=entry.player)

    draw(evening, erika)

    assert not set(three) & set(tables_of(evening, 1)[2])


def test_drawing_thirty_tables_costs_as_many_queries_as_two(
    erika, django_assert_max_num_queries
):
    small, large = make_evening("Klein"), make_evening("Groß")
    make_entries(small, 8)
    make_entries(large, 120)

    for evening in (small, large):
        with django_assert_max_num_queries(80):
            draw(evening, erika, mode=DrawMode.LOT)


def test_no_standing_and_lists_being_typed_are_no_ground_to_draw(erika, evening):
    draw(evening, erika, 1, 2)

    by_standing = {"mode": DrawMode.STANDING, "replace": True}
    assert refusal_of(draw, evening, erika, 2, **by_standing) == "no-standing"
    type_games(sheet_at(evening, 1, 1), EIGHT_GAMES[:1], by=erika)
    assert refusal_of(draw, evening, erika, 1, 2, replace=True) == "begun"


WISH = {"first": "1", "last": "1", "mode": "wishes", "tables": "fours", "soft": "1"}


def page_of(evening, verb="draw", *more):
    return reverse(f"events:{verb}", args=[evening.pk, *more])


def test_a_draw_leads_to_its_tables(client, evening):
    answer = client.post(page_of(evening), WISH, follow=True)

    assert answer.redirect_chain[-1][0] == page_of(evening, "draw-series", 1)
    assert "Die Tische sind ausgelost" in answer.text
    assert "Spieler001" in answer.text
    assert len(Draw.objects.get().seed) == 6
    assert "Auslosung 1: Serie 1<" in client.get(page_of(evening)).text


def test_without_people_the_page_leads_to_the_check_in(client, erika):
    evening = make_evening()
    make_player("Anna")

    page = client.get(page_of(evening))

    assert page.context["form"] is None
    assert page.context["step"].url == page_of(evening, "check_in")
    assert client.post(page_of(evening), WISH).status_code == 422


def test_people_seated_by_hand_are_entered_and_drawn(client, erika):
    evening = make_evening(series=2)
    people = make_players(("Anna", "Bernd", "Carla", "Dieter"))
    open_table(series=evening.series.get(number=1), players=people)

    form = client.get(page_of(evening)).context["form"]
    answer = client.post(
        page_of(evening), WISH | {"first": "2", "last": "2", "mode": "lot"}
    )
    assert answer.url == page_of(evening, "draw-series", 2)

    assert form["first"].value() == 2
    assert everybody_at(tables_of(evening, 2)) == [1, 2, 3, 4]


@pytest.mark.parametrize(("people", "is_said"), [(5, False), (9, True)])
def test_only_five_people_get_a_table_of_five_and_others_are_told(
    client, erika, people, is_said
):
    evening = make_evening()
    make_entries(evening, people)

    page = client.post(page_of(evening), WISH | {"tables": "five"}, follow=True)

    said = "Nur genau fünf spielen an einem Tisch: Diese 9 sitzen an Tischen zu viert"
    assert (said in page.text) is is_said


def test_nonsense_is_refused_and_nothing_is_drawn(client, evening):
    for wrong in (
        {"first": "9"},
        {"first": ""},
        {"first": "2", "last": "1"},
        {"mode": "hand"},
        {"mode": "standing"},
        {"tables": "six"},
        {"groups": "0"},
        {"soft": "17"},
    ):
        assert client.post(page_of(evening), WISH | wrong).status_code == 422, wrong
    assert not ScoreSheet.objects.exists()


def test_people_who_fit_no_table_are_told_the_way_out(client, erika):
    for people, tables, said in (
        (2, "fours", "Ein Tisch braucht mindestens 3"),
        (5, "fours", "Fünfertisch"),
        (5, "threes", "Fünfertisch"),
    ):
        evening = make_evening()
        make_entries(evening, people)
        answer = client.post(page_of(evening), WISH | {"tables": tables})
        assert answer.status_code == 422
        assert said in answer.text
        assert not tables_of(evening, 1)
        assert not evening.draws.exists()


def test_the_report_shows_seed_and_bound(client, erika):
    evening = make_evening(series=3)
    make_entries(evening, 12)
    draw(evening, erika, 1, 3)

    page = client.get(page_of(evening, "draw-report", 1)).text

    assert "12 Spieler, 3 Serien: mindestens 6 Wiederholungen" in page
    assert "Auslosung 1: Serie 1 bis 3<" in page
    assert "<strong>7</strong>" in page


def test_anybody_can_download_the_record_of_a_published_draw(client, evening, erika):
    draw(evening, erika)
    evening.is_published = True
    evening.save()
    client.logout()

    answer = client.get(page_of(evening, "draw-record", 1))

    record = answer.json()
    assert record["question"]["wish"]["seed"] == Draw.objects.get().seed
    assert list(record["answer"]["tables"]) == ["1"]
    assert "attachment" in answer["Content-Disposition"]
