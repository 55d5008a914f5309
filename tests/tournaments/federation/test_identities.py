"""Recognising the entries of one person."""

from itertools import count
from uuid import UUID

import pytest

from tournaments.federation.identities import (
    ClubEntry,
    is_public_everywhere,
    people_among,
)
from tournaments.words.choices import Privacy

keys = count(1)


def entry(name="koester anna", *, public_id=None, number="", **more):
    key = next(keys)
    more = {"organisation": key, "privacy": Privacy.FULL, **more}
    return ClubEntry(
        key=key,
        public_id=UUID(int=public_id or key * 1000),
        member_number=number,
        name_key=name,
        **more,
    )


def people(*entries):
    found = [{each.key for each in person} for person in people_among(entries)]
    turned = people_among(reversed(entries))
    assert found == [{each.key for each in person} for person in turned]
    return found


def test_the_same_public_id_is_the_same_person_under_any_name():
    anna, married, bernd = (
        entry(public_id=7),
        entry("mohn anna", public_id=7),
        entry("lang bernd"),
    )

    assert people(anna, married, bernd) == [{anna.key, married.key}, {bernd.key}]


def test_the_same_number_and_name_are_the_same_person():
    here, there = entry(number="04-4711a"), entry(number="04-4711A")

    assert people(here, there) == [{here.key, there.key}]


@pytest.mark.parametrize(
    ("number", "name"),
    [
        pytest.param("7", "lang bernd", id="a number that each club gives anew"),
        pytest.param("8", "koester anna", id="a namesake"),
        pytest.param("", "koester anna", id="a namesake without a number"),
    ],
)
def test_a_number_or_a_name_alone_is_not_enough(number, name):
    here, there = entry(number="7"), entry(name, number=number)

    assert people(here, there) == [{here.key}, {there.key}]


def test_missing_numbers_are_not_equal_numbers():
    here, there = entry(number=""), entry(number="")

    assert people(here, there) == [{here.key}, {there.key}]


def test_a_third_entry_can_connect_two():
    by_id, both, by_number = (
        entry(public_id=9),
        entry(public_id=9, number="5"),
        entry(number="5"),
    )

    assert people(by_id, by_number, both) == [{by_id.key, both.key, by_number.key}]


def test_an_entry_that_was_joined_brings_its_public_id_along():
    kept = entry()
    gone = entry(public_id=11, first_entry=kept.key, privacy=Privacy.HIDDEN)
    elsewhere = entry(public_id=11)

    assert people(kept, gone, elsewhere) == [{kept.key, gone.key, elsewhere.key}]
    # Its privacy wish was passed on to the kept entry by the join.
    assert is_public_everywhere([kept, gone, elsewhere])


@pytest.mark.parametrize("wish", sorted(set(Privacy) - {Privacy.FULL}))
def test_one_wish_for_less_than_the_full_name_is_enough(wish):
    assert is_public_everywhere([entry(), entry()])
    assert not is_public_everywhere([entry(), entry(privacy=wish)])
