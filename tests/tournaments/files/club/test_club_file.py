"""A whole club as one archive: exported, imported and exported again."""

import io
import json
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DEFAULT_DB_ALIAS, IntegrityError, transaction
from django.utils import timezone

from scoring.house.bylaws import contradictions
from scoring.house.rules import OPTIONS, HouseRules
from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_owner,
    make_player,
    make_sheet,
    type_games,
)
from tests.tournaments.files.event.test_event_file import models_in
from tests.tournaments.files.events import make_full_event
from tournaments.apps import add_first_organisation
from tournaments.careers.joins.services import join_people
from tournaments.events.models import Event
from tournaments.files.club.reading import archive_chunks, open_archive, schema_files
from tournaments.files.club.services import import_club
from tournaments.files.event.reading import FileRefused
from tournaments.files.event.sections import (
    CLUB_SECTIONS,
    EVENT_FILE,
    WITHOUT_COLUMNS,
    file_columns,
)
from tournaments.files.lists.services import decide_about_list, receive_list
from tournaments.leagues.models import HostCode
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Join, MailAddress, Player, User
from tournaments.public.letters import record_address
from tournaments.scope.scope import DRAW, RESULTS, UNTIL_RELEASED
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.sheets.models import ArrivedList, Change, ScoreSheet
from tournaments.sheets.models.programme import RuleSet
from tournaments.words.choices import ArrivalDecision, ArrivalRoute

pytestmark = pytest.mark.django_db


def exported_club():
    return b"".join(archive_chunks())


def imported_club(tmp_path, content, **how):
    path = tmp_path / "club.zip"
    path.write_bytes(content)
    with open_archive(path) as archive:
        *_steps, report = import_club(archive, **how)
    return report


def shown(answer):
    """Return a page that is sent while the work goes on."""
    return b"".join(answer.streaming_content).decode()


def empty_site():
    """Delete every row there is; the database checks references only at the end."""
    app = apps.get_app_config("tournaments")
    for model in app.get_models():
        rows = model._base_manager.all()
        rows._raw_delete(rows.db)
    add_first_organisation(app, using=DEFAULT_DB_ALIAS)


def files_in(content):
    with ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def club_in(content):
    return json.loads(files_in(content)["club.json"])


def with_changed_document(content, change):
    """Return the archive with ``club.json`` changed."""
    document = club_in(content)
    change(document)
    with ZipFile(out := io.BytesIO(), "w") as archive:
        for name, file in files_in(content).items():
            changed = json.dumps(document) if name == "club.json" else file
            archive.writestr(name, changed)
    return out.getvalue()


@pytest.fixture(scope="module")
def small(module_db):
    """One evening, its season, and two joined entries of a person."""
    erika = make_owner("erika")
    home = Club.objects.create(name="Karo Einfach", is_home=True, number="0443006")
    sheet = make_sheet()
    Player.objects.update(club=home)
    type_games(sheet, EIGHT_GAMES, by=erika)
    season = Season.objects.create(
        name="Saison 2026", club=home, first_date="2026-01-01", last_date="2026-12-31"
    )
    SeasonEvent.objects.create(season=season, event=sheet.series.event)
    anna = make_player("Anna Köster", privacy="short")
    again = make_player("Annelie Kolb", privacy="short")
    join_people(kept=anna, gone=make_player("Anna Koester"), by=erika)
    assert again.public_name == "Annelie K."
    record_address(player=anna, address="anna@example.org")
    return exported_club()


# What follows from something else cannot be chosen freely: from games, from a number.
FOLLOWS = {
    (Change, "action"),
    (Player, "privacy"),
    (ScoreSheet, "state"),
    (ScoreSheet, "finished_at"),
}
MOMENTS = [None, timedelta(days=-1), timedelta(days=1)]


def states_of(field):
    """Return what may stand in a column of few values; nothing for any other."""
    kind = field.get_internal_type()
    if field.choices:
        return [value for value, _label in field.flatchoices]
    if kind == "BooleanField":
        return [False, True]
    if kind == "DateTimeField" and field.null:
        moments = [by and timezone.now() + by for by in MOMENTS]
        return moments + [UNTIL_RELEASED] * (field.name in (DRAW, RESULTS))
    return []


def nth_rules(turn):
    """Return house rules with one value of each option that goes with the others."""
    rules = HouseRules()
    for name, option in OPTIONS.items():
        known = [False, True] if option.is_switch else list(option.choices or ())
        if known:
            changed = replace(rules, **{name: known[turn % len(known)]})
            rules = rules if contradictions(changed) else changed
    return rules


def test_every_state_of_an_event_can_be_read_again(db, tmp_path):
    empty_site()
    make_full_event()
    rule_set = RuleSet(name="Freitag")
    rule_set.save()
    make_evening("Hausregeln", rule_set=rule_set)
    states = [
        (model, field.name, states_of(field))
        for model in models_in(EVENT_FILE) - WITHOUT_COLUMNS
        for field in file_columns(model).values()
        if states_of(field) and (model, field.name) not in FOLLOWS
    ]
    for turn in range(max(len(values) for _model, _name, values in states)):
        for model, name, values in states:
            value = values[turn % len(values)]
            with suppress(IntegrityError), transaction.atomic():
                model._base_manager.update(**{name: value})
        for rules in RuleSet.objects.all():
            rules.set_rules(nth_rules(turn))
            rules.save()
        content = exported_club()
        empty_site()

        imported_club(tmp_path, content)

        assert files_in(exported_club()) == files_in(content)


