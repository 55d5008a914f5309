"""The public names in the names of teams."""

import re
from itertools import chain

import pytest
from django.urls import reverse

from tests.factories import make_evening, make_player, make_secretary, make_user
from tests.tournaments.events.played import give_points
from tournaments.careers.joins.removals import remove_person
from tournaments.events.models import Entry, Team
from tournaments.events.planning.services import publish_event
from tournaments.events.teams.forms import team_name_from
from tournaments.events.teams.services import add_contest, doubtful_teams, save_team
from tournaments.people.names.names import Audience, shown_to
from tournaments.people.services import save_player
from tournaments.scope.log import entries_about
from tournaments.words.choices import Privacy

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


@pytest.mark.parametrize(
    "called", ["Köster / Lang", "Anna K. / Lang", "Anna und Bernd Lang"]
)
def test_a_removed_person_leaves_the_name_of_the_team(entries, pair, called):
    anna = entries[0].player
    anna.privacy = Privacy.SHORT
    save_player(player=anna)
    pair.name = called
    pair.save()

    remove_person(player=anna)

    pair.refresh_from_db()
    assert pair.name.startswith("Ehemaliges Mitglied 1")
    assert pair.name.endswith("Lang")
    logged = entries_about(pair).values_list("label", "changes")
    for text in (pair.name, *chain.from_iterable(logged)):
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


def test_a_pair_called_by_its_family_names_hides_the_one(entries, pair):
    pair.name = "Die Kösters: Köster/Lang"
    pair.save()
    anna = hide(entries[0].player)

    called = anna.public_name
    assert read_by_visitors(pair) == f"Die {called}s: {called}/Lang"
    assert doubtful_teams(anna) == []


def test_a_namesake_of_others_keeps_the_name_and_one_beside_gives_it_up(entries, pair):
    other = Team(contest=pair.contest, name="Otto / Köster")
    save_team(team=other, entries=entries[2:])
    contest = add_contest(event=pair.contest.event, name="Zwei", size=2)
    family = Team(contest=contest, name="Köster & Köster")
    save_team(team=family, entries=[entries[0], entries[3]])
    hide(entries[0].player)

    assert read_by_visitors(other) == "Otto / Köster"
    assert read_by_visitors(family) == "N. N. & N. N."


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
    """Give everybody points without a list."""
    by = make_user()
    for entry in entries:
        give_points(event.series.get(), entry.player, points, by)
