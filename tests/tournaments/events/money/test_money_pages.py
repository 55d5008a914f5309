"""The pages about money: rights, content, number of queries."""

import re

import pytest
from django.urls import reverse

from scoring.notation.reading import read_line
from tests.factories import finish_list, make_evening, make_player, make_sheet
from tests.tournaments.events.money.test_money import plan_prizes
from tests.tournaments.events.played import finished_list
from tests.tournaments.leagues.pages import pdf_text
from tournaments.events.accounts import Step
from tournaments.events.entries.services import (
    add_entry,
    mark_left,
    register_seated,
)
from tournaments.events.flow.services import release
from tournaments.events.models import Entry, Event, Payment, Prize
from tournaments.events.money.awards import prize_list
from tournaments.events.money.selectors import list_money
from tournaments.events.money.services import (
    book_other,
    pay_dues,
    pay_prizes,
    revert_payment,
    save_money_plan,
    save_prize_plan,
    take_list_money,
)
from tournaments.events.money.typed_prizes import read_prizes, typed_prizes
from tournaments.events.planning.services import publish_event
from tournaments.events.teams.services import add_contest
from tournaments.papers.event.cards import booked_receipts
from tournaments.papers.event.standings import prize_table
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.typing.services import record_line
from tournaments.words.choices import EntryStatus, PaymentKind

pytestmark = pytest.mark.django_db

GAMES = ("2g1", "3g1-")
PLAIN_STEP = r'"next-step" aria-label="([^"]*)".*?<span>(.*?)</span>'
PLAN = {
    "prize_mode": "list",
    "prizes": "10 €\n5",
    "prize_percent": "30",
    "pot_percent": "100",
    "prize_rounding": "1",
}


@pytest.fixture
def evening(db):
    evening = make_evening(series=1)
    evening.entry_fee = 500
    steps = [Step(1, 50), Step(4, 100)]
    return save_money_plan(event=evening, steps=steps)


def page_of(evening, verb="cash", *more):
    return reverse(f"events:{verb}", args=[evening.pk, *more])


def post(client, evening, verb, **values):
    return client.post(page_of(evening, verb), values, follow=True)


def test_the_plan_is_typed_in_euros(client, erika, evening):
    typed = {"entry_fee": "7,50 €", "passed_in_fee": "0.10", "passed_in_free": "2"}
    steps = {"from_1": "1", "amount_1": "50 ct", "from_2": "4", "amount_2": "1"}

    page = post(client, evening, "money", **typed, **steps)

    evening.refresh_from_db()
    fees = (evening.entry_fee, evening.passed_in_fee, evening.passed_in_free)
    assert fees == (750, 10, 2)
    stored = evening.loss_steps.values_list("from_loss", "amount")
    assert list(stored) == [(1, 50), (4, 100)]
    assert 'value="7,50"' in page.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"entry_fee": "viel"},
        {"entry_fee": "-5"},
        {"amount_2": "1"},
        {"from_1": "1", "amount_1": "1", "from_2": "1", "amount_2": "2"},
    ],
)
def test_a_plan_that_makes_no_sense_is_not_saved(client, erika, evening, wrong):
    assert client.post(page_of(evening, "money"), wrong).status_code == 422

    evening.refresh_from_db()
    assert evening.entry_fee == 500


def test_dues_are_ticked_and_taken_back_and_another_fee_is_said(client, erika, evening):
    make_sheet(evening=evening)
    player = make_player("Frieda Fern")
    add_entry(event=evening, player=player, status=EntryStatus.ABSENT)

    without = client.get(page_of(evening, "money")).text
    before = post(client, evening, "register-seated").text
    paid = post(client, evening, "pay-dues", paid="2/500")
    after = client.get(page_of(evening, "money")).text
    undone = post(client, evening, "pay-dues", open=2)
    page = post(client, evening, "pay-dues", open=2)

    assert "sitzen an Tischen und sind nicht angemeldet" in without
    assert "und sind nicht angemeldet" not in before
    assert 'name="paid" value="2/500"' in before
    assert 'name="open" value="2"' in after
    assert [payment.amount for payment in Payment.objects.all()] == [500, -500]
    assert "5,00 € von Anna sind wieder offen" in undone.text
    assert "nichts gebucht" in page.text.lower()
    assert paid.redirect_chain[0][0].endswith("#number-2")
    assert post(client, evening, "pay-dues", paid="all/1500").text.count("20,00 €") > 1
    post(client, evening, "pay-dues", paid="all/2000")
    for wrong in ("99/500", "x/500", "all/x", "1" * 99):
        post(client, evening, "pay-dues", paid=wrong)
    assert Payment.objects.count() == 6
    for fee, said in ((750, "Alle haben bezahlt (10,00 €)"), (200, "3,00 € zurückzug")):
        Event.objects.update(entry_fee=fee)
        assert said in client.get(page_of(evening, "money")).text


