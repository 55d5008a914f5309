"""A whole list arrives by any route: only once, and it overwrites nothing."""

import json
import re

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError

from scoring.notation.reading import read_line
from tests.factories import finish_list, make_evening, type_games
from tests.tournaments.files.event.test_import import wipe
from tests.tournaments.files.lists.conftest import GAMES, text_of
from tournaments.files.event.reading import FileRefused, read_event
from tournaments.files.event.services import import_event
from tournaments.files.event.writing import event_text
from tournaments.files.lists.comparing import inbox_of
from tournaments.files.lists.documents import list_file_text
from tournaments.files.lists.services import (
    accept_ready_lists,
    decide_about_list,
    receive_list,
)
from tournaments.sheets.finishing.services import FootNumbers, finish_sheet, write_foot
from tournaments.sheets.models import ArrivedList, Change, Game, ScoreSheet
from tournaments.sheets.table.services import give_key
from tournaments.sheets.typing.services import record_line, undo
from tournaments.sheets.writing import ListHasChanged, SheetIsFinished
from tournaments.words.choices import ArrivalDecision, ArrivalRoute

pytestmark = pytest.mark.database


def lines(sheet):
    games = Game.objects.filter(sheet=sheet).order_by("number")
    return [game.as_noted().entry for game in games]


def texts(sheet):
    changes = Change.objects.filter(sheet=sheet)
    return list(changes.values_list("action", "number", "before", "after"))


def decide(arrival, by, revision, decision=ArrivalDecision.THERE, reason="x"):
    said = {"decision": decision, "reason": reason, "revision": revision}
    decide_about_list(arrival=arrival, by=by, **said)


def states():
    return list(ArrivedList.objects.order_by("pk").values_list("state", flat=True))


def fresh(sheet):
    return ScoreSheet.objects.with_event().get(pk=sheet.pk)


def test_the_list_itself_says_that_another_version_waits(client, sheet, bring, erika):
    link = f'/downloads/arrived/{sheet.series.event_id}/">Vergleichen'
    assert link not in client.get(sheet.get_absolute_url()).text

    type_games(sheet, GAMES, by=erika)
    before = lines(sheet)
    arrived = bring(("2a1", "3g2"))

    assert link in client.get(sheet.get_absolute_url()).text
    decide(arrived, erika, fresh(sheet).revision, ArrivalDecision.HERE)
    assert link not in client.get(sheet.get_absolute_url()).text
    assert lines(sheet) == before


def test_a_ready_list_is_taken_over_as_one_step(sheet, bring, erika):
    bring(GAMES, "=2 18/1/0/")

    assert accept_ready_lists(event=sheet.series.event, by=erika)[0] == 1

    assert [(action, number, after) for action, number, _, after in texts(sheet)] == [
        *(("insert", number, text) for number, text in enumerate(GAMES, 1)),
        ("foot", 2, "18/1/0/"),
    ]
    assert Change.objects.values("step").distinct().count() == 1
    arrived = ArrivedList.objects.get()
    assert (arrived.decided_by, arrived.decision) == (erika, "there")
    undo(sheet=sheet, by=erika)
    assert lines(sheet) == []
    assert fresh(sheet).seats.get(place=2).paper_points is None


def test_the_history_says_how_a_list_came_also_in_the_file(sheet, bring, erika):
    bring(GAMES[:3], route=ArrivalRoute.QR)
    accept_ready_lists(event=sheet.series.event, by=erika)
    record_line(sheet=sheet, number=4, noted=read_line(GAMES[3]), by=erika, before="")
    routes = ["qr", "qr", "qr", ""]

    document = event_text(sheet.series.event)
    (table,) = json.loads(document)["series"][0]["tables"]
    came = Change.objects.order_by("pk").values_list("route", flat=True)
    assert [*came] == routes
    assert [each.get("route", "") for each in table["changes"]] == routes
    wipe(sheet.series.event)
    again = import_event(document=read_event(document.encode())).event

    assert [*came.all()] == routes
    assert event_text(again) == document


def test_the_page_of_the_history_says_how_a_list_came_and_what_its_foot_says(
    client, sheet, bring, erika
):
    bring(route=ArrivalRoute.QR)
    accept_ready_lists(event=sheet.series.event, by=erika)
    numbers = {1: FootNumbers(won=3, total=-128)}
    write_foot(sheet=fresh(sheet), by=erika, seats=numbers, games=12)

    page = client.get(f"{sheet.get_absolute_url()}history/").text

    assert page.count("<small>QR-Code</small>") == len(GAMES)
    assert "gewonnen 3 · Gesamtpunkte −128" in page
    assert "Gespielte Spiele 12" in page
    assert "/3//" not in page


def test_the_same_list_by_two_routes_is_one_list_and_one_duplicate(sheet, bring, erika):
    type_games(sheet, GAMES, by=erika)
    file = list_file_text(fresh(sheet))
    Game.objects.filter(sheet=sheet).delete()

    bring()
    bring(text=file, route=ArrivalRoute.FILE)
    assert states() == ["ready", "duplicate"]

    accept_ready_lists(event=sheet.series.event, by=erika)
    assert accept_ready_lists(event=sheet.series.event, by=erika)[0] == 0
    assert Game.objects.filter(sheet=sheet).count() == 4


