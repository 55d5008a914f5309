from dataclasses import replace

import pytest
from django.urls import reverse

from scoring.notation.reading import read_line
from tests.factories import type_games
from tests.tournaments.sheets.paper import sample_texts, totals_of, write, write_paper
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.models import Change
from tournaments.sheets.proof.evidence import first_difference
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.typing import services as typing_services
from tournaments.sheets.writing import stored_text
from tournaments.words.choices import Action, SheetState

WON = next(
    number
    for number, text in enumerate(sample_texts(), 1)
    if read_line(text).entry.declarer and not text.endswith("-")
)


@pytest.fixture
def turned(sheet, erika):
    """A list of 48 games beside its paper; one won game was typed as lost."""
    texts = sample_texts()
    type_games(sheet, texts, by=erika)
    totals = totals_of(sheet)
    write(sheet, WON, texts[WON - 1] + "-", by=erika)
    write_paper(sheet, totals, by=erika)
    return sheet


def text_of(sheet, number):
    return stored_text(sheet.games.get(number=number))


def apply(client, sheet, number, *, revision=None, reading=0):
    sheet.refresh_from_db()
    return client.post(
        reverse("sheets:suspects", args=[sheet.pk]),
        {
            "suspect": number,
            "reading": reading,
            "revision": sheet.revision if revision is None else revision,
        },
    )


def test_one_key_repairs_the_line_that_the_detective_names(erika_online, turned, erika):
    wrong = text_of(turned, WON)
    found = erika_online.get(reverse("sheets:suspects", args=[turned.pk]))
    first = found.text.split('data-suspect="2"')[0]
    assert f"Zeile {WON}, gewonnen und verloren verwechselt" in first

    # A suspect of yesterday is not applied today.
    stale = apply(erika_online, turned, 0, revision=turned.revision + 7)
    assert stale.status_code == 302
    assert text_of(turned, WON) == wrong == sample_texts()[WON - 1] + "-"
    apply(erika_online, turned, 0)

    turned.refresh_from_db()
    last = Change.objects.latest("pk")
    assert turned.state == SheetState.PROVED
    assert text_of(turned, WON) == sample_texts()[WON - 1]
    assert (last.action, last.number) == (Action.REPLACE, WON)
    assert last.reason == "gewonnen und verloren verwechselt"
    # Undone as one step.
    typing_services.undo(sheet=turned, by=erika)
    assert text_of(turned, WON) == wrong


def test_a_slip_of_the_paper_keeps_the_list_and_gives_the_reason(
    erika_online, sheet, erika
):
    type_games(sheet, sample_texts(), by=erika)
    write_paper(sheet, totals_of(sheet), by=erika)
    agreed = erika_online.get(reverse("sheets:suspects", args=[sheet.pk])).text
    assert "Nichts weicht ab" in agreed
    assert "data-suspect" not in agreed
    write_paper(sheet, totals_of(sheet), by=erika, off={(2, "total"): -100})
    apply(erika_online, sheet, 0)

    sheet.refresh_from_db()
    page = erika_online.get(sheet.get_absolute_url())
    assert "falsch gerechnet" in sheet.mismatch_reason
    assert "Abweichungen begründet" in page.text
    assert "Die Begründung ist vermerkt, die Liste bleibt, wie sie ist." in page.text
    assert "Berichtigt" not in page.text
    assert [stored_text(game) for game in sheet.games.all()] == sample_texts()
    finishing_services.finish_sheet(sheet=sheet, by=erika)


def test_an_addition_slip_of_the_paper_accepts_the_running_totals_after_it(
    erika_online, sheet, erika
):
    texts = sample_texts()
    type_games(sheet, texts, by=erika)
    rows = [row for row in board_of(ledger_of(sheet)).rows if row.entry.declarer == 2]
    for row in rows[5:8]:
        wrong = replace(read_line(row.text), check_running=row.running.game_points + 10)
        typing_services.record_line(
            sheet=sheet, number=row.number, noted=wrong, by=erika
        )
    off = {(2, "points"): 10, (2, "total"): 10}
    write_paper(sheet, totals_of(sheet), by=erika, off=off)
    apply(erika_online, sheet, 0)

    board = board_of(ledger_of(sheet))
    assert board.accepted_lines == tuple(row.number for row in rows[5:8])
    assert not board.open_lines
    typing_services.undo(sheet=sheet, by=erika)
    assert len(board_of(ledger_of(sheet)).open_lines) == 3


def test_a_game_typed_twice_is_removed(erika_online, sheet, erika):
    texts = sample_texts()[:40]
    type_games(sheet, texts, by=erika)
    totals = totals_of(sheet)
    typing_services.insert_line(
        sheet=sheet, number=WON, noted=read_line(texts[WON - 1]), by=erika
    )
    finishing_services.strike_rest(sheet=sheet, by=erika)
    write_paper(sheet, totals, by=erika)

    apply(erika_online, sheet, 0)

    assert [stored_text(game) for game in sheet.games.all()] == texts


def test_first_difference_needs_five_answers_at_most_and_names_the_line(
    erika_online, turned
):
    texts = sample_texts()
    place = read_line(texts[WON - 1]).entry.declarer
    paper = running_totals_of(turned, texts, place)
    url = reverse("sheets:difference", args=[turned.pk, place])
    response = erika_online.get(url)
    asked = 0
    while 'name="paper"' in response.text:
        asked += 1
        form = response.context["form"]
        line = int(form["asked"].value())
        assert f"Welchen Stand hat Platz {place} (" in response.text
        assert f", Zeile {line}?" in response.text
        response = erika_online.get(
            url, {"known": form["known"].value(), "asked": line, "paper": paper[line]}
        )

    assert asked <= 5
    assert f'data-found="{WON}"' in response.text


