"""Other programs read results and, with a key, write lists."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
from django.core.cache import caches
from django.core.management import CommandError, call_command

from skatclub.door.attempts import Limit
from tests.examples import examples
from tests.factories import (
    EIGHT_GAMES,
    make_owner,
    make_player,
    make_secretary,
    make_sheet,
    type_games,
)
from tournaments.api import door
from tournaments.api.door import OPERATIONS, PREFIX
from tournaments.api.models import ApiKey, ApiLine
from tournaments.api.services import create_key, revoke_key
from tournaments.api.views import openapi
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.files.event.writing import public_event_text
from tournaments.organisations.services import add_organisation
from tournaments.people.models import Player
from tournaments.scope.scope import scope
from tournaments.sheets.models import Change, Game, ScoreSheet
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.django_db
DOCS = Path(__file__).parents[3] / "docs"
GUIDE, PUBLISHED = DOCS / "api.md", DOCS / "openapi.json"


@pytest.fixture(autouse=True)
def erika(db):
    """A club that is set up and has had no requests yet."""
    caches["attempts"].clear()
    return make_secretary()


@pytest.fixture
def sheet():
    return make_sheet()


@pytest.fixture
def event(sheet):
    return sheet.series.event


def key(rights="read,write", name="Tisch"):
    return create_key(name=name, rights=frozenset(rights.split(",")))[1]


def get(client, path, secret=None, **headers):
    if secret:
        headers["authorization"] = f"Bearer {secret}"
    return client.get(PREFIX + path, headers=headers)


def send(client, path, body, secret=None, content_type="application/json"):
    headers = {"authorization": f"Bearer {secret}"} if secret else {}
    data = body if isinstance(body, str) else json.dumps(body)
    return client.post(PREFIX + path, data, content_type=content_type, headers=headers)


def address(sheet):
    return f"events/{sheet.series.event.slug}/lists/{sheet.code}/"


def line(number=1, text="2gr2", **more):
    return {"id": f"line-{number}", "number": number, "text": text, **more}


def fits_schema(answer, name):
    """Return whether an answer fits the published document."""
    document = openapi()
    (operation,) = (known for known in OPERATIONS if known.name == name)
    path = PREFIX + re.sub("<slug:(.*?)>", r"{\1}", operation.route)
    described = document["paths"][path][operation.method.lower()]
    schema = described["responses"]["200"]["content"]["application/json"]["schema"]
    jsonschema.validate(
        answer.json(),
        {**schema, "components": document["components"]},
        jsonschema.Draft202012Validator,
    )
    return True


def test_a_visitor_reads_only_what_is_published(client, sheet, event, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)
    paths = [f"events/{event.slug}/", f"events/{event.slug}/standings/", address(sheet)]

    hidden = [get(client, path).status_code for path in paths]
    none = get(client, "events/").json()
    publish_event(event=event, is_published=True)
    shown = [get(client, path) for path in paths]

    assert hidden == [404, 404, 404]
    assert (none["count"], none["events"]) == (0, [])
    assert [answer.status_code for answer in shown] == [200, 200, 200]
    for answer, name in zip(shown, ("event", "standings", "list"), strict=True):
        assert fits_schema(answer, name)
    assert fits_schema(get(client, "events/"), "events")
    assert {answer["Cache-Control"] for answer in shown} == {"public, max-age=2"}
    assert not any(answer.cookies for answer in shown)


def test_names_are_the_public_ones_and_full_with_a_key(client, sheet, event):
    publish_event(event=event, is_published=True)
    Player.objects.filter(pk=sheet.seats.first().player_id).update(
        last_name="Zwirbelhuber", privacy=Privacy.FIRST
    )
    paths = [f"events/{event.slug}/", address(sheet)]

    public = [get(client, path).text for path in paths]
    full = [get(client, path, key("read")).text for path in paths[:1]]

    assert not any("Zwirbelhuber" in text for text in public)
    assert all("Zwirbelhuber" in text for text in full)


def test_a_word_that_names_somebody_hidden_is_the_id_of_the_event(client, event):
    make_player("Anna Zwirbelhuber", privacy=Privacy.HIDDEN)
    Event.objects.update(slug="2026-11-06-fuer-anna-zwirbelhuber", is_published=True)

    (row,) = get(client, "events/").json()["events"]
    answer = get(client, f"events/{row['slug']}/")

    assert row["slug"] == row["id"] == str(event.public_id)
    assert answer.json()["event"]["slug"] == row["slug"]
    assert "zwirbelhuber" not in answer.text
    assert "zwirbelhuber" in get(client, "events/", key("read")).text
    assert "zwirbelhuber" not in public_event_text(Event.objects.get())


def test_money_birthdays_histories_and_extensions_are_in_no_answer(
    client, sheet, event, erika
):
    type_games(sheet, EIGHT_GAMES, by=erika)
    publish_event(event=event, is_published=True)
    for model in (Event, ScoreSheet, Player):
        model.objects.update(extensions='{"org.example":{"x":"Quastenflosser"}}')
    own = key()

    answers = [
        get(client, path, secret)
        for path in ("events/", f"events/{event.slug}/", address(sheet))
        for secret in (None, own)
    ]

    assert [answer.status_code for answer in answers] == [200] * 6
    for word in ("birth_date", "payments", "changes", "member_number", "extensions"):
        assert not any(f'"{word}"' in answer.text for answer in answers)


def test_a_line_is_written_once_however_often_it_is_sent(client, sheet):
    secret = key()

    first = send(client, address(sheet) + "lines/", line(), secret)
    again = send(client, address(sheet) + "lines/", line(), secret)

    assert first.status_code == 200, first.text
    assert fits_schema(first, "add-line")
    stored = {"repeated": False, "id": "line-1", "number": 1, "score": 72}
    assert first.json() == stored
    assert again.json() == {**first.json(), "repeated": True}
    assert Game.objects.count() == ApiLine.objects.count() == 1
    assert str(sheet.changes.get().by) == "api-tisch"
    shown = get(client, address(sheet), secret).json()
    assert (shown["list"]["games"], shown["scores"]) == (["2g2"], [72])
    assert shown["totals"][1]["total"] == 72 + 50
    assert Change.objects.get().route == "program"


LONG = [["400", "no-json", "[" * 4000], ["413", "too-large", "1" * 300_000]]


@pytest.mark.parametrize(
    ("status", "code", "body"), [*examples("lines", "line", folder="refused"), *LONG]
)
def test_an_impossible_line_is_refused_with_a_reason(client, sheet, status, code, body):
    answer = send(client, address(sheet) + "lines/", body, key())

    assert answer.status_code == int(status)
    assert answer["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert problem["detail"]
    assert code in ("", problem["code"])
    assert not Game.objects.exists()
    assert not ApiLine.objects.exists()


def test_refusals_are_worded_for_programs(client, sheet):
    secret = key()
    send(client, address(sheet) + "lines/", line(), secret)

    def ask(**fields):
        return send(client, address(sheet) + "lines/", line(**fields), secret)

    taken = ask(text="3he1", id="line-2", before="4he1")
    gone = ask(id="line-3", number=2, before="3he1")
    ScoreSheet.objects.update(state="finished")
    over = ask(id="line-4")

    details = [answer.json()["detail"] for answer in (taken, gone, over)]
    assert "steht jetzt „2g2“" in details[0]
    assert "„before“" in details[0]
    assert "gibt es nicht mehr" in details[1]
    assert "abgeschlossen" in details[2]
    assert not any("Enter" in detail for detail in details)
    # What is finished is said as on the pages.
    assert not any("bitte" in detail for detail in details[:2])


def test_an_id_stands_for_one_line_forever(client, sheet):
    secret = key()
    send(client, address(sheet) + "lines/", line(), secret)

    other = send(client, address(sheet) + "lines/", line(text="3he1"), secret)
    there = address(make_sheet(("Emil", "Frieda", "Gerd")))
    elsewhere = send(client, there + "lines/", line(), secret)

    for answer in (other, elsewhere):
        assert (answer.status_code, answer.json()["code"]) == (409, "id-taken")


def test_only_a_key_that_may_write_writes(client, sheet, erika):
    path = address(sheet) + "lines/"
    revoked, secret = create_key(name="Alt", rights=frozenset({"read", "write"}))
    revoke_key(key=revoked)

    answers = {
        "none": send(client, path, line()),
        "wrong": send(client, path, line(), "skat_wrong"),
        "revoked": send(client, path, line(), secret),
        "reading": send(client, path, line(), key("read", "Anzeige")),
        "form": send(client, path, "a=b", key(), "application/x-www-form-urlencoded"),
    }

    codes = {"none": 401, "wrong": 401, "revoked": 401, "reading": 403, "form": 415}
    assert {name: answer.status_code for name, answer in answers.items()} == codes
    assert answers["wrong"].json() == answers["revoked"].json()
    assert "Bearer" in answers["none"]["WWW-Authenticate"]
    # A session opens nothing here.
    client.force_login(erika)
    assert get(client, address(sheet)).status_code == 404
    assert send(client, path, line()).status_code == 401


def test_a_key_opens_the_books_of_its_own_club_only(client, sheet, many_organisations):
    other = add_organisation(name="Herz Sieben", host="herz7.localhost").organisation
    with scope(other.pk):
        foreign = key(name="Fremd")

    assert get(client, "events/", foreign).status_code == 401
    assert get(client, "events/", foreign, host="herz7.localhost").json()["count"] == 0


def test_unknown_addresses_answer_in_json(client, event):
    missing = [
        get(client, path) for path in ("", "nothing/", "events/x/", "events/?page=9")
    ]
    wrong = client.delete(PREFIX + "events/")
    odd = get(client, "events/?page=x")

    kinds = {(answer.status_code, answer["Content-Type"]) for answer in missing}
    assert kinds == {(404, "application/problem+json")}
    assert (wrong.status_code, wrong["Allow"]) == (405, "GET, OPTIONS")
    assert (odd.status_code, odd.json()["code"]) == (400, "question")


def test_pages_of_other_sites_may_read(client, event):
    publish_event(event=event, is_published=True)

    asked = client.options(PREFIX + f"events/{event.slug}/")
    read = get(client, f"events/{event.slug}/")
    again = get(client, f"events/{event.slug}/", **{"if-none-match": read["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Headers"] == "Authorization, Content-Type"
    assert read["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(("secret", "status"), [(None, 200), ("skat_guess", 401)])
def test_too_many_requests_or_guesses_have_to_wait(
    client, event, monkeypatch, secret, status
):
    monkeypatch.setattr(door, "REQUESTS", Limit(name="api", most=2, seconds=60))

    answers = [get(client, "events/", secret).status_code for _turn in range(3)]

    assert answers == [status, status, 429]


def test_many_events_take_as_many_queries_as_one(
    client, erika, django_assert_num_queries
):
    for names in (("Emil", "Frieda", "Gerd"), ("Hans", "Ina", "Jan")):
        publish_event(event=make_sheet(names).series.event, is_published=True)

    # One of them asks who is not named in full.
    with django_assert_num_queries(3):
        assert get(client, "events/").json()["count"] == 2


def test_a_whole_list_waits_for_a_decision(client, sheet):
    file = {"format": "skatclub-list", "version": 1, "series": 1}
    file["list"] = {"code": sheet.code, "table_number": 1, "games": ["2a1", "e"]}
    secret = key()

    first = send(client, address(sheet), file, secret)
    again = send(client, address(sheet), file, secret)

    assert fits_schema(first, "bring-list")
    assert first.json() == {"state": "ready", "series": 1, "table": 1}
    assert again.json()["state"] == "duplicate"
    assert not sheet.games.exists()
    for wrong in ({**file, "series": 0}, {**file, "list": {"code": "X"}}):
        assert send(client, address(sheet), wrong, secret).status_code == 422
    other = f"events/{sheet.series.event.slug}/lists/ZZ9/"
    assert send(client, other, file, secret).json()["code"] == "code"
    assert send(client, address(sheet), file, key("read", "Saal")).status_code == 403
    assert send(client, address(sheet), file).status_code == 401


def test_the_published_document_describes_every_operation():
    """``manage.py generate`` writes it anew; the change shows what breaks programs."""
    document = openapi()

    assert json.loads(PUBLISHED.read_text("utf-8")) == document
    pointers = set(
        re.findall(r'"\$ref": "#/components/schemas/(.*?)"', json.dumps(document))
    )
    assert pointers <= document["components"]["schemas"].keys()
    assert len(document["paths"]) == len({operation.route for operation in OPERATIONS})


def test_a_key_is_printed_once_and_only_its_hash_is_kept(capsys):
    call_command("api_key", "Anzeige", rights="read")
    secret = capsys.readouterr().out.strip()
    call_command("api_key")
    listed = capsys.readouterr().out

    assert secret.startswith("skat_")
    stored = ApiKey.objects.values_list("name", "digest").get()
    assert stored[0] == "Anzeige"
    assert secret not in stored
    assert "Anzeige" in listed
    assert secret not in listed
    with pytest.raises(CommandError):
        call_command("api_key", "Anzeige", rights="read")
    with pytest.raises(CommandError):
        call_command("api_key", "Noch einer", rights="delete")


def test_a_list_is_finished_once_and_missing_lines_are_named(client, sheet, erika):
    secret = key()
    finish = address(sheet) + "finish/"

    early = send(client, finish, {}, secret)
    type_games(sheet, EIGHT_GAMES, by=erika)
    unproved = send(client, finish, {"cut_short": True}, secret)
    done = send(client, finish, {"cut_short": True, "unproved": True}, secret)
    again = send(client, finish, {"unproved": True}, secret)
    unknown = send(client, finish, {"colour": "red"}, secret)
    reader = send(client, finish, {}, key("read", "Anzeige"))

    refused = (early, unproved, again)
    assert [answer.status_code for answer in refused] == [422, 422, 409]
    assert early.json()["detail"]
    assert done.status_code == 200, done.text
    assert fits_schema(done, "finish-list")
    assert again.json()["code"] == "finished"
    assert (unknown.status_code, reader.status_code) == (422, 403)


def test_an_owner_creates_a_key_sees_it_once_and_revokes_it(client):
    client.force_login(make_owner())

    made = client.post("/programs/keys/add/", {"name": "Saal", "writes": "on"}).text
    key = ApiKey.objects.get()
    again = client.post("/programs/keys/add/", {"name": "Saal"})

    assert "skat_" in made
    assert 'data-copy="secret"' in made
    assert 'value="http://testserver/api/v1/"' in made
    assert (key.account.role, again.status_code) == ("typist", 422)
    page = client.get("/programs/").text
    assert "Saal" in page
    assert "skat_" not in page
    client.post(f"/programs/keys/{key.pk}/revoke/")
    key.refresh_from_db()
    assert key.revoked_at


@pytest.mark.django_db(transaction=True)
def test_the_guide_s_program_types_a_list(live_server):
    sheet = make_sheet(rounds=1)
    publish_event(event=sheet.series.event, is_published=True)
    (types,) = re.findall("```python\n(.*?)```", GUIDE.read_text("utf-8"), re.S)
    given = {"ADDRESS": live_server.url, "KEY": key()}
    given |= {"SLUG": sheet.series.event.slug, "CODE": sheet.code}

    exec(types, given)

    assert Game.objects.filter(sheet=sheet).count() == 4
    assert sum(row["won"] for row in given["totals"]) == 3
