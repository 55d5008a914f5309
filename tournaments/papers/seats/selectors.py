"""Seats as documents: the draw to hang up, start cards, place cards."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.events.draws.reports import DrawReport, draw_report
from tournaments.events.draws.words import clashes_text, repeats_text
from tournaments.events.models import Entry, Event, TeamMember
from tournaments.papers.canvas.addresses import Addresses
from tournaments.papers.seats.draw_sheets import (
    DrawByName,
    DrawByTable,
    DrawnName,
    DrawnSeat,
    DrawnTable,
)
from tournaments.papers.seats.place_cards import PlaceCard, PlaceCardsDocument
from tournaments.papers.seats.start_cards import CardSeat, StartCard, StartCardsDocument
from tournaments.people.models import Player
from tournaments.seating.problem import hall_for
from tournaments.sheets.codes import card_code
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.words import formats
from tournaments.words.choices import EntryStatus

LEAST_AT_A_TABLE, FIVE = 3, 5


class SeatedPerson(NamedTuple):
    """A player at a table in one series."""

    series: int
    table: int
    place: int
    code: str
    person: Player
    teams: str = ""

    @property
    def player(self) -> int:
        """The primary key of the person."""
        return self.person.pk

    @property
    def name(self) -> str:
        """The name, first name first."""
        return self.person.name

    @property
    def club(self) -> str:
        """The club and the teams, empty without any."""
        return club_and_teams(self.person, self.teams)


def seated_people(
    event: Event, *, series: int | None = None, table: int | None = None
) -> list[SeatedPerson]:
    """Return all players at tables by series, table and place. Two queries."""
    teams = team_names_by_player(event)
    seats = Seat.objects.filter(series__event=event)
    if series is not None:
        seats = seats.filter(series__number=series)
    if table is not None:
        seats = seats.filter(sheet__table_number=table)
    seats = seats.select_related("series", "sheet", "player__club")
    return [
        SeatedPerson(
            series=seat.series.number,
            table=seat.sheet.table_number,
            place=seat.place,
            code=seat.sheet.code,
            person=seat.player,
            teams=teams.get(seat.player_id, ""),
        )
        for seat in seats.order_by("series__number", "sheet__table_number", "place")
    ]


def team_names_by_player(event: Event) -> dict[int, str]:
    """Return the names of each player's teams, by primary key. One query."""
    names: dict[int, list[str]] = {}
    members = TeamMember.objects.filter(contest__event=event)
    for member in members.select_related("team", "entry").order_by("contest__number"):
        names.setdefault(member.entry.player_id, []).append(member.team.name)
    return {player: " · ".join(teams) for player, teams in names.items()}


def club_and_teams(player: Player, teams: str) -> str:
    """Return a player's club and teams; a team named after the club covers both."""
    club = player.club.name if player.club else ""
    if teams.startswith(club):
        return teams
    return " · ".join(filter(None, (club, teams)))


def start_numbers(event: Event) -> dict[int, int]:
    """Return the start number of each player, by primary key. One query."""
    return dict(event.entries.values_list("player_id", "start_number"))


def event_subtitle(event: Event, *parts: str) -> str:
    """Return the line below a title: ``parts``, date and place."""
    date = formats.long_date(event.date)
    return " · ".join(filter(None, (*parts, date, event.place)))


def draws_by_table(
    event: Event, *, series: int | None = None, table: int | None = None
) -> list[DrawByTable]:
    """Return the draw of one or all series, table by table.

    Four queries, and those of a report for each draw.
    """
    numbers = start_numbers(event)
    notes = draw_notes(event)
    people = seated_people(event, series=series, table=table)
    return [
        DrawByTable(
            event=event.name,
            title=_("Draw %(series)s") % {"series": series_name(number)},
            subtitle=event_subtitle(event),
            note=notes.get(number, ""),
            tables=drawn_tables(group, numbers),
        )
        for number, group in groupby(people, key=lambda person: person.series)
    ]


def drawn_tables(
    people: Iterable[SeatedPerson], numbers: Mapping[int, int]
) -> list[DrawnTable]:
    """Return the tables of one series with their players. No query."""
    return [
        DrawnTable(
            number=number,
            seats=tuple(
                DrawnSeat(
                    name=person.name,
                    start_number=formats.number(numbers.get(person.player)),
                    club=person.club,
                )
                for person in group
            ),
        )
        for number, group in groupby(people, key=lambda person: person.table)
    ]


def series_name(number: int) -> str:
    return _("Series %(number)s") % {"number": number}


def draw_notes(event: Event) -> dict[int, str]:
    """Return the note on the draw of each series, by number. A report for each draw."""
    draws = event.draws.filter(series__isnull=False).distinct()
    notes: dict[int, str] = {}
    for draw in draws:
        report = draw_report(draw)
        notes |= dict.fromkeys(report.series, draw_note(report))
    return notes


def draw_note(report: DrawReport) -> str:
    """Return the seed of a draw and its quality as the tables stand now."""
    text = _(
        "Draw %(number)s, seed %(seed)s · meet again: %(repeats)s · club mates: "
        "%(clashes)s"
    )
    text_of_draw = text % {
        "number": report.draw.number,
        "seed": report.draw.seed,
        "repeats": repeats_text(report),
        "clashes": clashes_text(report),
    }
    changed = [_("changed by hand")] if report.changes else []
    return " · ".join([text_of_draw, *changed])


