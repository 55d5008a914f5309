from dataclasses import replace

import pytest
from django.urls import reverse

from scoring.house.rules import (
    EVERYTHING,
    OFFICIAL,
    OPTIONS,
    PRESETS,
    HouseRules,
    RamschScoring,
    Schieberamsch,
)
from tests.factories import make_evening, make_rule_set, make_sheet, type_games
from tournaments.events.models import Event
from tournaments.programme.models import RuleSet
from tournaments.sheets.house.forms import RuleSetForm

# The name of a set of rules is read as the reader may see it.
pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(client, erika):
    client.force_login(erika)
    return client


def fields_of(rules, **changed):
    """Return what a form sends for ``rules``."""
    row = RuleSet(name="Freitag")
    row.set_rules(rules)
    form = RuleSetForm(instance=row)
    values = {name: form[name].value() for name in form.fields}
    values |= {"cap_cents": "", "grid_cents": "0,01", **changed}
    return {
        name: "" if value is None else value
        for name, value in values.items()
        if value is not False
    }


def test_each_option_stands_under_one_heading():
    fields = [
        field for _title, fields, _seen in RuleSetForm().groups() for field in fields
    ]

    assert [field.name for field in fields] == list(OPTIONS)


def test_an_amount_that_is_not_played_is_left_empty():
    form = RuleSetForm()

    assert form["cap_cents"].value() == ""
    assert 'value="0,01"' in str(form["grid_cents"])


def test_the_prize_of_a_ramsch_says_when_it_counts_and_an_example_counts_it(secretary):
    trial = fields_of(HouseRules(ramsch=RamschScoring.FEWEST_POINTS, ramsch_prize=30))

    page = secretary.post("/lists/rules/new/", trial | {"try": "1"})

    assert "Zählt nur, wo die wenigsten Augen gewinnen" in page.text
    ramsch = page.context["examples"].lines[-1]
    assert ramsch.entry.house.ramsch
    assert [score.points for score in ramsch.scores] == [30]


def test_what_is_as_in_the_isko_is_folded():
    def seen(form):
        return [
            {field.name for field in fields}
            for _title, fields, is_open in form.groups()
            if is_open
        ]

    untouched = fields_of(OFFICIAL)

    assert seen(RuleSetForm()) == seen(RuleSetForm(untouched)) == []
    (kontra,) = seen(RuleSetForm(untouched | {"kontra": "on"}))
    assert "kontra" in kontra
    (refused,) = seen(RuleSetForm(untouched | {"ramsch": "never heard of"}))
    assert "ramsch" in refused


@pytest.mark.parametrize("rules", [EVERYTHING, *PRESETS.values()])
def test_the_form_says_the_rules_it_was_filled_with(rules):
    form = RuleSetForm(fields_of(rules))

    assert form.rules() == rules


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_to_start_from_fill_the_form(secretary, preset):
    response = secretary.get(f"/lists/rules/new/?preset={preset}")

    assert response.status_code == 200
    assert response.context["form"].instance.as_rules() == PRESETS[preset]


def test_new_rules_are_saved_and_listed(secretary):
    rules = HouseRules(kontra=True, bock_split=True)

    response = secretary.post("/lists/rules/new/", fields_of(rules))

    assert response.status_code == 302
    assert RuleSet.objects.get().as_rules() == rules
    page = secretary.get("/lists/rules/")
    assert "„Freitag“ ist angelegt." in page.text
    assert "Hausregeln: Kontra und Re, Bockrunden" in page.text


def test_a_trial_counts_the_examples_and_saves_nothing(secretary):
    make_rule_set(name="Freitag", rules=HouseRules())
    rule_set = RuleSet.objects.get()
    trial = fields_of(HouseRules(kontra=True, stake_cents="1"), **{"try": "1"})

    page = secretary.post(f"/lists/rules/{rule_set.pk}/", trial)
    part = secretary.post(
        f"/lists/rules/{rule_set.pk}/", trial, headers={"HX-Request": "true"}
    )

    assert page.context["examples"].lines[0].result.score == -88
    assert "Pik ohne 1 Kontra verloren" in part.text.replace(",", "")
    assert "<html" not in part.text
    rule_set.refresh_from_db()
    assert rule_set.as_rules() == HouseRules()


def test_an_impossible_option_is_named_instead_of_examples(secretary):
    trial = fields_of(HouseRules(), stake_cents="viel", **{"try": "1"})

    part = secretary.post("/lists/rules/new/", trial, headers={"HX-Request": "true"})

    assert "examples" not in part.context
    assert "1/10" in part.text