@pytest.mark.parametrize(
    ("fee", "said", "pot"),
    [
        ("6", "Mit dem neuen Startgeld schulden 4 Leute zusammen 4,00 €.", "24,00"),
        ("4,50", "Mit dem neuen Startgeld bekommen 4 Leute zusammen 2,00 €", "18,00"),
        ("5", "", ""),
    ],
)
def test_another_fee_says_what_it_means_for_what_was_booked(
    client, erika, evening, fee, said, pot
):
    finished_list(evening, erika, GAMES)
    register_seated(event=evening)
    post(client, evening, "pay-fees", paid="all/2000")
    plan_prizes(evening, 100, mode="shares", pot_percent=100)
    pay_prizes(event=evening, by=erika)

    page = post(client, evening, "money", entry_fee=fee).text

    prizes = f"20,00 € aus dem alten Topf; aus dem neuen wären es {pot}"
    texts = ("Mit dem neuen Startgeld", "aus dem alten Topf")
    assert [text in page for text in texts] == [bool(said)] * 2
    assert not said or (said in page and prizes in page)


def test_fees_are_ticked_at_the_check_in_and_loss_money_stays_open(
    client, erika, evening
):
    finished_list(evening, erika, GAMES)
    register_seated(event=evening)

    before = post(client, evening, "pay-fees", paid="2/500")
    after = post(client, evening, "pay-fees", open=2)
    stale = post(client, evening, "pay-fees", paid="all/1000")
    everybody = post(client, evening, "pay-fees", paid="all/2000")

    assert before.redirect_chain[0][0] == page_of(evening, "check_in") + "#number-2"
    assert 'name="open" value="2" aria-pressed="true"' in before.text
    assert 'name="paid" value="2/500" aria-pressed="false"' in after.text
    assert "Alle haben Startgeld gezahlt (20,00 €)" in stale.text
    assert "Alle haben Startgeld" not in everybody.text
    assert {row.kind for row in Payment.objects.all()} == {PaymentKind.FEE}
    assert sum(row.amount for row in Payment.objects.all()) == 2000
    assert "Zuletzt auf einmal gebucht: 4." in everybody.text
    post(client, evening, "pay-fees", open=2)
    back = post(client, evening, "take-back-bookings")
    assert back.redirect_chain[0][0] == page_of(evening, "check_in")
    assert "Zurückgenommen: 3 von 4." in back.text
    assert sum(row.amount for row in Payment.objects.all()) == 0
    assert post(client, evening, "take-back-bookings").status_code == 422
    carla = Entry.objects.get(start_number=3)
    assert "schuldet" not in post(client, evening, "pay-fees", paid="3/500").text
    mark_left(entry=carla, after_series=1)
    gone = client.get(page_of(evening, "check_in")).text
    assert "Carla ist gegangen und schuldet 0,50 €" in gone
    post(client, evening, "pay-dues", paid="3/50")
    undone = post(client, evening, "pay-dues", open=3)
    assert "0,50 € von Carla sind wieder offen" in undone.text


def test_what_a_list_owes_stands_on_its_page_and_is_booked_from_the_desk_as_due(
    client, erika, evening
):
    sheet = finished_list(evening, erika, GAMES)
    address = reverse("events:list-money", args=[sheet.pk])
    link = f'href="{address}"'

    owed, page = client.get(page_of(evening)).text, client.get(address).text
    client.post(address, {"amount": "0,30", "seen": "0", "note": "Rest folgt"})
    after = client.get(address).text
    desk = client.get(page_of(evening)).text.partition(f'action="{address}"')[2]
    sent = dict(re.findall('name="(amount|seen)" value="([^"]*)"', desk)[:2])
    booked = client.post(address, sent, follow=True).text
    settled = client.get(page_of(evening)).text

    assert "0,20 € von Serie 1, Tisch 1 sind gebucht" in booked
    assert list_money(evening)[0].is_settled
    assert 'value="0,50"' in page
    assert "0,20 € fehlen" in after
    assert "Rest folgt" in after
    assert "Noch nicht abgerechnet" in owed
    assert owed.count(link) == 2
    assert "Noch nicht abgerechnet" not in settled
    assert settled.count(link) == 1


