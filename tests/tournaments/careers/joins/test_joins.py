"""Making guests members, joining two entries and undoing that."""

import copy
import datetime

import pytest
from django.apps import apps

from skatclub.backups import making
from skatclub.backups.folder import LOSS
from tests.factories import (
    finish_list,
    make_evening,
    make_player,
    make_players,
    make_user,
    type_games,
)
from tests.tournaments.files import events
from tournaments.careers.joins.selectors import probable_duplicates
from tournaments.careers.joins.services import (
    CannotJoin,
    WrittenSince,
    join_people,
    undo_join,
)
from tournaments.careers.selectors import all_time_ranking
from tournaments.events.models import Entry, Event
from tournaments.events.references import references
from tournaments.events.seats.services import open_table
from tournaments.events.standings.selectors import standings_of
from tournaments.files.event.selectors import matching_people
from tournaments.files.event.writing import event_document
from tournaments.people.models import Club, Join, JoinedRow, Player
from tournaments.sheets.models import Change, Result, Seat, YearTally
from tournaments.sheets.seats import add_substitute
from tournaments.sheets.typing.services import redo, undo
from tournaments.words.choices import Privacy, Ranking

# Every column that refers to people; the effect of a join on each is decided.
NAMES_PEOPLE = {
    "Adjustment.player",
    "Confirmation.player",
    "Entry.player",
    "LeaguePlayer.player",
    "MailAddress.player",
    "Registration.player",
    "ReopeningPlace.player",
    "Result.player",
    "SeasonLot.player",
    "Seat.player",
    "Spelling.player",
    "Substitution.player",
    "Swap.first",
    "Swap.second",
}
# Recomputed from the results, or written by the join itself.
NOT_MOVED = {
    "ListTally.player",
    "YearTally.player",
    "Join.kept",
    "Join.gone",
    "Player.joined_into",
    "Reply.player",
}


@pytest.fixture(scope="module")
def written(module_db):
    """Two entries of Anna: each played an evening with the same three people."""
    others = make_players(("Bernd", "Carla", "Dieter"))
    anna = make_player("Anna Köster", birth_date=datetime.date(1961, 2, 3))
    again = make_player("Anna Koester", is_guest=True)
    first, second = play("Eins", anna, others), play("Zwei", again, others)
    return anna, again, others, first, second


@pytest.fixture
def played(written, db):
    return copy.deepcopy(written)


def play(name, player, others, *, by=None, **fields):
    by = by or make_user(f"typist-{name.lower()}", role="secretary")
    evening = make_evening(name, rounds=2, **fields)
    sheet = open_table(series=evening.series.get(), players=[player, *others])
    return finish_list(sheet, ("2g1", "1a1", "1po1", "e"), by=by)


def everything_named():
    """Return the players referred to, row by row."""
    return {
        (field.model.__name__, field.name, row.pk): getattr(row, field.attname)
        for field in references()
        for row in field.model._base_manager.all()
    }


def test_no_column_that_refers_to_people_is_forgotten():
    found = {
        f"{field.model.__name__}.{field.name}"
        for model in apps.get_app_config("tournaments").get_models()
        for field in model._meta.concrete_fields
        if field.related_model is Player
    }

    moved = {f"{field.model.__name__}.{field.name}" for field in references()}
    assert moved == NAMES_PEOPLE
    assert found == NAMES_PEOPLE | NOT_MOVED


def test_two_entries_become_one_with_all_results(played, erika):
    anna, again, _others, first, second = played
    old = str(again.public_id)
    row = {"id": old, "first_name": "Anna", "last_name": "Koester", "club": ""}

    join_people(kept=anna, gone=again, by=erika)

    assert Result.objects.filter(player=anna).count() == 2
    assert not Result.objects.filter(player=again).exists()
    seats = Seat.objects.filter(player=anna).values_list("sheet", flat=True)
    assert list(seats) == [first.pk, second.pk]
    assert [one.lists for one in YearTally.objects.filter(player=anna)] == [2]
    assert list(Player.objects.values_list("last_name", flat=True)).count("Köster") == 1
    assert again not in Player.objects.all()
    assert again.pk not in everything_named().values()
    # A file of an event that has the other id means the one that is kept.
    assert matching_people([row]) == {old: anna}


def test_undoing_puts_every_row_back_and_the_stricter_wish_for_privacy(played, erika):
    anna, again, *_ = played
    Player.objects.filter(pk=again.pk).update(privacy=Privacy.HIDDEN, cover_number=17)
    before = everything_named()
    tallies = set(YearTally.objects.values_list("player", "lists", "total"))

    join = join_people(kept=anna, gone=again, by=erika)
    anna.refresh_from_db()
    hidden = anna.privacy, bool(anna.cover_number)
    undo_join(join=join)

    assert hidden == (Privacy.HIDDEN, True)
    assert everything_named() == before
    assert set(YearTally.objects.values_list("player", "lists", "total")) == tallies
    assert set(Player.objects.all()) >= {anna, again}
    anna.refresh_from_db()
    assert anna.privacy == Privacy.FULL
    assert not Join.objects.exists()


