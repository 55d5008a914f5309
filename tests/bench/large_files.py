"""Large events and many evenings as files, for measuring how fast they are imported."""

import json
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from scoring.chance.sampling import sample_list
from tournaments.files.event.columns import Row
from tournaments.files.event.reading.reading import read_event
from tournaments.files.event.shape import FORMAT, VERSION
from tournaments.files.event_store.services import import_event
from tournaments.sample.tables import Typist, list_with_totals, table_row

FOUR = 4
SEATS = ("1", "2", "3", "4")
DAYS = 360
GAMES = 48
TYPIST = Typist(by="erika", at="2026-11-06T18:30:00Z")
SETTINGS: Row = {
    "kind": "tournament",
    "date": "2026-11-06",
    "system": "seeger-fabian",
    "rounds": 12,
    "is_published": True,
    "is_released": False,
    "second_person": False,
    "table_rule": "fours",
    "meetings_first": True,
    "guests_apart": False,
    "tie_chain": "won,fewer-lost",
    "senior_age": 60,
    "junior_age": 21,
    "entry_fee": 1000,
    "passed_in_fee": 0,
    "passed_in_free": 0,
    "prize_mode": "list",
    "prize_percent": 30,
    "pot_percent": 100,
    "prize_rounding": 100,
}


def imported_games(content: bytes) -> int:
    """Read, check and store an event file; return how many games it has."""
    return import_event(event=read_event(content)).preview.games


def sample_event(players: int, *, series: int, seed: int) -> bytes:
    """Return the file of a finished event, every list typed game by game. No query.

    ``players`` is a multiple of four. Same seed, same bytes.
    """
    chance = Random(seed)
    ids = [
        str(uuid.UUID(int=chance.getrandbits(128), version=4)) for _ in range(players)
    ]
    document = {
        "format": FORMAT,
        "version": VERSION,
        "event": {
            "id": sample_id(chance),
            "name": f"Preisskat {players}",
            "slug": f"preisskat-{players}-{seed}",
            **SETTINGS,
        },
        "people": [sample_person(i, number) for number, i in enumerate(ids, 1)],
        "entries": [sample_entry(i, number) for number, i in enumerate(ids, 1)],
        "series": [
            {
                "number": number,
                "tables": [
                    sample_table(table, ids_at(ids, table, number), chance)
                    for table in range(1, players // FOUR + 1)
                ],
            }
            for number in range(1, series + 1)
        ],
    }
    return json.dumps(document, ensure_ascii=False).encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """A club whose evenings are made: its people, lists to choose from, a seed."""

    people: tuple[Row, ...]
    lists: tuple[Row, ...]
    seed: int


def sample_club(people: int, *, lists: int, seed: int) -> Club:
    """Return a club of ``people`` and as many different ``lists``. No query."""
    chance = Random(seed)
    ids = [sample_id(chance) for _ in range(people)]
    return Club(
        people=tuple(
            {**sample_person(i, number), "is_guest": False}
            for number, i in enumerate(ids, 1)
        ),
        lists=tuple(sample_table(1, SEATS, chance) for _ in range(lists)),
        seed=seed,
    )


def club_year(
    club: Club, year: int, *, evenings: int, attending: int
) -> Iterator[bytes]:
    """Give the files of the evenings of a year, each of two series.

    Other people come every time, ``attending`` of them, a multiple of four.
    """
    chance = Random(f"{club.seed} {year}")
    first = date(year, 1, 3)
    for number in range(evenings):
        present = chance.sample(club.people, attending)
        day = first + timedelta(days=number * DAYS // evenings)
        document = {
            "format": FORMAT,
            "version": VERSION,
            "event": {
                "id": sample_id(chance),
                "name": f"Clubabend {number + 1}",
                "slug": f"clubabend-{year}-{number + 1}-{club.seed}",
                **SETTINGS,
                "kind": "evening",
                "date": day.isoformat(),
            },
            "people": present,
            "series": [club_series(club, each, present, chance) for each in (1, 2)],
        }
        yield json.dumps(document, ensure_ascii=False).encode()


def club_series(club: Club, number: int, present: Sequence[Row], chance: Random) -> Row:
    """Return a series in which the people sit down by chance."""
    ids = chance.sample([person["id"] for person in present], len(present))
    tables = []
    for at in range(0, len(ids), FOUR):
        table = dict(chance.choice(club.lists))
        for section in ("seats", "results"):
            table[section] = [
                {**row, "person": ids[at + SEATS.index(row["person"])]}
                for row in table[section]
            ]
        code = f"{chance.getrandbits(40):X}"[:8]
        tables.append({**table, "table_number": at // FOUR + 1, "code": code})
    return {"number": number, "tables": tables}


def sample_id(chance: Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))


def ids_at(ids: Sequence[str], table: int, series: int) -> list[str]:
    """Return who sits at a table; in every series beside other people."""
    tables = len(ids) // FOUR
    return [
        ids[place * tables + (table - 1 + place * (series - 1)) % tables]
        for place in range(FOUR)
    ]


def sample_person(person: str, number: int) -> Row:
    return {
        "id": person,
        "first_name": f"Jörg {number % 97}",
        "last_name": f"Müller-{number:04}",
        "is_guest": True,
        "is_active": True,
    }


def sample_entry(person: str, number: int) -> Row:
    return {
        "person": person,
        "start_number": number,
        "status": "present",
        "from_series": 1,
    }


def sample_table(number: int, people: Sequence[str], chance: Random) -> Row:
    """Return a finished list with its history."""
    games = sample_list(chance.randrange(1_000_000), players=FOUR, games=GAMES)
    return table_row(
        list_with_totals(games, players=FOUR),
        people,
        table_number=number,
        code=f"{chance.getrandbits(40):X}"[:8],
        typist=TYPIST,
    )
