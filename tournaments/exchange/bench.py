"""A large event as a file, for measuring how fast it is imported."""

import json
import uuid
from collections.abc import Sequence
from random import Random

from scoring.games import result_of
from scoring.notation import NotedLine, Spelling, write_line
from scoring.sampling import sample_list
from scoring.sheets import Line, close
from tournaments.choices import Action, Proof, SheetState
from tournaments.exchange.event_file import FORMAT, VERSION, read_event
from tournaments.exchange.event_file.columns import Row
from tournaments.exchange.services import import_event

FOUR = 4
GAMES = 48
AT = "2026-11-06T18:30:00Z"
BY = "erika"
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
    "team_size": 0,
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
        "competition": {
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
        "lot": 0,
    }


def sample_table(number: int, people: Sequence[str], chance: Random) -> Row:
    """Return a finished list with its history."""
    entries = sample_list(chance.randrange(1_000_000), players=FOUR, games=GAMES)
    texts = [write_line(NotedLine(entry=each), Spelling.LETTERS) for each in entries]
    results = [result_of(each) for each in entries]
    totals = close(
        (
            Line(number=n, declarer=entry.declarer, score=result.score, won=result.won)
            for n, (entry, result) in enumerate(zip(entries, results, strict=True), 1)
        ),
        players=FOUR,
    )
    signed = {"by": BY, "at": AT}
    return {
        "table_number": number,
        "code": f"{chance.getrandbits(40):X}"[:8],
        "system": "seeger-fabian",
        "rounds": 12,
        "state": SheetState.FINISHED,
        "proof": Proof.NONE,
        "revision": 2,
        "totals_only": False,
        "cut_short": False,
        "typed_by": BY,
        "finished_by": BY,
        "finished_at": AT,
        "seats": [{"person": p, "place": n} for n, p in enumerate(people, 1)],
        "games": texts,
        "results": [
            {
                "person": people[seat.place - 1],
                "place": seat.place,
                "first_game": 1,
                "last_game": GAMES,
                "game_points": seat.game_points,
                "won": seat.won,
                "lost": seat.lost,
                "others_lost": seat.others_lost,
                "total": seat.total,
            }
            for seat in totals.seats
        ],
        "changes": [
            *(
                {**signed, "step": 1, "action": Action.INSERT, "number": n, "after": t}
                for n, t in enumerate(texts, 1)
            ),
            {**signed, "step": 2, "action": Action.FINISH},
        ],
    }
