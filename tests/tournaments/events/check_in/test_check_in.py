"""The check-in by name, start number, card or line; the list; one entry."""

import datetime

import pytest
from django.urls import reverse

from tests.factories import make_evening, make_player, type_games
from tournaments.events.entrants import door_of
from tournaments.events.entries.selectors import roll_of
from tournaments.events.entries.services import (
    add_entry,
    check_in_players,
    check_out_players,
)
from tournaments.events.seats.services import open_table
from tournaments.papers.canvas.canvas import Addresses
from tournaments.papers.event.cards import start_cards
from tournaments.people.models import Club, Player
from tournaments.people.services import find_or_add_club
from tournaments.scope.log import entries_about
from tournaments.words.choices import EntryStatus

pytestmark = pytest.mark.django_db


def page(evening, name="check_in", *more):
    return reverse(f"events:{name}", args=[evening.pk, *more])


def send_name(client, evening, who, **more):
    return client.post(page(evening), {"who": who, **more})


def awaited(evening, name, **fields):
    player = make_player(name)
    fields = {"status": EntryStatus.REGISTERED, **fields}
    return add_entry(event=evening, player=player, **fields)


def people_here(evening):
    entries = evening.entries.filter(status=EntryStatus.PRESENT)
    return [str(entry) for entry in entries.select_related("player")]


@pytest.mark.parametrize(
    "scanned",
    [
        "http://127.0.0.1:8000/events/{pk}/me/14/",
        "HTTP://SKAT.LOCAL/EVENTS/{pk}/ME/14/",
        "httpÖ--127.0.0.1Ö8000-events-{pk}-me-14-",
        "14 ",
    ],
    ids=["plain", "capitals", "wrong keyboard", "digits"],
)
def test_a_scanned_card_is_enough(client, erika, scanned, evening):
    awaited(evening, "Anna", start_number=14)

    send_name(client, evening, scanned.format(pk=evening.pk))

    assert people_here(evening) == ["14 Anna"]


@pytest.mark.parametrize("has_entry", [True, False])
def test_the_code_of_a_printed_card_is_enough(client, erika, has_entry, evening):
    people = [make_player(name) for name in ("Anna", "Bernd", "Carla")]
    if has_entry:
        add_entry(event=evening, player=people[1], start_number=14)
        evening.entries.update(status=EntryStatus.REGISTERED)
    else:
        open_table(series=evening.series.get(), players=people)
    cards = start_cards(evening, Addresses(root="http://skat.local:8000")).cards
    (code,) = [card.qr for card in cards if card.name == "Bernd"]

    response = send_name(client, evening, code)

    assert response.status_code == 302
    assert [name.split()[1] for name in people_here(evening)] == ["Bernd"]
    assert send_name(client, make_evening("Another"), code).status_code == 422


def test_a_card_opens_the_page_with_the_number(client, erika, evening):
    response = client.get(page(evening) + "?number=14")

    assert response.context["form"]["who"].value() == "14"


def test_several_people_are_offered(client, erika, evening):
    anna = make_player("Anna Meier")
    make_player("Antje Meier")

    response = send_name(client, evening, "an mei")
    send_name(client, evening, "an mei", person=anna.pk)

    assert response.status_code == 422
    assert "Antje Meier" in response.text
    assert people_here(evening) == ["1 Anna Meier"]


def test_expected_people_come_before_the_others(client, erika, evening):
    make_player("Anna Meier")
    awaited(evening, "Antje Meier")

    for more in ({}, {"again": "1"}):
        assert send_name(client, evening, "meier", **more).url == page(evening)

    assert people_here(evening) == ["1 Antje Meier"]


def test_the_page_names_the_people_here_the_last_one_first(client, erika, evening):
    for name in ("Anna Köster", "Bernd Kowalski"):
        add_entry(event=evening, player=make_player(name))

    assert "<p>Bernd Kowalski, Anna Köster<" in client.get(page(evening)).text


def test_a_guest_comes_in_one_line_and_is_not_added_a_second_time(client, erika):
    line = "Meier Hans, Skatfreunde Musterstadt"
    send_name(client, make_evening("Erster"), line)
    second = make_evening("Zweiter")

    send_name(client, second, line)
    again = send_name(client, second, line)

    player = Player.objects.get()
    assert (player.name, player.is_guest) == ("Hans Meier", True)
    assert player.club.name == "Skatfreunde Musterstadt"
    assert people_here(second) == ["1 Hans Meier"]
    assert "schon da" in again.text


def test_titles_and_numbers_typed_with_a_name_are_no_part_of_it(client, erika, evening):
    make_player("Anna Köster")

    send_name(client, evening, "1. Frau Dr. Anna Köster")
    send_name(client, evening, "• Herr Ohm Emil, Pik Sieben, 0171 1234567")
    line = "Ohm Emil (Nord), Pik Sieben"
    question = send_name(client, evening, line)
    send_name(client, evening, line, new_guest=line)

    assert "Emil Ohm (Pik Sieben)" in question.text
    assert people_here(evening) == ["1 Anna Köster", "2 Emil Ohm", "3 Emil Ohm"]