def test_a_list_can_be_received_again_after_an_undo(sheet, bring, erika):
    bring()
    accept_ready_lists(event=sheet.series.event, by=erika)
    assert bring().state == "duplicate"
    undo(sheet=sheet, by=erika)

    assert bring().state == "ready"
    assert bring().state == "duplicate"
    accept_ready_lists(event=sheet.series.event, by=erika)

    assert Game.objects.filter(sheet=sheet).count() == 4
    assert states() == ["ready", "duplicate", "ready", "duplicate"]


@pytest.mark.parametrize(
    ("typed", "state"), [((), "ready"), (("2a2",), "conflict"), (GAMES, "duplicate")]
)
def test_a_rejected_list_can_be_received_again(sheet, bring, erika, typed, state):
    decide(bring(), erika, fresh(sheet).revision, ArrivalDecision.HERE)
    if typed:
        type_games(sheet, typed, by=erika)

    assert bring().state == state
    assert ArrivedList.objects.waiting().exists() == (state != "duplicate")
    assert bring(typed[:2] or GAMES).state == "duplicate"


def test_a_list_goes_on_where_the_desk_stopped(sheet, bring, erika):
    type_games(sheet, ["2a1=18", "3g1-"], by=erika)
    bring()

    accept_ready_lists(event=sheet.series.event, by=erika)

    assert Game.objects.get(number=1).paper_value == 18
    assert Game.objects.filter(sheet=sheet).count() == 4


def test_another_version_becomes_a_conflict_when_one_was_taken_over(
    sheet, bring, erika
):
    bring()
    bring(("2a1", "3g1", "4p2", "1k1"))
    assert states() == ["ready", "ready"]

    count, refusals = accept_ready_lists(event=sheet.series.event, by=erika)

    assert count == 1
    assert refusals == ["Serie 1, Tisch 1 wurde nicht übernommen: Zwei Fassungen"]
    assert states() == ["ready", "conflict"]
    assert texts(sheet)[1][3] == "3g1-"
    # A second decision about the first is refused.
    with pytest.raises(ValidationError):
        decide(ArrivedList.objects.earliest("pk"), erika, fresh(sheet).revision)


def test_a_conflict_is_decided_for_one_list_with_a_reason(sheet, bring, erika):
    type_games(sheet, ["2a2", "3g1", "4p2", "1k1"], by=erika)
    arrived = bring(("2a2", "3g1-", "4p2"))
    assert arrived.state == "conflict"
    revision = fresh(sheet).revision

    with pytest.raises(ValidationError):
        decide(arrived, erika, revision, reason=" ")
    assert Game.objects.get(number=2).won
    decide(arrived, erika, revision, reason="Anna hat recht")

    assert [game.won for game in Game.objects.order_by("number")] == [True, False, True]
    last = Change.objects.order_by("pk").last()
    assert (last.by, last.reason) == (erika, "Anna hat recht")
    assert ArrivedList.objects.get().decision == "there"


def test_a_decision_is_refused_if_the_list_was_edited_meanwhile(sheet, bring, erika):
    type_games(sheet, ["2a2"], by=erika)
    arrived = bring()
    shown_revision = fresh(sheet).revision
    type_games(sheet, ["e"], by=erika)

    with pytest.raises(ListHasChanged):
        decide(arrived, erika, shown_revision)

    assert Game.objects.filter(sheet=sheet).count() == 2


def test_a_ready_list_does_not_overwrite_newer_lines(sheet, bring, erika):
    bring()
    type_games(sheet, ["2a2"], by=erika)

    assert accept_ready_lists(event=sheet.series.event, by=erika)[0] == 0
    assert states() == ["conflict"]
    assert Game.objects.get().matadors == 2


def test_a_phone_at_the_table_or_a_finished_list_is_not_overruled(sheet, bring, erika):
    give_key(sheet=sheet, by=erika)
    ScoreSheet.objects.filter(pk=sheet.pk).update(pen_is_out=True)
    bring()
    count, refusals = accept_ready_lists(event=sheet.series.event, by=erika)
    assert count == 0
    assert refusals == [
        "Serie 1, Tisch 1 wurde nicht übernommen: Der Tisch schreibt diese Liste am "
        "Telefon. Zeilen nimmt sie wieder an, wenn auf der Seite der Liste „Wieder "
        "hier schreiben“ gedrückt ist."
    ]
    assert lines(sheet) == []

    ScoreSheet.objects.filter(pk=sheet.pk).update(pen_is_out=False)
    finish_list(sheet, GAMES, by=erika)
    arrived = bring(("2a2", *GAMES[1:]))
    with pytest.raises(SheetIsFinished):
        decide(arrived, erika, fresh(sheet).revision)


