import dataclasses

import pytest
from django.core.exceptions import ValidationError

from scoring.house.rules import (
    OPTIONS,
    HouseRules,
    OptionKind,
    RamschScoring,
    Schieberamsch,
)
from scoring.lists.sheets import System
from tests.factories import make_evening, make_rule_set, make_sheet, type_games
from tournaments.events.models import Event
from tournaments.events.planning.services import copy_event, delete_event, update_event
from tournaments.programme.models import RuleSet, has_house_rules
from tournaments.sheets.house.services import (
    RulesAreFrozen,
    RulesAreUsed,
    copy_rule_set,
    delete_rule_set,
    save_rule_set,
)
from tournaments.sheets.selectors import plays_by_the_isko

# The name of a set of rules is read as the reader may see it.
pytestmark = pytest.mark.django_db

FRIDAY = HouseRules(
    kontra=True,
    bock_split=True,
    bock_value=120,
    ramsch=RamschScoring.FEWEST_POINTS,
    schieberamsch=Schieberamsch.MARKS,
    stake_cents="1/10",
)


# A value that differs from the official one.
OTHER = {
    OptionKind.SWITCH: lambda option: not option.default,
    OptionKind.NUMBER: lambda option: option.default + 7,
    OptionKind.CENTS: lambda option: option.default + 7,
    OptionKind.CHOICE: lambda option: list(option.choices)[-1],
    OptionKind.TEXT: lambda option: "5",
}


def test_a_new_rule_set_is_official_skat():
    assert RuleSet().as_rules() == HouseRules()


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
    row.set_rules(HouseRules(stake_cents="1/10", cap_cents=500))

    assert not has_house_rules(None)
    assert not has_house_rules(row)
    assert has_house_rules(RuleSet(options="kontra"))


def test_the_first_game_freezes_the_rules_of_its_evening(erika):
    rules = make_rule_set(name="Freitag", rules=FRIDAY)
    evening = make_evening(rule_set=rules)
    other = make_evening("Nächster Freitag", rule_set=rules)
    sheet = make_sheet(evening=evening)

    type_games(sheet, ["e"], by=erika)
    save_rule_set(rule_set=rules, rules=HouseRules(kontra=True))

    evening.refresh_from_db()
    assert evening.rule_set.is_frozen
    assert evening.rule_set.name == "Freitag"
    assert evening.rule_set.as_rules() == FRIDAY
    other.refresh_from_db()
    assert other.rule_set.as_rules() == HouseRules(kontra=True)


def test_a_second_table_is_played_by_the_same_frozen_rules(erika):
    evening = make_evening(rule_set=make_rule_set(name="Freitag", rules=FRIDAY))
    first = make_sheet(evening=evening)
    second = make_sheet(("Emil", "Fritz", "Greta"), evening=evening)

    type_games(first, ["e"], by=erika)
    type_games(second, ["e"], by=erika)

    assert RuleSet.objects.filter(is_frozen=True).count() == 1


def test_frozen_rules_are_not_changed_and_not_deleted(erika):
    evening = make_evening(rule_set=make_rule_set(name="Freitag", rules=FRIDAY))
    type_games(make_sheet(evening=evening), ["e"], by=erika)
    evening.refresh_from_db()

    with pytest.raises(RulesAreFrozen):
        save_rule_set(rule_set=evening.rule_set, rules=HouseRules())
    with pytest.raises(RulesAreFrozen):
        delete_rule_set(rule_set=evening.rule_set)


def test_an_evening_with_games_keeps_its_rules(erika):
    rules = make_rule_set(name="Freitag", rules=FRIDAY)
    evening = make_evening()
    type_games(make_sheet(evening=evening), ["e"], by=erika)
    evening.rule_set = rules

    with pytest.raises(ValidationError, match="schon Spiele geschrieben") as refusal:
        update_event(event=evening, series=1)

    assert [*refusal.value.error_dict] == ["rule_set"]


def test_a_copied_evening_is_played_by_the_rules_of_today(erika):
    rules = make_rule_set(name="Freitag", rules=FRIDAY)
    evening = make_evening(rule_set=rules)
    type_games(make_sheet(evening=evening), ["e"], by=erika)
    evening.refresh_from_db()

    copy = copy_event(source=evening, name="Später", date=evening.date)

    assert copy.rule_set == rules


def test_a_copy_of_frozen_rules_can_be_edited(erika):
    evening = make_evening(rule_set=make_rule_set(name="Freitag", rules=FRIDAY))
    type_games(make_sheet(evening=evening), ["e"], by=erika)
    evening.refresh_from_db()

    copy = copy_rule_set(source=evening.rule_set, name="Samstag")

    assert not copy.is_frozen
    assert copy.as_rules() == FRIDAY


def test_two_rule_sets_of_the_club_have_different_names():
    make_rule_set(name="Freitag", rules=FRIDAY)

    with pytest.raises(ValidationError):
        make_rule_set(name=" Freitag ", rules=FRIDAY)


def test_rules_an_evening_is_going_to_be_played_by_are_not_deleted():
    rules = make_rule_set(name="Freitag", rules=FRIDAY)
    evening = make_evening(rule_set=rules)

    with pytest.raises(RulesAreUsed):
        delete_rule_set(rule_set=rules)
    delete_event(event=evening)
    delete_rule_set(rule_set=rules)

    assert not RuleSet.objects.exists()
