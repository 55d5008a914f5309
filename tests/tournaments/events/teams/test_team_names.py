"""The public names in the names of teams."""

import pytest
from django.utils import timezone

from tests.factories import make_evening, make_player, make_secretary, make_user
from tournaments.careers.joins.removals import remove_person
from tournaments.events.models import Adjustment, Entry, Team
from tournaments.events.teams.forms import team_name_from
from tournaments.events.teams.names import doubtful_teams, rename_teams_of
from tournaments.events.teams.services import add_contest, save_team
from tournaments.people.services import save_player
from tournaments.words.choices import Privacy


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


def test_people_who_hide_later_are_removed_from_the_name(client, entries, pair):
    anna = entries[0].player
    client.force_login(make_secretary())

    hide_on_the_page(client, anna)

    pair.refresh_from_db()
    anna.refresh_from_db()
    assert pair.name == f"Spieler {anna.cover_number} / Bernd Lang"


def test_the_page_says_which_teams_were_renamed(client, entries, pair):
    client.force_login(make_secretary())

    told = hide_on_the_page(client, entries[0].player).text

    assert "heißen jetzt anders" in told
    assert "/ Bernd Lang" in told


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
    for name in (pair.name, *pair.history.values_list("name", flat=True)):
        assert not {"Anna", "Köster"} & set(name.replace(".", " ").split())


def test_the_name_of_the_partner_stays(entries, pair):
    pair.name = "Köster"
    pair.save()
    partner = entries[1].player
    partner.last_name = "Köster"
    save_player(player=partner)

    remove_person(player=entries[0].player)

    pair.refresh_from_db()
    assert pair.name == "Köster"


def test_a_pair_called_by_its_family_names_is_renamed(entries, pair):
    pair.name = "Köster/Lang"
    pair.save()
    hide(entries[0].player)

    assert rename_teams_of(entries[0].player) == [pair]
    pair.refresh_from_db()
    assert pair.name == f"{entries[0].player.public_name}/Lang"
    assert doubtful_teams(entries[0].player) == []


def test_a_namesake_of_others_keeps_the_name_and_one_beside_gives_it_up(entries, pair):
    other = Team(contest=pair.contest, name="Otto / Köster")
    save_team(team=other, entries=entries[2:])
    contest = add_contest(event=pair.contest.event, name="Zwei", size=2)
    family = Team(contest=contest, name="Köster & Köster")
    save_team(team=family, entries=[entries[0], entries[3]])
    hide(entries[0].player)

    assert rename_teams_of(entries[0].player) == [pair, family]
    other.refresh_from_db()
    family.refresh_from_db()
    assert other.name == "Otto / Köster"
    assert family.name == "N. N. & N. N."
    assert doubtful_teams(entries[0].player) == ["N. N. & N. N. (Tandem)"]


def test_a_hidden_person_is_not_named_in_a_new_team(entries, pair):
    hide(entries[0].player)
    pair.name = "Die Kösters: Köster mit Bernd Lang"

    save_team(team=pair, entries=entries[:2])

    called = entries[0].player.public_name
    assert pair.name == f"Die {called}s: {called} mit Bernd Lang"


def test_saving_lists_the_teams_to_check(client, entries, pair):
    pair.name = "Kösterbande"
    pair.save()
    client.force_login(make_secretary())

    page = hide_on_the_page(client, entries[0].player)

    assert "Kösterbande (Tandem)" in page.text
    assert "Diese Mannschaftsnamen sind für alle zu lesen" in page.text


def test_only_whole_words_of_a_full_name_change(entries, pair):
    other = Team(contest=pair.contest, name="Annabel Köster / Anna Kösters Freunde")
    save_team(team=other, entries=entries[2:])
    anna = entries[0].player
    anna.privacy = Privacy.FIRST
    save_player(player=anna)

    assert rename_teams_of(anna) == [pair, other]
    pair.refresh_from_db()
    other.refresh_from_db()
    assert pair.name == "Anna / Bernd Lang"
    assert other.name == "Annabel Köster / Annas Freunde"
    assert rename_teams_of(entries[2].player) == []


def test_two_teams_never_have_one_name(entries, pair):
    other = Team(contest=pair.contest, name="Anna K. / Bernd Lang")
    save_team(team=other, entries=entries[2:])
    anna = entries[0].player
    anna.privacy = Privacy.SHORT
    save_player(player=anna)

    rename_teams_of(anna)

    pair.refresh_from_db()
    assert pair.name == "Anna K. / Bernd Lang (2)"


def test_the_ranking_names_the_people_of_a_pair_once(client, entries, pair):
    event = pair.contest.event
    save_team(team=Team(contest=pair.contest, name="Die Damen"), entries=entries[2:])
    give(event, entries, 900)
    client.force_login(make_secretary())

    text = client.get(f"/events/{event.pk}/standings/teams/").text

    assert "Anna Köster / Bernd Lang" in text
    assert "Lang, Bernd" not in text
    assert "Otto, Carla" in text


def hide(player):
    player.privacy = Privacy.HIDDEN
    save_player(player=player)


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
    for entry in entries:
        Adjustment.objects.create(
            series=event.series.get(),
            player=entry.player,
            points=points,
            reason="gespielt",
            decided_by="Erika",
            at=timezone.now(),
            by=make_user(f"user{entry.pk}"),
        )
