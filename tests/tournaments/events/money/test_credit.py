"""What people pay ahead and owe over the evenings: each drawer stays true."""

import datetime
from random import Random

import pytest
from django.urls import reverse

from tests.factories import finish_list, make_evening, make_players, make_user
from tests.tournaments.events.money.test_money import USUAL, plan_prizes
from tests.tournaments.events.money.test_money_pages import page_of, post
from tests.tournaments.papers.pdf import read
from tournaments.careers.joins.services import join_people, remove_person
from tournaments.events.entries.selectors import credits_of
from tournaments.events.entries.services import register_seated
from tournaments.events.models import Payment, Prize
from tournaments.events.money.awards import pot_note, prize_list
from tournaments.events.money.reports import event_report, statements
from tournaments.events.money.selectors import left_open
from tournaments.events.money.services import (
    MoneyRefused,
    book_other,
    count_cash,
    pay_debt,
    pay_dues,
    pay_prizes,
    revert_payment,
    save_money_plan,
    save_prize_plan,
    take_back_dues,
)
from tournaments.events.seats.services import open_table
from tournaments.papers.event.cards import booked_receipts
from tournaments.people.models import Player
from tournaments.people.services import find_or_add_club
from tournaments.scope.scope import Audience, shown_to

pytestmark = pytest.mark.django_db

FEE = 500
NAMES = ("Anna", "Bernd", "Carla", "Dieter")
YEAR = 20


def play(by, people, *, number=0, lost=()):
    """Play an evening of one list; each of ``lost`` is a seat that lost a game."""
    date = datetime.date(2026, 1, 8) + datetime.timedelta(weeks=number)
    evening = make_evening(f"Abend {number + 1}", date=date)
    evening.entry_fee = FEE
    save_money_plan(event=evening, steps=USUAL)
    sheet = open_table(series=evening.series.get(), players=people)
    finish_list(sheet, [f"{seat}g1-" for seat in lost] or ["e"], by=by)
    register_seated(event=evening)
    return evening


def drawer_of(evening, by):
    return count_cash(event=evening, counted=0, by=by).expected


@pytest.fixture
def people(db):
    return make_players(NAMES)


def test_a_debt_is_paid_at_the_next_door_and_both_drawers_stay_true(
    client, erika, people
):
    first = play(erika, people, lost=(2,))
    post(client, first, "pay-fees", paid="1/500")
    settled = play(erika, people, number=1)
    pay_dues(event=settled, by=erika, amount=2000)
    second = play(erika, people, number=2)

    note = client.get(page_of(second, "money")).text
    post(client, second, "pay-dues", earlier=f"{first.pk}/1549")
    stale = Payment.objects.count()
    post(client, second, "pay-dues", earlier=f"{first.pk}/1550")
    door = client.get(page_of(second, "check_in")).text
    for wrong in ("2/500", "2/550/1", "1/0", "x"):
        post(client, second, "pay-fees", settled=wrong)
    paid = post(client, second, "pay-fees", settled="2/550")

    assert "15,50 € offen (Bernd 5,50 €; Carla 5,00 €; Dieter 5,00 €)" in note
    assert stale == 5
    assert "schuldet 5,50 €" in door
    assert "Schulden bezahlt (5,50 €)" in door
    assert "Bernd hat die alten Schulden von 5,50 € bezahlt" in paid.text
    evenings = (first, settled, second)
    assert [drawer_of(each, erika) for each in evenings] == [500, 2000, 550]
    assert left_open(second) is None
    owed = credits_of(person.pk for person in people)
    assert owed == {people[2].pk: -500, people[3].pk: -500}
    # Nobody gets a receipt for what they owe, but for what they pay of it.
    assert [r.payer for r in booked_receipts(first)] == ["Anna"]
    (receipt,) = booked_receipts(second)
    assert receipt.items == [("Guthaben und Schulden", 550)]


def test_a_debt_of_later_is_not_paid_into_an_earlier_drawer(client, erika, people):
    first, second = (play(erika, people, number=number) for number in (0, 1))
    for evening in (first, second):
        pay_dues(event=evening, by=erika, amount=500, number=1, on_credit=True)
    anna = first.entries.get(start_number=1)

    pages = [client.get(page_of(each, "money")).text for each in (first, second)]
    with pytest.raises(MoneyRefused):
        pay_debt(entry=anna, amount=1000, by=erika)
    pay_debt(entry=anna, amount=500, by=erika)

    assert ['value="1/500"' in pages[0], 'value="1/1000"' in pages[1]] == [True, True]
    assert "1/1000" not in pages[0]
    assert credits_of([anna.player_id]) == {anna.player_id: -500}
    assert 'name="settled"' not in client.get(page_of(first, "money")).text
    assert 'value="1/500"' in client.get(page_of(second, "money")).text


