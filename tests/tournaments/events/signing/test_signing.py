"""Released standings are signed, and the code or the file proves them."""

import json
import random

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.notation.reading import read_line
from tests.factories import make_player, make_secretary, make_sheet, type_games
from tournaments.careers.joins.removals import remove_person
from tournaments.careers.joins.services import join_people
from tournaments.events.adjustments.services import adjust
from tournaments.events.flow.services import release, reopen_list
from tournaments.events.models import Event, SignedStandings
from tournaments.files.event.reading.reading import read_event
from tournaments.files.event.verification import proved_lists, proved_standings
from tournaments.files.event.writing import event_document, event_text, sealed_text
from tournaments.organisations.models import SigningKey
from tournaments.organisations.signing.keys import new_key, sign
from tournaments.organisations.signing.signatures import is_signed
from tournaments.papers.event.selectors import standings_document
from tournaments.people.models import Club, Player
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import Result
from tournaments.sheets.typing.services import record_line

pytestmark = pytest.mark.django_db
LINES = ["2a1", "3g1-", "4p2", "1k1"]


@pytest.fixture
def erika(db):
    Club.objects.create(name="Karo Einfach", is_home=True)
    return make_secretary()


@pytest.fixture
def sheet(erika):
    sheet = make_sheet(rounds=1)
    type_games(sheet, LINES, by=erika)
    finish_sheet(sheet=sheet, by=erika)
    event = sheet.series.event
    Event.objects.filter(pk=event.pk).update(is_published=True)
    release(event=event, is_released=True)
    return sheet


def correct(sheet, erika, text):
    reopen_list(sheet=sheet, by=erika, reason="Der Grand war gewonnen")
    record_line(sheet=sheet, number=2, noted=read_line(text), by=erika)
    finish_sheet(sheet=sheet, by=erika)
    release(event=sheet.series.event, is_released=True)


def signatures():
    return list(SignedStandings.objects.order_by("number"))


def document_of(sheet):
    return json.loads(event_text(Event.objects.get(pk=sheet.series.event_id)))


def check_page(client, code):
    return client.get(reverse("check"), {"code": code})


def test_released_standings_are_signed_over_the_codes_of_their_lists(sheet):
    (signed,) = signatures()

    version = sheet.versions.get()
    assert f"check {version.code}" in signed.text
    assert all(each.name not in signed.text for each in Player.objects.all())
    assert is_signed(
        signed.text, public_key=signed.public_key, signature=signed.signature
    )
    assert SigningKey.objects.get().public_key == signed.public_key


def test_standings_released_again_as_they_were_keep_their_signature(sheet, erika):
    release(event=sheet.series.event, is_released=False)
    release(event=sheet.series.event, is_released=True)
    correct(sheet, erika, "3g1-")

    assert len(signatures()) == 1


def test_a_correction_is_signed_anew_and_names_the_one_before(sheet, erika):
    correct(sheet, erika, "3g1")

    first, second = signatures()
    assert second.text.endswith(f"\nreplaces {first.code}\n")
    assert first.public_key == second.public_key


def test_a_key_that_is_lost_gives_way_to_a_new_one(sheet, settings):
    settings.SECRET_KEY = "another secret key, as after the folder was lost" * 2

    sign("something")

    old, new = SigningKey.objects.all()
    assert (old.until, new.until) == (new.since, None)
    assert old.public_key == signatures()[0].public_key


def test_two_keys_of_one_site_are_not_alike(erika):
    assert new_key().public_key != new_key().public_key


def test_the_code_is_found_and_the_same(client, sheet, erika):
    page = check_page(client, signatures()[0].code.lower()).text

    assert "Dieselbe: Die Rangliste" in page
    assert "mit einem Schlüssel von Karo Einfach" in page
    assert SigningKey.objects.get().public_key in page
    assert "Was eine Unterschrift beweist" in page


def test_an_older_code_shows_the_changes_and_its_successor(client, sheet, erika):
    correct(sheet, erika, "3g1")

    first, second = signatures()
    page = check_page(client, first.code).text
    assert f"Prüfcode {second.code}" in page
    assert f"Liste {sheet.code}" in page
    assert sheet.versions.last().code in page


def test_a_release_taken_back_is_reported(client, sheet):
    release(event=sheet.series.event, is_released=False)

    assert "wurde zurückgenommen" in check_page(client, signatures()[0].code).text


def test_a_deduction_is_in_what_is_signed(client, sheet, erika):
    adjust(
        series=sheet.series,
        player=sheet.seats.first().player,
        points=-50,
        reason="Handy am Tisch",
        decided_by="Gerda",
        by=erika,
    )
    release(event=sheet.series.event, is_released=True)

    first, second = signatures()
    assert "Anna" in check_page(client, first.code).text
    assert first.text.count("total") == second.text.count("total")


def test_a_change_behind_everybody_s_back_is_found(client, sheet):
    Result.objects.filter(sheet=sheet, place=1).update(total=4000)

    assert (
        "Anders: In der Veranstaltung" in check_page(client, signatures()[0].code).text
    )


