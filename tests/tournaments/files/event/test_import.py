"""Importing events: completely, only once, or not at all."""

import io
import json
import re
from contextlib import suppress

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.utils.translation import override

from scoring.notation.reading import read_line
from tests.factories import make_player, make_secretary, make_sheet
from tests.tournaments.sheets.table.phones import Phone
from tournaments.events.models import Event
from tournaments.files.event.reading import MOST_BYTES, FileRefused, read_event
from tournaments.files.event.sections import lists_in
from tournaments.files.event.selectors import path_in_words, preview_of
from tournaments.files.event.services import EventDiffers, clear_event, import_event
from tournaments.files.event.writing import event_document, event_text
from tournaments.organisations.services import add_organisation
from tournaments.people.models import Club, Player, User
from tournaments.scope.scope import scope
from tournaments.sheets.models import Change, ScoreSheet, TableKey
from tournaments.sheets.typing.services import record_line, redo, undo


def read_file(text):
    return read_event(text.encode())


def wipe(event):
    """Delete an event with its people and the clubs of its guests."""
    clear_event(event)
    event.delete()
    Player.objects.all().delete()
    Club.objects.filter(is_home=False).delete()


@pytest.fixture
def carried(event):
    """The file of an event that is not here any more."""
    text = event_text(event)
    wipe(event)
    return text


def database_rows():
    return {
        model.__name__: sorted(model._default_manager.values_list(), key=str)
        for model in apps.get_app_config("tournaments").get_models()
    }


def pages_of(client, event):
    """Return the text of the pages of an event, without primary keys."""
    addresses = [f"/events/{event.pk}/", f"/events/{event.pk}/standings/"]
    addresses.append(f"/downloads/standings/{event.pk}/csv/")
    for sheet in ScoreSheet.objects.filter(series__event=event):
        pages = ("", "history/", "explained/")
        addresses += [f"/lists/{sheet.pk}/{page}" for page in pages]
    return [page_text(client.get(address)) for address in addresses]


def page_text(response):
    assert response.status_code == 200, response.request["PATH_INFO"]
    html = response.text
    main = html[html.find("<main") :]
    main = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", main)
    main = re.sub(r'<tr id="p\w+"', "<tr", main)
    main = re.sub(r"\?revision=\w+", "", main)
    main = re.sub(r"/reopenings/\d+/", "", main)
    main = re.sub(r'name="(?:beside|source)" value="\d+"', "", main)
    main = re.sub(r'([?&]\w+=)\d+(?=["&])', r"\1#", main)
    return re.sub(r'(="[^"]*?/)\d+(?=[/"?])', r"\1#", main)


def papers_of(client, event):
    sheets = ScoreSheet.objects.filter(series__event=event)
    addresses = [
        f"/paper/events/{event.pk}/lists/",
        f"/paper/events/{event.pk}/standings/",
        *(f"/paper/lists/{sheet.pk}/" for sheet in sheets),
    ]
    papers = [client.get(address) for address in addresses]
    return [b"".join(paper) for paper in papers]


@pytest.mark.usefixtures("standing_clock")
def test_an_imported_event_is_the_exported_one(client, event):
    client.force_login(User.objects.get(username="erika"))
    text = event_text(event)
    pages, papers = pages_of(client, event), papers_of(client, event)

    wipe(event)
    found = import_event(document=read_file(text))

    assert found.is_changed
    assert event_text(found.event) == text
    for page, before in zip(pages_of(client, found.event), pages, strict=True):
        assert page.splitlines() == before.splitlines()
    assert papers_of(client, found.event) == papers


def test_an_event_is_imported_on_an_empty_machine_and_only_once(carried):
    Change.objects.all().delete()
    User.objects.all().delete()
    Club.objects.all().delete()

    imported = import_event(document=read_file(carried)).event

    accounts = User.objects.filter(username__in=["erika", "gerda"])
    assert [account.is_active for account in accounts] == [False, False]
    assert not any(account.has_usable_password() for account in accounts)
    assert Club.objects.filter(is_home=True).count() == 0
    assert event_document(imported)["series"] == json.loads(carried)["series"]
    before = database_rows()

    again = import_event(document=read_file(carried))
    assert not again.is_changed
    assert database_rows() == before


