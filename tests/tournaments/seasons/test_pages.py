"""The pages of seasons: describe a rule, read the table, try another rule."""

from datetime import date

import pytest
from django.db import IntegrityError
from django.urls import reverse

from scoring.seasons.rules import PRESETS, Bonus, Measure, SeasonRule, Unit
from tests.factories import finish_list, make_evening, type_games
from tests.tournaments.leagues.pages import text_of
from tests.tournaments.seasons.seasons import (
    FIRST,
    THREE,
    known,
    make_season,
    played_evening,
)
from tournaments.events.models import Event
from tournaments.events.seats.services import open_table
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Player
from tournaments.seasons.forms import RuleForm, rule_fields
from tournaments.seasons.models import Season
from tournaments.seasons.services import save_season
from tournaments.seasons.views import following_days
from tournaments.sheets.models import Result
from tournaments.sheets.seats import add_substitute

pytestmark = pytest.mark.django_db
DAYS = {"name": "Saison", "first_date": "2026-01-01", "last_date": "2026-12-31"}


@pytest.fixture
def season(erika):
    played_evening(0, 2, erika, games=2)
    played_evening(1, 1, erika, games=3)
    return make_season(SeasonRule(best=1))


def fields(rule, **more):
    given = {**rule_fields(rule), **more}
    cents = given["absence_cents"]
    given["absence_cents"] = f"{cents // 100},{cents % 100:02}"
    return {name: value for name, value in given.items() if value is not None}


def page(client, name, season, query=None, *more, **headers):
    address = reverse(f"seasons:{name}", args=[season.pk, *more])
    return client.get(address, query or {}, **headers)


def test_the_rule_of_a_season_that_has_ended_changes_when_confirmed(
    client, erika, season
):
    Season.objects.update(last_date="2026-02-01")
    address = reverse("seasons:edit", args=[season.pk])
    others = {**fields(SeasonRule(best=2)), **DAYS, "last_date": "2026-02-01"}

    asked = client.post(address, others)

    assert "Diese Saison ist zu Ende" in text_of(asked)
    assert "auf einem anderen Platz" in text_of(asked)
    assert "Nur die besten: 2" in next(asked.context["form"].groups()).line
    assert Season.objects.get().best == 1
    assert client.post(address, {**others, "confirmed": "on"}).status_code == 302
    assert Season.objects.get().best == 2
    renamed = client.post(address, {**others, "name": "2026"})
    assert renamed.status_code == 302


def test_5_5_a_season_per_game_counts_the_games_of_each(client, erika):
    series = make_evening("Abend", date=FIRST).series.get()
    sheet = open_table(series=series, players=[known(name) for name in THREE])
    type_games(sheet, ["1g1", "2g1"], by=erika)
    add_substitute(sheet=sheet, place=1, player=known("Emil"), by=erika, from_game=3)
    finish_list(sheet, ["1g1"] * 3, by=erika)
    played_evening(1, 1, erika, players=("Fritz", *THREE[1:]))
    Result.objects.filter(series__event__name="Abend 1").update(last_game=0)
    rule = SeasonRule(measure=Measure.PER_GAME, minimum_games=3)

    typed = {**DAYS, **fields(rule, takes_evenings="on")}
    client.post(reverse("seasons:create"), typed)
    season = Season.objects.get()
    shown = text_of(page(client, "season", season))
    file = client.get(reverse("files:season", args=[season.pk, "csv"])).text
    lines = [line.split(",") for line in file.splitlines()]
    columns = [lines[0].index(name) for name in ("Ergebnis", "Spiele", "Durchschnitt")]

    assert [(line[1], *(line[at] for at in columns)) for line in lines[1:5]] == [
        ("Emil", "98", "3", "294.00"),
        ("Bernd", "19.60", "5", "98.00"),
        ("Carla", "0", "5", "0.00"),
        ("Anna", "49", "2", "98.00"),
    ]
    # Fritz and that evening are left out, and page and file say so.
    assert "Fritz" not in shown + file
    for text in (shown, file):
        assert "weiß niemand, wie viele Spiele es sind" in text
    assert "1 Spiel<" in shown
    emil = page(client, "person", season, None, known("Emil").pk)
    assert ("Spiele", "3") in emil.context["figures"]


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_can_be_described_with_the_fields(key):
    form = RuleForm(fields(PRESETS[key]))

    assert form.is_valid(), form.errors
    assert form.rule() == PRESETS[key]


def test_a_rule_has_as_many_bonuses_as_the_club_wants(client, erika):
    steps = [(10, 5), (20, 10), (25, 15), (30, 20)]
    rule = SeasonRule(
        bonuses=tuple(
            Bonus(unit=Unit.EVENING, at_least=at, points=points) for at, points in steps
        )
    )

    client.post(reverse("seasons:create"), {**DAYS, **fields(rule)})

    season = Season.objects.get()
    assert season.as_rule() == rule
    shown = page(client, "edit", season).context["form"]
    values = [shown[f"bonus_from_{at}"].value() for at in range(1, 6)]
    assert values == [10, 20, 25, 30, None]


