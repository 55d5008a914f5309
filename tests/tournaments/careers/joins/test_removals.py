"""Removing a person for good: the lists stay, the name goes."""

import copy
import datetime
import json

import pytest
from django.apps import apps
from django.db.models import CharField, TextField
from django.utils import timezone

from tests.factories import make_evening, make_player, make_user
from tests.tournaments.files import events
from tests.tournaments.leagues.matches import secretary
from tournaments.careers.joins.services import IsRemoved, join_people, remove_person
from tournaments.events.entries.services import add_entry
from tournaments.events.models import Event, Payment, TeamMember
from tournaments.events.standings.selectors import standings_of
from tournaments.files.event.reading import read_event
from tournaments.files.event.services import import_event
from tournaments.files.event.writing import event_text
from tournaments.people.models import Club, Player
from tournaments.people.services import save_player
from tournaments.scope.models import LogEntry, entries_about
from tournaments.sheets.models import Change, Game, ScoreSheet
from tournaments.sheets.typing.services import undo
from tournaments.words.choices import Gender, PaymentKind, Privacy, Ranking

NAME = "Kunigunde Quastenflosser"
FORMER = "Kunigunde Wackernagel"
TRACES = ("Quastenflosser", "Wackernagel", "quastenflosser", "wackernagel", "Kunigunde")


@pytest.fixture(scope="module")
def written(module_db):
    person = make_person()
    return person, make_event(person, secretary())


@pytest.fixture
def person(written, db):
    """A person who has married, and about whom much has been written."""
    return copy.deepcopy(written[0])


@pytest.fixture
def event(written, db):
    return copy.deepcopy(written[1])


def make_person():
    home = Club.objects.create(name="Karo Einfach", is_home=True)
    player = make_player(
        FORMER, club=home, member_number="4711", birth_date=datetime.date(1961, 2, 3)
    )
    player.first_name, player.last_name = NAME.split()
    player.gender = Gender.FEMALE
    return save_player(player=player)


def make_event(person, erika):
    gerda = make_user("gerda", role="secretary")
    arno, carla = make_player("Arno", gender="male"), make_player("Carla")
    people = [arno, person, carla, make_player("Dieter", gender="female")]
    emil = make_player("Emil Zorn")
    event = make_evening("Preisskat", series=3, rounds=2)
    events.enter(event, people, erika)
    event.draws.update(question="")
    events.play(event, people, emil, erika, gerda)
    events.type_totals(event, people, erika)
    events.pay(event, people, erika)
    sheet = event.series.get(number=1).sheets.get()
    remark = f"{NAME} spielt; Quastenflosser, Kunigunde gibt"
    for model, column in ((Game, "remark"), (Change, "before"), (Change, "after")):
        for row in model.objects.filter(**{f"{column}__contains": "alle gepasst"}):
            text = getattr(row, column).replace("alle gepasst", remark)
            model.objects.filter(pk=row.pk).update(**{column: text})
    Payment.objects.create(
        event=event,
        kind=PaymentKind.OTHER,
        amount=100,
        note=f"von {FORMER}",
        at=timezone.now(),
        by=erika,
    )
    Change.objects.create(
        sheet=sheet,
        step=90,
        at=timezone.now(),
        by=erika,
        action="seats",
        before=f"Arno, {NAME}, Carla",
        after=f"Carla, {NAME}, Arno",
    )
    return event


def changes_of(person):
    return entries_about(person).values_list("changes", flat=True)


def traces():
    """Return the columns of the database that still contain part of the name."""
    found = {}
    for model in apps.get_app_config("tournaments").get_models():
        columns = [
            field.attname
            for field in model._meta.concrete_fields
            if isinstance(field, CharField | TextField)
        ]
        manager = getattr(model, "every", model._base_manager)
        for row in manager.values(*columns):
            for column, text in row.items():
                if any(trace in str(text) for trace in TRACES):
                    found[model.__name__, column] = text
    return found