def test_everybody_at_the_door_is_who_is_still_here(client, erika, people):
    evening = play(erika, people)
    evening.entries.get(start_number=2).store(status="left")

    door = client.get(page_of(evening, "check_in")).text
    post(client, evening, "pay-fees", paid="all/1500")

    assert "Alle haben Startgeld gezahlt (15,00 €)" in door
    paid = evening.payments.values_list("entry__start_number", flat=True)
    assert sorted(paid) == [1, 3, 4]


def test_money_on_credit_is_not_money_paid(client, erika, people):
    evening = play(erika, people, lost=(2,))
    pay_dues(event=evening, by=erika, amount=500, number=1)
    pay_dues(event=evening, by=erika, amount=550, number=2, on_credit=True)
    later = play(erika, people, number=1)
    pay_dues(event=later, by=erika, amount=500, number=2, on_credit=True)

    def shown():
        money = client.get(page_of(evening, "money")).text
        return money.count("5,50 € angeschrieben"), pot_note(evening)[:33]

    owed = shown()
    about = {"by": erika, "kind": "credit", "entry": later.entries.get(start_number=2)}
    book_other(event=later, amount=550, **about)

    # Once above the table and once in their row.
    assert owed == (2, "Gezahlt sind bisher 5,00 € Startg")
    assert shown() == (0, "Gezahlt sind bisher 10,00 € Start")
    (bernd,) = statements(2026, people[1])
    assert [line.money.unpaid for line in bernd.lines] == [0, 500]


def test_what_is_paid_ahead_pays_later_dues_as_it_was_shown(client, erika, people):
    evening = play(erika, people, lost=(2,))
    bernd = evening.entries.get(start_number=2)
    post(client, evening, "cash", kind="credit", entry=bernd.pk, amount="8")
    next_one = play(erika, people, number=1, lost=(2,))

    shown = client.get(page_of(evening, "money")).text
    post(client, evening, "pay-dues", paid="2/550/550")
    for stale in ("2/550/550", "2/550"):
        post(client, next_one, "pay-dues", paid=stale)
    assert Payment.objects.count() == 3
    post(client, next_one, "pay-dues", paid="2/550/250")

    assert "Vom Guthaben" in shown
    assert "Guthaben 8,00 €" in shown
    assert (drawer_of(evening, erika), drawer_of(next_one, erika)) == (800, 300)
    assert credits_of([bernd.player_id]) == {}
    take_back_dues(entry=bernd, by=erika)
    with pytest.raises(MoneyRefused, match="nur 5,50"):
        book_other(event=evening, kind="credit", amount=-551, entry=bernd, by=erika)
    book_other(event=evening, kind="credit", amount=-550, entry=bernd, by=erika)
    assert drawer_of(evening, erika) == 250
    deposit = evening.payments.filter(kind="credit").first()
    revert_payment(payment=deposit, by=erika)
    assert credits_of([bernd.player_id]) == {bernd.player_id: -800}
    for kind, entry in (("credit", None), ("other", bernd)):
        with pytest.raises(MoneyRefused):
            book_other(
                event=evening, kind=kind, amount=1, note="x", entry=entry, by=erika
            )


@pytest.mark.parametrize("role", ["secretary", "reader"])
def test_who_may_not_book_money_reads_no_debts(client, erika, people, role):
    evening = play(erika, people)
    pay_dues(event=evening, by=erika, amount=2000, on_credit=True)
    assert "schuldet 5,00" in client.get(page_of(evening, "check_in")).text
    client.force_login(make_user("emil", role=role))

    for page in ("check_in", "money"):
        text = client.get(page_of(evening, page)).text
        assert "chulde" not in text
    refused = client.post(page_of(evening, "pay-dues"), {"settled": "1/500"})

    assert refused.status_code in (403, 404)


