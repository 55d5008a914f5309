"""Money of an event: what is due, booked, taken back, counted and paid out."""

from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils.translation import override

from scoring.notation.reading import read_line
from tests.factories import (
    EIGHT_GAMES,
    finish_list,
    make_evening,
    make_player,
    make_sheet,
    type_games,
)
from tests.tournaments.events.played import finished_list
from tournaments.events.accounts import Step
from tournaments.events.entries.selectors import entry_fees
from tournaments.events.entries.services import register_seated
from tournaments.events.models import CashCount, Entry, Payment, Prize, Team
from tournaments.events.money.awards import (
    differing_text,
    overpaid_text,
    prize_list,
    prize_plan,
)
from tournaments.events.money.reports import event_report, statements, year_notes
from tournaments.events.money.selectors import (
    cash_desk,
    list_money,
    payments_of,
    people_money,
)
from tournaments.events.money.services import (
    MoneyRefused,
    PaysBeyondPlan,
    book_other,
    count_cash,
    pass_prizes_on,
    pay_dues,
    pay_prizes,
    revert_payment,
    save_money_plan,
    save_prize_plan,
    take_back_dues,
    take_list_money,
)
from tournaments.events.planning.services import update_event
from tournaments.events.teams.services import add_contest, delete_team, save_team
from tournaments.people.models import Player
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.seats import add_substitute
from tournaments.sheets.typing.services import record_line
from tournaments.words.choices import EntryStatus, PaymentKind, PrizeMode, PrizesEach

pytestmark = pytest.mark.django_db

USUAL = [Step(1, 50), Step(4, 100)]


@pytest.fixture
def evening(db):
    """An evening with an entry fee of five euros and the usual loss money."""
    evening = make_evening()
    evening.entry_fee = 500
    evening.passed_in_fee = 10
    return save_money_plan(event=evening, steps=USUAL)


def enter(evening, name, number, status=EntryStatus.PRESENT, **fields):
    return Entry.objects.create(
        event=evening,
        player=make_player(name),
        start_number=number,
        status=status,
        **fields,
    )


def plan_prizes(evening, *amounts, mode=PrizeMode.LIST, confirmed=True, **fields):
    evening.prize_mode = mode
    worth = "percent" if mode == PrizeMode.SHARES else "amount"
    for name, value in fields.items():
        setattr(evening, name, value)
    return save_prize_plan(
        event=evening,
        prizes=[
            Prize(place=place, **{worth: amount})
            for place, amount in enumerate(amounts, start=1)
        ],
        confirmed=confirmed,
    )


def desk_of(evening):
    desk = cash_desk(
        evening,
        lists=list_money(evening),
        fees=entry_fees(evening),
        prizes=prize_plan(evening).total,
    )
    return {line.kind: (line.due, line.booked) for line in desk[:-1]}, desk[-1], desk


def pay(evening, by, amount, number=None):
    return pay_dues(event=evening, by=by, amount=amount, number=number)


# Lists


def test_5_7_loss_money_is_due_per_list_and_person(evening, erika):
    finished_list(
        evening, erika, ("e", "1g1-", "1g1-", "1g1-", "e", "1g1-", "2g1-", "3g1")
    )

    (account,) = list_money(evening)

    assert [(p.name, p.lost, p.loss, p.passed_in) for p in account.players] == [
        ("Anna", 4, 250, 20),
        ("Bernd", 1, 50, 20),
        ("Carla", 0, 0, 20),
        ("Dieter", 0, 0, 20),
    ]
    assert (account.writer, account.passed_in, account.due) == ("Anna", 2, 380)


def test_nothing_is_due_before_a_list_is_finished(evening, erika):
    sheet = make_sheet(evening=evening)
    type_games(sheet, EIGHT_GAMES, by=erika)

    (account,) = list_money(evening)

    assert (account.due, account.players, account.is_settled) == (0, (), False)
    with pytest.raises(MoneyRefused):
        take_list_money(sheet=sheet, amount=100, by=erika)


