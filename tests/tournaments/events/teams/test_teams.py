"""Teams by hand, by text and from clubs; pairs kept apart; names in their names."""

import re
from functools import partial
from itertools import chain

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.factories import make_evening, make_player, make_secretary, make_user
from tests.tournaments.events.played import give_points
from tournaments.careers.joins.services import remove_person
from tournaments.events.entries.services import add_entry, mark_left
from tournaments.events.log import ResultsAreReleased
from tournaments.events.models import Entry, Event, Team
from tournaments.events.planning.services import publish_event
from tournaments.events.teams.forms import team_name_from
from tournaments.events.teams.services import (
    add_contest,
    create_club_teams,
    delete_contest,
    delete_team,
    doubtful_teams,
    keep_apart,
    move_to_team,
    save_contest,
    save_team,
)
from tournaments.people.services import find_or_add_club, save_player
from tournaments.scope.models import entries_about
from tournaments.scope.scope import Audience, shown_to
from tournaments.words.choices import Privacy
from tournaments.words.rights import Role

pytestmark = pytest.mark.django_db


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


def test_a_team_that_cannot_be_is_refused_but_a_substitute_fits(evening):
    anna, *_others = people = enter_people(evening, "Anna", "Bernd", "Carla")
    (stranger,) = enter_people(make_evening("Anderer"), "Emil")

    for entries, words in (
        (people, "höchstens 2"),
        ([anna, anna], "doppelt"),
        ([stranger], "nimmt nicht teil"),
    ):
        with pytest.raises(ValidationError, match=words):
            make_team(evening, "Herz Dame", entries)
    mark_left(entry=anna, after_series=1)
    make_team(evening, "Herz Dame", people)

    assert members(evening) == {"Herz Dame": ["Anna", "Bernd", "Carla"]}
    for name in ("Herz Dame", "HERZ  dame"):
        with pytest.raises(ValidationError, match="schon vergeben"):
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
    (stranger,) = enter_people(make_evening("Anderer"), "Emil")

    keep_apart(first=anna, second=bernd)
    keep_apart(first=bernd, second=anna)
    for other in (anna, stranger):
        with pytest.raises(ValidationError):
            keep_apart(first=anna, second=other)

    assert evening.apart.count() == 1


def test_a_team_is_made_on_the_page_by_name_and_number(client, erika, evening):
    enter_people(evening, "Anna Köster", "Bernd Kowalski")

    response = client.post(
        page(evening, "add_team", 1),
        {"name": "Herz Dame", "member_1": "koes", "member_2": "2"},
    )

    assert response.url == page(evening, "contest", 1)
    assert members(evening) == {"Herz Dame": ["Anna Köster", "Bernd Kowalski"]}


def test_an_absurd_team_field_is_named(client, erika, evening):
    entries = enter_people(evening, "Anna", "Antje")
    sent = {"name": "Herz Dame", "member_1": "1"}

    def errors_of(address, field, text):
        response = client.post(address, sent | {field: text})
        assert response.status_code == 422
        return response.context["form"].errors

    for text in ("Emil", "77", "an", "9" * 400, "🃏"):
        errors = errors_of(page(evening, "add_team", 1), "member_1", text)
        assert "member_1" in errors
    assert "name" in errors_of(page(evening, "add_team", 1), "name", "x" * 121)
    assert not Team.objects.exists()
    team = make_team(evening, "Herz Dame", entries[:1])
    for field, text in (("from_1", "0"), ("until_1", "13"), ("until_1", "x")):
        assert field in errors_of(page(evening, "team", team.pk), field, text)


def test_a_substitute_is_written_on_the_page_of_the_team_and_kept(
    client, erika, evening
):
    entries = enter_people(evening, "Anna", "Bernd", "Carla")
    team = make_team(evening, "Herz Dame", entries[:2])
    address = page(evening, "team", team.pk)
    sent = {
        "name": "Herz Dame",
        **{"member_1": "1", "from_1": "1", "until_1": "1"},
        **{"member_2": "2", "from_2": "1", "until_2": ""},
        **{"member_3": "3", "from_3": "2", "until_3": ""},
    }

    response = client.post(address, sent)
    text = client.get(response.url).text
    form = client.get(address).context["form"]
    same = {name: form[name].value() or "" for name in form.fields}
    client.post(address, same | {"name": "Herz Ass"})

    assert "(Serie 1)" in text
    assert "(ab Serie 2)" in text
    assert members(evening) == {"Herz Ass": ["Anna", "Bernd", "Carla"]}


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