def test_the_treasurer_keeps_sheets_of_an_event_and_of_a_year(client, erika, people):
    carla = people[2]
    carla.store(group=2, club=find_or_add_club(name="Skatfreunde Musterstadt"))
    evening = play(erika, people, lost=(3,))
    save_prize_plan(
        event=evening,
        prizes=[Prize(place=1, amount=700, text="Schinken", value=2000)],
        confirmed=True,
    )
    post(client, evening, "pay-dues", paid="2/500")
    post(client, evening, "pay-dues", owed="3/550")
    book_other(event=evening, kind="float", amount=5000, by=erika)
    pay_prizes(event=evening, by=erika, keys={prize_list(evening).people[0].key})
    count_cash(event=evening, counted=5200, by=erika)

    addresses = {
        "event": reverse("papers:paper", args=[evening.pk, "treasurer"]),
        "year": reverse("papers:year-money", args=[2026]),
        "person": reverse("papers:person-money", args=[2026, carla.pk]),
        "file": reverse("files:money", args=[evening.pk, "csv"]),
        "years": reverse("files:year-money", args=[2026, "csv"]),
        "page": reverse("events:person-money", args=[2026, carla.pk]),
    }
    answers = {name: client.get(address) for name, address in addresses.items()}
    (event,), (person,) = read(answers["event"]), read(answers["person"])
    year = read(answers["year"])
    client.force_login(make_user("emil", role="secretary"))
    refused = {client.get(address).status_code for address in addresses.values()}

    # Three share the first place: each gets a third, and draws a lot for the ham.
    assert event_report(evening).remains == 1050 - 233
    assert "Dem Verein bleiben 8,17 €" in event
    assert "Los" in event
    assert "Noch offen: Anna 5,00 €; Carla 5,50 €; Dieter 5,00 €." in event
    assert "52,00 €; bis dahin gebucht" in event
    assert "fehlten 0,67 €" in event
    assert "Zusammen" in event
    assert "Unterschrift: ____" in event
    assert "Sachpreise sind 20,00 € wert" in event
    assert "Skatfreunde Musterstadt" in event
    assert "Am Ende: schuldet 5,50 €" in person
    assert len(year) == 4
    assert "Am Ende: schuldet 5,50 €" in year[2]
    assert "−5,50 €" in answers["page"].text
    assert "3,Carla,Skatfreunde Musterstadt,2,5.50,0,0,5.50,0" in answers["file"].text
    assert "Carla,5.50,0,0,0,5.50,0,0,-5.50" in answers["years"].text
    assert statements(2025) == []
    assert refused <= {403, 404}


def test_sheets_tell_what_a_lowered_fee_gives_back(client, erika, people):
    evening = play(erika, people)
    for number in (1, 2):
        pay_dues(event=evening, by=erika, amount=FEE, number=number)
    evening.store(entry_fee=300)

    (event,) = read(client.get(reverse("papers:paper", args=[evening.pk, "treasurer"])))
    anna, _bernd, carla, _dieter = read(
        client.get(reverse("papers:year-money", args=[2026]))
    )
    pages = [
        client.get(reverse("events:year-money", args=[2026])).text,
        client.get(reverse("events:person-money", args=[2026, people[0].pk])).text,
    ]
    files = [
        client.get(reverse(f"files:{name}", args=[key, "csv"])).text
        for name, key in (("money", evening.pk), ("year-money", 2026))
    ]

    assert "4,00 € zurückzugeben." in event
    assert "2,00 € zurückzugeben." in anna
    assert "zurück" not in carla
    assert all("2,00 €" in page and "zurück\n" in page for page in pages), pages
    assert "2,00 € zurückzugeben." in pages[1]
    assert all("Anna" in file and ",2" in file for file in files)


def test_credit_goes_with_who_is_joined_or_removed(erika, people):
    first = play(erika, people)
    pay_dues(event=first, by=erika, amount=FEE, number=2, on_credit=True)
    twin, *others = make_players(("Bernd", "Emil", "Fritz", "Gerd"))
    second = play(erika, [twin, *others], number=1)
    entry = second.entries.get(player=twin)
    book_other(event=second, kind="credit", amount=800, entry=entry, by=erika)

    with shown_to(Audience.CLUB):
        join_people(kept=people[1], gone=twin, by=erika)
        remove_person(player=people[1])
        (own,) = statements(2026, Player.every.get(pk=people[1].pk))

        assert own.player.name == "Ehemaliges Mitglied 1"
        assert [line.credit for line in own.lines] == [-500, 300]
    assert credits_of([people[1].pk, twin.pk]) == {people[1].pk: 300}