def test_what_the_writer_does_not_hand_in_may_come_later(evening, erika):
    sheet = finished_list(evening, erika)
    due = list_money(evening)[0].due

    take_list_money(sheet=sheet, amount=due - 50, by=erika)
    count = CashCount.objects.get()
    with pytest.raises(MoneyRefused):
        take_list_money(sheet=sheet, amount=due - 50, by=erika)
    assert not list_money(evening)[0].is_settled
    take_list_money(sheet=sheet, amount=50, by=erika, seen=due - 50)

    assert list_money(evening)[0].is_settled
    assert (count.sheet, count.counted, count.expected) == (sheet, due - 50, due)


def test_3_5_the_settlement_of_a_list_sums_to_zero(evening, erika):
    finished_list(evening, erika)

    (account,) = list_money(evening, stake=Fraction(1))

    settled = [player.settled for player in account.players]
    totals = [row.total for row in account.sheet.results.order_by("place")]
    assert settled == [4 * total - sum(totals) for total in totals]
    assert sum(settled) == 0


# Entry fees


def test_a_fee_is_due_from_everybody_who_came(evening):
    for number, status in enumerate(EntryStatus, start=1):
        enter(evening, f"Anna {number}", number, status)

    due = {fee.entry.status: fee.due for fee in entry_fees(evening)}

    assert due == {"present": 500, "left": 500, "registered": 0, "absent": 0}


def test_dues_are_paid_once_even_in_advance_and_given_back_to_who_stays_away(
    evening, erika
):
    anna = enter(evening, "Anna", 1, EntryStatus.REGISTERED)
    enter(evening, "Bernd", 2, EntryStatus.ABSENT)

    pay(evening, erika, 500, 1)

    assert desk_of(evening)[0][PaymentKind.FEE] == (500, 500)
    for number, amount in ((1, 500), (2, 500), (None, 0), (None, 500)):
        with pytest.raises(MoneyRefused):
            pay(evening, erika, amount, number)
    found = []
    for status in (EntryStatus.PRESENT, EntryStatus.ABSENT):
        anna.store(status=status)
        (fee, _absent) = entry_fees(evening)
        found.append((fee.open, fee.excess, fee.paid))
    assert found == [(0, 0, 500), (-500, 500, 500)]
    take_back_dues(entry=anna, by=erika)
    with pytest.raises(MoneyRefused):
        take_back_dues(entry=anna, by=erika)
    assert entry_fees(evening)[0].paid == 0


def test_a_person_pays_fee_and_loss_money_at_once_and_the_list_counts_it(
    evening, erika
):
    sheet = finished_list(evening, erika, ("2g1-", "3g1-"))
    register_seated(event=evening)

    pay(evening, erika, 550, 2)
    with pytest.raises(MoneyRefused, match="15,50"):
        pay(evening, erika, 2100)

    (account,) = list_money(evening)
    assert (account.booked, account.open) == (50, 50)
    pay(evening, erika, 1550)
    assert [line.difference for line in desk_of(evening)[2]] == [0] * 6
    take_back_dues(entry=evening.entries.get(start_number=2), by=erika)
    assert list_money(evening)[0].open == 50
    take_list_money(sheet=sheet, amount=50, by=erika, seen=50)
    people = people_money(lists=list_money(evening), fees=entry_fees(evening))
    assert [person.open for person in people] == [0, 500, 0, 0]


def test_everybody_at_a_table_can_be_registered_at_once(evening, erika):
    sheet = make_sheet(evening=evening)
    enter(evening, "Emil", 7)
    type_games(sheet, ("2g1",), by=erika)
    karl = make_player("Karl")
    add_substitute(sheet=sheet, place=1, player=karl, by=erika)

    register_seated(event=evening)

    assert [str(entry) for entry in Entry.objects.all()] == [
        "7 Emil",
        "8 Anna",
        "9 Bernd",
        "10 Carla",
        "11 Dieter",
        "12 Karl",
    ]
    assert register_seated(event=evening) == []


