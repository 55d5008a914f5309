"""Who wants to take part comes in by file or pasted: looked at, then registered."""

import pytest

from tests.factories import make_evening, make_player
from tests.tournaments.files.imports import tables
from tournaments.events.entries.services import add_entry
from tournaments.people.models import Player
from tournaments.people.names.names import Audience, shown_to
from tournaments.people.services import find_or_add_club

pytestmark = pytest.mark.usefixtures("erika")


@pytest.fixture
def evening():
    return make_evening()


def look_at(client, evening, table):
    return tables.look_at(client, f"/downloads/entries/{evening.pk}/import/", table)


def register(client, evening, preview, **fields):
    address = f"/downloads/entries/{evening.pk}/import/"
    return tables.send(client, address, preview, "confirm", **fields)


def registered_names(evening):
    with shown_to(Audience.CLUB):
        entries = evening.entries.select_related("player__club")
        return [(str(entry), str(entry.player.club or "")) for entry in entries]


def test_lines_are_shown_and_the_ticked_ones_are_registered(client, evening):
    lines = "Meier Hans, Pik Ass\n\nZorn, Bernd\nAnna Abel"

    preview = look_at(client, evening, lines)

    people = preview.context["form"].preview
    assert [(each.name.last, each.name.first, each.club) for each in people] == [
        ("Meier", "Hans", "Pik Ass"),
        ("Zorn", "Bernd", ""),
        ("Abel", "Anna", ""),
    ]
    assert not Player.objects.exists()
    first, _bernd, third = (each.key for each in people)
    answer = register(client, evening, preview, take=[first, third])
    assert answer.url == f"/events/{evening.pk}/entries/"
    assert registered_names(evening) == [
        ("1 Hans Meier", "Pik Ass"),
        ("2 Anna Abel", ""),
    ]
    assert {entry.status for entry in evening.entries.all()} == {"registered"}


def test_known_people_are_matched_and_entered_ones_have_no_tick(client, evening):
    anna = make_player("Anna Abel")
    add_entry(event=evening, player=make_player("Bernd Zorn"))

    preview = look_at(client, evening, "Anna Abel\nBernd Zorn\nAbel, Anna")
    register(client, evening, preview)

    people = preview.context["form"].preview
    assert [each.is_taken for each in people] == [True, False, False]
    assert people[0].player == anna
    assert Player.objects.count() == 2
    assert [name for name, _club in registered_names(evening)] == [
        "1 Bernd Zorn",
        "2 Anna Abel",
    ]


@pytest.mark.parametrize("is_known", [True, False])
def test_a_namesake_of_another_club_can_be_either(client, evening, is_known):
    known = make_player("Hans Meier", club=find_or_add_club(name="Pik Ass"))
    preview = look_at(client, evening, "Meier Hans, Herz Dame")
    (hans,) = preview.context["form"].preview
    answer = str(known.pk) if is_known else hans.new_value

    unsaid = register(client, evening, preview)
    register(client, evening, preview, **{"person-1": answer})

    assert unsaid.context["form"].has_error("__all__", "who")
    club = "Pik Ass" if is_known else "Herz Dame"
    assert registered_names(evening) == [("1 Hans Meier", club)]


def test_three_hundred_people_are_registered_at_once(client, evening):
    lines = "\n".join(f"{name} Anna, Pik Ass" for name in tables.unlike_names(300))

    answer = register(client, evening, look_at(client, evening, lines))

    assert answer.status_code == 302
    assert evening.entries.count() == 300
