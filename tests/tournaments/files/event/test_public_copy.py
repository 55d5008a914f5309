"""The public copy reveals no hidden name; the event file keeps privacy settings."""

import json

import pytest
from django.core.management import call_command

from tests.factories import make_evening, make_player, make_secretary, make_user
from tests.tournaments.files import events
from tests.tournaments.files.event.test_event_file import STANDARD
from tournaments.events.models import Adjustment, Event, Team
from tournaments.files.event.reading import read_event
from tournaments.files.event.schema import event_schema
from tournaments.files.event.services import clear_event, import_event
from tournaments.files.event.writing import (
    event_document,
    event_text,
    public_event_text,
)
from tournaments.people.models import Club, Player
from tournaments.people.services import save_player, settle_public_name
from tournaments.sheets.models import Change, Game
from tournaments.words.choices import Privacy

WISHES = {
    "Kunigunde Quastenflosser": ("female", Privacy.SHORT),
    "Ottokar Zwetschgenthal": ("male", Privacy.HIDDEN),
    "Anna Köster": ("female", Privacy.FULL),
    "Siegbert Ypsilanti": ("male", Privacy.FIRST),
}


@pytest.fixture
def event(db):
    erika, gerda = make_secretary(), make_user("gerda", role="secretary")
    people = [
        make_player(name, gender=gender, privacy=wish, birth_date="1961-02-03")
        for name, (gender, wish) in WISHES.items()
    ]
    substitute = make_player("Roswitha Wackernagel", privacy=Privacy.HIDDEN)
    event = make_evening("Preisskat", series=3, rounds=2)
    events.enter(event, people, erika)
    event.draws.update(question="")
    events.play(event, people, substitute, erika, gerda)
    events.type_totals(event, people, erika)
    events.pay(event, people, erika)
    for model, column in ((Game, "remark"), (Change, "after")):
        for row in model.objects.filter(**{f"{column}__contains": "alle gepasst"}):
            text = "Ottokar Zwetschgenthal gibt zweimal"
            text = getattr(row, column).replace("alle gepasst", text)
            model.objects.filter(pk=row.pk).update(**{column: text})
    Team.objects.filter(name="Die Vier").update(name="Ypsilanti/Zwetschgenthal")
    return event


def test_the_public_copy_has_public_names_only(event):
    text = public_event_text(event)

    hidden = ("Quasten", "Ottokar", "Zwetsch", "Ypsilanti", "Roswitha", "Wacker")
    assert '"erika"' in event_text(event)
    for name in (*hidden, "erika", "gerda"):  # and no accounts
        assert name not in text
    assert "1961" not in text
    names = {
        f"{row.get('first_name', '')} {row['last_name']}".strip()
        for row in json.loads(text)["people"]
    }
    assert names >= {"Kunigunde Q.", "Anna Köster", "Siegbert"}
    hidden = Player.objects.get(last_name="Zwetschgenthal")
    assert f"Spieler {hidden.cover_number} gibt zweimal" in text


def test_a_reason_has_public_names_of_people_in_other_events_too(event):
    make_player("Detlef Grünspan", privacy=Privacy.FIRST)
    Adjustment.objects.update(decided_by="Detlef Grünspan")

    text = public_event_text(event)

    assert '"decided_by": "Detlef"' in text
    assert "Grünspan" not in text


def test_the_public_copy_is_an_event_file(event):
    text = public_event_text(event)
    STANDARD(event_schema()).validate(json.loads(text))
    results = json.loads(text)["series"][0]["tables"][0]["results"]
    Event.objects.filter(pk=event.pk).update(slug="weg")
    file = json.loads(text)
    del file["seal"]
    assert read_event(text.encode()) == file

    ours = event_document(event)["series"][0]["tables"][0]["results"]
    assert results == ours


def test_privacy_is_imported_on_another_machine(event):
    document = event_document(event)
    document["clubs"] = [{"name": "Herz Dame", "number": "04.43.006"}]
    file = read_event(json.dumps(document).encode())
    wishes = dict(Player.objects.values_list("public_id", "privacy"))
    numbers = set(Player.objects.values_list("cover_number", flat=True)) - {None}
    assert len(numbers) == 2
    clear_event(event)
    event.delete()
    Player.objects.all().delete()

    import_event(document=file)

    assert dict(Player.objects.values_list("public_id", "privacy")) == wishes
    names = {player.public_name for player in Player.objects.all()}
    assert names >= {"Kunigunde Q.", "Siegbert"}
    assert Club.objects.get(name="Herz Dame").number == "0443006"


def test_a_secretary_finds_both_files(client, event, capsys):
    client.force_login(make_secretary("anton"))
    address = f"/downloads/events/{event.pk}/"

    whole, public = client.get(address), client.get(address, {"names": "public"})

    assert "Zwetschgenthal" in whole.content.decode()
    assert "Zwetschgenthal" not in public.content.decode()
    assert f"{event.slug}-public.json" in public["Content-Disposition"]
    assert f"{address}?names=public" in client.get("/downloads/").text
    call_command("export_event", event.slug, "--public")
    assert capsys.readouterr().out == public_event_text(event)


def test_a_hidden_person_keeps_their_number_unless_it_is_taken(db):
    hidden = Player(last_name="Lang", privacy=Privacy.HIDDEN, cover_number=17)
    settle_public_name(hidden)
    save_player(player=hidden)
    other = Player(last_name="Kurz", privacy=Privacy.HIDDEN, cover_number=17)

    settle_public_name(other)

    assert hidden.cover_number == 17
    assert other.cover_number not in (17, None)