def test_the_drawer_is_counted(client, erika, evening):
    book_other(event=evening, kind="float", amount=5000, by=erika)

    agrees = post(client, evening, "count-cash", counted="50")
    differs = post(client, evening, "count-cash", counted="49,50", note="wer?")

    assert "Stimmt auf den Cent" in agrees.text
    assert "Beim Zählen fehlten 0,50 €" in differs.text


def test_a_booking_of_another_evening_is_not_found(client, erika, evening):
    booking = book_other(
        event=make_evening("Anderer"), kind="float", amount=1, by=erika
    )

    address = page_of(evening, "revert-payment", booking.pk)

    assert client.post(address).status_code == 404


def test_the_settlement_is_an_optional_column(client, erika, evening):
    finished_list(evening, erika, GAMES)
    register_seated(event=evening)
    evening.prizes.create(place=1, text="Schinken")

    without = client.get(page_of(evening, "money"))
    with_it = client.get(page_of(evening, "money"), {"stake": "1/10"})

    assert "Schinken</td>" in without.text
    assert "die Summe ist null" not in without.text
    assert "die Summe ist null" in with_it.text
    assert client.get(page_of(evening, "money"), {"stake": "9/0"}).text


def test_a_saved_plan_says_how_it_was_read(client, erika, evening):
    typed = PLAN | {"prizes": "25 €\n15\n3 Flaschen Wein"}

    page = post(client, evening, "prize-plan", **typed, confirmed="on")

    read = "Verstanden: 2 Geldpreise (40,00 €), 1 Sachpreis (3 Flaschen Wein)."
    assert read in page.text


def test_a_plan_above_the_pot_is_asked_about_and_the_rest_is_the_clubs(
    client, erika, evening
):
    make_sheet(evening=evening)
    values = PLAN | {"prizes": "20 €\n5 €"}
    shares = PLAN | {"prizes": "100 %", "prize_mode": "shares", "pot_percent": "90"}

    trials = (values, shares, PLAN | {"prizes": "50 %"})
    tried = [
        post(client, evening, "prize-plan", **each, **{"try": "1"}).text
        for each in trials
    ]
    for said in (">20,00", ">18,00", "gehören zu „Anteile"):
        assert [said in page for page in tried].count(True) == 1
    refused = client.post(page_of(evening, "prize-plan"), values)
    assert not evening.prizes.exists()
    saved = post(client, evening, "prize-plan", **values, confirmed="on")
    page = post(client, evening, "prize-plan", **shares).text
    add_contest(event=evening, name="Tandem", size=2)
    shares |= {"prizes": "50 %", "team_prizes_1": "40 %", "prizes_women": "10 %"}
    assert client.post(page_of(evening, "prize-plan"), shares).status_code == 302

    assert refused.status_code == 422
    assert "Es fehlen 5,00 €" in refused.text
    assert 'name="confirmed"' in refused.text
    assert "Es fehlen 5,00 €" in saved.text
    assert (
        "4 Startgelder: 20,00 €, davon 18,00 € im Topf; der Plan zahlt 18,00 € aus, "
        "der Verein behält 2,00 €."
    ) in " ".join(page.split())


def test_a_prize_plan_that_makes_no_sense_is_refused(client, erika, evening):
    amounts = ("50 %", "10 €\n1,2,3", "0 x 5 €", "2. 5 €\n1. 10 €", "999 x 1 €")
    amounts += ("5000x1 €", "3 x", "25 Eruo", "0 €", "10 € + ham (1,2,3 €)")
    shares = ("10 €", "101 %")
    wrong = [
        *({"prizes": text} for text in amounts),
        *({"prizes": text, "prize_mode": "shares"} for text in shares),
        {"pot_percent": "101"},
        {"prize_mode": "roulette"},
    ]

    for fields in wrong:
        response = client.post(page_of(evening, "prize-plan"), PLAN | fields)
        assert response.status_code == 422, fields
    assert not evening.prizes.exists()


