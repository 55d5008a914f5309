"""Who sits where: typed names, several tables at once, tables copied."""

import datetime

import pytest
from django.urls import reverse

from tests.factories import (
    ANNA_AND_FRIENDS,
    make_evening,
    make_player,
    make_players,
    make_sheet,
    type_games,
)
from tournaments.events.entrants import labels_of
from tournaments.events.entries.services import register_people, register_seated
from tournaments.events.planning.path import progress_of
from tournaments.events.seats.services import open_table
from tournaments.people.models import Club, Player
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(erika):
    names = ("Anna Köster", "Bernd Schmidt", "Carla Meier", "Dieter Öztürk")
    return make_players(names)


def seat(client, evening, *names, series=1, **more):
    fields = {f"player_{place}": name for place, name in enumerate(names, start=1)}
    return client.post(
        reverse("events:add-table", args=[evening.pk, series]), fields | more
    )


def names_at(sheet):
    return [seat.player.name for seat in sheet.seats.select_related("player")]


def test_parts_of_names_seat_a_table(client, people, evening):
    seat(client, evening, "anna", "schm", "mei car", "oezt")

    assert names_at(ScoreSheet.objects.get()) == [person.name for person in people]


def test_the_next_table_follows_while_enough_people_are_left(client, people, evening):
    for name in ("Emil", "Frieda", "Gerd"):
        make_player(name)

    first = seat(client, evening, "anna", "bernd", "carla", "dieter")
    second = seat(client, evening, "emil", "frieda", "gerd")

    assert first.url == reverse("events:add-table", args=[evening.pk, 1])
    assert second.url == evening.get_absolute_url()


def test_nobody_here_and_no_table_is_not_everybody_at_a_table(client, people, evening):
    address = reverse("events:add-table", args=[evening.pk, 1])
    pages = [client.get(address).text]
    register_people(event=evening, people=people)
    pages.append(client.get(address).text)

    assert not any("Alle, die da sind, haben einen Tisch." in page for page in pages)


def test_a_name_of_several_people_offers_each_of_them(client, people, evening):
    make_player("Anna Busch")

    response = seat(client, evening, "anna", "bernd", "carla")

    assert response.status_code == 422
    assert "„anna“ kann Anna Busch und Anna Köster sein" in response.text
    assert '<button class="quiet" name="player_1" value="Anna Busch">' in response.text
    assert response.context["form"]["player_2"].value() == "bernd"
    assert not ScoreSheet.objects.exists()
    seat(client, evening, ["anna", "Anna Busch"], "bernd", "carla")
    assert names_at(ScoreSheet.objects.get())[0] == "Anna Busch"

    # One of them has a seat already: the other is asked for all the same.
    make_players(("Emil", "Frieda"))
    asked = seat(client, evening, "anna", "emil", "frieda").text
    assert "„anna“ kann Anna Köster und Anna Busch sein" in asked
    assert 'name="player_1" value="Anna Köster">' in asked
    assert 'name="player_1" value="Anna Busch">' not in asked


def test_namesakes_are_told_apart_by_what_differs(
    client, erika, django_assert_num_queries
):
    club = Club.objects.create(name="Herz Dame")
    born = [datetime.date(year, 5, 4) for year in (1951, 1978)]
    annas = [make_player("Anna Köster", club=club, birth_date=each) for each in born]
    guest = make_player("Bernd Ohm", club=club, is_guest=True)
    people = [*annas, guest]
    people += make_players(("Bernd Ohm", "Ida Alt", "Uwe Alt", "Uwe Alt"))
    evening = make_evening("Abend", date=datetime.date(2026, 10, 3))
    seated = [guest, people[-1], annas[0]]
    open_table(series=evening.series.get(number=1), players=seated)

    with django_assert_num_queries(1):
        labels = [*labels_of(people)]

    assert labels == [
        "Anna Köster (Jahrgang 1951)",
        "Anna Köster (Jahrgang 1978)",
        "Bernd Ohm (Herz Dame · zuletzt hier am 03.10.2026)",
        "Bernd Ohm (noch nie hier)",
        "Ida Alt",
        "Uwe Alt (noch nie hier)",
        "Uwe Alt (zuletzt hier am 03.10.2026)",
    ]
    assert [*labels_of([guest], with_clubs=True)] == ["Bernd Ohm (Herz Dame)"]
    found = client.get(reverse("home:find"), {"person": "Alt"})
    door = client.get(reverse("events:check_in", args=[evening.pk]))
    assert [page.text.count("noch nie hier") for page in (found, door)] == [1, 4]


