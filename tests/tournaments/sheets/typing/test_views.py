import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import EIGHT_GAMES, make_evening, make_sheet, type_games
from tests.tournaments.events.draws.draws import draw, make_entries
from tests.tournaments.leagues.matches import secretary
from tests.tournaments.papers.pdf import read
from tests.tournaments.sheets.paper import totals_of, write, write_paper
from tournaments.events.planning.services import copy_event
from tournaments.files.event.writing import event_text
from tournaments.people.models import Player
from tournaments.sheets.finishing import services
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.typing import services as typing_services
from tournaments.words.choices import SheetState

HTMX = {"HTTP_HX_REQUEST": "true"}

UNPROVED = "ungeprüft"


def record(client, sheet, text, *, number=1, before="", **headers):
    return client.post(
        sheet_url("record", sheet),
        {"text": text, "number": number, "before": before},
        **headers,
    )


def texts(sheet):
    return list(sheet.games.values_list("declarer", "contract"))


def test_a_typed_game_changes_only_its_part_of_the_page(erika, erika_online, sheet):
    response = record(erika_online, sheet, "2k2h", **HTMX)

    assert response.status_code == 200
    assert "<html" not in response.text
    assert 'id="line-1"' in response.text
    assert 'id="line-3"' not in response.text
    assert 'name="number" value="2"' in response.text
    # The next line is sent from here, with the token and from the queue of its writer.
    assert 'name="csrfmiddlewaretoken"' in response.text
    assert f'data-queue="{erika.pk}/{sheet.pk}"' in response.text


def accept(client, sheet, **fields):
    return client.post(reverse("sheets:accept", args=[sheet.pk, 1]), fields)


def test_the_paper_is_wrong_about_the_line_that_was_shown(erika, erika_online, sheet):
    type_games(sheet, ["2k2=44"], by=erika)
    address = reverse("sheets:accept", args=[sheet.pk, 1])
    shown = erika_online.get(address)
    assert "<code>2k2=44</code>" in shown.text
    record(erika_online, sheet, "2k1=44", before="2k2=44")

    refused = accept(erika_online, sheet, before="2k2=44", reason="falsch addiert")

    assert refused.status_code == 422
    assert "jemand anderem geschrieben" in refused.text
    assert "2k1=44" in refused.text
    assert 'value="falsch addiert"' in refused.text
    assert not sheet.games.get().paper_wrong
    again = refused.context["form"]["before"].value()
    accept(erika_online, sheet, before=again, reason="falsch addiert")
    assert sheet.games.get().paper_wrong


def test_nothing_is_accepted_of_a_line_that_is_not_there(erika_online, sheet):
    address = reverse("sheets:accept", args=[sheet.pk, 1])

    assert erika_online.get(address).status_code == 404
    assert accept(erika_online, sheet, before="", reason="so").status_code == 422


def test_unreadable_text_stays_in_the_line_with_the_reason(erika_online, sheet):
    response = record(erika_online, sheet, "2z9", **HTMX)

    assert response.status_code == 422
    assert 'value="2z9"' in response.text
    assert "„z“ passt hier nicht" in response.text
    assert texts(sheet) == []


def test_the_second_writer_keeps_their_text_and_sees_the_first_line(
    erika_online, sheet
):
    record(erika_online, sheet, "2k2h")

    response = record(erika_online, sheet, "3g2", **HTMX)

    assert response.status_code == 422
    assert 'value="3g2"' in response.text
    assert "2k2h" in response.text
    assert texts(sheet) == [(2, "clubs")]


def test_a_line_is_deleted(erika_online, sheet, erika):
    type_games(sheet, ["2a1", "3g2"], by=erika)

    erika_online.post(
        sheet_url("record", sheet),
        {"number": 1, "before": "2a1", "text": "2a1", "action": "delete"},
    )

    assert texts(sheet) == [(3, "grand")]