@pytest.mark.parametrize(
    ("last", "evening", "proposed"),
    [
        (None, None, (date(2026, 1, 1), date(2026, 12, 31))),
        (None, date(2025, 9, 5), (date(2025, 1, 1), date(2025, 12, 31))),
        (date(2024, 12, 31), date(2025, 9, 5), (date(2025, 1, 1), date(2025, 12, 31))),
        (date(2026, 11, 27), None, (date(2026, 1, 1), date(2026, 12, 31))),
        (date(2027, 6, 30), None, (date(2027, 7, 1), date(2028, 6, 30))),
        (date(2027, 2, 28), None, (date(2027, 3, 1), date(2028, 2, 29))),
        (date(2026, 12, 15), None, (date(2026, 12, 16), date(2027, 12, 15))),
    ],
)
def test_a_new_season_is_proposed_behind_those_that_run(db, last, evening, proposed):
    if last:
        make_season(first_date=date(2024, 1, 1), last_date=last)
        make_evening(date=date(2024, 9, 5))
    if evening:
        make_evening(date=evening)

    assert following_days(date(2026, 11, 28)) == proposed


@pytest.mark.parametrize(("rhythm", "minimum"), [("weekly", "24"), ("first", "6")])
def test_the_first_season_has_a_minimum_and_the_next_one_its_rule(
    client, erika, rhythm, minimum
):
    Club.objects.create(name="Karo Einfach", is_home=True)
    Organisation.objects.update(rhythm=rhythm)
    form = client.get(reverse("seasons:create")).context["form"]
    assert str(form["minimum_lists"].value()) == minimum
    assert "Abwesenheitsgeld: " not in [*form.groups()][4].line

    for month in (1, 2, 3, 4):
        make_evening(series=2, date=date(2025, month, 3))
    over = client.get(f"{reverse('seasons:create')}?year=2025").context["form"]
    assert (over["planned"].value(), over["minimum_lists"].value()) == (8, 2)
    make_season(PRESETS["PFORZ"])

    form = client.get(reverse("seasons:create")).context["form"]
    assert form["absence_cents"].value() == "3,00"
    assert "Abwesenheitsgeld: 3,00" in [*form.groups()][4].line


def test_errors_are_shown_at_the_fields_of_a_rule():
    form = RuleForm(
        fields(SeasonRule(best=36, planned=30), missing="20.001", series="1, 99")
    )

    assert not form.is_valid()
    assert set(form.errors) == {"missing", "series"}
    form = RuleForm(fields(SeasonRule(best=36, planned=30)))
    assert set(form.errors) == {"best"}


def test_a_season_is_described_from_a_preset(client, erika):
    typed = {**DAYS, "name": "Meisterschaft", **fields(SeasonRule(best=3))}
    offered = client.post(reverse("seasons:create"), {**typed, "preset": "GERM"})
    form = offered.context["form"]
    assert [form[name].value() for name in (*DAYS, "takes_evenings")] == [
        "Meisterschaft",
        "2026-01-01",
        "2026-12-31",
        False,
    ]
    assert (form["minimum_lists"].value(), form["best"].value()) == (24, None)
    assert "Name und Tage sind wie getippt" in text_of(offered)
    assert "mindestens 24 Listen" in text_of(offered)
    assert not Season.objects.exists()

    answer = client.post(
        reverse("seasons:create"),
        {**DAYS, "takes_evenings": "on", **fields(PRESETS["GERM"])},
    )

    season = Season.objects.get()
    assert answer.url == season.get_absolute_url()
    assert season.as_rule() == PRESETS["GERM"]


def test_the_rule_of_a_form_is_read_aloud_as_it_is_typed(client, erika):
    def draft(rule, **more):
        return text_of(client.get(reverse("seasons:draft"), fields(rule, **more)))

    assert "24 Listen" in draft(PRESETS["GERM"])
    assert "24 Listen" not in draft(SeasonRule())
    wrong = draft(SeasonRule(best=36, planned=30))
    assert "Nur die besten: " in wrong
    assert "Die Regel" not in wrong


def test_a_second_season_of_a_name_is_refused_at_its_field(client, season):
    given = {**DAYS, **fields(PRESETS["GERM"])}
    address = reverse("seasons:create")

    unnamed = client.post(address, given | {"name": ""})
    answer = client.post(address, given | {"name": season.name.upper()})

    # The typed rule is shown in words.
    assert unnamed.status_code == 422
    assert "24 Listen" in text_of(unnamed)
    assert (answer.status_code, Season.objects.count()) == (422, 1)
    assert "schon vergeben" in str(answer.context["form"].errors["name"])
    # At the same moment, too.
    with pytest.raises(IntegrityError, match="season"):
        Season(name=season.name, first_date=FIRST, last_date=FIRST).save()