# Cash desk


def test_the_desk_closes_to_the_cent(evening, erika):
    finished_list(evening, erika)
    due = list_money(evening)[0].due
    register_seated(event=evening)
    pay(evening, erika, 2000 + due)
    book_other(event=evening, kind="float", amount=10_000, by=erika)
    book_other(event=evening, kind="other", amount=-350, by=erika, note="Kaffee")
    plan_prizes(evening, 1500, 500)
    pay_prizes(event=evening, by=erika)

    counted = count_cash(event=evening, counted=10_000 + due - 350, by=erika)

    lines, desk, _all = desk_of(evening)
    assert lines == {
        PaymentKind.FLOAT: (10_000, 10_000),
        PaymentKind.FEE: (2000, 2000),
        PaymentKind.LOSS: (due, due),
        PaymentKind.PRIZE: (-2000, -2000),
        PaymentKind.OTHER: (-350, -350),
    }
    assert desk.booked == desk.due == counted.expected == counted.counted
    assert (desk.difference, counted.difference) == (0, 0)


def test_the_desk_says_what_is_missing(evening, erika):
    enter(evening, "Anna", 1)
    enter(evening, "Bernd", 2)
    pay(evening, erika, 500, 2)

    counted = count_cash(event=evening, counted=480, by=erika)

    lines, desk, _all = desk_of(evening)
    assert lines[PaymentKind.FEE] == (1000, 500)
    assert (desk.difference, counted.difference, counted.missing) == (-500, -20, 20)


def test_a_booking_is_taken_back_once(evening, erika):
    booking = book_other(event=evening, kind="float", amount=5000, by=erika)

    reversal = revert_payment(payment=booking, by=erika)

    for payment in (booking, reversal):
        with pytest.raises(MoneyRefused):
            revert_payment(payment=payment, by=erika)
    found = [(p.amount, p.is_reverted) for p in payments_of(evening)]
    assert found == [(-5000, False), (5000, True)]


def test_a_booking_has_an_amount_and_a_purpose_and_is_not_sent_twice(evening, erika):
    booking = {"event": evening, "kind": "float", "amount": 5000, "by": erika}
    for wrong in ({"kind": "other"}, {"amount": 0}):
        with pytest.raises(MoneyRefused):
            book_other(**booking | wrong)
    book_other(**booking)

    with pytest.raises(MoneyRefused, match="zuletzt gebucht"):
        book_other(**booking, note=" ")
    book_other(**booking, note="noch einmal")
    book_other(**booking)

    assert [payment.amount for payment in evening.payments.all()] == [5000] * 3


def test_the_money_of_a_person_is_added_over_all_lists(evening, erika):
    enter(evening, "Emil", 1)
    finished_list(evening, erika, ("2g1-",))
    second = ("Frieda", "Gerd", "Hanna")
    update_event(event=evening, series=2)
    finished_list(evening, erika, ("1g1-",), series=2, players=second)
    sheets = list_money(evening)

    people = people_money(lists=sheets, fees=entry_fees(evening))

    found = {person.name: (person.due, person.loss) for person in people}
    assert found["Emil"] == (500, 0)
    assert found["Bernd"] == found["Frieda"] == (550, 50)


# Prizes


def test_people_who_share_a_place_share_the_prizes(evening, erika):
    finished_list(evening, erika, ("2g1", "1g1", "4k1"))

    plan_prizes(evening, 2001, 1000, 500)

    lines = prize_list(evening)
    assert [(line.place, line.shared, line.amount) for line in lines.people] == [
        (1, True, 1500),
        (1, True, 1500),
        (3, False, 500),
    ]
    assert lines.rest == 1