def test_an_unknown_name_is_reported_and_the_rest_is_kept(client, people, evening):
    Player.objects.filter(last_name="Meier").update(is_active=False)

    response = seat(client, evening, "anna", "Xaver Neu", "carla")
    page = response.text

    for name in ("Xaver Neu", "carla"):  # she is not active
        assert f"Niemand hier heißt „{name}“." in page
    assert reverse("people:add") in page
    assert response.context["form"]["player_1"].value() == "anna"
    assert not Player.objects.filter(last_name="Neu").exists()
    # Enter presses the form's own button, and the cursor waits in the first error.
    assert page.index("<button>Tisch besetzen") < page.index('name="new_guest"')
    assert page.count("autofocus") == 1
    assert "autofocus" in page[page.index('name="player_2"') :].split(">")[0]


def test_an_unknown_person_is_added_with_the_table(client, people, evening):
    new = {"new_guest": "Xaver Neu"}
    refused = seat(client, evening, "anna", "Xaver Neu", "?", **new)
    hidden = 'type="hidden" name="new_guest" value="Xaver Neu"'
    assert refused.status_code == 422
    assert hidden in refused.text
    assert not Player.objects.filter(last_name="Neu").exists()

    seat(client, evening, "anna", "Xaver Neu", "carla", **new)
    seat(client, evening, "bernd", "dieter", "Ida Alt", new_member="Ida Alt")

    assert Player.objects.get(last_name="Neu").is_guest
    assert not Player.objects.get(last_name="Alt").is_guest
    first, second = ScoreSheet.objects.all()
    assert (names_at(first)[1], names_at(second)[2]) == ("Xaver Neu", "Ida Alt")


def test_a_player_sits_once_in_a_series(client, people):
    evening = make_evening(series=2)
    twice = seat(client, evening, "anna", "anna köster", "carla")
    seat(client, evening, "anna", "bernd", "carla")
    for name in ("Emil", "Frieda"):
        make_player(name)

    again = seat(client, evening, "anna", "emil", "frieda")
    later = seat(client, evening, "anna", "emil", "frieda", series=2)

    assert "anna köster ist doppelt genannt." in twice.text
    assert "Anna Köster sitzt in dieser Serie schon an Tisch 1." in again.text
    assert later.status_code == 302


def test_players_move_up_to_a_place_left_empty(client, people, evening):
    seat(client, evening, "anna", "bernd", "carla", "dieter")
    sheet = ScoreSheet.objects.get()
    url = reverse("events:change-seats", args=[sheet.pk])
    fields = {"player_1": "anna", "player_2": "", "player_3": "mei", "player_4": "oezt"}

    page = client.get(url).text
    client.post(url, fields)
    refused = client.post(url, fields | {"player_4": ""})

    assert "Bleibt ein Platz leer, rücken die anderen auf." in page
    assert " required" not in page[page.index('name="player_2"') :].split(">")[0]
    assert names_at(sheet) == ["Anna Köster", "Carla Meier", "Dieter Öztürk"]
    assert refused.context["form"].errors["player_2"] == [
        "An einem Tisch sitzen drei bis fünf Spieler."
    ]


def test_an_absurd_name_is_refused(client, people, evening):
    for name in ("", " ", "x" * 1000, "1" * 1000, "<script>", "\u202e", "🃏", "a\x00b"):
        response = seat(client, evening, name, "bernd", "carla")
        assert response.status_code == 422
        assert response.context["form"].errors["player_1"]
        assert "<script>" not in response.context["form"].as_p()
    assert not ScoreSheet.objects.exists()


def test_several_tables_are_seated_at_once_or_none(client, people, evening):
    address = reverse("events:add-tables", args=[evening.pk, 1])
    wrong = "anna, bernd, carla\nxaver, dieter, anna\nemil"

    refused = client.post(address, {"tables": wrong})

    assert refused.status_code == 422
    assert "Zeile 2: Niemand hier heißt „xaver“." in refused.text
    assert "Zeile 2: Anna Köster ist doppelt genannt." in refused.text
    assert "Zeile 3: Niemand hier heißt „emil“." in refused.text
    assert refused.context["many"]["tables"].value() == wrong
    assert not ScoreSheet.objects.exists()
    for name in ("Emil", "Frieda", "Gerd"):
        make_player(name)
    right = {"tables": "anna, bernd, carla, dieter\n\n emil; frieda; gerd\n"}
    assert client.post(address, right).url == evening.get_absolute_url()
    assert [names_at(sheet) for sheet in ScoreSheet.objects.all()] == [
        ["Anna Köster", "Bernd Schmidt", "Carla Meier", "Dieter Öztürk"],
        ["Emil", "Frieda", "Gerd"],
    ]


