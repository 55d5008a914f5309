import dataclasses
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from scoring.house.rules import (
    OFFICIAL,
    OPTIONS,
    PRESETS,
    HouseRules,
    OptionKind,
    RamschScoring,
    Schieberamsch,
)
from scoring.lists.sheets import System
from tests.factories import make_evening, make_rule_set, make_sheet, type_games
from tests.scoring.game_lists import EVERYTHING
from tournaments.events.models import Event
from tournaments.events.planning.services import copy_event, delete_event, update_event
from tournaments.sheets.house.forms import RuleSetForm
from tournaments.sheets.house.services import (
    RulesAreFrozen,
    copy_rule_set,
    delete_rule_set,
    save_rule_set,
)
from tournaments.sheets.models.programme import RuleSet, has_house_rules
from tournaments.sheets.selectors import plays_by_the_isko

# The name of a set of rules is read as the reader may see it.
pytestmark = pytest.mark.django_db


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
    form = RuleSetForm()
    fields = [field for _title, group, _seen in form.groups() for field in group]

    assert [field.name for field in fields] == list(OPTIONS)
    # An amount that is not played is left empty.
    assert form["cap_cents"].value() == ""
    assert 'value="0,01"' in str(form["grid_cents"])


def test_the_prize_of_a_ramsch_says_when_it_counts_and_an_example_counts_it(
    erika_online,
):
    trial = fields_of(HouseRules(ramsch=RamschScoring.FEWEST_POINTS, ramsch_prize=30))

    page = erika_online.post("/lists/rules/new/", trial | {"try": "1"})

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


def test_rules_to_start_from_fill_the_form(erika_online):
    response = erika_online.get("/lists/rules/new/?preset=friday")

    assert response.status_code == 200
    assert response.context["form"].instance.as_rules() == PRESETS["friday"]


def test_new_rules_are_saved_and_listed(erika_online):
    rules = HouseRules(kontra=True, bock_split=True)

    response = erika_online.post("/lists/rules/new/", fields_of(rules))

    assert response.status_code == 302
    assert RuleSet.objects.get().as_rules() == rules
    page = erika_online.get("/lists/rules/")
    assert "„Freitag“ ist angelegt." in page.text
    assert "Hausregeln: Kontra und Re, Bockrunden" in page.text


def test_a_trial_counts_the_examples_and_saves_nothing(erika_online):
    make_rule_set(name="Freitag", rules=HouseRules())
    rule_set = RuleSet.objects.get()
    trial = fields_of(HouseRules(kontra=True, stake_cents="1"), **{"try": "1"})

    page = erika_online.post(f"/lists/rules/{rule_set.pk}/", trial)
    part = erika_online.post(
        f"/lists/rules/{rule_set.pk}/", trial, headers={"HX-Request": "true"}
    )

    assert page.context["examples"].lines[0].result.score == -88
    assert "Pik ohne 1 Kontra verloren" in part.text.replace(",", "")
    assert "<html" not in part.text
    rule_set.refresh_from_db()
    assert rule_set.as_rules() == HouseRules()


def test_an_impossible_option_is_named_instead_of_examples(erika_online):
    trial = fields_of(HouseRules(), stake_cents="viel", **{"try": "1"})

    part = erika_online.post("/lists/rules/new/", trial, headers={"HX-Request": "true"})

    assert "examples" not in part.context
    assert "1/10" in part.text


def test_rules_are_copied_and_deleted(erika_online):
    rule_set = make_rule_set(name="Freitag", rules=PRESETS["friday"])

    erika_online.post(f"/lists/rules/{rule_set.pk}/copy/", {"name": "Samstag"})
    asked = erika_online.get(f"/lists/rules/{rule_set.pk}/delete/")
    erika_online.post(f"/lists/rules/{rule_set.pk}/delete/")

    assert asked.status_code == 200
    assert [row.name for row in RuleSet.objects.all()] == ["Samstag"]