@pytest.mark.parametrize(
    "text",
    [
        "25,00 €\n15,00 €\n10,00 € + Schinken (24,50 €)\n3 Flaschen Wein",
        "50 %\n30 % + Pokal\n20 %",
        "1,00 €\n10. Schinken",
    ],
)
def test_a_prize_plan_comes_back_as_it_was_typed(text):
    prizes = [
        Prize(place=place, **one._asdict()) for place, one in read_prizes(text).items()
    ]

    assert typed_prizes(prizes) == text


def test_prizes_are_paid_from_the_list_before_the_release_only_knowingly(
    client, erika, evening
):
    finished_list(evening, erika, GAMES)
    register_seated(event=evening)
    plan = [Prize(place=1, amount=1000), Prize(place=2, amount=500)]
    save_prize_plan(event=evening, prizes=plan)
    winner = Entry.objects.get(player__last_name="Bernd")

    before = client.get(page_of(evening, "prizes")).text
    release(event=evening, is_released=True)
    after = client.get(page_of(evening, "prizes")).text
    one = post(client, evening, "pay-prizes", prize=f"entry-{winner.pk}")
    both = post(client, evening, "pay-prizes", prize="all")
    again = post(client, evening, "pay-prizes", prize="all")

    assert 'value="Das Ergebnis ist noch vorläufig. Alle offenen Preise' in before
    assert 'value="Alle offenen Preise' in after
    assert "1 Preis ist gebucht: 10,00 €" in one.text
    assert "2 Preise sind gebucht: 5,00 €" in both.text
    assert "Dieser Preis ist ausgezahlt" in again.text


@pytest.fixture
def corrected(evening, erika):
    """Three prizes were paid; then the list was corrected, and Carla has won."""
    sheet = make_sheet(("Anna", "Bernd", "Carla", "Dieter"), evening=evening)
    finish_list(sheet, ("2g4", "3g2", "4g1"), by=erika)
    register_seated(event=evening)
    amounts = (14_500, 9_600, 2_400)
    save_prize_plan(
        event=evening,
        prizes=[Prize(place=n, amount=each) for n, each in enumerate(amounts, 1)],
        confirmed=True,
    )
    pay_prizes(event=evening, by=erika)
    reopen_sheet(sheet=sheet, by=erika, reason="falsch abgeschrieben")
    for number, game in enumerate(("3g4", "1g2", "2g1"), start=1):
        record_line(sheet=sheet, number=number, noted=read_line(game), by=erika)
    finish_sheet(sheet=sheet, by=erika)
    return evening


def test_nobody_got_too_much_while_a_list_is_missing(client, erika, corrected):
    other = finished_list(corrected, erika, GAMES, players=("Emil", "Frieda", "Gerd"))
    before = client.get(page_of(corrected, "prizes")).text
    reopen_sheet(sheet=other, by=erika, reason="Zahlendreher")

    page, desk = (client.get(page_of(corrected, v)).text for v in ("prizes", "cash"))
    paper = pdf_text(client.get(reverse("papers:paper", args=[corrected.pk, "prizes"])))

    assert "zu viel" in before
    assert "Vorläufig" in page
    paid = "Bernd (145,00 €), Carla (96,00 €), Dieter (24,00 €)"
    for text in (page, desk, paper):
        assert f"Schon ausgezahlt: {paid}." in text
        assert "zu viel" not in text
        assert "noch 49,00 €" not in text


def test_the_only_list_is_open_again_but_the_prize_stays_paid(client, erika, evening):
    sheet = finished_list(evening, erika, GAMES)
    register_seated(event=evening)
    save_prize_plan(event=evening, prizes=[Prize(place=1, amount=1000)])
    pay_prizes(event=evening, by=erika)
    reopen_sheet(sheet=sheet, by=erika, reason="Zahlendreher")

    assert "Bernd (10,00 €)" in client.get(page_of(evening, "prizes")).text