@pytest.mark.parametrize(
    ("mode", "shares", "amounts"),
    [
        (PrizeMode.SHARES, (50, 33, 17), {1: 3100, 2: 1900, 3: 1000}),
        (PrizeMode.FIELD, (), {1: 3000, 2: 2000, 3: 1000}),
    ],
)
def test_5_7_the_pot_is_shared(evening, mode, shares, amounts):
    for number in range(1, 13):
        enter(evening, f"Anna {number}", number)

    plan_prizes(evening, *shares, mode=mode, prize_percent=25)

    plan = prize_plan(evening)
    assert (plan.pot, plan.excess, plan.kept) == (6000, 0, 0)
    assert plan.amounts == amounts


def test_5_8_a_prize_is_paid_when_every_list_is_finished_and_stays(evening, erika):
    sheet = finished_list(evening, erika)
    open_sheet = make_sheet(("E", "F", "G"), evening=evening)
    register_seated(event=evening)
    plan_prizes(evening, 1000)

    with pytest.raises(MoneyRefused):
        pay_prizes(event=evening, by=erika)
    finish_list(open_sheet, ("1g1",), by=erika)
    winner = prize_list(evening).people[0].name
    (paid,) = pay_prizes(event=evening, by=erika)

    assert paid.amount == -1000
    with pytest.raises(MoneyRefused):
        pay_prizes(event=evening, by=erika)
    # The prize stays and so does the plan, until it is taken back.
    with pytest.raises(MoneyRefused):
        plan_prizes(evening, 2000)
    reopen_sheet(sheet=sheet, by=erika, reason="falsch abgeschrieben")
    assert Payment.objects.get().entry.player.name == winner
    revert_payment(payment=Payment.objects.get(), by=erika)
    plan_prizes(evening, 2000)


def correct(sheet, by, *games):
    """Write other games into a finished list."""
    reopen_sheet(sheet=sheet, by=by, reason="falsch abgeschrieben")
    for number, game in enumerate(games, start=1):
        record_line(sheet=sheet, number=number, noted=read_line(game), by=by)
    finish_sheet(sheet=sheet, by=by)


def test_5_8_beyond_the_plan_is_paid_only_when_confirmed(evening, erika):
    sheet = finished_list(evening, erika, ("2g1",))
    register_seated(event=evening)
    plan_prizes(evening, 1000)
    pay_prizes(event=evening, by=erika)
    correct(sheet, erika, "3g1")
    (line,) = prize_list(evening).open_lines
    assert line.name == "Carla"

    for keys in (None, {line.key}):
        with pytest.raises(PaysBeyondPlan):
            pay_prizes(event=evening, by=erika, keys=keys)
    assert desk_of(evening)[0][PaymentKind.PRIZE] == (-1000, -1000)

    pay_prizes(event=evening, by=erika, keys={line.key}, confirmed=True)

    assert prize_list(evening).overpaid == (("Bernd", 1000, ""),)
    assert desk_of(evening)[0][PaymentKind.PRIZE] == (-1000, -2000)


def test_5_8_after_a_new_ranking_the_rest_is_paid(evening, erika):
    sheet = finished_list(evening, erika, ("2g4", "3g2", "4n"))
    register_seated(event=evening)
    plan_prizes(evening, 1400, 900, 200)
    pay_prizes(event=evening, by=erika)
    before = [(line.name, line.paid) for line in prize_list(evening).people]
    assert before == [("Bernd", 1400), ("Carla", 900), ("Dieter", 200)]

    correct(sheet, erika, "2n", "3g2", "4g4")

    found = prize_list(evening)
    assert [(line.name, line.owed, line.excess) for line in found.people] == [
        ("Dieter", 1200, 0),
        ("Carla", 0, 0),
        ("Bernd", 0, 1200),
    ]
    assert (found.open, found.excess) == (1200, 1200)
    (rest,) = pay_prizes(event=evening, by=erika, confirmed=True)
    assert (rest.entry.player.name, rest.amount) == ("Dieter", -1200)
    assert prize_list(evening).open_lines == ()
    taken = Payment.objects.get(entry__player__last_name="Bernd")
    revert_payment(payment=taken, by=erika)
    (right,) = pay_prizes(event=evening, by=erika)
    assert right.amount == -200
    assert prize_list(evening).overpaid == ()