def test_a_member_joined_with_a_guest_stays_a_member(played, erika):
    anna, again, *_ = played
    home, away = (Club.objects.create(name=name) for name in ("Ass", "Pik"))
    Player.objects.filter(pk=again.pk).update(is_guest=True, club=away)
    Player.objects.filter(pk=anna.pk).update(is_guest=False, club=home)

    join = join_people(kept=again, gone=anna, by=erika)
    again.refresh_from_db()
    joined = again.is_guest, again.club
    undo_join(join=join)
    again.refresh_from_db()

    assert joined == (False, home)
    assert (again.is_guest, again.club) == (True, away)


def test_what_was_written_since_keeps_a_join(played, erika):
    anna, again, others, *_ = played
    join = join_people(kept=anna, gone=again, by=erika)
    play("Drei", anna, others)

    with pytest.raises(WrittenSince, match="Seitdem wurde etwas geschrieben"):
        undo_join(join=join)

    assert Join.objects.get() == join


def test_an_event_with_everything_is_joined_and_undone(erika):
    gerda = make_user("gerda", role="secretary")
    genders = {"Anna": "female", "Bernd": "male", "Carla": "", "Dieter": "male"}
    people = [make_player(name, gender=each) for name, each in genders.items()]
    emil = make_player("Emil")
    event = make_evening("Preisskat", series=3, rounds=2)
    events.enter(event, people, erika)
    events.play(event, people, emil, erika, gerda)
    events.type_totals(event, people, erika)
    events.pay(event, people, erika)
    twins = make_players(f"{player.last_name} Zwei" for player in (*people, emil))
    before, file = everything_named(), event_document(event)
    for number, pair in enumerate(zip((*people, emil), twins, strict=True)):
        kept, gone = pair[:: 1 if number % 2 else -1]
        join = join_people(kept=kept, gone=gone, by=erika)
        assert gone.pk not in everything_named().values()
        event_document(event)
        undo_join(join=join)

    assert everything_named() == before
    event.refresh_from_db()
    assert event_document(event) == file


def test_a_substitute_can_still_be_undone_after_a_join(played, erika):
    anna, again, others, *_ = played
    evening = make_evening("Drei")
    sheet = open_table(series=evening.series.get(), players=others)
    type_games(sheet, ("2g1", "1g1"), by=erika)
    add_substitute(sheet=sheet, place=1, player=again, by=erika, from_game=2)

    undo_join(join=join_people(kept=anna, gone=again, by=erika))
    assert sheet.substitutions.get().player == again
    texts = Change.objects.filter(sheet=sheet).values_list("after", flat=True)
    assert not any(f":{anna.pk}:" in text for text in texts)
    join_people(kept=anna, gone=again, by=erika)
    undo(sheet=sheet, by=erika)
    redo(sheet=sheet, by=erika)

    assert sheet.substitutions.get().player == anna


def test_entries_at_two_tables_of_a_series_are_two_people(played, erika):
    anna, again, *_ = played
    evening = make_evening("Drei", date=datetime.date(2026, 12, 4))
    for player, name in ((anna, "Emil"), (again, "Frida")):
        company = make_players(f"{name} {number}" for number in range(3))
        open_table(series=evening.series.get(), players=[player, *company])

    with pytest.raises(CannotJoin, match=r"Drei \(04.12.2026\)"):
        join_people(kept=anna, gone=again, by=erika)

    assert not Join.objects.exists()


def test_a_person_is_not_joined_with_themselves_or_a_removed_person(played, erika):
    anna, again, others, *_ = played
    with pytest.raises(CannotJoin):
        join_people(kept=anna, gone=anna, by=erika)
    join_people(kept=anna, gone=again, by=erika)

    with pytest.raises(CannotJoin):
        join_people(kept=others[0], gone=again, by=erika)


def test_only_the_last_join_is_undone(played, erika):
    anna, again, *_ = played
    third = make_player("Anna K.")
    first = join_people(kept=again, gone=third, by=erika)
    before = everything_named()
    second = join_people(kept=anna, gone=again, by=erika)

    with pytest.raises(WrittenSince):
        undo_join(join=first)
    undo_join(join=second)

    assert everything_named() == before
    assert set(JoinedRow.objects.values_list("join", flat=True)) <= {first.pk}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Jörg Müller", "Joerg Mueller"),
        ("Hans Meier", "MEIER, hans"),
        ("Hans Meier", "Hans-Peter Meier"),
        ("H. Meier", "Hans Meier"),
        ("Meier Hans", "Hans Meier"),
        ("Hans Meier", "Meier"),
        ("H. Meier", "Meier sen., Hans"),
        ("Günther Schmidt", "Günter Schmitt"),
        ("Manfred Köttgen", "Manfed Köttgen"),
    ],
)
def test_names_that_may_be_one_person_are_suggested(db, first, second):
    pair = {make_player(first), make_player(second)}
    other = make_player("Emma Zorn")

    found = [set(people) for people in probable_duplicates()]

    assert pair in found
    assert all(other not in people for people in found)