def test_what_is_not_paid_is_the_next_step_once_dues_are_booked(client, erika, evening):
    sheet = finished_list(evening, erika, ("2g1-", "3g1-"))
    register_seated(event=evening)
    release(event=evening, is_released=True)
    publish_event(event=evening, is_published=True)

    def said():
        page = client.get(page_of(evening, "detail")).text
        step = re.search(PLAIN_STEP, page, re.DOTALL)
        return (*step.groups(), page.count("is-done")) if step else ("",)

    desk = client.get(page_of(evening)).text
    assert "offen" not in said()[0]
    assert "Es wird mit der Liste abgegeben" in desk
    take_list_money(sheet=sheet, amount=50, by=erika)
    fees = "Anna: 5,00 € · Bernd: 5,00 € · Carla: 5,00 € · Dieter: 5,00 €"
    lists = "Serie 1, Tisch 1: 0,50 €"
    assert said() == ("Noch offen: 20,50 €", f"{fees} · {lists}", 5)
    revert_payment(payment=Payment.objects.get(), by=erika)
    pay_dues(event=evening, number=2, amount=550, by=erika)
    owing = fees.replace("Bernd: 5,00 € · Carla: 5,00", "Carla: 5,50")
    assert said() == ("Noch offen: 15,50 €", owing, 5)
    desk = client.get(page_of(evening)).text
    assert "Noch offen</a>: Anna 5,00 €; Carla 5,50 €; Dieter 5,00 €" in desk
    assert "Jeder zahlt selbst" in desk
    assert reverse("events:list-money", args=[sheet.pk]) not in desk
    pay_dues(event=evening, amount=1550, by=erika)
    assert "offen" not in said()[0]
    Event.objects.update(entry_fee=400)
    assert said()[0] == "Zurückzugeben: 4,00 €"


def test_after_a_correction_page_and_paper_say_what_is_owed_and_ask(
    client, erika, corrected
):
    anna = Entry.objects.get(player__last_name="Anna")

    page = client.get(page_of(corrected, "prizes")).text
    rows = prize_table(prize_list(corrected)).rows
    paper = pdf_text(client.get(reverse("papers:paper", args=[corrected.pk, "prizes"])))
    desk = client.get(page_of(corrected)).text
    asked = post(client, corrected, "pay-prizes", prize=f"entry-{anna.pk}").text

    for text in (page, desk, paper):
        assert "zu viel ausgezahlt: Bernd (121,00 €), Dieter (24,00 €)." in text
    assert "der Verein behält" not in page
    states = re.findall(r'badge-(\w+)">([^<]+)<', page.split("<tbody>")[1])
    assert states == [("warning", "noch 49,00 €"), ("differs", "121,00 € zu viel")]
    assert page.count("Rest auszahlen") == 1
    assert "Alle offenen Preise übergeben (145,00 €)" in page
    assert [(row[1], row[-2], row[-1]) for row in rows[1:]] == [
        ("Carla", "145,00 €", "noch 49,00 €"),
        ("Anna", "96,00 €", ""),
        ("Bernd", "24,00 €", "121,00 € zu viel"),
    ]
    assert "Wenn Sie jetzt an Anna auszahlen und das zu viel" in asked
    assert f'name="prize" value="entry-{anna.pk}">' in asked
    assert not anna.payments.exists()
    post(client, corrected, "pay-prizes", prize=f"entry-{anna.pk}", confirmed="on")
    assert anna.payments.get().amount == -9600


# Paper


def test_no_money_is_receipted_twice(client, erika, evening):
    """People pay for themselves, and one list is handed in for the others."""
    address = reverse("papers:paper", args=[evening.pk, "receipts"])
    without = client.get(page_of(evening)).text
    assert client.get(address).status_code == 422
    sheet = finished_list(evening, erika, ("2g1-", "3g1-"))
    register_seated(event=evening)
    pay_dues(event=evening, number=3, amount=550, by=erika)
    take_list_money(sheet=sheet, amount=20, by=erika, seen=50)

    receipts = booked_receipts(evening)

    loss = "Verlustspielgeld · Serie 1, Tisch 1"
    assert receipts == [
        ("3", "Carla", [("Startgeld", 500), (loss, 50)]),
        ("1-1", "Anna", [(loss, 20)]),
    ]
    assert [receipt.total for receipt in receipts] == ["5,50 €", "0,20 €"]
    assert address not in without
    assert address in client.get(page_of(evening)).text