def test_a_thing_that_moves_is_asked_back_from_who_has_it(evening, erika):
    sheet = finished_list(evening, erika, ("2g4", "3g2"))
    register_seated(event=evening)
    plan_prizes(evening, 650)
    evening.prizes.create(place=2, text="Schinken")
    pay_prizes(event=evening, by=erika)
    ham = evening.payments.get(note="Schinken")
    assert (ham.entry.player.name, ham.amount) == ("Carla", 0)

    correct(sheet, erika, "2g2", "3g4")

    found = prize_list(evening)
    assert found.overpaid == (("Bernd", 650, ""), ("Carla", 0, "Schinken"))
    assert "Bernd (6,50 €), Carla (Schinken, jetzt für Bernd)" in overpaid_text(found)
    assert [line.rest for line in found.people] == ["6,50 €", "Schinken"]
    with pytest.raises(PaysBeyondPlan):
        pay_prizes(event=evening, by=erika)
    pay_prizes(event=evening, by=erika, confirmed=True)
    assert prize_list(evening).open_lines == ()
    assert prize_list(evening).overpaid == found.overpaid
    revert_payment(payment=ham, by=erika)
    revert_payment(payment=evening.payments.filter(amount=-650).first(), by=erika)
    assert prize_list(evening).overpaid == ()


def test_who_draws_lots_for_a_thing_is_not_booked_as_having_it(evening, erika):
    finished_list(evening, erika, ("2g1", "1g1"))
    register_seated(event=evening)
    save_prize_plan(event=evening, prizes=[Prize(place=1, text="Schinken")])

    paid = pay_prizes(event=evening, by=erika)

    assert [payment.note for payment in paid] == ["Schinken (durch Los)"] * 2
    assert prize_list(evening).open_lines == prize_list(evening).overpaid == ()


@pytest.mark.parametrize(
    ("each", "absent", "won"),
    [
        (
            PrizesEach.ALL,
            (),
            {
                "Single": ["Bernd 2000", "Carla 1000"],
                "Women": ["Carla 0 Schinken (15.00 €)"],
                "Series 1": ["Bernd 500"],
                "Teams": ["Damen 1600"],
            },
        ),
        (
            PrizesEach.BESIDE,
            (),
            {
                "Single": ["Bernd 2000", "Dieter 1000"],
                "Women": ["Carla 0 Schinken (15.00 €)"],
                "Series 1": ["Anna 500"],
                "Teams": ["Damen 1600"],
            },
        ),
        (
            PrizesEach.ONE,
            (),
            {
                "Single": ["Bernd 2000", "Dieter 1000"],
                "Women": ["Carla 0 Schinken (15.00 €)"],
                "Series 1": [],
                "Teams": ["Buben 1600"],
            },
        ),
        (
            PrizesEach.BESIDE,
            ("Bernd", "Carla"),
            {
                "Single": ["Dieter 2000", "Anna 1000"],
                "Women": [],
                "Series 1": [],
                "Teams": ["Damen 1600"],
            },
        ),
    ],
)
def test_one_person_gets_as_many_prizes_as_the_house_says(
    evening, erika, each, absent, won
):
    finished_list(evening, erika, ("2g4", "3g2", "4n"))
    register_seated(event=evening)
    Player.objects.filter(last_name="Carla").update(gender="female")
    contest = add_contest(event=evening, name="Teams", size=2)
    for name, people in (("Buben", ("Anna", "Bernd")), ("Damen", ("Carla", "Dieter"))):
        pair = evening.entries.filter(player__last_name__in=people)
        save_team(team=Team(contest=contest, name=name), entries=pair)
    evening.prizes_each = each
    prizes = [
        Prize(place=1, amount=2000),
        Prize(place=2, amount=1000),
        Prize(place=1, ranking="women", text="Schinken", value=1500),
        Prize(place=1, ranking="lists", amount=500),
        Prize(place=1, contest=contest, amount=1600),
    ]
    save_prize_plan(event=evening, prizes=prizes, confirmed=True)
    evening.entries.filter(player__last_name__in=absent).update(misses_prizes=True)

    with override("en"):
        found = prize_list(evening)
        lists = [("Single", found.people)]
        lists += [(plan.label, lines) for plan, lines in found.others]
        assert [label for label, lines in lists if not lines] == found.unclaimed

    assert {
        label: [" ".join([line.name, str(line.amount), *line.things]) for line in lines]
        for label, lines in lists
    } == won
    assert (found.plan.total, found.plan.value) == (5100, 1500)
    assert len(pay_prizes(event=evening, by=erika)) == len(found.lines)
    dieter = evening.entries.get(player__last_name="Dieter")
    if dieter.pk in {line.entry_id for line in found.lines}:
        with pytest.raises(MoneyRefused):
            pass_prizes_on(event=evening, entry_pk=dieter.pk, absent=True)
    assert prize_list(evening).open_lines == prize_list(evening).overpaid == ()
    prizes = next(
        line for line in event_report(evening).desk if line.kind == PaymentKind.PRIZE
    )
    assert prizes.booked == -found.total
    assert prizes.difference == 0