def test_the_echo_reads_the_line_back(erika_online, sheet):
    url = sheet_url("echo", sheet)

    response = erika_online.get(url, {"text": "3p1r30", "number": 2})

    assert "überreizt" in response.text
    assert "−66" in response.text
    # In the deck of its reader.
    erika_online.cookies["deck"] = "german"
    german = erika_online.get(url, {"text": "3ei2", "number": 2})
    assert "#acorns" in german.text
    assert "<kbd>ei</kbd> Eichel" in erika_online.get(url, {"text": "3"}).text


def test_the_closing_block_cites_the_rule_of_its_totals(erika_online, sheet):
    five = make_sheet(("Anna", "Bernd", "Carla", "Dieter", "Emil"), rounds=8)

    text = erika_online.get(sheet.get_absolute_url()).text
    of_five = erika_online.get(five.get_absolute_url()).text

    assert 'Gesamtpunkte <small class="rule">SkWO 6.3.1</small>' in text
    assert "6.3.1" not in of_five


def test_the_echo_names_the_next_key(erika_online, sheet):
    for text, *next_keys in (
        ("", "<kbd>1 2 4</kbd> Alleinspieler", "<kbd>e</kbd> eingepasst"),
        ("2", "<kbd>g</kbd> Grand", "<kbd>k</kbd> Kreuz", "<kbd>n</kbd> Null"),
        ("2g", "<kbd>1–4</kbd> mit so vielen", "<kbd>o</kbd> ohne"),
        ("2k2", "<kbd>Enter</kbd> fertig", "<kbd>h</kbd> Hand"),
        ("2112", "<kbd>Enter</kbd> fertig", "<kbd>*</kbd> Hand"),
        ("2k2r", "der Reizwert"),
    ):
        echo = get(erika_online, sheet_url("echo", sheet), {"text": text, "number": 3})

        hints = echo[echo.index('class="hints"') :]
        assert [key for key in next_keys if key not in hints] == [], text
        assert "echo-problem" not in echo


def test_absurd_fields_get_an_answer_and_write_nothing(erika_online, sheet):
    for fields in (
        {},
        {"number": "x", "text": "e"},
        {"number": "0", "text": "e"},
        {"number": "99999999999999999999", "text": "e"},
        {"number": "1", "text": "e" * 5000},
        {"number": "1", "text": "2k2h", "action": "explode"},
        {"number": "1", "text": "s2=Nobody"},
        {"number": "1", "text": "2k2h=99999999999"},
        {"number": "1", "text": "2k2h # " + "x" * 280},
    ):
        response = erika_online.post(sheet_url("record", sheet), fields)
        assert response.status_code == 422, fields
    pasted = erika_online.post(sheet_url("paste", sheet), {"text": "e\n" * 1000})
    assert pasted.status_code == 422
    assert pasted.text.count("e\n") >= 1000
    assert texts(sheet) == []


def test_a_second_undo_of_the_same_page_takes_nothing_more_back(
    erika_online, sheet, erika
):
    record(erika_online, sheet, "2a1")
    record(erika_online, sheet, "3g2", number=2)
    url = sheet_url("undo", sheet)
    as_seen = {"revision": sheet.changes.latest("pk").step}

    for _time in range(3):
        response = erika_online.post(url, as_seen, follow=True)
    without = erika_online.post(url, follow=True)

    assert texts(sheet) == [(2, "diamonds")]
    assert "Hier hat sich inzwischen etwas geändert" in response.text
    assert without.status_code == 200


def test_after_signing_in_again_the_typed_text_is_still_there(client, sheet, erika):
    page = f"http://testserver{sheet.get_absolute_url()}"

    response = record(client, sheet, "2k2h", HTTP_HX_CURRENT_URL=page, **HTMX)

    assert response.status_code == 204
    assert "text%3D2k2h" in response["HX-Redirect"]
    client.force_login(erika)
    again = client.get(sheet.get_absolute_url(), {"text": "2k2h", "line": "1"})
    assert 'value="2k2h"' in again.text