def cost_of(lost):
    return 50 * min(lost, 3) + 100 * max(0, lost - 3)


class Reckoning:
    """Drawers and debts added up by hand, from what people did at the door."""

    def __init__(self, people):
        self.credit = dict.fromkeys([person.pk for person in people], 0)
        self.due = dict.fromkeys(self.credit, 0)
        self.cash = dict.fromkeys(self.credit, 0)
        self.left = {}
        self.drawer = 0


def test_a_year_adds_up_to_the_cent(erika, people):
    chance, sums, drawers = Random(7), Reckoning(people), []
    for number in range(YEAR):
        seats = chance.sample(people, 4)
        # The dealer sits out.
        others = ((2, 3, 4), (1, 3, 4), (1, 2, 4), (1, 2, 3))
        lost = [chance.choice(others[n % 4]) for n in range(chance.randrange(12))]
        evening = play(erika, seats, number=number, lost=lost)
        plan_prizes(evening, 700, 300)
        sums.drawer = 0
        carry_over(evening, sums, by=erika)
        for at, person in enumerate(seats, start=1):
            due = FEE + cost_of(lost.count(at))
            stand_at_the_door(evening, person.pk, due, sums, chance, by=erika)
        for paid in pay_prizes(event=evening, by=erika):
            sums.drawer += paid.amount
            sums.cash[paid.entry.player_id] += paid.amount
            sums.due[paid.entry.player_id] += paid.amount
        drawers.append((drawer_of(evening, erika), sums.drawer))

    assert [counted for counted, _sum in drawers] == [drawer for _c, drawer in drawers]
    assert credits_of(sums.credit) == {
        pk: cents for pk, cents in sums.credit.items() if cents
    }
    year = {each.player.pk: each for each in statements(2026)}
    for pk, credit in sums.credit.items():
        own, open_dues = year[pk], sums.left.get(pk, 0)
        assert (own.before, own.credit, own.open) == (0, credit, open_dues)
        assert own.total("money.due") == sums.due[pk] + own.total("prize")
        cash = own.total("money.cash") + own.total("ahead") - own.total("prize")
        assert cash == sums.cash[pk] == sums.due[pk] + credit - open_dues
        assert statements(2026, own.player) == [own]
    assert sum(drawer for _counted, drawer in drawers) == sum(sums.cash.values())
    assert min(sums.credit.values()) < 0 < max(sums.credit.values())


def carry_over(evening, sums, *, by):
    """Put on credit what was left open the evening before."""
    earlier = left_open(evening)
    assert (earlier.total if earlier else 0) == sum(sums.left.values())
    if earlier:
        amount = sum(sums.left.values())
        pay_dues(event=earlier.event, by=by, amount=amount, on_credit=True)
    for pk, cents in sums.left.items():
        sums.credit[pk] -= cents
    sums.left = {}


def stand_at_the_door(evening, pk, due, sums, chance, *, by):
    """Let somebody pay ahead, pay back, pay, or not pay, as chance has it."""
    entry = evening.entries.get(player=pk)
    about = {"event": evening, "by": by, "number": entry.start_number}
    credit, cash = sums.credit[pk], 0
    if chance.random() < 0.4 and credit < 0:
        pay_debt(entry=entry, amount=-credit, by=by)
        cash, credit = -credit, 0
    if chance.random() < 0.2:
        book_other(event=evening, kind="credit", amount=1500, entry=entry, by=by)
        cash, credit = cash + 1500, credit + 1500
    act = chance.choice(("pays", "pays", "slip", "on credit", "leaves"))
    if act in ("pays", "slip"):
        ahead = max(0, min(credit, due))
        if act == "slip":
            pay_dues(amount=due, from_credit=ahead, **about)
            take_back_dues(entry=entry, by=by)
        pay_dues(amount=due, from_credit=ahead, **about)
        cash, credit = cash + due - ahead, credit - ahead
    elif act == "on credit":
        pay_dues(amount=due, on_credit=True, **about)
        credit -= due
    else:
        sums.left[pk] = due
    sums.credit[pk], sums.drawer = credit, sums.drawer + cash
    sums.cash[pk] += cash
    sums.due[pk] += due
