"""Entries and the check-in by name, start number, card or line."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_player,
    make_players,
    make_secretary,
    type_games,
)
from tournaments.events.entrants import door_of, next_series
from tournaments.events.entries.selectors import roll_of
from tournaments.events.entries.services import (
    HasPlayed,
    TakesPartAlready,
    add_entry,
    add_visitor_entry,
    check_in_players,
    check_out_players,
    mark_absent,
    mark_left,
    mark_present,
    mark_rest_absent,
    register_people,
    remove_entry,
    replace_person,
    save_entry,
)
from tournaments.events.models import Entry
from tournaments.events.models.entries import plays_in
from tournaments.events.seats.services import open_table
from tournaments.files.imports.people import people_spreadsheet
from tournaments.papers.event.cards import start_cards
from tournaments.people.models import Club, Player
from tournaments.people.names.names import PersonName, Visitor
from tournaments.people.services import find_or_add_club
from tournaments.scope.models import entries_about
from tournaments.web.canvas import Addresses
from tournaments.web.spreadsheets import FileKind, spreadsheet_bytes
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


def test_a_scanned_card_is_enough(client, erika, evening):
    awaited(evening, "Anna", start_number=14)

    for scanned in (
        f"http://127.0.0.1:8000/events/{evening.pk}/me/14/",
        f"HTTP://SKAT.LOCAL/EVENTS/{evening.pk}/ME/14/",
        f"httpÖ--127.0.0.1Ö8000-events-{evening.pk}-me-14-",  # a wrong keyboard
        "14 ",
    ):
        send_name(client, evening, scanned)
        assert people_here(evening) == ["14 Anna"], scanned
        evening.entries.update(status=EntryStatus.REGISTERED)


@pytest.mark.parametrize("has_entry", [True, False])
def test_the_code_of_a_printed_card_is_enough(client, erika, has_entry, evening):
    people = make_players(("Anna", "Bernd", "Carla"))
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


def test_a_title_typed_with_a_name_is_kept_and_a_number_is_no_part_of_it(
    client, erika, evening
):
    make_player("Anna Köster")

    send_name(client, evening, "1. Frau Dr. Anna Köster")
    send_name(client, evening, "• Herr Dr. Ohm Emil, Pik Sieben, 0171 1234567")
    line = "Ohm Emil (Nord), Pik Sieben"
    question = send_name(client, evening, line)
    send_name(client, evening, line, new_guest=line)

    assert "Dr. Emil Ohm (Pik Sieben)" in question.text
    assert people_here(evening) == ["1 Anna Köster", "2 Dr. Emil Ohm", "3 Emil Ohm"]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Hans Meier", "Meier Hans, Herz Dame"),
        ("Meier sen., Hans", "Meier Hans, Herz Dame"),
        ("Hans Meier", "Meier jun. Hans, Herz Dame"),
    ],
)
def test_a_namesake_of_another_club_is_asked_about(client, erika, evening, name, line):
    known = make_player(name, club=find_or_add_club(name="Pik Sieben"))
    question = send_name(client, evening, line)
    send_name(client, evening, line, new_guest=line)

    assert "Pik Sieben" in question.text
    assert Player.objects.exclude(pk=known.pk).get().club.name == "Herz Dame"


def test_a_name_that_several_share_who_are_here_makes_nobody_new(
    client, erika, evening
):
    for name in ("Karl Groß", "Eva Groß"):
        make_player(name)
    send_name(client, evening, "Karl Groß")
    asked = send_name(client, evening, "groß")
    assert len(people_here(evening)) == 1
    assert "Karl Groß" in asked.text
    send_name(client, evening, "Eva Groß")

    answer = send_name(client, evening, "groß")

    assert "Groß sind schon da" in answer.text
    assert "new_guest" not in answer.text
    assert len(people_here(evening)) == 2


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
    nonsense = "%&/ 99 <b>"
    for sent in ({}, {"new_guest": nonsense}, {"new_member": nonsense}):
        refused = send_name(client, evening, nonsense, **sent)
        assert "„%&amp;/“ ist kein Name." in refused.text
        assert "Als Gast" not in refused.text

    assert question.status_code == 422
    assert "Als Gast" in question.text
    found = [(each.name, each.is_guest) for each in Player.objects.order_by("pk")]
    assert found == [("Emil Erpel", True), ("Frieda Lang", False)]


def test_late_players_play_from_the_next_series(client, erika):
    evening = make_evening(series=3)
    open_table(
        series=evening.series.get(number=1),
        players=make_players(("Anna", "Bernd", "Carla")),
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
    for name in ("Anna", "Bernd", "Carla"):
        awaited(evening, name)
    shown = {"absent": "2", "show": "registered"}

    client.post(page(evening, "call_entry"), {"here": "1"})
    response = client.post(page(evening, "call_entry"), shown)
    client.post(page(evening, "call_entry"), {"remove": "3"})

    assert response.url.endswith("?show=registered")
    found = evening.entries.values_list("status", flat=True)
    assert list(found) == ["present", "absent"]


def test_an_entry_is_changed_but_not_by_an_absurd_field_which_is_named(client, erika):
    evening = make_evening(series=3)
    add_entry(event=evening, player=make_player("Anna"))
    fields = {"start_number": "9", "from_series": "2", "fixed_table": "3", "group": "1"}

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
    response = client.post(page(evening, "entry", 1), fields)

    entry = evening.entries.get()
    assert response.url == page(evening, "entries")
    assert (entry.start_number, entry.from_series, entry.fixed_table) == (9, 2, 3)
    assert entries_about(entry).first().by == erika


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
    """Seat people, or those of entries, at a table of a series."""
    players = [getattr(each, "player", each) for each in people]
    return open_table(series=evening.series.get(number=number), players=players)


def test_people_of_the_last_evenings_come_first_and_all_at_once(client, erika):
    people = make_players(NAMES[:3])
    seat(make_evening("Letzter"), people)
    make_players(("Dr. Dora Alt", "Bernd Alt"))
    make_player("Emil Gast", is_guest=True)
    make_player("Fritz Fort", is_active=False)
    evening = make_evening()
    add_entry(event=evening, player=people[0], status=EntryStatus.REGISTERED)

    shown = roll(evening)
    client.post(page(evening, "tick"), {"all": "regulars"})

    assert names(shown.listed) == ["Anna"]
    assert names(shown.regulars) == ["Bernd", "Carla"]
    assert names(shown.members) == ["Bernd Alt", "Dr. Dora Alt"]
    assert names(shown.guests) == ["Emil Gast"]
    assert shown.here == []
    assert [each.split()[1] for each in people_here(evening)] == ["Bernd", "Carla"]


def test_the_check_in_shows_sits_at_tables_of_three_this_year(client, erika):
    before = make_evening("Letzter", date=datetime.date(2026, 10, 9))
    people = make_players(NAMES)
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
    # What is sent twice changes nothing.
    assert check_in_players(event=evening, players=[anna]) == 0
    client.post(page(evening, "tick"), {"go": anna.pk})

    assert answer.url == f"{page(evening)}#person-{anna.pk}"
    assert f'name="go" value="{anna.pk}" aria-pressed="true"' in ticked
    assert here == {"Anna": ("present", 1, None)}
    assert statuses(evening) == {"Anna": ("absent", 1, None)}
    assert check_out_players(event=evening, players=[anna]) == 0
    assert check_in_players(event=evening, players=[anna]) == 1
    assert check_out_players(event=evening, players=[anna]) == 1


def test_people_come_and_go_between_two_series(erika):
    evening = make_evening(series=3)
    people = make_players(NAMES)
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

    make_player("Emil")
    assert '"all" value="members"' in client.get(page(evening)).text
    client.post(page(evening, "tick"), {"all": "listed"})

    after = [status for status, *_rest in statuses(evening).values()]
    assert after == ["present", "present", "absent", "left"]
    # Together they are taken back, but for who has a seat by now.
    make_player("Frieda")
    client.post(page(evening, "tick"), {"all": "members"})
    assert len(statuses(evening)) == 6
    seat(evening, make_players(("Anna", "Bernd", "Emil")))
    client.post(page(evening, "take-back-ticks"))
    assert [*statuses(evening)] == [*NAMES, "Emil"]


def test_the_others_did_not_come_asks_and_is_taken_back_as_one(client, erika, evening):
    anna, *others = [
        add_entry(event=evening, player=each, status=EntryStatus.REGISTERED)
        for each in make_players(NAMES)
    ]
    check_in_players(event=evening, players=[anna.player])
    asked = client.get(page(evening)).text

    client.post(page(evening, "close_door"))
    missing = client.get(page(evening)).text
    mark_present(entry=others[0])
    back = client.post(page(evening, "take-back-ticks"), follow=True)
    again = client.post(page(evening, "take-back-ticks"))

    assert "Mehr als die Hälfte wäre abwesend: 3 von 4. Kommt niemand mehr?" in asked
    assert "Zuletzt auf einmal nicht gekommen: 3." in missing
    assert "Zurückgenommen: 2 von 3." in back.text
    after = [status for status, *_rest in statuses(evening).values()]
    assert after == ["present", "present", "registered", "registered"]
    assert again.status_code == 422
    check_in_players(event=evening, players=[others[1].player])
    assert "Mehr als die Hälfte" not in client.get(page(evening)).text


def test_an_evening_seated_by_hand_counts_those_at_its_tables(client, erika, evening):
    people = make_players(NAMES)
    before = client.get(page(evening))
    seat(evening, people[:3])

    seated = client.get(page(evening))
    client.post(page(evening, "tick"), {"come": people[3].pk})

    assert "3 Personen sind da." in seated.text
    assert "Tisch 1" in seated.text
    assert "4 Personen sind da." in client.get(page(evening)).text
    assert set(statuses(evening)) == set(NAMES)
    # The draw is one step away until there are tables.
    steps = [answer.context["step"].url for answer in (before, seated)]
    assert steps == [page(evening, "draw"), page(evening, "detail")]


def enter_people(evening, *names, **fields):
    return [
        add_entry(event=evening, player=make_player(name), **fields) for name in names
    ]


def visitor(first, last, club=""):
    return Visitor(name=PersonName(first=first, last=last), club=club)


def test_a_person_takes_part_once_with_a_number_of_their_own(evening):
    anna = add_entry(event=evening, player=make_player("Anna"), start_number=3000)
    (bernd,) = enter_people(evening, "Bernd")

    # Gaps are filled once the highest number is used.
    assert bernd.start_number == 1
    with pytest.raises(TakesPartAlready, match="3000"):
        add_entry(event=evening, player=anna.player)
    bernd.start_number = 3000
    with pytest.raises(ValidationError, match="Startnummer"):
        save_entry(entry=bernd)
    assert evening.entries.count() == 2


def test_a_visitor_of_our_club_is_a_member():
    Club.objects.create(name="Herz Dame", is_home=True)

    entry = add_visitor_entry(
        event=make_evening(), visitor=visitor("Hans", "Meier", "herz dame")
    )

    assert not entry.player.is_guest
    assert entry.player.club.is_home


def test_a_name_too_long_adds_nobody(evening):
    with pytest.raises(ValidationError):
        add_visitor_entry(event=evening, visitor=visitor("x" * 201, "Meier", "Neu"))

    assert not Player.objects.exists()
    assert not Club.objects.exists()


def test_players_who_come_after_a_list_has_begun_play_from_the_next_series():
    evening = make_evening(series=3)
    entries = enter_people(evening, "Anna", "Bernd", "Carla")
    first, *_later = [seat(evening, entries, number) for number in (1, 2, 3)]
    before = next_series(evening)
    type_games(first, EIGHT_GAMES[:1], by=make_secretary())

    (emil,) = enter_people(evening, "Emil")

    assert (before, emil.from_series) == (1, 2)


def test_a_registered_person_arrives_late():
    evening = make_evening(series=2)
    (emil,) = enter_people(evening, "Emil", status=EntryStatus.REGISTERED)
    seat(evening, enter_people(evening, "Anna", "Bernd", "Carla"))

    emil = mark_present(entry=emil)

    assert (emil.status, emil.from_series) == (EntryStatus.PRESENT, 2)


def test_players_who_leave_keep_their_results_and_can_come_back():
    evening = make_evening(series=3)
    entries = enter_people(evening, "Anna", "Bernd", "Carla")
    sheet = seat(evening, entries)

    gone = mark_left(entry=entries[0], after_series=1)
    plays = [
        gone in evening.entries.filter(plays_in(number)) and gone.plays(number)
        for number in (1, 2)
    ]
    back = mark_present(entry=gone)

    assert sheet.seats.count() == 3
    assert plays == [True, False]
    assert (back.status, back.from_series, back.until_series) == ("present", 1, None)


def test_nobody_leaves_before_a_list_on_which_they_play():
    evening = make_evening(series=2)
    entries = enter_people(evening, "Anna", "Bernd", "Carla")
    type_games(seat(evening, entries, 2), EIGHT_GAMES[:1], by=make_secretary())

    with pytest.raises(HasPlayed, match="2"):
        mark_left(entry=entries[0], after_series=1)
    with pytest.raises(HasPlayed, match="2"):
        mark_absent(entry=entries[0])


def test_an_absurd_series_is_refused():
    (anna,) = enter_people(make_evening(series=2), "Anna")

    for series in (-1, 3, 10**6):
        with pytest.raises(ValidationError):
            mark_left(entry=anna, after_series=series)


def test_the_rest_did_not_come(evening):
    enter_people(evening, "Anna")
    enter_people(evening, "Bernd", "Carla", status=EntryStatus.REGISTERED)

    count = len(mark_rest_absent(event=evening))

    statuses = list(evening.entries.values_list("status", flat=True))
    assert (count, statuses) == (2, ["present", "absent", "absent"])


def test_an_entry_is_deleted_unless_it_has_a_seat(evening):
    anna, *others = enter_people(evening, "Anna", "Bernd", "Carla", "Dieter")
    seat(evening, others)

    remove_entry(entry=anna)

    with pytest.raises(HasPlayed):
        remove_entry(entry=others[0])
    assert evening.entries.count() == 3


def test_a_substitute_takes_wishes_and_empty_seats_but_no_begun_list():
    evening = make_evening(series=2)
    erika = make_secretary()
    entries = enter_people(evening, "Anna", "Bernd", "Carla")
    first, second = (seat(evening, entries, number) for number in (1, 2))
    type_games(first, EIGHT_GAMES[:1], by=erika)
    entries[1].fixed_table = 7
    entries[1].save()
    emil = make_player("Emil")

    with pytest.raises(HasPlayed):
        replace_person(entry=entries[1], player=emil, from_series=1, by=erika)
    assert evening.entries.count() == 3
    emil = replace_person(entry=entries[1], player=emil, from_series=2, by=erika)

    bernd = Entry.objects.get(pk=entries[1].pk)
    assert (bernd.status, bernd.until_series) == (EntryStatus.LEFT, 1)
    assert (emil.start_number, emil.from_series, emil.fixed_table) == (4, 2, 7)
    seated = [
        [str(seat.player) for seat in sheet.seats.order_by("place")]
        for sheet in (first, second)
    ]
    assert seated == [["Anna", "Bernd", "Carla"], ["Anna", "Emil", "Carla"]]


def test_a_substitute_for_a_no_show_makes_them_absent():
    evening = make_evening(series=2)
    (anna,) = enter_people(evening, "Anna", status=EntryStatus.REGISTERED)
    new = {"visitor": visitor("Emil", "Erpel"), "by": make_secretary()}

    replace_person(entry=anna, from_series=1, **new)

    statuses = list(evening.entries.values_list("status", flat=True))
    assert statuses == [EntryStatus.ABSENT, EntryStatus.PRESENT]


def test_registering_the_same_person_twice_registers_nobody(evening):
    anna = make_player("Anna")
    people = [anna, visitor("Emil", "Erpel", "Neu"), anna]

    with pytest.raises(TakesPartAlready):
        register_people(event=evening, people=people)

    assert Player.objects.count() == 1
    assert not Club.objects.exists()


@pytest.mark.database
@pytest.mark.parametrize("kind", [FileKind.XLSX, FileKind.ODS])
def test_half_a_table_is_refused(client, erika, kind):
    entries = f"/downloads/entries/{make_evening().pk}/import/"
    for name in ("Anna Abel", "Bernd Zorn"):
        make_player(name)
    content = spreadsheet_bytes(people_spreadsheet(Player.objects.all()), kind)
    Player.objects.all().delete()
    middle = len(content) // 2
    said = ("nicht lesbar", "weder eine Textdatei noch", "keine Textdatei")

    for left in (content[:middle], content[middle:]):
        for address in ("/downloads/people/import/", entries):
            file = SimpleUploadedFile(f"leute.{kind}", left)
            answer = client.post(address, {"file": file})
            assert any(words in answer.text for words in said)
    assert not Player.objects.exists()