def test_joined_people_move_and_mail_addresses_with_their_own_club_only(
    small, tmp_path
):
    rows = list(MailAddress.objects.values_list("address", "agreed_at"))
    empty_site()
    Club.objects.create(name="Pik Bube", is_home=True)

    imported_club(tmp_path, small, as_guests=True)
    assert not MailAddress.objects.exists()
    # A club with people of its own keeps its name.
    report = imported_club(tmp_path, small)
    assert (report.may_be_ours, report.matches.is_from_elsewhere) == (False, True)
    assert Club.objects.get(is_home=True).name == "Pik Bube"
    empty_site()
    imported_club(tmp_path, small)

    assert exported_club() == small
    assert list(MailAddress.objects.values_list("address", "agreed_at")) == rows
    join = Join.objects.get()
    assert join.gone.joined_into == join.kept
    assert join.edition is None


def test_differences_stay_until_replaced_on_request(small, tmp_path):
    Season.objects.update(best=30)

    left = imported_club(tmp_path, small)

    assert left.counts["seasons"] == {"left": 1}
    assert left.differing == ["Saison 2026: Nur die besten"]
    assert Season.objects.get().best == 30
    pk = Season.objects.get().pk
    replaced = imported_club(tmp_path, small, replace=True)
    assert replaced.counts["seasons"] == {"changed": 1}
    assert (Season.objects.get().pk, Season.objects.get().best) == (pk, None)
    assert exported_club() == small


def test_house_rules_that_differ_stay_until_replaced(small, tmp_path):
    rule_set = RuleSet(name="Freitag", club=Club.objects.get())
    rule_set.save()
    content = exported_club()
    RuleSet.objects.update(options="target=250", club=None)

    left = imported_club(tmp_path, content)

    assert left.differing == ["Freitag: Verein; Hausregeln"]
    imported_club(tmp_path, content, replace=True)
    assert exported_club() == content


def test_the_days_to_keep_photos_move_and_are_optional(small, tmp_path):
    organisation = Organisation.objects.get()
    organisation.town = "Altenburg"
    organisation.save()
    without_days = exported_club()
    assert "photo_days" not in club_in(without_days)["organisation"]
    organisation.photo_days = 7
    organisation.save()
    with_days = exported_club()
    assert club_in(with_days)["organisation"]["photo_days"] == 7

    for content, days in ((without_days, 30), (with_days, 7)):
        imported_club(tmp_path, content, replace=True)
        assert Organisation.objects.get().photo_days == days


def missing_event(document):
    document["seasons"][0]["evenings"][0]["event"] = document["people"][0]["id"]


def two_lots(document):
    """Let one person have drawn twice for a place of the season."""
    lots = [{"person": document["people"][0]["id"], "number": n} for n in (1, 2)]
    drawn = {"drawn_at": "2026-12-31T20:00:00Z", "drawn_by": "erika", "seed": "7"}
    document["seasons"][0]["lot_draws"] = [{**drawn, "drawn": lots}]


def another_event(document):
    document["events"][0]["id"] = document["people"][0]["id"]
    del document["seasons"], document["joins"]


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.update(future=1),
        lambda document: document["seasons"][0].update(last_date="2025-01-01"),
        *(missing_event, another_event, two_lots),
    ],
    ids=["unknown field", "backward season", "missing event", "another event", "lots"],
)
def test_a_wrong_club_is_refused_as_a_whole(small, tmp_path, change):
    empty_site()

    with pytest.raises(FileRefused) as refusal:
        imported_club(tmp_path, with_changed_document(small, change))

    assert all(":" in message for message in refusal.value.messages)
    assert not Club.objects.exists()


def test_a_truncated_archive_is_refused(small, tmp_path):
    for end in (0, 10, 500, -30, -1):
        with pytest.raises(FileRefused):
            imported_club(tmp_path, small[:end])


def test_every_table_of_seasons_and_leagues_is_in_the_file():
    rooms = ("tournaments.seasons", "tournaments.leagues")
    models = {*apps.get_app_config("tournaments").get_models()}
    models = {model for model in models if model.__module__.startswith(rooms)}

    # A code ends with the match and is valid on this site only.
    assert models - {HostCode} <= models_in(CLUB_SECTIONS)
    assert Season in models


@pytest.mark.parametrize(("name", "text"), list(schema_files()))
def test_the_schemas_in_the_docs_are_those_of_the_program(name, text):
    path = settings.BASE_DIR / "docs" / name

    assert path.read_text(encoding="utf-8") == f"{text}\n", "manage.py generate"