def test_nothing_of_the_name_is_left_in_the_database(event, person):
    texts = [
        field.name
        for field in Player._meta.concrete_fields
        if isinstance(field, CharField | TextField)
        and not field.choices
        and field.name not in ("first_name", "last_name")
    ]
    Player.every.filter(pk=person.pk).update(**dict.fromkeys(texts, "Quastenflosser"))
    entries_about(person).update(label="Quastenflosser")
    found = traces()
    for place in (("LogEntry", "label"), ("Payment", "note"), ("Change", "before")):
        assert place in found

    remove_person(player=person)

    assert traces() == {}


def test_extensions_of_other_programs_lose_the_name_too(event, person):
    kept = '{"org.example":{"best":"Quastenflosser, Kunigunde"}}'
    Event.objects.update(extensions=kept)
    ScoreSheet.objects.update(extensions=kept)
    Player.objects.update(extensions='{"org.example":{"phone":"0815"}}')

    remove_person(player=person)

    assert traces() == {}
    person.refresh_from_db()
    assert person.extensions == ""
    assert Player.objects.exclude(extensions="").exists()
    event.refresh_from_db()
    row = json.loads(event_text(event))["event"]
    assert row["extensions"] == {"org.example": {"best": "Ehemaliges Mitglied 1"}}


def test_a_stand_in_takes_the_place_and_what_was_written_stays(event, person):
    def ranked(ranking):
        places = standings_of(event, ranking=ranking).places
        return [
            (line.place, line.entry.player_id, line.entry.total, line.entry.per_series)
            for line in places
        ]

    def written():
        changes = Change.objects.values_list("pk", "by", "at")
        kinds = (Ranking.SINGLE, Ranking.SENIORS, Ranking.WOMEN)
        return set(changes), [ranked(kind) for kind in kinds]

    before = written()
    logged = set(entries_about(person).values_list("at", "by"))

    remove_person(player=person)

    assert written() == before
    assert logged < set(entries_about(person).values_list("at", "by"))
    person.refresh_from_db()
    assert person.name == person.sorted_name == "Ehemaliges Mitglied 1"
    assert person.member_number == ""
    assert not person.is_active
    assert person.removed_at


@pytest.mark.parametrize(
    ("born", "kept"),
    [
        ("1966-01-01", "1966-01-01"),
        ("1966-05-05", "1966-12-31"),
        ("1961-02-03", "1961-01-01"),
        ("2008-11-03", "2008-01-01"),
        ("2008-11-07", "2008-12-31"),
    ],
)
def test_only_the_part_of_the_birth_date_that_classes_need_stays(
    event, person, born, kept
):
    person.birth_date = datetime.date.fromisoformat(born)
    save_player(player=person)

    remove_person(player=person)

    person.refresh_from_db()
    assert person.birth_date.isoformat() == kept
    assert "birth_date" not in "".join(changes_of(person))


def test_the_lists_can_still_be_read_undone_and_exported(client, event, person, erika):
    remove_person(player=person)

    for sheet in event.series.get(number=1).sheets.all():
        assert "Ehemaliges Mitglied 1" in client.get(f"/lists/{sheet.pk}/").text
        assert client.get(f"/lists/{sheet.pk}/history/").status_code == 200
        assert client.get(f"/paper/lists/{sheet.pk}/").status_code == 200
        undo(sheet=sheet, by=erika) if not sheet.is_finished else None
    file = read_event(event_text(event).encode())
    assert not import_event(document=file).is_changed


def test_an_older_file_of_the_event_does_not_bring_the_name_back(event, person):
    older = read_event(event_text(event).encode())
    remove_person(player=person)

    import_event(document=older, replace=True)

    person.refresh_from_db()
    assert person.name == "Ehemaliges Mitglied 1"
    assert not Player.every.filter(last_name="Quastenflosser").exists()


def test_a_namesake_keeps_the_name_in_remarks(event, person, erika):
    namesake = make_player(NAME)

    remove_person(player=person)

    namesake.refresh_from_db()
    assert namesake.name == NAME
    sheet = event.series.get(number=1).sheets.get()
    assert NAME in sheet.games.get(number=3).remark
    texts = Change.objects.filter(sheet=sheet, action="seats").values("before")
    assert NAME not in str(list(texts))