def test_rules_in_use_are_not_deleted_but_named(erika_online):
    rule_set = make_rule_set(name="Freitag", rules=PRESETS["friday"])
    make_evening("Freitag vor Ostern", rule_set=rule_set)

    address = f"/lists/rules/{rule_set.pk}/delete/"
    asked = erika_online.get(address)
    page = erika_online.post(address, follow=True)

    assert "„Freitag vor Ostern“ soll nach diesen Regeln" in asked.text
    assert "Endgültig löschen" not in asked.text
    assert "Freitag vor Ostern" in page.text
    assert RuleSet.objects.exists()
    delete_event(event=Event.objects.get())
    erika_online.post(address)
    assert not RuleSet.objects.exists()


def test_frozen_rules_have_no_page(erika_online, erika):
    rule_set = make_rule_set(name="Freitag", rules=PRESETS["friday"])
    evening = make_evening(rule_set=rule_set)
    type_games(make_sheet(evening=evening), ["e"], by=erika)
    frozen = RuleSet.objects.get(is_frozen=True)

    assert erika_online.get(f"/lists/rules/{frozen.pk}/").status_code == 404


def test_an_evening_is_opened_with_house_rules_and_says_so(erika_online):
    rule_set = make_rule_set(name="Freitag", rules=PRESETS["friday"])
    fields = {
        "date": "2026-11-06",
        "name": "Freitag",
        "series": 1,
        "rounds": 12,
        "system": "plain",
        "rule_set": rule_set.pk,
    }

    page = erika_online.post("/events/new/", fields, follow=True)

    note = '<p class="house-rules">Hausregeln: Kontra und Re, Bockrunden'
    assert note in page.text
    assert note in erika_online.get(Event.objects.get().get_absolute_url()).text


def test_the_settings_say_of_each_choice_whether_only_game_points_count(erika_online):
    make_rule_set(name="Ziel", rules=HouseRules(target=500))
    make_rule_set(name="Freitag", rules=HouseRules(kontra=True))

    page = erika_online.get(reverse("events:settings", args=[make_evening().pk])).text

    assert ">Ziel (reine Spielpunkte)</option>" in page
    assert ">Freitag</option>" in page


@pytest.mark.parametrize("rule_set", [False, True])
def test_official_evenings_say_nothing_of_house_rules(erika_online, rule_set):
    rules = HouseRules(stake_cents="1/10")
    chosen = make_rule_set(name="Geld", rules=rules) if rule_set else None
    evening = make_evening(rule_set=chosen)

    assert "Hausregeln:" not in erika_online.get(evening.get_absolute_url()).text