def test_a_stale_form_answers_with_what_was_typed(sheet, erika):
    client = Client(enforce_csrf_checks=True)
    client.force_login(erika)

    response = record(client, sheet, "2k2h")

    assert response.status_code == 403
    assert "2k2h" in response.text


# With the last game the page also reads the confirmations of the table.
@pytest.mark.parametrize(("games", "queries"), [(1, 11), (46, 11), (47, 12)])
def test_saving_a_game_costs_the_same_however_long_the_list(
    erika_online, sheet, erika, games, queries, django_assert_max_num_queries
):
    type_games(sheet, ["e"] * games, by=erika)

    with django_assert_max_num_queries(queries):
        record(erika_online, sheet, "e", number=games + 1, **HTMX)


def test_the_explanations_and_the_history_name_a_line(erika_online, sheet, erika):
    type_games(sheet, ["2k2h"], by=erika)

    explained = get(erika_online, sheet_url("explained", sheet))
    history = get(erika_online, sheet_url("history", sheet))

    assert "mit 2, Spiel 3, Hand 4 × Kreuz 12 = 48" in explained
    assert "ISkO 2.4.1, 2.5" in explained
    assert "2k2h" in history
    assert "erika" in history


def test_finishing_without_a_proof_asks_once(erika_online, sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)
    finish = sheet_url("finish", sheet)

    asked = erika_online.post(finish, {"cut_short": "1"})
    sheet.refresh_from_db()
    was_finished = sheet.is_finished
    erika_online.post(finish, {"cut_short": "1", "unproved": "1"})
    sheet.refresh_from_db()

    assert asked.status_code == 422
    assert 'name="unproved"' in asked.text
    assert "Diese Liste ist ungeprüft" in asked.text
    assert not was_finished
    assert sheet.is_unproved
    erika_online.post(sheet_url("reopen", sheet), {"reason": "Fehler"})
    sheet.refresh_from_db()
    assert not sheet.is_finished


def test_what_keeps_a_list_open_is_said_where_the_button_is(erika_online, sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)

    refused = erika_online.post(sheet_url("finish", sheet))

    end = refused.text.index('id="finish"')
    assert refused.text.index("40 Spiele fehlen", end) > end
    assert f"{reverse('sheets:finish', args=[sheet.pk])}#finish" in refused.text
    services.strike_rest(sheet=sheet, by=erika)
    seats = {1: services.FootNumbers(total=1)}
    services.write_foot(sheet=sheet, by=erika, seats=seats)
    assert 'href="#foot_reason"' in erika_online.post(sheet_url("finish", sheet)).text


def test_an_unproved_list_says_so_wherever_it_stands(erika_online, sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)
    services.finish_sheet(sheet=sheet, by=erika, cut_short=True)
    event = sheet.series.event
    pages = {
        "list": sheet.get_absolute_url(),
        "event": event.get_absolute_url(),
        "standings": reverse("events:standings", args=[event.pk]),
    }
    papers = [
        reverse("papers:sheet", args=[sheet.pk]),
        reverse("papers:standings", args=[event.pk]),
    ]

    said = {
        name
        for name, url in pages.items()
        if UNPROVED in get(erika_online, url).casefold()
    }

    assert said == {*pages}
    for url in papers:
        assert UNPROVED in "".join(read(erika_online.get(url)))
    assert '"proof": "none"' in event_text(event)


def get(client, url, fields=None):
    return client.get(url, fields).text


def test_a_line_brings_the_end_and_the_own_table_up_to_date(erika_online, sheet):
    answer = record(erika_online, sheet, "2a1", **HTMX).text

    assert "1 Spiel wurde gespielt" in answer.partition('id="finish"')[2]
    own = answer.partition('id="own-state"')[2].partition("badge-")[2]
    assert own.startswith("typing")


