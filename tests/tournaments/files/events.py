"""A small event with everything that an event file can hold."""

import datetime

from django.utils import timezone

from scoring.notation.reading import read_line
from tests.factories import EIGHT_GAMES, make_evening, make_player, make_secretary
from tournaments.events.models import (
    Adjustment,
    ApartPair,
    CashCount,
    Draw,
    Entry,
    LogLine,
    LossStep,
    LotDraw,
    LotTicket,
    Payment,
    Prize,
    Registration,
    Reopening,
    ReopeningPlace,
    Reply,
    Swap,
    Team,
)
from tournaments.events.seats.services import open_table
from tournaments.events.teams.services import add_contest, save_team
from tournaments.people.models import Club
from tournaments.sheets.finishing.services import (
    FootNumbers,
    finish_sheet,
    give_verdict,
    reopen_sheet,
    set_totals_only,
    write_foot,
)
from tournaments.sheets.models import SecondList
from tournaments.sheets.seats import add_substitute
from tournaments.sheets.typing.services import (
    accept_line,
    append_lines,
    insert_line,
    record_line,
    undo,
)
from tournaments.words.choices import DrawMode, EntryStatus, PaymentKind

NOON = datetime.datetime(2026, 11, 6, 12, 0, 0, 250_000, tzinfo=datetime.UTC)
TOTALS = {
    1: FootNumbers(points=100, won=3, lost=1, total=260),
    2: FootNumbers(points=72, won=2, lost=0, total=None),
    3: FootNumbers(points=-44, won=1, lost=1, total=None),
    4: FootNumbers(points=0, won=0, lost=0, total=None),
}


def make_full_event():
    """Return an evening on which everything happened that a file can hold."""
    erika, gerda = make_secretary("erika"), make_secretary("gerda")
    home = Club.objects.create(name="Karo Einfach", number="0123456", is_home=True)
    away = Club.objects.create(name="Pik Sieben Nebelhausen")
    people = [
        make_player("Anna Köster", club=home, gender="female", member_number="7"),
        make_player("Bernd Łukasz", club=home, birth_date=datetime.date(1961, 2, 3)),
        make_player("Carla", club=away, is_guest=True),
        make_player("Dieter Özil", is_guest=True),
    ]
    emil = make_player("Emil", is_active=False)
    event = make_evening("Preisskat", series=3, rounds=2, place="Grüner Baum")
    enter(event, people, erika)
    play(event, people, emil, erika, gerda)
    type_totals(event, people, erika)
    pay(event, people, erika)
    event.series.filter(number=1).update(closed_at=NOON)
    return event


def make_teams(event, entries, erika):
    """Add two team rankings: one with a prize, one with a substitute and a lot."""
    fours = add_contest(event=event, name="Mannschaften", size=4)
    Prize.objects.create(event=event, place=1, contest=fours, percent=20)
    save_team(team=Team(contest=fours, name="Die Vier"), entries=entries[:2])
    tandem = add_contest(
        event=event, name="Tandem", size=2, kind="mixed", scale_short=True
    )
    team = Team(contest=tandem, name="Die Vier")
    spells = {entries[1].pk: (1, 1), entries[3].pk: (2, None)}
    people = [entries[0], entries[1], entries[3]]
    save_team(team=team, entries=people, spells=spells)
    drawn = {"event": event, "place": 3, "seed": "7", "at": NOON, "by": erika}
    people_draw = LotDraw.objects.create(**drawn)
    LotTicket.objects.create(draw=people_draw, entry=entries[1], lot=1)
    LotTicket.objects.create(draw=people_draw, entry=entries[0], lot=2)
    back = {"taken_back_at": NOON, "taken_back_by": erika}
    team_draw = LotDraw.objects.create(contest=tandem, **drawn, **back)
    LotTicket.objects.create(draw=team_draw, team=team, lot=2)
    first = event.series.get(number=1)
    for action, table in (("table", 1), ("clock", None)):
        LogLine.objects.create(
            series=first, action=action, table_number=table, at=NOON, by=erika
        )