def test_who_has_a_thing_keeps_it_when_a_better_prize_is_passed_on(evening, erika):
    finished_list(evening, erika, ("2g4", "3g2", "4n"))
    register_seated(event=evening)
    things = [
        Prize(place=place, text=text, value=900)
        for place, text in enumerate(("Schinken", "Wein"), start=1)
    ]
    save_prize_plan(event=evening, prizes=things)
    first, second = prize_list(evening).people
    pay_prizes(event=evening, by=erika, keys={second.key})

    pass_prizes_on(event=evening, entry_pk=first.entry_id, absent=True)

    carla, dieter = prize_list(evening).people
    assert (carla.things, carla.instead) == (("Schinken (9,00 €)",), "Wein")
    assert differing_text(carla) == "bekam: Wein\nnoch Schinken (9,00 €)"
    assert (dieter.text, dieter.instead, dieter.paid) == ("Wein (9,00 €)", "", None)
    pass_prizes_on(event=evening, entry_pk=first.entry_id, absent=False)
    with override("en"):
        assert [line.instead for line in prize_list(evening).people] == ["", ""]


def test_teams_win_prizes_of_their_own_and_keep_them_under_another_name(
    client, evening, erika
):
    finished_list(evening, erika)
    register_seated(event=evening)
    contests = [
        add_contest(event=evening, name=name, size=2) for name in ("Paare", "Mixed")
    ]
    for contest in contests:
        for name in ("Buben", "Damen"):
            pair = evening.entries.exclude(memberships__contest=contest)[:2]
            save_team(team=Team(contest=contest, name=name), entries=pair)
    plan = [Prize(place=1, contest=each, amount=800, text="Pokal") for each in contests]
    save_prize_plan(event=evening, prizes=plan, confirmed=True)

    lines = [line for _plan, (line,) in prize_list(evening).others]
    paid = pay_prizes(event=evening, by=erika)

    assert [(line.amount, line.things) for line in lines] == [(800, ("Pokal",))] * 2
    assert {each.note for each in paid} == {line.name for line in lines}
    year = evening.date.year
    text = "Preise von Tandems und Mannschaften sind nicht eingerechnet: %s."
    assert year_notes(year) == [text % "16,00 €"]
    member = paid[0].team.members.first()
    (own,) = statements(year, member.entry.player)
    assert own.notes[-1] == text % "16,00 €"
    assert own.notes[-1] in client.get(reverse("events:year-money", args=[year])).text
    for payment in paid:
        payment.team.name += " Zwei"
        payment.team.save()
    contests[0].name = "Tandem"
    contests[0].save()
    prizes = prize_list(evening)
    assert [line.is_paid for line in prizes.lines if line.team_id] == [True, True]
    assert prizes.overpaid == ()
    delete_team(team=paid[0].team)
    assert prize_list(evening).overpaid == ((paid[0].note, 800, ""),)