def test_a_namesake_of_another_club_is_asked_about(client, erika, evening):
    known = make_player("Hans Meier", club=find_or_add_club(name="Pik Sieben"))

    line = "Meier Hans, Herz Dame"
    question = send_name(client, evening, line)
    send_name(client, evening, line, new_guest=line)

    assert "Pik Sieben" in question.text
    assert Player.objects.exclude(pk=known.pk).get().club.name == "Herz Dame"


def test_a_short_word_for_a_club_is_enough(client, erika, evening):
    send_name(client, evening, "Meier Hans, Skatfreunde Musterstadt")
    send_name(client, evening, "Kurz Ida, SC Nebelhausen")

    spelled = client.get(page(evening)).text
    send_name(client, evening, "Zorn Anna, muster")
    known = client.get(page(evening)).text
    for line in ("Lang Bo, sc Nebelhausen", "Ott Bo, skat"):
        send_name(client, evening, line)

    clubs = {each.last_name: each.club.name for each in Player.objects.all()}
    assert "Ida Kurz ist da: Startnummer 2. (Skatclub Nebelhausen)" in spelled
    assert "Anna Zorn ist da: Startnummer 3. (Skatfreunde Musterstadt)" in known
    assert clubs["Zorn"] == "Skatfreunde Musterstadt"
    assert clubs["Lang"] == clubs["Kurz"] == "Skatclub Nebelhausen"
    assert clubs["Ott"] == "skat"


def test_an_unknown_name_is_added_as_guest_or_member(client, erika):
    Club.objects.create(name="Daheim", is_home=True)
    evening = make_evening()

    question = send_name(client, evening, "Emil Erpel")
    send_name(client, evening, "Emil Erpel", new_guest="Emil Erpel")
    send_name(client, evening, "Frieda Lang", new_member="Frieda Lang")

    assert question.status_code == 422
    assert "Als Gast" in question.text
    found = [(each.name, each.is_guest) for each in Player.objects.order_by("pk")]
    assert found == [("Emil Erpel", True), ("Frieda Lang", False)]


def test_late_players_play_from_the_next_series(client, erika):
    evening = make_evening(series=3)
    open_table(
        series=evening.series.get(number=1),
        players=[make_player(name) for name in ("Anna", "Bernd", "Carla")],
    )
    make_player("Emil")

    offered = client.get(page(evening)).text
    send_name(client, evening, "emil", from_series="3")

    assert "Spielt ab Serie" in offered
    assert evening.entries.get().from_series == 3


def test_absurd_texts_let_nobody_in(client, erika, evening):
    names = ("", "   ", "\u202e\u200b", "\x00", "0", "9" * 400, "x" * 451, ", Hans")
    clubs = ("Meier Hans, " + "x" * 121, "x" * 201 + " Hans, Pik Sieben")

    for who in (*names, *clubs, "<script>alert(1)</script>", "🃏"):
        response = send_name(client, evening, who)
        assert response.status_code == 422, who
        assert "<script>alert" not in response.text
    assert not evening.entries.exists()
    assert not Player.objects.exists()


def test_the_buttons_of_a_row_change_the_status(client, erika, evening):
    for name in ("Anna", "Bernd"):
        awaited(evening, name)
    shown = {"absent": "2", "show": "registered"}

    client.post(page(evening, "call_entry"), {"here": "1"})
    response = client.post(page(evening, "call_entry"), shown)

    assert response.url.endswith("?show=registered")
    found = evening.entries.values_list("status", flat=True)
    assert list(found) == ["present", "absent"]


def test_an_entry_is_changed(client, erika):
    evening = make_evening(series=3)
    add_entry(event=evening, player=make_player("Anna"))

    response = client.post(
        page(evening, "entry", 1),
        {"start_number": "9", "from_series": "2", "fixed_table": "3", "group": "1"},
    )

    entry = evening.entries.get()
    assert response.url == page(evening, "entries")
    assert (entry.start_number, entry.from_series, entry.fixed_table) == (9, 2, 3)
    assert entries_about(entry).first().by == erika


def test_an_absurd_field_of_an_entry_is_named(client, erika):
    evening = make_evening(series=3)
    add_entry(event=evening, player=make_player("Anna"))
    fields = {"start_number": "1", "from_series": "1"}

    for field, values in (
        ("start_number", ("0", "99999999999999999999", "")),
        ("from_series", ("4", "-1")),
        ("until_series", ("9",)),
        ("fixed_table", ("0", "100000")),
        ("group", ("x",)),
    ):
        for value in values:
            answer = client.post(page(evening, "entry", 1), fields | {field: value})
            assert answer.status_code == 422
            assert field in answer.context["form"].errors


def test_a_player_leaves_and_a_substitute_plays_on(client, erika):
    evening = make_evening(series=2)
    add_entry(event=evening, player=make_player("Anna"))
    add_entry(event=evening, player=make_player("Bernd"))
    again = {"who": "anna", "from_series": "2"}
    new = {"who": "Erpel Emil, Pik Sieben", "from_series": "2"}

    client.post(page(evening, "leave", 1), {"after_series": "1"})
    refused = client.post(page(evening, "substitute", 2), again)
    client.post(page(evening, "substitute", 2), new)

    found = evening.entries.values_list("status", "until_series")
    assert list(found) == [("left", 1), ("left", 1), ("present", None)]
    assert people_here(evening) == ["3 Emil Erpel"]
    assert refused.status_code == 422
    assert "nimmt schon teil" in refused.text