def test_a_pair_is_pasted_as_people_write_it(client, erika, evening):
    enter_people(evening, "Anna", "Bernd")
    by_name = ("Anna / Bernd", "Anna und Bernd", "Ann – Bernd")

    for text in (*by_name, "Anna & 2", "1; 2", "1, 2"):
        client.post(page(evening, "add_teams", 1), {"teams": text})
        assert members(evening) == {"Anna / Bernd": ["Anna", "Bernd"]}, text
        Team.objects.all().delete()


def test_many_teams_come_as_text_all_or_none(client, erika, evening):
    enter_people(evening, "Anna", "Bernd", "Carla", "Dieter")

    def paste(text):
        return client.post(page(evening, "add_teams", 1), {"teams": text}).text

    wrong = paste("Herz: Anna, Bernd\nPik: Anna, 4\nohne\n: 3\nKaro: Emil")
    twice = paste("Herz: Anna, Bernd\nPik: Anna, 4")
    before = members(evening)
    paste("Herz: Anna, Bernd\nPik: 3, 4")

    assert all(f"Zeile {number}" in wrong for number in (3, 4, 5))
    assert "Zeile 2" in twice
    assert before == {}
    assert members(evening) == {"Herz": ["Anna", "Bernd"], "Pik": ["Carla", "Dieter"]}


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
    assert "Neue Mannschaft" not in shown
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
    client.force_login(make_user(role=Role.OWNER))
    answer = client.post(page(evening, "delete_team", team.pk), follow=True)
    assert "Die Ergebnisse sind bekanntgegeben" in answer.text
    rules = client.get(page(evening, "edit_contest", 1)).text
    offered = page(evening, "delete_team", team.pk), page(evening, "delete_contest", 1)
    assert not any(each in f"{answer.text} {rules}" for each in offered)


WORD = re.compile(r"\w+")


@pytest.fixture
def entries(db):
    event = make_evening("Tandem")
    names = ("Anna Köster", "Bernd Lang", "Carla Otto", "Annabel Köster")
    return [
        Entry.objects.create(event=event, player=make_player(name), start_number=number)
        for number, name in enumerate(names, 1)
    ]


@pytest.fixture
def pair(entries):
    contest = add_contest(event=entries[0].event, name="Tandem", size=2)
    team = Team(contest=contest, name=team_name_from(entries[:2]))
    return save_team(team=team, entries=entries[:2])


def test_a_pair_is_called_by_the_public_names(entries):
    anna = entries[0].player
    anna.privacy = Privacy.SHORT
    save_player(player=anna)

    assert team_name_from(entries[:2]) == "Anna K. / Bernd Lang"


def test_people_who_hide_later_are_hidden_in_the_name_but_stay_in_what_was_typed(
    client, entries, pair
):
    anna = entries[0].player
    client.force_login(make_secretary())

    hide_on_the_page(client, anna)

    pair.refresh_from_db()
    anna.refresh_from_db()
    assert read_by_visitors(pair) == f"Spieler {anna.cover_number} / Bernd Lang"
    with shown_to(Audience.CLUB):
        assert pair.name == "Anna Köster / Bernd Lang"
    pair.save()
    assert Team.objects.filter(name="Anna Köster / Bernd Lang").exists()
    assert entries_about(pair).get().label == "Anna Köster / Bernd Lang"


def test_a_team_does_not_tell_the_club_of_a_hidden_person(client, entries):
    event, anna = entries[0].event, entries[0].player
    contest = add_contest(event=event, name="Vereine", size=2)
    team = Team(contest=contest, name="Skatclub Kreuzbube 1")
    save_team(team=team, entries=entries[:2])
    anna.privacy = Privacy.HIDDEN
    save_player(player=anna)
    publish_event(event=event, is_published=True)
    make_secretary()

    shown = client.get(reverse("events:teams", args=[event.pk]), follow=True).text

    assert "<li>Spieler</li>" in shown
    assert shown.index("<li>Bernd Lang</li>") < shown.index("<li>Spieler</li>")
    assert f"Spieler {anna.cover_number}" not in shown


