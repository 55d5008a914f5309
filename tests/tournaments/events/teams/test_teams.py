"""Teams entered by hand, by text and from clubs; and pairs kept apart."""

from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.factories import make_evening, make_player, make_user
from tournaments.events.entries.services import add_entry, mark_left
from tournaments.events.log import ResultsAreReleased
from tournaments.events.models import Event, Team
from tournaments.events.planning.services import publish_event
from tournaments.events.teams.services import (
    add_contest,
    create_club_teams,
    delete_contest,
    delete_team,
    keep_apart,
    move_to_team,
    save_contest,
    save_team,
)
from tournaments.people.services import find_or_add_club
from tournaments.words.rights import Role

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def evening():
    evening = make_evening(series=2)
    add_contest(event=evening, name="Tandem", size=2)
    return evening


def enter_people(evening, *names, club=""):
    home = find_or_add_club(name=club)
    return [
        add_entry(event=evening, player=make_player(name, club=home)) for name in names
    ]


def make_team(evening, name, entries):
    team = Team(contest=evening.contests.get(), name=name)
    return save_team(team=team, entries=entries)


def page(evening, name="teams", *more):
    return reverse(f"events:{name}", args=[evening.pk, *more])


def members(evening):
    return {
        team.name: [str(each.entry.player) for each in team.members.all()]
        for team in Team.objects.all()
    }


def test_a_team_gets_and_changes_its_members(evening):
    anna, bernd, carla = enter_people(evening, "Anna", "Bernd", "Carla")

    team = make_team(evening, "  Herz  Dame ", [anna, bernd])
    save_team(team=team, entries=[bernd, carla])

    assert members(evening) == {"Herz Dame": ["Bernd", "Carla"]}


def test_a_team_is_not_too_large_but_a_substitute_fits(evening):
    anna, bernd, carla = enter_people(evening, "Anna", "Bernd", "Carla")

    with pytest.raises(ValidationError, match="höchstens 2"):
        make_team(evening, "Herz Dame", [anna, bernd, carla])
    mark_left(entry=anna, after_series=1)
    make_team(evening, "Herz Dame", [anna, bernd, carla])

    assert len(members(evening)["Herz Dame"]) == 3


def test_nobody_is_twice_in_a_team(evening):
    (anna,) = enter_people(evening, "Anna")

    with pytest.raises(ValidationError, match="doppelt"):
        make_team(evening, "Herz Dame", [anna, anna])


def test_nobody_of_another_event_is_in_a_team(evening):
    (stranger,) = enter_people(make_evening("Anderer"), "Emil")

    with pytest.raises(ValidationError, match="nimmt nicht teil"):
        make_team(evening, "Herz Dame", [stranger])


@pytest.mark.parametrize("name", ["Herz Dame", "HERZ  dame"])
def test_two_teams_have_two_names(evening, name):
    make_team(evening, "Herz Dame", [])

    with pytest.raises(ValidationError, match="gibt es schon"):
        make_team(evening, name, [])


def test_clubs_become_teams(evening):
    enter_people(evening, "A", "B", "C", "D", "E", club="Herz Dame")
    enter_people(evening, "F", "G", club="Pik Ass")
    enter_people(evening, "H", club="Karo")

    create_club_teams(contest=evening.contests.get())
    create_club_teams(contest=evening.contests.get())

    assert members(evening) == {
        "Herz Dame 1": ["A", "B"],
        "Herz Dame 2": ["C", "D"],
        "Pik Ass": ["F", "G"],
    }


def test_a_pair_is_kept_apart_once(evening):
    anna, bernd = enter_people(evening, "Anna", "Bernd")

    keep_apart(first=anna, second=bernd)
    keep_apart(first=bernd, second=anna)

    assert evening.apart.count() == 1


