"""Strength groups of people: proposed, saved together, used by the draw."""

import pytest
from django.urls import reverse

from tests.factories import make_evening, make_player, make_secretary, make_user
from tests.tournaments.seasons.seasons import known, make_season, played_evening
from tournaments.careers.strength.selectors import proposed_groups
from tournaments.events.draws.selectors import strength_group_of
from tournaments.events.models import Entry
from tournaments.people.models import Player
from tournaments.people.services import set_groups

pytestmark = pytest.mark.django_db
PAGE = "/members/strength/"


@pytest.fixture
def erika(client):
    erika = make_secretary()
    client.force_login(erika)
    return erika


def test_many_people_are_put_into_groups_on_one_page(client, erika):
    anna, bernd, carla = map(make_player, ("Anna", "Bernd", "Carla"))
    set_groups(groups={carla.pk: 3})
    sent = {f"group_{anna.pk}": "1", f"group_{bernd.pk}": "2", f"group_{carla.pk}": ""}

    response = client.post(PAGE, sent, follow=True)

    groups = dict(Player.objects.values_list("last_name", "group"))
    assert groups == {"Anna": 1, "Bernd": 2, "Carla": None}
    assert "Die Leistungsgruppen von 3 Personen sind gespeichert." in response.text
    assert anna.history.count() == 2


def test_the_group_of_one_person_is_changed_on_their_own_page(client, erika):
    anna = make_player("Anna")
    page = reverse("people:edit", args=[anna.pk])
    form = client.get(page).context["form"]
    sent = {field.html_name: field.value() or "" for field in form}

    client.post(page, {**sent, "group": "2"})

    assert 'name="group"' in client.get(page).text
    assert Player.objects.get().group == 2


@pytest.mark.parametrize("absurd", ["0", "100", "stark"])
def test_an_absurd_group_is_refused(client, erika, absurd):
    anna = make_player("Anna")

    response = client.post(PAGE, {f"group_{anna.pk}": absurd})

    assert response.status_code == 422
    assert Player.objects.get().group is None


def test_the_groups_are_proposed_from_a_season_and_not_saved(client, erika):
    season = make_season()
    played_evening(1, 1, erika)
    played_evening(2, 1, erika, players=("Dieter", "Bernd", "Carla"), games=2)
    make_player("Emil")

    found = client.post(PAGE, {"propose": "yes", "season": season.pk, "groups": "2"})

    initial = {
        player.last_name: field.initial
        for player, field, _differs in found.context["form"].lines()
    }
    assert initial == {"Dieter": 1, "Anna": 1, "Bernd": 2, "Carla": 2, "Emil": None}
    assert not Player.objects.filter(group__isnull=False).exists()


def test_a_proposal_keeps_typed_groups_and_tells_what_it_replaces(client, erika):
    season = make_season()
    played_evening(1, 1, erika)
    anna, bernd, carla = map(known, ("Anna", "Bernd", "Carla"))
    set_groups(groups={bernd.pk: 9, carla.pk: 3})
    typed = {anna.pk: "7", bernd.pk: "9", carla.pk: ""}

    found = client.post(
        PAGE,
        {
            "propose": "yes",
            "season": season.pk,
            "groups": "2",
            **{f"group_{key}": value for key, value in typed.items()},
        },
    )

    lines = found.context["form"].lines()
    assert [(str(field.value()), differs) for _one, field, differs in lines] == [
        ("7", False),
        ("1", True),
        ("", False),
    ]
    assert "bisher 9" in found.text
    assert Player.objects.get(pk=bernd.pk).group == 9


@pytest.mark.parametrize("people", [3, 12])
def test_a_page_of_many_people_needs_no_more_queries(
    client, erika, people, django_assert_max_num_queries
):
    for number in range(people):
        make_player(f"Spieler {number}")

    with django_assert_max_num_queries(6):
        client.get(PAGE)


def test_an_entry_without_a_group_has_that_of_the_person(erika):
    anna = make_player("Anna", group=4)
    evening = make_evening()
    entry = Entry(event=evening, player=anna, start_number=1)
    own = Entry(event=evening, player=anna, start_number=2, group=1)

    assert (strength_group_of(entry), strength_group_of(own)) == (4, 1)


def test_only_the_secretary_sees_groups(client):
    make_secretary()
    before = client.get(PAGE).status_code
    client.force_login(make_user())

    assert (before, client.get(PAGE).status_code) == (302, 403)
    assert reverse("people:strength") == PAGE


def test_nobody_is_left_out_of_a_proposal(erika):
    season = make_season()
    evening = played_evening(1, 1, erika)

    found = proposed_groups(season, 3, user=erika, today=evening.date)

    assert found[known("Anna").pk] == 1
    assert sorted(found.values()) == [1, 2, 3]