def test_options_that_contradict_one_another_are_refused_by_name(erika_online):
    rules = HouseRules(only_ramsch=True, kontra=True, bock_re=True, target=500)
    rules = replace(rules, schieberamsch=Schieberamsch.MINUS, bock_split=True)

    response = erika_online.post("/lists/rules/new/", fields_of(rules))

    assert response.status_code == 422
    assert response.context["form"].errors == {
        "kontra": [
            "„Kontra: Kontra und Re“ und „Schieberamsch: es wird nur Ramsch gespielt“ "
            "passen nicht zusammen: im reinen Ramsch reizt niemand."
        ],
        "bock_split": [
            "„Eine Bockrunde beginnt durch: 60 zu 60“ und „Schieberamsch: es "
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


def test_an_option_that_needs_another_names_it(erika_online):
    rules = HouseRules(ramsch_after_bock=True, bock_re=True)

    response = erika_online.post("/lists/rules/new/", fields_of(rules))

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


FRIDAY = HouseRules(
    kontra=True,
    bock_split=True,
    bock_value=120,
    ramsch=RamschScoring.FEWEST_POINTS,
    schieberamsch=Schieberamsch.MARKS,
    stake_cents="1/10",
)


@pytest.fixture
def played(erika):
    """An evening whose rules were frozen by its first game."""
    evening = make_evening(rule_set=make_rule_set(name="Freitag", rules=FRIDAY))
    type_games(make_sheet(evening=evening), ["e"], by=erika)
    evening.refresh_from_db()
    return evening


# A value that differs from the official one.
OTHER = {
    OptionKind.SWITCH: lambda option: not option.default,
    OptionKind.NUMBER: lambda option: option.default + 7,
    OptionKind.CENTS: lambda option: option.default + 7,
    OptionKind.CHOICE: lambda option: list(option.choices)[-1],
    OptionKind.TEXT: lambda option: "5",
}


def test_all_options_together_fit_into_the_row():
    written = [
        f"no-{name}={'x' * option.longest or option.most}"
        for name, option in OPTIONS.items()
    ]

    assert len(",".join(written)) <= RuleSet._meta.get_field("options").max_length


def test_options_that_nobody_knows_are_refused():
    row = RuleSet(name="Freitag", options="kontra,bok")

    with pytest.raises(ValidationError) as refusal:
        row.full_clean(validate_unique=False, validate_constraints=False)

    assert refusal.value.messages == ["Hausregeln kennen keine Angabe „bok“."]


@pytest.mark.parametrize("money", [HouseRules(), HouseRules(cap_cents=500)])
def test_what_is_played_by_the_isko_is_found_by_the_database(money):
    for name, option in OPTIONS.items():
        rules = dataclasses.replace(money, **{name: OTHER[option.kind](option)})
        make_evening(name, rule_set=make_rule_set(name=name, rules=rules))

    found = {event.name for event in Event.objects.filter(plays_by_the_isko())}

    assert found == {name for name in OPTIONS if not OPTIONS[name].is_house_rule}


def test_rules_are_read_from_their_row_as_they_were_written():
    row = RuleSet(name="Freitag")

    row.set_rules(FRIDAY)

    row.full_clean(exclude=["club"], validate_unique=False, validate_constraints=False)
    assert row.as_rules() == FRIDAY
    assert row.as_rules(System.PLAIN) == dataclasses.replace(
        FRIDAY, system=System.PLAIN
    )


def test_only_money_makes_no_house_rules():
    row = RuleSet()
    assert row.as_rules() == HouseRules()
    row.set_rules(HouseRules(stake_cents="1/10", cap_cents=500))

    assert not has_house_rules(None)
    assert not has_house_rules(row)
    assert has_house_rules(RuleSet(options="kontra"))


def test_the_first_game_freezes_the_rules_of_its_evening(played, erika):
    rules = RuleSet.objects.get(is_frozen=False)
    other = make_evening("Nächster Freitag", rule_set=rules)

    second = make_sheet(("Emil", "Fritz", "Greta"), evening=played)
    type_games(second, ["e"], by=erika)
    save_rule_set(rule_set=rules, rules=HouseRules(kontra=True))

    played.refresh_from_db()
    assert RuleSet.objects.get(is_frozen=True) == played.rule_set
    assert played.rule_set.name == "Freitag"
    assert played.rule_set.as_rules() == FRIDAY
    other.refresh_from_db()
    assert other.rule_set.as_rules() == HouseRules(kontra=True)
    # A copied evening is played by the rules of today.
    later = copy_event(source=played, name="Später", date=played.date)
    assert later.rule_set == rules


def test_frozen_rules_are_not_changed_and_not_deleted_but_copied(played):
    with pytest.raises(RulesAreFrozen):
        save_rule_set(rule_set=played.rule_set, rules=HouseRules())
    with pytest.raises(RulesAreFrozen):
        delete_rule_set(rule_set=played.rule_set)

    copy = copy_rule_set(source=played.rule_set, name="Samstag")

    assert not copy.is_frozen
    assert copy.as_rules() == FRIDAY


def test_an_evening_with_games_keeps_its_rules(erika):
    rules = make_rule_set(name="Freitag", rules=FRIDAY)
    evening = make_evening()
    type_games(make_sheet(evening=evening), ["e"], by=erika)
    evening.rule_set = rules

    with pytest.raises(ValidationError, match="schon Spiele geschrieben") as refusal:
        update_event(event=evening, series=1)

    assert [*refusal.value.error_dict] == ["rule_set"]


def test_two_rule_sets_of_the_club_have_different_names():
    make_rule_set(name="Freitag", rules=FRIDAY)

    with pytest.raises(ValidationError):
        make_rule_set(name=" Freitag ", rules=FRIDAY)