def test_a_changed_row_of_a_signature_does_not_pass(client, sheet):
    signed = signatures()[0]
    SignedStandings.objects.update(text=signed.text.replace("won 1", "won 3"))

    assert "gehört nicht zu dieser Rangliste" in check_page(client, signed.code).text


def test_nobody_finds_the_standings_of_an_event_that_is_not_public(client, sheet):
    Event.objects.update(is_published=False)

    assert check_page(client, signatures()[0].code).status_code == 404


def test_checking_costs_the_same_for_one_list_as_for_many(
    client, sheet, erika, django_assert_max_num_queries
):
    with django_assert_max_num_queries(14):
        check_page(client, signatures()[0].code)


def test_a_name_is_removed_and_the_standings_are_the_same(client, sheet, erika):
    player = sheet.seats.get(place=1).player
    remove_person(player=player)

    assert "Dieselbe: Die Rangliste" in check_page(client, signatures()[0].code).text
    assert proved_standings(document_of(sheet)).is_sound


def test_joined_entries_leave_list_and_standings_the_same(client, sheet, erika):
    first = sheet.seats.get(place=1).player
    for name in ("Anna Abel", "Anna Zorn"):
        kept = make_player(name)
        join_people(kept=kept, gone=first, by=erika)
        first = kept

    read = read_event(event_text(Event.objects.get()).encode()).document

    assert "Dieselbe: Die Rangliste" in check_page(client, signatures()[0].code).text
    assert proved_standings(read).is_sound
    assert [proved.is_sound for proved in proved_lists(read)] == [True]


def test_the_paper_says_the_code(sheet):
    event = Event.objects.get()

    assert signatures()[0].code in " ".join(standings_document(event).remarks)
    release(event=event, is_released=False)
    event.refresh_from_db()
    assert "Prüfcode" not in " ".join(standings_document(event).remarks)


def test_the_file_proves_its_standings(sheet, erika):
    correct(sheet, erika, "3g1")

    proved = proved_standings(document_of(sheet))

    assert (proved.is_sound, proved.is_last) == (True, True)
    assert proved.code == signatures()[1].code


@pytest.mark.parametrize("part", ["text", "signature", "public_key", "code"])
def test_a_forged_signature_is_reported(sheet, part):
    document = document_of(sheet)
    (row,) = document["signatures"]
    other = "5" if row[part][8] != "5" else "6"
    row[part] = row[part][:8] + other + row[part][9:]

    assert not proved_standings(document).is_sound


def test_a_result_changed_with_its_list_s_code_is_reported(sheet):
    document = document_of(sheet)
    (table,) = document["series"][0]["tables"]
    table["results"][0]["total"] += 100

    proved = proved_standings(document)

    assert not proved.is_sound
    assert len(proved.changes) == 1


def test_signed_by_somebody_else_is_sound_but_not_by_the_key(sheet, tmp_path, capsys):
    document = event_document(Event.objects.get())
    ours = signatures()[0].public_key
    text = document["signatures"][0]["text"]
    new_key()
    theirs = sign(text)
    document["signatures"][0] |= {
        "public_key": theirs.public_key,
        "signature": theirs.signature,
    }
    file = tmp_path / "forged.json"
    file.write_text(sealed_text(document), encoding="utf-8")

    call_command("verify", file)
    assert theirs.public_key in capsys.readouterr().out
    with pytest.raises(CommandError, match="anderen Schlüssel"):
        call_command("verify", file, key=ours)


def test_the_command_needs_no_database_and_takes_the_key(
    sheet, tmp_path, capsys, django_assert_num_queries
):
    key = signatures()[0].public_key
    file = tmp_path / "event.json"
    file.write_text(event_text(Event.objects.get()), encoding="utf-8")

    with django_assert_num_queries(0):
        call_command("verify", file, key=key.upper())

    assert signatures()[0].code in capsys.readouterr().out


def test_every_forged_byte_of_a_sealed_anew_signature_is_found(sheet):
    """Sealing a file again does not allow anybody to change the signed text."""
    document = document_of(sheet)
    (row,) = document["signatures"]
    content = row["text"]
    chance = random.Random(15)
    for _forgery in range(300):
        at = chance.randrange(len(content))
        other = chr(33 + (ord(content[at]) + chance.randrange(1, 90)) % 94)
        if other == content[at]:
            continue
        row["text"] = content[:at] + other + content[at + 1 :]
        assert not proved_standings(document).is_sound


def test_an_imported_file_is_read_with_its_signature(sheet):
    document = read_event(event_text(Event.objects.get()).encode()).document

    assert proved_standings(document).is_sound


def test_released_standings_show_their_code(client, sheet):
    page = client.get(reverse("events:standings", args=[sheet.series.event_id])).text

    assert signatures()[0].code in page


def test_no_code_stands_below_what_it_does_not_cover(client, sheet):
    event, code = Event.objects.get(), signatures()[0].code
    for ranking in ("lists", "women"):
        page = reverse("events:ranking", args=[event.pk, ranking])
        assert code not in client.get(page).text
    of_series = reverse("events:series-standings", args=[event.pk, 1])
    assert code not in client.get(of_series).text
    for paper in (
        standings_document(event, ranking="lists"),
        standings_document(event, series=1),
    ):
        assert code not in " ".join(paper.remarks)