def test_an_owner_exports_and_imports_the_club(client, small, erika):
    first = client.get("/downloads/club/")
    begin = next(first.streaming_content)
    second = client.get("/downloads/club/", follow=True)
    assert "Ein Archiv wird gerade geschrieben" in second.text
    assert begin + b"".join(first.streaming_content) == small
    archive = b"".join(client.get("/downloads/club/").streaming_content)
    assert archive == small
    Season.objects.all().delete()
    file = SimpleUploadedFile("club.zip", archive)
    watch = client.post("/downloads/club/import/", {"file": file}).url
    checked = shown(client.get(watch))
    assert "Veranstaltungen, gerade" in checked
    assert "Verein übernehmen</button>" in checked
    assert not Season.objects.exists()

    assert "Der Verein ist übernommen." in shown(client.post(watch))
    assert Season.objects.count() == 1
    assert client.get(watch).status_code == 404


@pytest.fixture
def renamed(client, small, db):
    """The page that has checked the archive where the club was set up as “Karo”."""
    empty_site()
    Club.objects.create(name="Karo", is_home=True)
    client.force_login(make_owner("kai"))
    file = SimpleUploadedFile("club.zip", small)
    return client.post("/downloads/club/import/", {"file": file}).url


def test_a_club_set_up_under_another_name_becomes_that_of_the_file(
    client, renamed, small
):
    assert "Das ist unser Verein" in shown(client.get(renamed))
    assert Club.objects.get().name == "Karo"

    assert "als Gäste" not in shown(client.post(renamed, {"whose": "ours"}))
    home = Club.objects.get(is_home=True)
    assert (home.name, home.number) == ("Karo Einfach", "0443006")
    assert exported_club() == small


def test_another_club_comes_in_as_guests_on_request(client, renamed):
    assert "als Gäste" in shown(client.post(renamed, {"whose": "another"}))
    assert Club.objects.get(is_home=True).name == "Karo"
    assert not Player.objects.filter(is_guest=False).exists()


@pytest.fixture
def with_arrivals(small, db):
    """Two waiting lists, one of them of a table not drawn yet, and a decided one."""
    event, erika = Event.objects.get(), User.objects.get(username="erika")
    code = event.series.get().sheets.get().code
    for games in ("2a1\n1k1", "4p2"):
        text = f"skat 1 {code} 1/1\n{games}"
        receive_list(
            event=event, content=text.encode(), route=ArrivalRoute.QR, by=erika
        )
    undrawn = b"skat 1 K7M2PQ 1/2\n2a1"
    receive_list(event=event, content=undrawn, route=ArrivalRoute.TEXT, by=erika)
    decide_about_list(
        arrival=ArrivedList.objects.get(document__contains="4p2"),
        by=erika,
        decision=ArrivalDecision.HERE,
        reason="Another table",
        revision=ScoreSheet.objects.get().revision,
    )
    return exported_club()


def test_waiting_lists_are_exported_and_wait_again(with_arrivals, tmp_path):
    facts = ("code", "state", "route", "at", "by__username", "fingerprint")
    waiting = sorted(ArrivedList.objects.waiting().values_list(*facts))
    assert len(waiting) == len(club_in(with_arrivals)["arrived_lists"]) == 2
    empty_site()

    report = imported_club(tmp_path, with_arrivals)

    assert report.counts["arrived_lists"] == {"new": 2}
    assert sorted(ArrivedList.objects.values_list(*facts)) == waiting
    assert exported_club() == with_arrivals


def test_a_waiting_list_is_imported_only_once(with_arrivals, tmp_path):
    here = ArrivedList.objects.waiting().get(code="K7M2PQ")
    ArrivedList.objects.filter(pk=here.pk).update(
        decided_at=here.at, decided_by=here.by, decision=ArrivalDecision.HERE
    )

    report = imported_club(tmp_path, with_arrivals)

    assert report.counts["arrived_lists"] == {"same": 2}
    assert not report.is_changed
    assert ArrivedList.objects.count() == 3


def test_waiting_lists_survive_the_replacement_of_their_event(with_arrivals, tmp_path):
    facts = ("pk", "code", "state", "at", "document", "decision")
    before = sorted(ArrivedList.objects.values_list(*facts))
    Event.objects.update(name="Another evening")

    report = imported_club(tmp_path, with_arrivals, replace=True)

    assert report.counts["events"] == {"changed": 1}
    assert sorted(ArrivedList.objects.values_list(*facts)) == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"document": '{"format": "skatclub-list"}'},
        {"document": "2a1"},
        {"event": "00000000-0000-4000-8000-000000000000"},
        {"route": "pigeon"},
    ],
    ids=["not a list", "not JSON", "of an unknown event", "by an unknown route"],
)
def test_a_wrong_waiting_list_is_refused(with_arrivals, tmp_path, wrong):
    empty_site()
    change = with_changed_document(
        with_arrivals, lambda document: document["arrived_lists"][0].update(wrong)
    )

    with pytest.raises(FileRefused):
        imported_club(tmp_path, change)

    assert not ArrivedList.objects.exists()