def test_days_without_a_year_may_lie_on_both_sides_of_new_year(client, erika):
    days = {"first_date": "1.2.", "last_date": "31.1."}

    client.post(
        reverse("seasons:create"), {"name": "Saison", **days, **fields(SeasonRule())}
    )

    season = Season.objects.get(name="Saison")
    assert season.first_date.year + 1 == season.last_date.year


def test_the_rule_can_be_changed_and_taken_over_from_the_lab(client, season):
    draft = fields(PRESETS["BITB"])

    offered = page(client, "edit", season, draft)
    assert offered.context["form"]["best"].value() == 36
    assert "Sie ist noch nicht gespeichert." in text_of(offered)

    client.post(reverse("seasons:edit", args=[season.pk]), {**DAYS, **draft})
    assert Season.objects.get().as_rule() == PRESETS["BITB"]
    unchanged = page(client, "edit", season, draft)
    assert "noch nicht gespeichert" not in text_of(unchanged)


def test_the_table_shows_struck_results_and_links_to_the_lists(client, season):
    anna = Player.objects.get(last_name="Anna")

    shown = text_of(page(client, "season", season))
    results = text_of(page(client, "results", season))
    lists = text_of(page(client, "person", season, None, anna.pk))

    assert "<s>0</s>" in shown
    assert reverse("seasons:person", args=[season.pk, anna.pk]) in shown
    assert 'class="move move-up"' in shown
    assert '<s>0</s><span class="visually-hidden"> gestrichen</span>' in results
    assert '<th scope="row" class="person">' in results
    sheet = anna.results.first().sheet_id
    assert reverse("sheets:detail", args=[sheet]) in lists
    assert "gestrichen" in lists


def test_a_phone_shows_the_last_evenings_and_says_so(client, season, erika):
    assert "Die letzten Abende" not in text_of(page(client, "results", season))
    for week in range(2, 8):
        played_evening(week, 1, erika)

    text = text_of(page(client, "results", season))

    (row,) = [row for row in text.split("<tr>") if ">Anna</a>" in row]
    assert "Die letzten Abende; der Name öffnet alle." in text
    assert row.count("data-before=") == 8
    assert row.count("minor") == 2


def test_the_result_with_its_bonus_stands_above_the_lists(client, season):
    bonus = Bonus(unit=Unit.EVENING, at_least=2, points=30)
    save_season(season=season, rule=SeasonRule(bonuses=(bonus,)))
    anna = Player.objects.get(last_name="Anna")

    shown = page(client, "person", season, None, anna.pk)

    assert shown.context["figures"][0] == ("Ergebnis", "177,00")


def test_the_lab_shows_who_moves_and_the_rule_in_words(client, season):
    draft = fields(SeasonRule(best=None))

    answer = page(client, "lab", season, draft)
    part = page(client, "lab", season, draft, headers={"HX-Request": "true"})

    assert "Durchschnitt aller Listen" in text_of(answer)
    assert "<html" not in text_of(part)
    assert 'id="lab"' in text_of(part)
    assert 'name="bonus_from_3"' in text_of(answer)


def test_the_lab_uses_the_results_of_an_earlier_season(client, season):
    earlier = make_season(
        name="Saison 2025", first_date=FIRST.replace(year=2025), last_date=FIRST
    )
    draft = fields(SeasonRule(), of=earlier.pk)

    answer = page(client, "lab", season, draft)

    assert answer.context["played_in"] == earlier
    assert answer.context["people"] == 3


def test_a_draft_prints_as_text_for_the_bylaws(client, season):
    in_force = text_of(page(client, "rule", season))
    draft = text_of(page(client, "rule", season, fields(PRESETS["GERM"])))

    assert "Der Durchschnitt der besten Liste wird gewertet." in in_force
    assert "Für die Wertung sind mindestens 24 Listen nötig." in draft
    assert "die bis zur Mindestzahl fehlen, zählen je 0 Punkte." in draft


def test_evenings_are_chosen_and_a_season_is_deleted(client, season):
    address = reverse("seasons:members", args=[season.pk])
    assert client.get(address).status_code == 200

    client.post(address, {"events": []})
    assert season.members.count() == 2
    client.post(reverse("seasons:publish", args=[season.pk]), {"published": "yes"})
    assert Season.objects.get().is_published
    assert client.get(reverse("seasons:delete", args=[season.pk])).status_code == 200
    client.post(reverse("seasons:delete", args=[season.pk]))
    assert not Season.objects.exists()


def test_a_season_marks_the_evening_that_is_provisional(client, season):
    provisional = text_of(page(client, "season", season))
    Event.objects.filter(name="Abend 1").update(is_released=True)
    earlier = text_of(page(client, "season", season))
    Event.objects.update(is_released=True)

    assert "Stand nach Abend 1" in provisional
    dated = [event.dated_name for event in Event.objects.order_by("-date")]
    assert f"· Vorläufig: {'; '.join(dated)}." in provisional
    assert f"· Vorläufig: {dated[1]}." in earlier
    assert "vorläufig" not in text_of(page(client, "season", season))