def test_names_as_the_site_prints_them_are_whole_names(client, people):
    tables = "Köster, Anna; Schmidt, Bernd; Meier, Carla; Öztürk, Dieter;"
    address = reverse("events:add-tables", args=[make_evening().pk, 1])

    parted = client.post(address, {"tables": tables.replace(";", ",")})
    client.post(address, {"tables": tables})

    assert "Zeile 1: Anna Köster ist doppelt genannt." in parted.text
    assert "Mit Semikolon getrennt ist „Meier, Hans“ ein Spieler." in parted.text
    assert names_at(ScoreSheet.objects.get()) == [person.name for person in people]


def test_absurd_tables_are_refused(client, people, evening):
    address = reverse("events:add-tables", args=[evening.pk, 1])

    for text in ("", ",,;", "anna, bernd", "x\n" * 1000, "x" * 30_000):
        assert client.post(address, {"tables": text}).status_code == 422
    assert not ScoreSheet.objects.exists()


def test_players_change_until_a_game_is_typed(client, erika):
    sheet = make_sheet()
    make_player("Emil")
    url = reverse("events:change-seats", args=[sheet.pk])
    before = client.get(url).context["form"]["player_4"].value()

    client.post(url, {"player_1": "Bernd", "player_2": "Anna", "player_3": "emil"})
    type_games(sheet, ["e"], by=erika)
    late = {"player_1": "Anna", "player_2": "emil", "player_3": "Bernd"}
    refused = client.post(url, late)

    sheet.refresh_from_db()
    assert before == "Dieter"
    assert names_at(sheet) == ["Bernd", "Anna", "Emil"]
    assert sheet.table_size == 3
    assert refused.status_code == 422


def test_an_empty_table_is_removed_and_a_played_one_stays(client, erika):
    empty = make_sheet()
    played = make_sheet(("Emil", "Frieda", "Gerd"))
    type_games(played, ("2a1", "3g2"), by=erika)

    for sheet in (empty, played):
        client.post(reverse("events:remove-table", args=[sheet.pk]))

    assert list(ScoreSheet.objects.all()) == [played]


def test_only_the_tables_of_an_earlier_series_are_copied(client, erika):
    evening = make_evening(series=2)
    make_sheet(evening=evening)
    url = reverse("events:copy-tables", args=[evening.pk, 2])
    copies = ScoreSheet.objects.filter(series__number=2)

    for source in ("", "x", "0", "9" * 1000, evening.series.get(number=2).pk):
        assert client.post(url, {"source": source}).status_code == 302
    assert not copies.exists()
    source = evening.series.get(number=1).pk
    client.post(url, {"source": source})
    twice = client.post(url, {"source": source}, follow=True)

    assert [names_at(sheet) for sheet in copies] == [list(ANNA_AND_FRIENDS)]
    assert "Diese Serie hat schon Tische." in twice.text


def test_whoever_has_gone_is_not_seated_again(client, erika):
    """Neither at the tables of an earlier series, nor counted, nor unmarked."""
    evening = make_evening(series=2)
    make_sheet(evening=evening)
    register_seated(event=evening)
    anna, bernd = list(evening.entries.order_by("start_number"))[:2]
    evening.entries.filter(pk=anna.pk).update(status="left", until_series=1)
    url = reverse("events:copy-tables", args=[evening.pk, 2])
    source = evening.series.get(number=1)

    assert progress_of(evening).people == 3
    answer = client.post(url, {"source": source.pk}, follow=True)

    (copy,) = ScoreSheet.objects.filter(series__number=2)
    assert anna.player.name not in names_at(copy)
    assert len(names_at(copy)) == 3
    assert f"nicht wieder gesetzt: {anna.player}." in answer.text

    ScoreSheet.objects.filter(series__number=2).delete()
    evening.entries.filter(pk=bernd.pk).update(until_series=1)
    answer = client.post(url, {"source": source.pk}, follow=True)
    assert "An Tisch 1 bleiben zu wenige" in answer.text


def test_who_is_seated_where_others_are_entered_is_there(client, people, evening):
    register_people(event=evening, people=people)
    make_players(("Emil Voß", "Frieda Amt"))
    seat(client, evening, "anna", "bernd", "carla", "frieda")

    address = reverse("events:change-seats", args=[ScoreSheet.objects.get().pk])
    fields = {"player_1": "anna", "player_2": "bernd", "player_3": "emil"}
    assert client.post(address, fields).status_code == 302

    entries = evening.entries.filter(status="present")
    assert list(map(str, entries)) == ["5 Frieda Amt", "6 Emil Voß"]
