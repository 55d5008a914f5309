"""Teams of two to many, by hand, by text and of clubs; and who sits apart."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.factories import make_evening, make_player, make_secretary, make_user
from tournaments.competitions.models import Team
from tournaments.competitions.services import (
    delete_team,
    enter,
    keep_apart,
    leave,
    save_team,
    teams_from_clubs,
)
from tournaments.members.services import find_or_add_club

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def erika(client):
    user = make_secretary()
    client.force_login(user, backend=BACKEND)
    return user


@pytest.fixture
def evening():
    evening = make_evening(series=2)
    evening.team_size = 2
    evening.save()
    return evening


def entered(evening, *names, club=""):
    home = find_or_add_club(name=club)
    return [
        enter(competition=evening, player=make_player(name, club=home))
        for name in names
    ]


def make_team(evening, name, entries):
    return save_team(team=Team(competition=evening, name=name), entries=entries)


def page(evening, name="teams", *more):
    return reverse(f"competitions:{name}", args=[evening.pk, *more])


def members(evening):
    return {
        team.name: [str(entry.player) for entry in team.entries.all()]
        for team in evening.teams.all()
    }


def test_a_team_gets_and_changes_its_members(evening):
    anna, bernd, carla = entered(evening, "Anna", "Bernd", "Carla")

    team = make_team(evening, "  Herz  Dame ", [anna, bernd])
    save_team(team=team, entries=[bernd, carla])

    assert members(evening) == {"Herz Dame": ["Bernd", "Carla"]}


def test_a_team_is_not_too_large_but_a_substitute_fits(evening):
    anna, bernd, carla = entered(evening, "Anna", "Bernd", "Carla")

    with pytest.raises(ValidationError, match="höchstens 2"):
        make_team(evening, "Herz Dame", [anna, bernd, carla])
    leave(entry=anna, after_series=1)
    make_team(evening, "Herz Dame", [anna, bernd, carla])

    assert len(members(evening)["Herz Dame"]) == 3


def test_nobody_plays_for_two_teams(evening):
    anna, bernd, carla = entered(evening, "Anna", "Bernd", "Carla")
    make_team(evening, "Herz Dame", [anna, bernd])

    with pytest.raises(ValidationError, match="Anna"):
        make_team(evening, "Pik Ass", [anna, carla])

    assert list(members(evening)) == ["Herz Dame"]


def test_nobody_is_twice_in_a_team(evening):
    (anna,) = entered(evening, "Anna")

    with pytest.raises(ValidationError, match="doppelt"):
        make_team(evening, "Herz Dame", [anna, anna])


def test_nobody_of_another_event_is_in_a_team(evening):
    (stranger,) = entered(make_evening("Anderer"), "Emil")

    with pytest.raises(ValidationError, match="nimmt nicht teil"):
        make_team(evening, "Herz Dame", [stranger])


@pytest.mark.parametrize("name", ["Herz Dame", "HERZ  dame"])
def test_two_teams_have_two_names(evening, name):
    make_team(evening, "Herz Dame", [])

    with pytest.raises(ValidationError, match="gibt es schon"):
        make_team(evening, name, [])


@pytest.mark.parametrize("name", ["", "  ", "x" * 121])
def test_an_absurd_name_is_refused(evening, name):
    with pytest.raises(ValidationError):
        make_team(evening, name, [])


def test_the_members_of_a_dissolved_team_play_on(evening):
    team = make_team(evening, "Herz Dame", entered(evening, "Anna", "Bernd"))

    delete_team(team=team)

    assert [entry.team for entry in evening.entries.all()] == [None, None]


def test_clubs_become_teams(evening):
    entered(evening, "A", "B", "C", "D", "E", club="Herz Dame")
    entered(evening, "F", "G", club="Pik Ass")
    entered(evening, "H", club="Karo")

    teams_from_clubs(competition=evening)
    teams_from_clubs(competition=evening)

    assert members(evening) == {
        "Herz Dame 1": ["A", "B"],
        "Herz Dame 2": ["C", "D"],
        "Pik Ass": ["F", "G"],
    }


def test_without_a_size_no_teams_are_made_of_clubs():
    with pytest.raises(ValidationError):
        teams_from_clubs(competition=make_evening())


def test_a_pair_is_kept_apart_once(evening):
    anna, bernd = entered(evening, "Anna", "Bernd")

    keep_apart(first=anna, second=bernd)
    keep_apart(first=bernd, second=anna)

    assert evening.apart.count() == 1


def test_nobody_is_kept_apart_from_himself_or_a_stranger(evening):
    (anna,) = entered(evening, "Anna")
    (stranger,) = entered(make_evening("Anderer"), "Emil")

    for other in (anna, stranger):
        with pytest.raises(ValidationError):
            keep_apart(first=anna, second=other)


def test_a_team_is_made_on_the_page_by_name_and_number(client, erika, evening):
    entered(evening, "Anna Köster", "Bernd Kowalski")

    response = client.post(
        page(evening, "add_team"),
        {"name": "Herz Dame", "member_1": "koes", "member_2": "2"},
    )

    assert response.url == page(evening)
    assert members(evening) == {"Herz Dame": ["Anna Köster", "Bernd Kowalski"]}


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("member_1", "Emil"),
        ("member_1", "77"),
        ("member_1", "an"),
        ("member_1", "9" * 400),
        ("member_1", "🃏"),
        ("name", ""),
        ("name", "x" * 121),
    ],
)
def test_an_absurd_team_field_is_named(client, erika, evening, field, text):
    entered(evening, "Anna", "Antje")

    response = client.post(
        page(evening, "add_team"),
        {"name": "Herz Dame", "member_1": "1", field: text},
    )

    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert not evening.teams.exists()


def test_many_teams_come_as_text_all_or_none(client, erika, evening):
    entered(evening, "Anna", "Bernd", "Carla", "Dieter")

    wrong = client.post(
        page(evening, "add_teams"),
        {"teams": "Herz: Anna, Bernd\nPik: Anna, 4\nohne\n: 3\nKaro: Emil"},
    )
    twice = client.post(
        page(evening, "add_teams"), {"teams": "Herz: Anna, Bernd\nPik: Anna, 4"}
    )
    before = members(evening)
    client.post(page(evening, "add_teams"), {"teams": "Herz: Anna, Bernd\nPik: 3, 4"})

    assert [word in wrong.text for word in ("Zeile 3", "Zeile 4", "Zeile 5")] == [
        True
    ] * 3
    assert "Zeile 2" in twice.text
    assert before == {}
    assert members(evening) == {"Herz": ["Anna", "Bernd"], "Pik": ["Carla", "Dieter"]}


def test_editing_a_team_keeps_the_substitute(client, erika, evening):
    anna, bernd, carla = entered(evening, "Anna", "Bernd", "Carla")
    leave(entry=anna, after_series=1)
    team = make_team(evening, "Herz Dame", [anna, bernd, carla])

    form = client.get(page(evening, "team", team.pk)).context["form"]
    sent = {"name": "Herz Ass"} | {
        name: form[name].value() for name in form.fields if name != "name"
    }
    client.post(page(evening, "team", team.pk), sent)

    assert members(evening) == {"Herz Ass": ["Anna", "Bernd", "Carla"]}


def test_a_team_is_dissolved_on_the_page(client, erika, evening):
    team = make_team(evening, "Herz Dame", entered(evening, "Anna"))

    client.post(page(evening, "delete_team", team.pk))

    assert not evening.teams.exists()


def test_a_pair_is_kept_apart_on_the_page(client, erika, evening):
    entered(evening, "Anna", "Bernd")

    client.post(page(evening, "apart"), {"first": "an", "second": "2"})
    text = client.get(page(evening, "apart")).text
    pair = evening.apart.get()
    client.post(page(evening, "let_meet", pair.pk))

    assert "Anna – Bernd" in text
    assert not evening.apart.exists()


@pytest.mark.parametrize("sent", [{"first": "1", "second": "1"}, {"first": "x"}])
def test_an_absurd_pair_is_explained(client, erika, evening, sent):
    entered(evening, "Anna", "Bernd")

    assert client.post(page(evening, "apart"), sent).status_code == 422


@pytest.mark.parametrize("teams", [1, 20])
def test_the_page_costs_the_same_however_many_teams(
    client, erika, evening, teams, django_assert_num_queries
):
    for number in range(teams):
        make_team(evening, f"Team {number}", entered(evening, f"A{number}"))

    with django_assert_num_queries(6):
        client.get(page(evening))


def test_readers_read_the_teams_and_change_nothing(client, evening):
    client.force_login(make_user(), backend=BACKEND)
    team = make_team(evening, "Herz Dame", entered(evening, "Anna"))

    text = client.get(page(evening)).text

    assert "Herz Dame" in text
    assert '<form class="card' not in text
    assert client.get(page(evening, "team", team.pk)).status_code == 404
    for name, more in (
        ("add_team", ()),
        ("add_teams", ()),
        ("club_teams", ()),
        ("delete_team", (team.pk,)),
    ):
        assert client.post(page(evening, name, *more)).status_code == 404