def test_a_hidden_family_name_goes_for_good_where_visitors_did_not_read_it(
    event, person
):
    series = event.series.get(number=1)
    reason = "Quastenflossers Karte fiel, QUASTENFLOSSER lachte; Carla sah es"
    series.adjustments.update(reason=reason)
    Payment.objects.filter(event=event).update(note="Quastenflosser / Carla")
    person.privacy = Privacy.HIDDEN
    save_player(player=person)

    remove_person(player=person)

    assert series.adjustments.first().reason == (
        "Ehemaliges Mitglied 1s Karte fiel, Ehemaliges Mitglied 1 lachte; Carla sah es"
    )
    assert Payment.objects.first().note == "Ehemaliges Mitglied 1 / Carla"


def test_a_name_in_the_name_of_a_team_goes_from_its_prizes_and_their_log(
    event, person, erika
):
    contest = event.contests.create(name="Zu zweit", size=2, number=9)
    team = contest.teams.create(name="Quastenflosser / Carla")
    TeamMember.objects.create(
        contest=contest, team=team, entry=event.entries.get(player=person)
    )
    about = {"event": event, "kind": "prize", "amount": -1600, "by": erika}
    about |= {"note": team.name, "at": timezone.now()}
    payment = Payment(**about, contest=contest, team=team).check_and_save()

    remove_person(player=person)

    payment.refresh_from_db()
    assert payment.note == "Ehemaliges Mitglied 1 / Carla"
    assert not LogEntry.objects.filter(changes__contains="Quastenflosser").exists()


def test_a_family_name_that_was_public_may_be_a_word_and_stays(event, person):
    Payment.objects.filter(event=event).update(note="Quastenflosser, gebacken")

    remove_person(player=person)

    assert Payment.objects.first().note == "Quastenflosser, gebacken"


def test_a_family_name_stays_where_somebody_else_has_it(event, person):
    gustav = make_player("Gustav Quastenflosser")
    add_entry(event=event, player=gustav)
    Payment.objects.filter(event=event).update(note="Quastenflosser")
    person.privacy = Privacy.HIDDEN
    save_player(player=person)

    remove_person(player=person)

    assert {payment.note for payment in Payment.objects.all()} == {"Quastenflosser"}


def test_a_second_entry_loses_its_name_as_well(event, person, erika):
    second = make_player("Gundel Quastenflosser", privacy=Privacy.SHORT)
    join_people(kept=person, gone=second, by=erika)

    remove_person(player=person)

    second.refresh_from_db()
    assert second.full_name == "Ehemaliges Mitglied 1"
    assert traces() == {}


def test_stand_ins_are_numbered_and_keep_nothing_if_they_never_played(db):
    born = {"birth_date": datetime.date(1961, 2, 3), "gender": Gender.FEMALE}
    people = [make_player("Anna", **born), make_player("Bernd", is_guest=True)]

    names = [remove_person(player=player).name for player in people]

    assert names == ["Ehemaliges Mitglied 1", "Ehemaliger Gast 2"]
    people[0].refresh_from_db()
    assert (people[0].birth_date, people[0].gender) == (None, "")
    with pytest.raises(IsRemoved):
        remove_person(player=people[0])


def test_a_secretary_confirms_before_a_person_is_removed(client, event, person, erika):
    address = f"/members/{person.pk}/remove/"

    page = client.get(address)

    for words in ("Was verschwindet", "Was bleibt", "1 abgeschlossene Liste"):
        assert words in page.text
    assert "Bitte ankreuzen" in client.post(address, {"is_meant": ""}).text
    assert traces()
    done = client.post(address, {"is_meant": "on"}, follow=True)
    assert "Ehemaliges Mitglied 1" in done.text
    assert traces() == {}
    assert client.get(address).status_code == 404
    assert client.get(f"/members/{person.pk}/edit/").status_code == 404
