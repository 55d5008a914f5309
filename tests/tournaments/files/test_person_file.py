"""The file of what is stored about a person."""

import copy
import json

import pytest
from django.utils import timezone

from tests.factories import make_player, make_user
from tournaments.careers.joins.services import join_people
from tournaments.events.references import references
from tournaments.files.person import person_document, section_name
from tournaments.people.models import Player, User
from tournaments.people.services import remember_spellings, save_player
from tournaments.public.letters import record_address
from tournaments.sheets.models import Seat
from tournaments.words.choices import ConfirmedOn, Privacy


@pytest.fixture(scope="module")
def played(full_event):
    people = list(Player.objects.order_by("pk"))
    anna = Seat.objects.filter(player=people[0]).first()
    anna.sheet.confirmations.create(
        player=people[0],
        place=anna.place,
        revision=anna.sheet.revision,
        at=timezone.now(),
        on=ConfirmedOn.TABLE,
        is_right=True,
    )
    record_address(player=people[0], address="anna@example.org")
    remember_spellings(people={"koster anne": people[0]})
    return people


@pytest.fixture
def people(played, db):
    return copy.deepcopy(played)


def test_everything_about_a_person_is_in_the_file(people):
    anna = people[0]
    anna.privacy, anna.member_number = Privacy.SHORT, "4711"
    save_player(player=anna)

    file = person_document(anna)

    assert file["person"]["public_name"] == "Anna K."
    assert file["person"]["club_number"] == "01.23.456"
    added, changed = file["history"]
    assert (added["action"], added["label"]) == ("+", anna.full_name)
    assert changed["changes"]["privacy"] == ["full", "short"]
    assert [row["series"]["series"] for row in file["Seat"]] == [1, 2, 3]
    (entry,) = file["Entry"]
    assert (entry["event"]["event"], entry["start_number"]) == ("Preisskat", 1)
    assert [row["amount"] for row in file["payments"]] == [1000, -1000]
    assert file["Swap.first"][0]["by"] == "erika"
    assert {game["line"][0] for game in file["games"]} == {"1"}


def test_a_substitution_divides_the_games_of_a_place(people):
    bernd, emil = person_document(people[1]), person_document(people[4])

    assert bernd["games"]
    assert all(game["number"] < 6 for game in bernd["games"])
    assert emil["games"]
    assert all(game["number"] >= 6 for game in emil["games"])
    assert emil["Substitution"][0]["from_game"] == 6


def test_other_people_are_not_in_the_file(people):
    text = json.dumps(person_document(people[0]), ensure_ascii=False)

    for name in ("Bernd", "Carla", "Dieter", "Emil", "Łukasz", "Özil"):
        assert name not in text


def test_every_table_that_refers_to_people_has_a_section(people):
    files = [person_document(player) for player in people]

    told = {section for file in files for section in file}
    wanted = {section_name(field) for field in references()}
    assert wanted - told == {"LeaguePlayer", "SeasonLot"}


def test_a_joined_entry_is_in_the_file_with_its_history(people):
    double = make_player("Anna Koester")
    join_people(kept=people[0], gone=double, by=User.objects.get(username="erika"))

    file = person_document(people[0])

    assert [each["last_name"] for each in file["other_entries"]] == ["Koester"]
    assert file["joins"][0]["by"] == "erika"


def test_a_secretary_can_download_the_file(client, people):
    address = f"/downloads/people/{people[0].pk}/data/"
    assert client.get(address).status_code == 302
    client.force_login(make_user())
    assert client.get(address).status_code == 404
    client.force_login(User.objects.get(username="erika"))

    answer = client.get(address)

    assert json.loads(answer.content)["format"] == "skatclub-person"
    assert "anna-koster.json" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