def event_table_numbers(event: Event, *, people: int) -> list[int]:
    """Return the numbers of all tables; before a draw, as many as ``people`` need.

    One query.
    """
    sheets = ScoreSheet.objects.filter(series__event=event).order_by("table_number")
    numbers = sheets.values_list("table_number", flat=True).distinct()
    return list(numbers) or list(range(1, len(table_sizes(people)) + 1))


def table_sizes(people: int) -> tuple[int, ...]:
    """Return the sizes of the tables for ``people`` players, empty for too few.

    >>> table_sizes(11), table_sizes(5), table_sizes(2)
    ((4, 4, 3), (5,), ())
    """
    if people < LEAST_AT_A_TABLE:
        return ()
    return (5,) if people == FIVE else hall_for(people).sizes


def draw_by_name(event: Event, *, series: int | None = None) -> DrawByName | None:
    """Return the draw of one or all series by name, None without one. Three queries."""
    people = seated_people(event, series=series)
    numbers = start_numbers(event)
    series_numbers = sorted({person.series for person in people})
    if not series_numbers:
        return None
    is_one_series = len(series_numbers) == 1
    short = [_("S%(number)s") % {"number": number} for number in series_numbers]
    return DrawByName(
        event=event.name,
        title=" · ".join(
            [_("Who sits where"), *map(series_name, series_numbers[:1] * is_one_series)]
        ),
        subtitle=event_subtitle(event),
        series=(_("Table / seat"),) if is_one_series else tuple(short),
        lines=[
            DrawnName(
                name=seats[0].person.sorted_name,
                start_number=formats.number(numbers.get(seats[0].player)),
                seats=tuple(seat_text(seats, number) for number in series_numbers),
            )
            for seats in seats_by_person(people)
        ],
    )


def seats_by_person(people: Iterable[SeatedPerson]) -> list[list[SeatedPerson]]:
    """Return the seats of each player, in the order of the names."""
    seats: dict[int, list[SeatedPerson]] = {}
    for person in people:
        seats.setdefault(person.player, []).append(person)
    return sorted(
        seats.values(), key=lambda places: (places[0].person.sort_key, places[0].player)
    )


def seat_text(seats: Iterable[SeatedPerson], series: int) -> str:
    """Return a player's seat in a series: "3 / 2", or an empty text."""
    for person in seats:
        if person.series == series:
            return f"{person.table} / {person.place}"
    return ""


def place_cards(
    event: Event,
    addresses: Addresses,
    *,
    series: int | None = None,
    table: int | None = None,
) -> list[PlaceCardsDocument]:
    """Return the place cards of one or all series. Three queries.

    Their codes lead to the evening of their owner.
    """
    numbers = start_numbers(event)
    people = seated_people(event, series=series, table=table)
    return [
        PlaceCardsDocument(
            event=event.name,
            series=series_name(number),
            cards=[place_card(person, numbers, addresses) for person in group],
        )
        for number, group in groupby(people, key=lambda person: person.series)
    ]


def place_card(
    person: SeatedPerson, numbers: Mapping[int, int], addresses: Addresses
) -> PlaceCard:
    """Return the card of one place."""
    return PlaceCard(
        name=person.name,
        club=person.club,
        table=str(person.table),
        seat=str(person.place),
        start_number=formats.number(numbers.get(person.player)),
        qr=addresses.seat(person.code, person.place),
        code=person.code,
        key=addresses.table_key(person.code),
        key_qr=addresses.table_entry(person.code),
    )


def start_cards(event: Event, addresses: Addresses) -> StartCardsDocument | None:
    """Return the start cards, None if nobody takes part. Five queries.

    Without entries, everybody who has a seat gets a card without a number. The codes
    lead to the evening of their owner, where the secretary can check them in.
    """
    seats = {
        places[0].player: places for places in seats_by_person(seated_people(event))
    }
    series = list(event.series.values_list("number", flat=True))
    entries = list(
        event.entries.exclude(status=EntryStatus.ABSENT)
        .select_related("player__club")
        .with_teams()
        .order_by("start_number")
    )
    cards = [
        entry_card(entry, series, seats.get(entry.player_id, []), addresses)
        for entry in entries
    ] or [seated_card(event, places, series, addresses) for places in seats.values()]
    if not cards:
        return None
    return StartCardsDocument(
        event=event.name,
        date=formats.short_date(event.date),
        cards=cards,
    )


def entry_card(
    entry: Entry,
    series: Sequence[int],
    seats: Sequence[SeatedPerson],
    addresses: Addresses,
) -> StartCard:
    """Return the card of a player with an entry."""
    player = entry.player
    return StartCard(
        name=player.name,
        club=club_and_teams(player, entry.team_names),
        start_number=str(entry.start_number),
        code=card_code(event=entry.event_id, player=entry.player_id),
        qr=addresses.evening(entry.event_id, entry.start_number),
        seats=card_seats(series, seats),
    )


def seated_card(
    event: Event,
    seats: Sequence[SeatedPerson],
    series: Sequence[int],
    addresses: Addresses,
) -> StartCard:
    """Return the card of a player who was seated without an entry."""
    first = seats[0]
    return StartCard(
        name=first.name,
        club=first.club,
        code=card_code(event=event.pk, player=first.player),
        qr=addresses.seat(first.code, first.place),
        seats=card_seats(series, seats),
    )


def card_seats(
    series: Sequence[int], seats: Iterable[SeatedPerson]
) -> tuple[CardSeat, ...]:
    """Return a line for each series, empty where there is no draw yet."""
    places = {person.series: person for person in seats}
    return tuple(
        CardSeat(series=str(number), table=str(seat.table), seat=str(seat.place))
        if (seat := places.get(number))
        else CardSeat(series=str(number))
        for number in series
    )