def main_way(page):
    """Return where the one main button of a page leads."""
    _before, _button, after = page.partition('<a class="button" ')
    assert '<a class="button" ' not in after
    return after.partition('href="')[2].partition('"')[0]


def sheet_url(name, sheet):
    return reverse(f"sheets:{name}", args=[sheet.pk])


def test_an_unknown_substitute_is_added_as_a_guest_with_the_line(
    erika_online, sheet, erika
):
    type_games(sheet, EIGHT_GAMES[:2], by=erika)
    line = {"number": 3, "text": "s2=Knut Neumann", "before": ""}

    echo = get(erika_online, sheet_url("echo", sheet), line)
    refused = erika_online.post(sheet_url("record", sheet), line)
    nobody = line | {"text": "S2=Niemand"}
    for said in (
        get(erika_online, sheet_url("echo", sheet), nobody),
        erika_online.post(sheet_url("record", sheet), nobody, **HTMX).text,
    ):
        assert "Niemand heißt „Niemand“" in said
    no_place = line | {"text": "s5=Knut Neumann", "action": "guest"}
    impossible = erika_online.post(sheet_url("record", sheet), no_place)
    assert impossible.status_code == 422
    known_before = Player.objects.filter(last_name="Neumann").exists()
    erika_online.post(sheet_url("record", sheet), line | {"action": "guest"})

    assert "„Knut Neumann“ als Gast aufnehmen" in echo
    assert "„Knut Neumann“ als Gast aufnehmen" in refused.text
    assert not known_before
    guest = Player.objects.get(last_name="Neumann")
    assert (guest.first_name, guest.is_guest) == ("Knut", True)
    change = sheet.substitutions.get()
    assert (change.place, change.from_game, change.player) == (2, 3, guest)


def test_finishing_goes_on_to_the_next_list_and_from_the_last_to_the_standings(
    erika_online, sheet, erika
):
    names = (f"{name} Nachbar" for name in ("Anna", "Bernd", "Carla"))
    second = make_sheet(tuple(names), evening=sheet.series.event)
    standings = reverse("events:standings", args=[sheet.series.event_id])
    unproved = {"cut_short": "1", "unproved": "1"}
    for each in (sheet, second):
        type_games(each, EIGHT_GAMES[:1], by=erika)

    first = erika_online.post(sheet_url("finish", sheet), unproved)
    shown = get(erika_online, sheet.get_absolute_url())
    last = erika_online.post(sheet_url("finish", second), unproved)
    said = get(erika_online, standings)

    assert first.url == f"{second.get_absolute_url()}#typing"
    assert main_way(shown) == second.get_absolute_url()
    assert "Serie 1, Tisch 1: Die Liste ist abgeschlossen" in shown
    assert last.url == f"{standings}#main"
    assert "Sie ist noch ungeprüft" in said
    assert main_way(get(erika_online, sheet.get_absolute_url())) == standings


def test_a_list_of_totals_names_the_numbers_it_lacks_and_marks_them(
    erika_online, sheet, erika
):
    services.set_totals_only(sheet=sheet, by=erika, totals_only=True)
    full = services.FootNumbers(points=100, won=3, lost=1)
    anna = services.FootNumbers(points=100, won=3)
    seats = {1: anna} | dict.fromkeys((2, 3, 4), full)
    services.write_foot(sheet=sheet, by=erika, seats=seats)

    refused = erika_online.post(sheet_url("finish", sheet))

    name = sheet.seats.get(place=1).player.name
    missing = (
        f"Es fehlt noch: {name}: verloren; wie oft eingepasst wurde (0, wenn nie)."
    )
    assert missing in refused.text
    complete = dict.fromkeys((1, 2, 3, 4), full)
    services.write_foot(sheet=sheet, by=erika, seats=complete, passed_in=32)
    unproved = erika_online.post(sheet_url("finish", sheet))
    assert "Es fehlt noch: Gesamtpunkte." in unproved.text
    marked = re.findall(
        r'<input[^>]*name="(\w+)"[^>]*aria-invalid="true"', refused.text
    )
    assert marked == ["lost_1", "passed_in"]