def test_a_game_fewer_than_on_the_paper_is_said_before_any_question(
    erika_online, sheet, erika
):
    type_games(sheet, sample_texts(), by=erika)
    totals = totals_of(sheet)
    place = sheet.games.get(number=20).declarer
    typing_services.delete_line(sheet=sheet, number=20, by=erika)
    write_paper(sheet, totals, by=erika)

    page = erika_online.get(reverse("sheets:difference", args=[sheet.pk, place]))

    assert "ein Spiel mehr als eingetippt (47): Eines fehlt" in page.text


def running_totals_of(sheet, texts, place):
    running, found = 0, {}
    for number, row in enumerate(board_of(ledger_of(sheet)).rows, 1):
        if row.entry.declarer != place:
            continue
        score = row.result.score
        running += score if number != WON else -score // 2
        found[number] = running
    return found


def test_the_total_alone_is_enough_to_ask_for_running_totals(sheet, erika):
    type_games(sheet, sample_texts(), by=erika)
    seat = totals_of(sheet).seats[1]
    numbers = {2: finishing_services.FootNumbers(total=seat.total + 30)}
    finishing_services.write_foot(sheet=sheet, by=erika, seats=numbers)

    assert first_difference(ledger_of(sheet), 2, {}) is not None
    assert first_difference(ledger_of(sheet), 1, {}) is None


def test_the_radar_asks_and_keeps_nobody_from_finishing(erika_online, sheet, erika):
    typing_services.append_lines(
        sheet=sheet,
        lines=[
            read_line("e" if number % 4 == 1 else f"{1}g1") for number in range(1, 49)
        ],
        by=erika,
    )

    page = erika_online.get(sheet.get_absolute_url()).text

    assert 'class="hint"' in page
    assert "Anna spielte" in page
    # As long as the paper differs, a slip may be why.
    write_paper(sheet, totals_of(sheet), by=erika, off={(1, "total"): 5})
    assert "Anna spielte" not in erika_online.get(sheet.get_absolute_url()).text
    write_paper(sheet, totals_of(sheet), by=erika)
    finishing_services.finish_sheet(sheet=sheet, by=erika)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (48, "Ein Spiel fehlt: Platz 3, +33. Es kommt in"),
        (20, "Ein Spiel fehlt: Platz 2, +22. Es kommt in eine der Zeilen"),
        (31, "Ein Spiel fehlt: Platz 2, −118. Es kommt in eine der Zeilen"),
    ],
)
def test_the_one_missing_game_follows_from_the_totals(
    erika_online, sheet, erika, number, words
):
    texts = sample_texts()
    type_games(sheet, texts, by=erika)
    totals = totals_of(sheet)
    typing_services.delete_line(sheet=sheet, number=number, by=erika)
    write_paper(sheet, totals, by=erika)
    sheet.refresh_from_db()
    url = reverse("sheets:suspects", args=[sheet.pk])

    page = erika_online.get(sheet.get_absolute_url())
    found = erika_online.get(url)
    erika_online.post(url, {"suspect": 0, "revision": sheet.revision})

    assert url in page.text
    assert words in found.text
    sheet.refresh_from_db()
    assert sheet.games.count() == 48
    assert sheet.state == SheetState.PROVED


def test_a_list_half_typed_has_no_suspects(erika_online, sheet, erika):
    texts = sample_texts()
    type_games(sheet, texts, by=erika)
    totals = totals_of(sheet)
    for number in range(48, 24, -1):
        typing_services.delete_line(sheet=sheet, number=number, by=erika)
    write_paper(sheet, totals, by=erika)

    found = erika_online.get(reverse("sheets:suspects", args=[sheet.pk]))

    assert "%" not in found.text.partition('id="suspects"')[2].partition("</div>")[0]
    assert "data-suspect" not in found.text


def test_with_only_the_totals_one_number_after_the_other_is_asked_for(
    erika_online, sheet, erika
):
    texts = sample_texts()
    number = next(n for n, text in enumerate(texts, 1) if n > 9 and text[1:] == "g1")
    type_games(sheet, texts, by=erika)
    paper = board_of(ledger_of(sheet))
    totals = {s.place: s.total for s in paper.totals.seats}
    finishing_services.write_foot(
        sheet=sheet,
        by=erika,
        seats={p: finishing_services.FootNumbers(total=t) for p, t in totals.items()},
    )
    wrong = read_line(f"{texts[number - 1][0]}g2")
    typing_services.record_line(sheet=sheet, number=number, noted=wrong, by=erika)
    url = reverse("sheets:suspects", args=[sheet.pk])
    response, asked = erika_online.get(url), 0
    while form := response.context["form"]:
        assert "Diese Zahl vom Papier würde am meisten entscheiden" in response.text
        line, _, field = form["wanted"].value().partition(".")
        row = paper.rows[int(line) - 1]
        answer = row.score if field == "value" else row.running.game_points
        known = response.context["known"]
        asked += 1
        response = erika_online.get(
            url, {"known": known, "wanted": form["wanted"].value(), "number": answer}
        )

    assert 1 <= asked <= 4
    assert f"Zeile {number}, " in response.context["suspects"][0]["text"]
    assert response.context["suspects"][0]["percent"] >= 90