def test_a_removed_person_leaves_the_names_of_teams(entries):
    anna = entries[0].player
    anna.privacy = Privacy.SHORT
    save_player(player=anna)
    teams = []
    for called in ("Köster / Lang", "Anna K. / Lang", "Anna und Bernd Lang"):
        contest = add_contest(event=entries[0].event, name=called, size=2)
        team = Team(contest=contest, name=called)
        teams.append(save_team(team=team, entries=entries[:2]))

    remove_person(player=anna)

    for team in teams:
        team.refresh_from_db()
        assert team.name.startswith("Ehemaliges Mitglied 1")
        assert team.name.endswith("Lang")
        logged = entries_about(team).values_list("label", "changes")
        for text in (team.name, *chain.from_iterable(logged)):
            assert not {"Anna", "Köster"} & set(WORD.findall(text))


def test_the_name_of_the_partner_stays(entries, pair):
    pair.name = "Köster"
    pair.save()
    partner = entries[1].player
    partner.last_name = "Köster"
    save_player(player=partner)

    remove_person(player=entries[0].player)

    pair.refresh_from_db()
    assert pair.name == "Köster"


def test_a_family_name_is_hidden_unless_a_namesake_is_meant(entries, pair):
    pair.name = "Die Kösters: Köster/Lang"
    pair.save()
    other = Team(contest=pair.contest, name="Otto / Köster")
    save_team(team=other, entries=entries[2:])
    contest = add_contest(event=pair.contest.event, name="Zwei", size=2)
    family = Team(contest=contest, name="Köster & Köster")
    save_team(team=family, entries=[entries[0], entries[3]])
    anna = hide(entries[0].player)

    called = anna.public_name
    assert read_by_visitors(pair) == f"Die {called}s: {called}/Lang"
    assert read_by_visitors(other) == "Otto / Köster"
    assert read_by_visitors(family) == "N. N. & N. N."
    assert pair not in doubtful_teams(anna)


def test_a_hidden_person_is_not_named_by_a_team_of_others(entries, pair):
    other = Team(contest=pair.contest, name="Annabel Köster / Anna Kösters Freunde")
    save_team(team=other, entries=entries[2:])
    anna = hide(entries[0].player, Privacy.FIRST)

    assert anna.public_name == "Anna"
    assert read_by_visitors(pair) == "Anna / Bernd Lang"
    assert read_by_visitors(other) == "Annabel Köster / Annas Freunde"


def test_saving_lists_the_teams_to_check(client, entries, pair):
    pair.name = "Kösterbande"
    pair.save()
    client.force_login(make_secretary())

    page = hide_on_the_page(client, entries[0].player)

    assert "Kösterbande (Tandem)" in page.text
    assert "Diese Mannschaftsnamen sind für alle zu lesen" in page.text


def test_the_ranking_names_the_people_of_a_pair_once(client, entries, pair):
    event = pair.contest.event
    save_team(team=Team(contest=pair.contest, name="Die Damen"), entries=entries[2:])
    give(event, entries, 900)
    client.force_login(make_secretary())

    text = client.get(f"/events/{event.pk}/standings/teams/").text

    assert "Anna Köster / Bernd Lang" in text
    assert "Lang, Bernd" not in text
    assert "Otto, Carla" in text


def hide(player, wish=Privacy.HIDDEN):
    player.privacy = wish
    return save_player(player=player)


def read_by_visitors(team):
    with shown_to(Audience.PUBLIC):
        return team.name


def hide_on_the_page(client, player):
    """Hide a person as a secretary does; return the page that follows."""
    said = {
        "first_name": player.first_name,
        "last_name": player.last_name,
        "status": "member",
        "privacy": "hidden",
    }
    return client.post(f"/members/{player.pk}/edit/", said, follow=True)


def give(event, entries, points):
    """Give everybody points."""
    for entry in entries:
        give_points(event.series.get(), entry.player, points)