def test_only_totals_is_chosen_once_on_a_list_that_nobody_has_begun(erika_online):
    evening = make_evening(series=2)
    make_entries(evening, 12)
    draw(evening, secretary())
    first, begun, third = evening.series.get(number=1).sheets.order_by("table_number")
    type_games(begun, ["e"], by=secretary())

    page = erika_online.post(sheet_url("mode", first), {"mode": "totals"}, follow=True)
    draw(evening, secretary(), 2)
    evening.refresh_from_db()
    following = copy_event(source=evening, name="Danach", date=evening.date)

    assert "Doch die Spiele eintippen" in page.text
    lists = ScoreSheet.objects.filter(series__event=evening)
    lists = lists.order_by("series__number", "table_number")
    assert [each.totals_only for each in lists] == [True, False, True, True, True, True]
    assert following.totals_only
    erika_online.post(sheet_url("mode", begun), {"mode": "totals"})
    erika_online.post(sheet_url("mode", begun), {"mode": "games"})
    third.refresh_from_db()
    assert third.totals_only
    # Back to games: for all as long as no totals are typed, then for one list.
    for finished, left in ((False, [False] * 5), (True, [False, *[True] * 4])):
        if finished:
            erika_online.post(sheet_url("mode", first), {"mode": "totals"})
            lists.filter(pk=third.pk).update(state=SheetState.TYPING)
        erika_online.post(sheet_url("mode", first), {"mode": "games"})
        others = lists.exclude(pk=begun.pk).values_list("totals_only", flat=True)
        assert list(others) == left


def test_nothing_is_asked_of_passed_in_games_where_all_have_a_declarer(
    erika_online, sheet, erika
):
    services.set_totals_only(sheet=sheet, by=erika, totals_only=True)
    all_won = services.FootNumbers(points=300, won=12, lost=0)
    seats = dict.fromkeys((1, 2, 3, 4), all_won)
    services.write_foot(sheet=sheet, by=erika, seats=seats)

    erika_online.post(sheet_url("finish", sheet), {"unproved": "1"})

    sheet.refresh_from_db()
    assert (sheet.is_finished, sheet.paper_passed_in) == (True, 0)


def test_a_list_that_differs_for_a_reason_is_not_called_unproved(
    erika_online, sheet, erika
):
    type_games(sheet, EIGHT_GAMES, by=erika)
    services.strike_rest(sheet=sheet, by=erika)
    off = {(1, "total"): 9}
    write_paper(sheet, totals_of(sheet), by=erika, off=off)
    refused = erika_online.post(sheet_url("finish", sheet)).text
    finish = refused.partition('id="finish"')[2]
    assert re.search(
        r"Anna, Gesamtpunkte: \d+ auf dem Papier, \d+ ausgerechnet", finish
    )
    write_paper(sheet, totals_of(sheet), by=erika, off=off, reason="verrechnet")

    said = erika_online.post(sheet_url("finish", sheet), follow=True).text

    sheet.refresh_from_db()
    assert (sheet.is_unproved, sheet.state_label) == (False, "abgeschlossen")
    assert "Sie weicht vom Papier ab, die Begründung ist vermerkt." in said
    assert UNPROVED not in said


def test_an_empty_list_of_a_later_day_warns_until_it_is_begun(
    erika_online, sheet, erika
):
    event = sheet.series.event
    event.date = timezone.localdate()
    event.save(update_fields=["date"])
    today = get(erika_online, sheet.get_absolute_url())
    event.date += timedelta(days=7)
    event.save(update_fields=["date"])
    early = get(erika_online, sheet.get_absolute_url())
    type_games(sheet, EIGHT_GAMES[:1], by=erika)

    warning = "und der kommt erst noch"
    assert warning not in today
    assert warning in early
    assert warning not in get(erika_online, sheet.get_absolute_url())