def test_a_foot_that_its_list_or_the_places_contradict_needs_a_review(
    sheet, bring, erika, django_assert_max_num_queries
):
    assert bring(GAMES, "=2 48/1/0/").state == "review"
    assert bring(GAMES, "=5 18/1/0/").state == "review"

    with django_assert_max_num_queries(8):
        waiting = inbox_of(sheet.series.event)["waiting"]
    doubts = {arrival.pk: comparison.doubts for arrival, comparison in waiting}
    foot, place = (doubts[pk] for pk in sorted(doubts))
    assert "stimmen nicht" in foot[0]
    assert place == (
        "Platz 5 gibt es hier nicht; die Zahlen, die er dort hat, gingen verloren.",
    )
    assert accept_ready_lists(event=sheet.series.event, by=erika)[0] == 0


def test_nothing_more_is_ready_for_a_list_that_is_finished(sheet, bring, erika):
    type_games(sheet, GAMES, by=erika)
    assert bring(GAMES, "=2 18/1/0/").state == "ready"
    finish_sheet(sheet=sheet, by=erika)
    stays = "Diese Liste ist abgeschlossen. Zum Ändern bitte wieder öffnen."

    assert bring(GAMES, "=3 0/0/1/").state == "review"
    assert bring().state == "duplicate"
    inbox = inbox_of(sheet.series.event)
    assert {comparison.refusal for _arrival, comparison in inbox["waiting"]} == {stays}
    assert inbox["ready_count"] == 0
    count, refusals = accept_ready_lists(event=sheet.series.event, by=erika)
    assert count == 0
    assert refusals == [f"Serie 1, Tisch 1 wurde nicht übernommen: {stays}"]


def test_people_who_changed_places_are_named(sheet, bring, erika):
    type_games(sheet, GAMES, by=erika)
    file = list_file_text(fresh(sheet))
    Game.objects.filter(sheet=sheet).delete()
    document = json.loads(file)
    first, second = document["list"]["seats"][:2]
    first["person"], second["person"] = second["person"], first["person"]

    arrived = bring(text=json.dumps(document), route=ArrivalRoute.FILE)

    assert arrived.state == "review"
    ((_arrival, comparison),) = inbox_of(sheet.series.event)["waiting"]
    assert comparison.doubts == ("Platz 1 und 2 sind dort vertauscht.",)


def test_a_list_may_arrive_before_its_table_is_there(sheet, bring, erika):
    code = "ZZ9999"
    arrived = bring(text=text_of(sheet).replace(sheet.code, code))
    assert arrived.state == "review"

    ScoreSheet.objects.filter(pk=sheet.pk).update(code=code)

    assert accept_ready_lists(event=sheet.series.event, by=erika)[0] == 1
    assert Game.objects.filter(sheet=sheet).count() == 4


@pytest.mark.parametrize(
    "content",
    ["", "2a1", "{", "[]", '{"format": "skatclub-event"}', "skat 1 AB 1/1\n9z9", "\0"],
)
def test_anything_but_a_list_is_refused_with_a_sentence(bring, content):
    with pytest.raises(FileRefused):
        bring(text=content)


def test_a_repeated_place_is_refused_with_a_sentence(sheet, bring):
    with pytest.raises(FileRefused) as refusal:
        bring(GAMES, "=2 18/1/0/", "=2 48/1/0/")
    assert refusal.value.messages == [
        "Zeile 7 des Textes nennt einen Platz noch einmal: „=2 48/1/0/“."
    ]

    document = json.loads(list_file_text(fresh(sheet)))
    document["list"]["seats"] = [{"place": 2}, {"place": 2}]
    with pytest.raises(FileRefused) as refusal:
        bring(text=json.dumps(document), route=ArrivalRoute.FILE)
    assert refusal.value.messages == [
        "list › seats › 2: Das steht zweimal in der Datei."
    ]
    assert states() == []


def test_a_list_of_another_event_is_refused(sheet, bring, erika):
    file = list_file_text(fresh(sheet))

    with pytest.raises(FileRefused, match=f"gehört zu „{sheet.series.event.name}"):
        receive_list(
            event=make_evening("Anderer Abend"),
            content=file.encode(),
            route=ArrivalRoute.FILE,
            by=erika,
        )


def test_an_unreadable_line_is_reported_by_its_game_number(sheet, bring):
    document = json.loads(list_file_text(fresh(sheet)))
    document["list"]["games"] = ["2a1", "3g1", "9z9"]

    with pytest.raises(FileRefused, match=r"^\['Spiel 3: "):
        bring(text=json.dumps(document), route=ArrivalRoute.FILE)


def test_the_two_documents_of_the_guide_are_one_list(sheet, bring):
    guide = (settings.BASE_DIR / "docs" / "list-file.md").read_text(encoding="utf-8")
    text, file = re.findall(r"```(?:text|json)\n(.*?)```", guide, re.DOTALL)
    ScoreSheet.objects.filter(pk=sheet.pk).update(code="K7M2PQ", table_number=3)

    first = bring(text=text)
    again = bring(text=file, route=ArrivalRoute.FILE)

    assert (first.state, again.state) == ("ready", "duplicate")