def enter(event, people, erika):
    """Add entries, teams, prizes and a draw with exchanged places."""
    LossStep.objects.create(event=event, from_loss=1, amount=50)
    LossStep.objects.create(event=event, from_loss=4, amount=100)
    Prize.objects.create(event=event, place=1, amount=5000, text="Pokal")
    entries = [
        Entry.objects.create(
            event=event,
            player=player,
            start_number=number,
            status=EntryStatus.PRESENT,
            fixed_table=1 if number == 4 else None,
        )
        for number, player in enumerate(people, 1)
    ]
    typed = {"event": event, "last_name": "Köster", "club": "Karo Einfach"}
    Registration.objects.create(**typed, player=people[0], mail="a@example.org")
    Registration.objects.create(**typed, first_name="Ida", is_waiting=True)
    Reply.objects.create(event=event, player=people[1], answer="later")
    ApartPair.objects.create(event=event, first=entries[0], second=entries[2])
    make_teams(event, entries, erika)
    drawn = {"seed": "7", "version": 1, "repeats": 4, "question": '{"n": 4}'}
    drawn |= {"first_series": 1, "last_series": 2, "at": NOON, "by": erika}
    draw = Draw.objects.create(event=event, number=1, mode=DrawMode.WISHES, **drawn)
    event.series.filter(number__lte=2).update(draw=draw)
    first = event.series.get(number=1)
    Swap.objects.create(
        draw=draw, series=first, first=people[0], second=people[1], at=NOON, by=erika
    )
    reopening = Reopening.objects.create(
        series=first, through=1, reason="Liste 1", at=NOON, by=erika, closed_at=NOON
    )
    ReopeningPlace.objects.create(
        reopening=reopening, player=people[0], place_before=1, total_before=99
    )


def play(event, people, emil, erika, gerda):
    """Type a list with a slip, a substitute, an undone step and a verdict."""
    first = open_table(series=event.series.get(number=1), players=people)
    lines = [read_line(text) for text in EIGHT_GAMES[:4]]
    append_lines(sheet=first, lines=lines, by=erika)
    record_line(sheet=first, number=2, noted=read_line("3g2=70"), by=erika)
    accept_line(sheet=first, number=2, by=erika, reason="auf dem Papier 70")
    add_substitute(sheet=first, place=2, player=emil, by=erika, from_game=4)
    undo(sheet=first, by=erika)
    add_substitute(sheet=first, place=2, player=emil, by=erika, from_game=5)
    insert_line(sheet=first, number=3, noted=read_line("e # alle gepasst"), by=erika)
    append_lines(
        sheet=first, lines=[read_line(t) for t in ("1+48", "4n", "2g1-")], by=erika
    )
    finish_sheet(sheet=first, by=erika)
    reopen_sheet(sheet=first, by=erika, reason="Einspruch")
    give_verdict(sheet=first, by=gerda, is_right=True, remark="stimmt")
    finish_sheet(sheet=first, by=gerda)
    SecondList.objects.create(sheet=first, text="2a1\n3g2\n", at=NOON, by=gerda)


def type_totals(event, people, erika):
    """Type the totals of one list and leave another one empty."""
    second = open_table(series=event.series.get(number=2), players=people)
    set_totals_only(sheet=second, by=erika, totals_only=True)
    write_foot(sheet=second, by=erika, seats=TOTALS, passed_in=0, reason="unleserlich")
    open_table(series=event.series.get(number=3), players=people[::-1])


def pay(event, people, erika):
    """Add payments, a cash count and a decision of the referee."""
    sheet = event.series.get(number=1).sheets.get()
    entry = event.entries.get(start_number=1)
    now = timezone.now()
    own = {"event": event, "by": erika, "at": now}
    fee = Payment.objects.create(**own, kind=PaymentKind.FEE, entry=entry, amount=1000)
    Payment.objects.create(
        **own, kind=PaymentKind.FEE, entry=entry, amount=-1000, reverts=fee
    )
    Payment.objects.create(**own, kind=PaymentKind.LOSS, sheet=sheet, amount=150)
    # Two rankings have a team of this name.
    team = Team.objects.get(contest__event=event, contest__name="Tandem")
    prize = {"contest": team.contest, "team": team, "note": team.name}
    Payment.objects.create(**own, kind=PaymentKind.PRIZE, amount=-500, **prize)
    CashCount.objects.create(**own, sheet=sheet, counted=140, expected=150, note="–")
    CashCount.objects.create(**own, counted=1140, expected=1150)
    decision = {"series": sheet.series, "player": people[1], "by": erika, "at": now}
    decision["decided_by"] = "Schiedsgericht"
    late = Adjustment.objects.create(**decision, points=-50, reason="zu spät")
    Adjustment.objects.create(**decision, points=50, reason="Irrtum", reverts=late)
    Adjustment.objects.create(**decision, points=-30, reason="Kartenverrat")