def test_two_people_are_not_suggested(played, erika):
    anna, again, *_ = played
    for name, born in (("Uwe Groß", 1950), ("Uwe Gross", 1980)):
        make_player(name, birth_date=datetime.date(born, 1, 1))
    for name in ("Klein sen., Uwe", "Klein jun., Uwe"):
        make_player(name)
    assert len(probable_duplicates()) == 1
    evening = make_evening("Drei")
    for number, player in enumerate((anna, again), 1):
        Entry.objects.create(event=evening, player=player, start_number=number)

    assert probable_duplicates() == []


def all_time_places():
    found = all_time_ranking(published_only=False, guests=True)
    return {line.entry.player_id: line.place for line in found.places}


def test_a_secretary_joins_two_entries_and_undoes_it_on_the_page(
    client, played, erika, monkeypatch
):
    anna, again, *_ = played
    address = f"/members/{anna.pk}/join/?other={again.pk}"
    assert address in client.get("/members/joins/").text
    places = all_time_places()
    question = client.get(address).text
    copies = []  # what was imported with the pages keeps its own
    monkeypatch.setattr(making, "back_up", lambda purpose, at: copies.append(purpose))
    done = client.post(address, {"kept": anna.pk})

    assert "Welcher Eintrag bleibt?" in question
    one, other = sorted((places[anna.pk], places[again.pk]))
    joint = f"aus den Plätzen {one} und {other} Platz {all_time_places()[anna.pk]}"
    assert f"werden {joint}" in question
    assert "2 Veranstaltungen werten wie bisher" in question
    assert done.url == f"/members/{anna.pk}/"
    join = Join.objects.get()
    assert (join.kept, join.gone, join.by) == (anna, again, erika)
    assert copies == [LOSS]
    assert "Rückgängig" in client.get("/members/joins/").text
    page = client.post(f"/members/joins/{join.pk}/undo/", follow=True).text
    assert "sind wieder zwei Personen" in page
    assert not Join.objects.exists()


def test_the_address_of_the_second_entry_redirects_to_the_first(client, played, erika):
    anna, again, *_ = played
    Event.objects.update(is_published=True)
    join_people(kept=anna, gone=again, by=erika)
    client.logout()

    assert client.get(f"/members/{again.pk}/").url == f"/members/{anna.pk}/"
    Player.objects.filter(pk=anna.pk).update(privacy=Privacy.HIDDEN, cover_number=7)
    hidden = client.get(f"/members/{again.pk}/")
    client.force_login(erika)

    assert hidden.status_code == 404
    assert client.get(f"/members/{again.pk}/").url == f"/members/{anna.pk}/"


def test_the_page_tells_why_two_entries_are_two_people(client, played, erika):
    anna, _again, others, *_ = played

    page = client.get(f"/members/{anna.pk}/join/?other={others[0].pk}")

    assert "also sind es zwei Personen: Eins" in page.text
    refused = client.post(
        f"/members/{anna.pk}/join/?other={others[0].pk}", {"kept": anna.pk}
    )
    assert refused.status_code == 200
    assert not Join.objects.exists()


def test_a_guest_becomes_a_member_and_keeps_the_results(client, played, erika):
    *_, second = played
    home = Club.objects.create(name="Karo Einfach", is_home=True)
    guest = Player.objects.get(last_name="Koester")
    total = standings_of(second.series.event).places[0].entry.total
    address = f"/members/{guest.pk}/member/"
    assert f'action="{address}"' in client.get(f"/members/{guest.pk}/edit/").text

    page = client.post(address, follow=True).text

    guest.refresh_from_db()
    assert (guest.is_guest, guest.club) == (False, home)
    place = standings_of(Event.objects.get(name="Zwei")).places[0]
    assert (place.entry.player_id, place.entry.total) == (guest.pk, total)
    assert Ranking.GUESTS not in place.entry.classes
    assert "Auch beendete Saisons und die ewige Tabelle zählen" in page
    assert "jetzt als Mitglied. 1 frühere Veranstaltung zeigt" in page


def test_a_changed_membership_says_what_it_changes_in_the_past(client, played, erika):
    address = f"/members/{played[1].pk}/edit/"
    page = client.get(address)
    form = page.context["form"]
    answers = {name: form[name].value() or "" for name in form.fields}

    client.post(address, answers)
    same = client.get(address).text
    answers["seen"] = client.get(address).context["form"]["seen"].value()
    changed = client.post(address, answers | {"guest_club": "Neu"}, follow=True).text

    assert "Gilt auch für früher" in page.text
    assert "den Verein von heute." not in same.replace("Abende zeigen den Verein", "")
    assert "1 frühere Veranstaltung zeigt den Verein von heute." in changed
    assert "Auch beendete Saisons" not in changed