def test_nobody_is_kept_apart_from_themselves_or_a_stranger(evening):
    (anna,) = enter_people(evening, "Anna")
    (stranger,) = enter_people(make_evening("Anderer"), "Emil")

    for other in (anna, stranger):
        with pytest.raises(ValidationError):
            keep_apart(first=anna, second=other)


def test_a_team_is_made_on_the_page_by_name_and_number(client, erika, evening):
    enter_people(evening, "Anna Köster", "Bernd Kowalski")

    response = client.post(
        page(evening, "add_team", 1),
        {"name": "Herz Dame", "member_1": "koes", "member_2": "2"},
    )

    assert response.url == page(evening, "contest", 1)
    assert members(evening) == {"Herz Dame": ["Anna Köster", "Bernd Kowalski"]}


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("member_1", "Emil"),
        ("member_1", "77"),
        ("member_1", "an"),
        ("member_1", "9" * 400),
        ("member_1", "🃏"),
        ("name", "x" * 121),
    ],
)
def test_an_absurd_team_field_is_named(client, erika, evening, field, text):
    enter_people(evening, "Anna", "Antje")

    response = client.post(
        page(evening, "add_team", 1),
        {"name": "Herz Dame", "member_1": "1", field: text},
    )

    assert response.status_code == 422
    assert field in response.context["form"].errors
    assert not Team.objects.exists()


@pytest.mark.parametrize(
    ("field", "text"),
    [("from_1", "0"), ("until_1", "13"), ("until_1", "x"), ("from_1", "9" * 400)],
)
def test_absurd_series_of_a_member_are_named(client, erika, evening, field, text):
    team = make_team(evening, "Herz Dame", enter_people(evening, "Anna"))

    response = client.post(
        page(evening, "team", team.pk),
        {"name": "Herz Dame", "member_1": "1", field: text},
    )

    assert response.status_code == 422
    assert field in response.context["form"].errors


def test_a_substitute_is_written_on_the_page_of_the_team(client, erika, evening):
    entries = enter_people(evening, "Anna", "Bernd", "Carla")
    team = make_team(evening, "Herz Dame", entries[:2])
    sent = {
        "name": "Herz Dame",
        **{"member_1": "1", "from_1": "1", "until_1": "1"},
        **{"member_2": "2", "from_2": "1", "until_2": ""},
        **{"member_3": "3", "from_3": "2", "until_3": ""},
    }

    response = client.post(page(evening, "team", team.pk), sent)
    text = client.get(response.url).text

    assert "(Serie 1)" in text
    assert "(ab Serie 2)" in text


def test_a_ranking_is_set_up_changed_and_deleted_on_its_pages(client, erika, evening):
    rules = {"name": "Vierer", "size": "4", "kind": "any", "counting": "3"}
    rules |= {"tie_chain": "none", "scale_short": "on"}

    added = client.post(page(evening, "add_contest"), rules)
    changed = client.post(page(evening, "edit_contest", 2), rules | {"size": "5"})
    text = client.get(page(evening, "contest", 2)).text
    client.post(page(evening, "delete_contest", 2))

    assert added.url == changed.url == page(evening, "contest", 2)
    assert "5 Spieler" in text
    assert "die besten 3 Ergebnisse jeder Serie zählen" in text
    assert [str(contest) for contest in evening.contests.all()] == ["Tandem"]


@pytest.mark.parametrize(
    "text", ["Anna / Bernd", "Anna und Bernd", "Anna & 2", "1; 2", "1, 2", "A. – Bernd"]
)
def test_a_pair_is_pasted_as_people_write_it(client, erika, evening, text):
    enter_people(evening, "Anna", "Bernd")

    client.post(page(evening, "add_teams", 1), {"teams": text.replace("A.", "Ann")})

    assert members(evening) == {"Anna / Bernd": ["Anna", "Bernd"]}