def test_impossible_points_are_marked_beside_their_field(erika_online, sheet, erika):
    services.set_totals_only(sheet=sheet, by=erika, totals_only=True)
    numbers = {"points_1": 10, "won_1": 0, "lost_1": 0}

    saved = erika_online.post(
        sheet_url("foot", sheet), numbers, headers={"hx-request": "true"}
    )
    page = erika_online.get(sheet.get_absolute_url()).text

    for text in (saved.text, page):
        doubt = text.partition('id="foot_points_1_doubt"')[2].partition("</small>")[0]
        assert "können diese Spielpunkte nicht ergeben" in doubt
        assert 'id="foot_points_2_doubt" role="status"' in text


def test_hidden_names_are_spoken_of_only_where_somebody_is_hidden(erika_online, sheet):
    open_to_all = get(erika_online, sheet.get_absolute_url())
    hidden = Player.objects.filter(pk=sheet.seats.get(place=1).player_id)
    hidden.update(privacy="hidden", cover_number=7)

    assert "von Verborgenen" not in open_to_all
    assert "von Verborgenen" in get(erika_online, sheet.get_absolute_url())


def news(client, sheet, revision):
    return client.get(reverse("sheets:since", args=[sheet.pk, revision]))


def test_only_the_rows_that_changed_are_sent(erika_online, sheet, erika):
    seen = type_games(sheet, EIGHT_GAMES, by=erika).ledger.sheet.revision
    assert news(erika_online, sheet, seen).status_code == 204
    write(sheet, 7, "4h3", by=erika)

    page = news(erika_online, sheet, seen).text

    sent = [n for n in range(1, 13) if f'id="line-{n}"' in page]
    assert sent == [7, 8, 9]
    assert 'id="line_text"' not in page
    # A deleted line clears the last row; more than a line asks for the whole page.
    typing_services.delete_line(sheet=sheet, number=8, by=erika)
    assert 'id="line-8"' in news(erika_online, sheet, seen + 1).text
    services.strike_rest(sheet=sheet, by=erika)
    assert "Seite neu laden" in news(erika_online, sheet, seen).text
    # In a finished one nothing can be entered any more.
    services.finish_sheet(sheet=sheet, by=erika)
    page = news(erika_online, sheet, seen).text
    assert "inzwischen abgeschlossen" in page
    assert "data-finished" in page


def test_a_strange_line_number_marks_no_row(erika_online, sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)

    url = reverse("sheets:since", args=[sheet.pk, 0])
    for number in ("", "x", "-1", "0", "999", "9" * 20):
        response = erika_online.get(url, {"number": number})

        assert response.status_code == 200
        assert "is-current" not in response.text


def find(client, sheet, name):
    query = {"code": name, "beside": sheet.pk}
    return client.get(reverse("sheets:find"), query).url


def test_a_list_is_opened_by_its_table_number(erika_online):
    evening = make_evening(series=2)
    first = make_sheet(evening=evening)
    second = make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)
    later = make_sheet(evening=evening, series=2)

    assert find(erika_online, first, "2") == second.get_absolute_url()
    assert find(erika_online, later, "1") == later.get_absolute_url()
    assert find(erika_online, first, "2/1") == later.get_absolute_url()
    assert find(erika_online, first, second.code) == second.get_absolute_url()


def test_a_list_that_is_not_there_leaves_one_where_one_was(erika_online, sheet):
    for name in ("", "9", "7/7", "/", "1/", "x/2", "²", "\0", "9" * 40):
        assert find(erika_online, sheet, name) in (
            sheet.get_absolute_url(),
            reverse("events:list"),
        )


def test_a_user_who_was_signed_out_keeps_the_line(client, sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)

    response = news(client, sheet, 0)

    assert response.status_code == 204
    assert not response.has_header("HX-Redirect")