def test_a_preview_changes_nothing(carried):
    before = database_rows()

    preview = preview_of(read_file(carried))

    assert database_rows() == before
    names = ("Carla", "Emil", "Anna Köster", "Bernd Łukasz", "Dieter Özil")
    assert preview.matches.new_people == names
    assert preview.matches.new_clubs == ("Pik Sieben Nebelhausen",)
    assert (preview.lists, preview.games) == (3, 8)


def test_a_known_event_that_differs_is_replaced_only_on_request(event):
    document = event_document(event)
    document["series"][0]["tables"][0]["seats"][0]["paper_points"] = 1
    before = database_rows()
    lists = dict(ScoreSheet.objects.values_list("code", "pk"))

    with pytest.raises(EventDiffers, match="Serie 1, Tisch 1, Platz 1"):
        import_event(document=read_file(json.dumps(document)))

    assert database_rows() == before
    document["event"]["place"] = "Goldener Ochse"
    imported = import_event(document=read_file(json.dumps(document)), replace=True)
    assert imported.event.pk == event.pk
    assert event_document(imported.event) == document
    assert dict(ScoreSheet.objects.values_list("code", "pk")) == lists


@pytest.mark.parametrize("part", ["payments", "changes"])
def test_an_event_is_not_replaced_by_a_file_with_less(event, part):
    document = event_document(event)
    document.pop(part, None)
    for _series, table in lists_in(document):
        table.pop(part, None)
    before = database_rows()

    with pytest.raises(FileRefused, match="fehlen Kasse oder Verlauf"):
        import_event(document=read_file(json.dumps(document)), replace=True)

    assert database_rows() == before


@override("de")
def test_places_inside_a_file_are_named_as_the_club_calls_them():
    paths = (("series", 0, "log", 0, "by"), ("payments",), ("contests", 0, "name"))
    assert list(map(path_in_words, paths)) == [
        "Serie 1, Verlauf, 1, Von wem",
        "Zahlungen",
        "Mannschaftswertungen, 1, Name",
    ]


def test_people_are_recognised_by_name_and_club(carried):
    away = Club.objects.create(name="Pik Sieben Nebelhausen")
    carla = make_player("Carla", club=away, is_guest=True)
    make_player("Dieter Özil", club=away)
    # A different birthday means a different person.
    home = Club.objects.get(is_home=True)
    make_player("Bernd Łukasz", club=home, birth_date="1999-01-01")

    preview = preview_of(read_file(carried))
    import_event(document=read_file(carried))
    again = import_event(document=read_file(carried))

    assert set(preview.matches.people.values()) == {carla}
    assert carla.seats.count() == 3
    assert Player.objects.filter(last_name="Özil").count() == 2
    assert Player.objects.filter(last_name="Łukasz").count() == 2
    assert not again.is_changed


def test_people_of_the_same_name_are_not_guessed(carried):
    away = Club.objects.create(name="Pik Sieben Nebelhausen")
    twins = [make_player("Carla", club=away), make_player("Carla", club=away)]

    import_event(document=read_file(carried))

    assert [twin.seats.count() for twin in twins] == [0, 0]
    assert not import_event(document=read_file(carried)).is_changed


def test_people_here_stay_as_they_are(event, django_assert_max_num_queries):
    with django_assert_max_num_queries(38):
        text = event_text(event)
    Player.objects.filter(last_name="Köster").update(last_name="Köster-Lang")

    imported = import_event(document=read_file(text))

    assert not imported.is_changed
    assert Player.objects.filter(last_name="Köster-Lang").exists()


def test_members_of_another_club_are_guests_here(carried):
    Club.objects.update(name="Herz Dame")

    import_event(document=read_file(carried))

    assert {player.is_guest for player in Player.objects.all()} == {True}


def test_undo_works_on_an_imported_list(carried):
    import_event(document=read_file(carried))
    erika = User.objects.get(username="erika")
    sheet = ScoreSheet.objects.get(series__number=3)
    record_line(sheet=sheet, number=1, noted=read_line("2+48"), by=erika)

    undo(sheet=sheet, by=erika)
    redo(sheet=sheet, by=erika)

    assert sheet.games.count() == 1