def test_many_teams_come_as_text_all_or_none(client, erika, evening):
    enter_people(evening, "Anna", "Bernd", "Carla", "Dieter")

    wrong = client.post(
        page(evening, "add_teams", 1),
        {"teams": "Herz: Anna, Bernd\nPik: Anna, 4\nohne\n: 3\nKaro: Emil"},
    )
    twice = client.post(
        page(evening, "add_teams", 1), {"teams": "Herz: Anna, Bernd\nPik: Anna, 4"}
    )
    before = members(evening)
    client.post(
        page(evening, "add_teams", 1), {"teams": "Herz: Anna, Bernd\nPik: 3, 4"}
    )

    assert [word in wrong.text for word in ("Zeile 3", "Zeile 4", "Zeile 5")] == [
        True
    ] * 3
    assert "Zeile 2" in twice.text
    assert before == {}
    assert members(evening) == {"Herz": ["Anna", "Bernd"], "Pik": ["Carla", "Dieter"]}


def test_editing_a_team_keeps_the_substitute(client, erika, evening):
    anna, bernd, carla = enter_people(evening, "Anna", "Bernd", "Carla")
    mark_left(entry=anna, after_series=1)
    team = make_team(evening, "Herz Dame", [anna, bernd, carla])

    form = client.get(page(evening, "team", team.pk)).context["form"]
    sent = {"name": "Herz Ass"} | {
        name: form[name].value() or "" for name in form.fields if name != "name"
    }
    client.post(page(evening, "team", team.pk), sent)

    assert members(evening) == {"Herz Ass": ["Anna", "Bernd", "Carla"]}


def test_a_pair_is_kept_apart_on_the_page(client, erika, evening):
    enter_people(evening, "Anna", "Bernd")

    client.post(page(evening, "apart"), {"first": "an", "second": "2"})
    text = client.get(page(evening, "apart")).text
    pair = evening.apart.get()
    client.post(page(evening, "let_meet", pair.pk))

    assert "Anna – Bernd" in text
    assert not evening.apart.exists()


def test_visitors_read_the_teams_of_a_published_event(client, erika, evening):
    make_team(evening, "Kreuz", enter_people(evening, "Anna", "Bernd"))
    evening.contests.update(kind="mixed")
    evening.kind = "tournament"
    evening.save()
    client.logout()

    publish_event(event=evening, is_published=True)
    shown = client.get(page(evening)).text
    tables = client.get(page(evening, "detail")).text

    assert "Anna" in shown
    assert "kein Geschlecht" not in shown  # only the organiser needs to know
    assert "Mannschaft anlegen" not in shown
    assert page(evening) in tables


def test_released_teams_keep_their_members(client, evening):
    anna, bernd, carla = enter_people(evening, "Anna", "Bernd", "Carla")
    team = make_team(evening, "Herz Dame", [anna, bernd])
    anna, bernd, carla = evening.entries.order_by("start_number")
    contest = evening.contests.get()
    Event.objects.filter(pk=evening.pk).update(is_released=True)

    for change in (
        partial(save_team, team=team, entries=[bernd, carla]),
        partial(save_team, team=team, entries=[anna, bernd], spells={anna.pk: (2, 2)}),
        partial(save_team, team=team, entries=[anna]),
        partial(move_to_team, entry=anna, contest=contest, team=None),
        partial(make_team, evening, "Neue", [carla]),
        partial(create_club_teams, contest=contest),
        partial(delete_team, team=team),
        partial(delete_contest, contest=contest),
    ):
        with pytest.raises(ResultsAreReleased):
            change()
    contest.counting = 1
    with pytest.raises(ValidationError) as refusal:
        save_contest(contest=contest)

    assert set(refusal.value.error_dict) == {"counting"}
    team.name = "Karo Dame"
    save_team(team=team, entries=[anna, bernd])
    assert members(evening) == {"Karo Dame": ["Anna", "Bernd"]}
    client.force_login(make_user(role=Role.OWNER), backend=BACKEND)
    answer = client.post(page(evening, "delete_team", team.pk), follow=True)
    assert "Die Ergebnisse sind freigegeben" in answer.text