def test_rules_are_copied_and_deleted(secretary):
    rule_set = make_rule_set(name="Freitag", rules=PRESETS["friday"])

    secretary.post(f"/lists/rules/{rule_set.pk}/copy/", {"name": "Samstag"})
    asked = secretary.get(f"/lists/rules/{rule_set.pk}/delete/")
    secretary.post(f"/lists/rules/{rule_set.pk}/delete/")

    assert asked.status_code == 200
    assert [row.name for row in RuleSet.objects.all()] == ["Samstag"]


def test_rules_in_use_are_not_deleted_but_named(secretary):
    rule_set = make_rule_set(name="Freitag", rules=PRESETS["friday"])
    make_evening("Freitag vor Ostern", rule_set=rule_set)

    page = secretary.post(f"/lists/rules/{rule_set.pk}/delete/", follow=True)

    assert "Freitag vor Ostern" in page.text
    assert RuleSet.objects.exists()


def test_frozen_rules_have_no_page(secretary, erika):
    rule_set = make_rule_set(name="Freitag", rules=PRESETS["friday"])
    evening = make_evening(rule_set=rule_set)
    type_games(make_sheet(evening=evening), ["e"], by=erika)
    frozen = RuleSet.objects.get(is_frozen=True)

    assert secretary.get(f"/lists/rules/{frozen.pk}/").status_code == 404


def test_an_evening_is_opened_with_house_rules_and_says_so(secretary):
    rule_set = make_rule_set(name="Freitag", rules=PRESETS["friday"])
    fields = {
        "date": "2026-11-06",
        "name": "Freitag",
        "series": 1,
        "rounds": 12,
        "system": "plain",
        "rule_set": rule_set.pk,
    }

    page = secretary.post("/events/new/", fields, follow=True)

    note = '<p class="house-rules">Hausregeln: Kontra und Re, Bockrunden'
    assert note in page.text
    assert note in secretary.get(Event.objects.get().get_absolute_url()).text


def test_the_settings_say_of_each_choice_whether_only_game_points_count(secretary):
    make_rule_set(name="Ziel", rules=HouseRules(target=500))
    make_rule_set(name="Freitag", rules=HouseRules(kontra=True))

    page = secretary.get(reverse("events:edit", args=[make_evening().pk])).text

    assert ">Ziel (reine Spielpunkte)</option>" in page
    assert ">Freitag</option>" in page


@pytest.mark.parametrize("rule_set", [False, True])
def test_official_evenings_say_nothing_of_house_rules(secretary, rule_set):
    rules = HouseRules(stake_cents="1/10")
    chosen = make_rule_set(name="Geld", rules=rules) if rule_set else None
    evening = make_evening(rule_set=chosen)

    assert "Hausregeln:" not in secretary.get(evening.get_absolute_url()).text


def test_options_that_contradict_one_another_are_refused_by_name(secretary):
    rules = HouseRules(only_ramsch=True, kontra=True, bock_re=True, target=500)
    rules = replace(rules, schieberamsch=Schieberamsch.MINUS, bock_split=True)

    response = secretary.post("/lists/rules/new/", fields_of(rules))

    assert response.status_code == 422
    assert response.context["form"].errors == {
        "kontra": [
            "„Kontra: Kontra und Re“ und „Schieberamsch: es wird nur Ramsch gespielt“ "
            "passen nicht zusammen: im reinen Ramsch reizt niemand."
        ],
        "bock_split": [
            "„Eine Bockrunde beginnt durch: 60 zu 60 Augen“ und „Schieberamsch: es "
            "wird nur Ramsch gespielt“ passen nicht zusammen: im Ramsch gibt es keinen "
            "Alleinspieler, außer beim Grand Hand."
        ],
        "target": [
            "„Punkteziel und Bierlachs: bis zu so vielen Punkten“ und „Schieberamsch: "
            "Zählweise“ passen nicht zusammen: beim Punkteziel schreibt nur der "
            "Alleinspieler."
        ],
    }
    assert not RuleSet.objects.exists()


def test_an_option_that_needs_another_names_it(secretary):
    rules = HouseRules(ramsch_after_bock=True, bock_re=True)

    response = secretary.post("/lists/rules/new/", fields_of(rules))

    assert response.context["form"].errors == {
        "bock_re": [
            "„Eine Bockrunde beginnt durch: jedes Re“ setzt „Kontra: Kontra und Re“ "
            "oder „Schieberamsch: Kontra im Ramsch“ voraus."
        ],
        "ramsch_after_bock": [
            "„Eine Bockrunde beginnt durch: auf jede Bockrunde folgt eine Ramschrunde“ "
            "setzt „Ramsch statt Einpassen: wenn alle passen“ oder „Schieberamsch: "
            "Zählweise“ voraus."
        ],
    }