def test_the_code_of_another_list_is_refused_and_nothing_is_stored(event):
    text = event_text(event)
    code = ScoreSheet.objects.get(series__number=1).code
    wipe(event)
    other = make_sheet()
    ScoreSheet.objects.filter(pk=other.pk).update(code=code)
    before = database_rows()

    with pytest.raises(FileRefused, match=code):
        import_event(document=read_file(text))

    assert database_rows() == before


def test_the_commands_export_and_import(event, tmp_path):
    path = tmp_path / "event.json"
    call_command("export_event", event.slug, output=path)
    text = path.read_text(encoding="utf-8")
    wipe(event)
    said = io.StringIO()

    call_command("import_event", str(path), dry_run=True, stdout=said)
    assert not Event.objects.exists()
    call_command("import_event", str(path), stdout=said)
    call_command("import_event", str(path), stdout=said)
    screen = io.StringIO()
    call_command("export_event", event.slug, stdout=screen)

    assert "Listen 3, Spiele 8, neue Personen 5" in said.getvalue()
    assert "nichts hat sich geändert" in said.getvalue()
    assert screen.getvalue() == text


def test_the_commands_say_what_is_wrong(db, tmp_path):
    huge = tmp_path / "huge.json"
    with open(huge, "wb") as file:
        file.truncate(200 * 1024 * 1024)

    with pytest.raises(CommandError, match="größer als 32 MB"):
        call_command("import_event", str(huge))
    with pytest.raises(CommandError, match=r"nowhere\.json.*diese Datei gibt"):
        call_command("import_event", str(tmp_path / "nowhere.json"))
    with pytest.raises(CommandError, match="Es gibt keine Veranstaltung „nie“"):
        call_command("export_event", "nie")
    assert huge.stat().st_size > MOST_BYTES


def test_a_file_whose_end_is_missing_leaves_nothing_behind(carried):
    before = database_rows()

    for end in range(0, len(carried), 997):
        with suppress(FileRefused):
            import_event(document=read_file(carried[:end]))

    assert database_rows() == before


def test_a_member_number_in_use_here_is_refused(carried):
    make_player("Gerda Vogt", member_number="7")
    before = database_rows()

    with pytest.raises(FileRefused) as refusal:
        import_event(document=read_file(carried))

    assert refusal.value.messages == [
        "Anna Köster bekäme die Mitgliedsnummer 7; die hat aber schon Gerda Vogt."
    ]
    assert database_rows() == before


@pytest.mark.django_db
def test_a_second_organisation_can_import_lists_with_the_same_codes(
    client, many_organisations
):
    sheet = make_sheet()
    text = event_text(sheet.series.event)
    host = "herz7.localhost"
    other = add_organisation(name="Herz Sieben", host=host).organisation

    with scope(other.pk):
        import_event(document=read_file(text))
        found = set(ScoreSheet.objects.values_list("code", flat=True))
        client.force_login(make_secretary("anna"))
        theirs = ScoreSheet.objects.first()
        led = client.get("/lists/find/", {"code": theirs.code}, headers={"host": host})

    assert found == {sheet.code}
    assert led.url == theirs.get_absolute_url()
    assert ScoreSheet.objects.filter(code=theirs.code).get().pk != theirs.pk


def replace_event(sheet, change):
    document = event_document(sheet.series.event)
    change(document)
    return import_event(document=read_file(json.dumps(document)), replace=True)


def test_a_key_and_its_phones_stay_until_their_list_is_deleted(client, event):
    sheet = make_sheet()
    phone = Phone(client, sheet)
    phone.take_pen()
    assert phone.write(1, "2a1").status_code == 200

    replace_event(sheet, lambda document: document["event"].update(name="Anders"))

    waiting = phone.write(2, "e")
    assert (waiting.status_code, waiting.json()["error"]) == (409, "epoch")
    assert not ScoreSheet.objects.get(code=sheet.code).pen_is_out
    phone.take_pen()
    assert phone.sequence == 2
    assert phone.write(2, "e").status_code == 200
    assert [line["text"] for line in phone.get().json()["lines"]] == ["2a1", "e"]

    empty = make_sheet(("Fritz", "Gerd", "Hugo"))
    phone = Phone(client, empty)
    replace_event(empty, lambda document: document["series"][0].update(tables=[]))

    assert TableKey.objects.get().sheet == sheet
    assert phone.get().status_code == 401