NAMES = ("Anna", "Bernd", "Carla", "Dieter")


def statuses(evening):
    return {
        entry.player.name: (entry.status, entry.from_series, entry.until_series)
        for entry in evening.entries.select_related("player")
    }


def names(group):
    return [name.player.name for name in group]


def roll(evening):
    return roll_of(evening, door_of(evening))


def seat(evening, people, number=1):
    return open_table(series=evening.series.get(number=number), players=people)


def test_people_of_the_last_evenings_come_first_and_all_at_once(client, erika):
    people = [make_player(name) for name in NAMES[:3]]
    seat(make_evening("Letzter"), people)
    make_player("Dora Alt")
    make_player("Emil Gast", is_guest=True)
    make_player("Fritz Fort", is_active=False)
    evening = make_evening()
    add_entry(event=evening, player=people[0], status=EntryStatus.REGISTERED)

    shown = roll(evening)
    client.post(page(evening, "tick"), {"all": "regulars"})

    assert names(shown.listed) == ["Anna"]
    assert names(shown.regulars) == ["Bernd", "Carla"]
    assert names(shown.members) == ["Dora Alt"]
    assert names(shown.guests) == ["Emil Gast"]
    assert shown.here == []
    assert [each.split()[1] for each in people_here(evening)] == ["Bernd", "Carla"]


def test_the_check_in_shows_sits_at_tables_of_three_this_year(client, erika):
    before = make_evening("Letzter", date=datetime.date(2026, 10, 9))
    people = [make_player(name) for name in NAMES]
    type_games(seat(before, people[:3]), ["2g1"], by=erika)
    evening = make_evening()
    add_entry(event=evening, player=people[0], status=EntryStatus.REGISTERED)

    text = client.get(page(evening)).text

    shown = roll(evening)
    sat = {each.player.name: each.threes for each in shown.listed + shown.regulars}
    assert sat == {"Anna": 1, "Bernd": 1, "Carla": 1}
    assert [each.threes for each in shown.members] == [0]
    assert text.count("1-mal am Dreiertisch") == 3


def test_one_tap_checks_in_and_another_undoes_it(client, erika, evening):
    anna = make_player("Anna")

    answer = client.post(page(evening, "tick"), {"come": anna.pk})
    ticked = client.get(page(evening)).text
    here = statuses(evening)
    client.post(page(evening, "tick"), {"go": anna.pk})

    assert answer.url == f"{page(evening)}#person-{anna.pk}"
    assert f'name="go" value="{anna.pk}" aria-pressed="true"' in ticked
    assert here == {"Anna": ("present", 1, None)}
    assert statuses(evening) == {"Anna": ("absent", 1, None)}


def test_a_tap_sent_twice_changes_nothing(evening):
    anna = make_player("Anna")

    counts = [check_in_players(event=evening, players=[anna]) for _ in range(2)]
    counts += [check_out_players(event=evening, players=[anna]) for _ in range(2)]

    assert counts == [1, 0, 1, 0]


def test_people_come_and_go_between_two_series(erika):
    evening = make_evening(series=3)
    people = [make_player(name) for name in NAMES]
    check_in_players(event=evening, players=people[:3])
    sheet = seat(evening, people[:3])
    type_games(sheet, ["2a1"], by=erika)

    check_in_players(event=evening, players=people[3:])
    check_out_players(event=evening, players=people[:1])

    assert statuses(evening)["Anna"] == ("left", 1, 1)
    assert statuses(evening)["Dieter"] == ("present", 2, None)


def test_all_expected_people_are_checked_in_at_once(client, erika, evening):
    before = ("registered", "registered", "absent", "left")
    for name, status in zip(NAMES, before, strict=True):
        add_entry(event=evening, player=make_player(name), status=status)

    client.post(page(evening, "tick"), {"all": "listed"})

    after = [status for status, *_rest in statuses(evening).values()]
    assert after == ["present", "present", "absent", "left"]


def test_an_evening_seated_by_hand_counts_those_at_its_tables(client, erika, evening):
    people = [make_player(name) for name in NAMES]
    seat(evening, people[:3])

    seated = client.get(page(evening)).text
    client.post(page(evening, "tick"), {"come": people[3].pk})

    assert "3 sind da" in seated
    assert "Tisch 1" in seated
    assert "4 sind da" in client.get(page(evening)).text
    assert set(statuses(evening)) == set(NAMES)


def test_after_the_check_in_the_draw_is_one_step_away(client, erika, evening):
    before = client.get(page(evening)).context["step"]
    seat(evening, [make_player(name) for name in NAMES])
    behind = client.get(page(evening)).context["step"]

    assert before.url == page(evening, "draw")
    assert behind.url == page(evening, "detail")
