"""Invented tables of clubs, as twenty years of office programs left them.

Each comes with what its columns mean. Nothing here looks at the program that reads
them: results are played with dice, heads are what clubs write above their columns.
"""

import datetime
from dataclasses import dataclass
from random import Random

FIRST_NAMES = """
Anna Bernd Carla Dieter Emil Fritz Günter Heinz Ida Jürgen Karin Lothar Manfred
Norbert Otto Petra Rolf Sabine Theo Uwe Volker Werner Hans-Peter Käthe Xaver
"""
LAST_NAMES = """
Schmidt Schmitt Meyer Kurz Lang Kirchhof Kirchhoff Müller Groß Köhler Vogel Schäfer
Jäger Weiß Krüger Lindemann Yilmaz Łukasz Brandt Öztürk Hofmann Peters Hansen Paulsen
Werner
"""
FIRST, LAST = FIRST_NAMES.split(), LAST_NAMES.split()
CLUBS = ("Pik Sieben", "SC Herz Dame", "Skatfreunde Nord", "")

# What clubs write above a column: several words for each, German first.
HEADS = {
    "date": ("Datum", "Spieltag", "Abend", "Date", "Termin"),
    "name": ("Name", "Spieler", "Mitglied", "Teilnehmer", "Name, Vorname", "Player"),
    "first": ("Vorname", "Vorn.", "First name"),
    "last": ("Nachname", "Name", "Familienname", "Last name"),
    "rank": ("Platz", "Pl.", "Rang", "Place", "Pos."),
    "points": ("Spielpunkte", "Sp.-Pkt.", "SP", "Spielpkt", "Game points"),
    "won": ("gewonnen", "gew.", "G", "Gewonnene Spiele", "won", "+"),
    "lost": ("verloren", "verl.", "V", "Verlorene Spiele", "lost", "-"),
    "others": ("verl. Gegner", "Gegner verl.", "GV", "v. d. Gegner", "Others lost"),
    "total": ("Gesamt", "Gesamtpunkte", "Summe", "Total", "Ergebnis", "Punkte"),
    "series": ("Serie {}", "{}. Serie", "S{}", "{}. Runde", "Liste {}"),
    "lists": ("Abende", "Teilnahmen", "Anz. Abende", "Listen"),
    "number": ("Nr.", "lfd. Nr.", "Mitgl.-Nr."),
    "club": ("Verein", "Club"),
    "average": ("Schnitt", "Ø", "Durchschnitt"),
    "money": ("Verlustgeld", "DM", "Euro"),
    "games": ("Spiele", "Anz. Spiele"),
    "bonus": ("Bonus", "+/-", "50er"),
}


@dataclass(frozen=True)
class OldTable:
    """A table, and what each column means; None for what nobody needs."""

    kind: str
    rows: list[list[str]]
    truth: tuple[str | None, ...]
    is_named: bool


@dataclass(frozen=True)
class Played:
    """What one person has of one evening."""

    name: tuple[str, str]
    points: int
    won: int
    lost: int
    others: int
    others_points: int

    @property
    def total(self):
        return self.points + 50 * (self.won - self.lost) + self.others_points


def people_of(chance, count):
    """Return so many people, some with a name that sounds like another's."""
    names = [(first, last) for last in LAST for first in FIRST]
    return chance.sample(names, count)


def played_by(chance, name, lists=1):
    """Return what somebody plays on some lists, at tables of three and of four."""
    parts = [one_list(chance) for _each in range(lists)]
    return Played(name, *(sum(column) for column in zip(*parts, strict=True)))


def one_list(chance):
    won = chance.randint(3, 14)
    lost = chance.choice((0, 1, 1, 2, 2, 3, 4))
    points = sum(
        chance.choice((18, 20, 22, 24, 27, 30, 33, 36, 40, 44, 46, 48, 59, 72, 96))
        for _ in range(won)
    )
    points -= sum(2 * chance.choice((18, 20, 24, 30, 36, 48, 72)) for _ in range(lost))
    others = chance.randint(1, 9)
    return points, won, lost, others, others * chance.choice((30, 30, 30, 40))


def name_cells(chance, way, name):
    """Return the cells of a name, written in the way of the club."""
    first, last = name
    if way == "two":
        return {"first": first, "last": last}
    forms = {
        "plain": f"{first} {last}",
        "comma": f"{last}, {first}",
        "turned": f"{last} {first}",
    }
    return {"name": forms[way]}


def number_text(chance, style, number):
    """Return a number as the program of the club writes it."""
    if style == "points" and abs(number) >= 1000:
        return f"{number:,}".replace(",", ".")
    return f"−{-number}" if style == "minus" and number < 0 else str(number)


def table_of(seed, kind=None, *, is_named=None, is_hard=False):
    """Return one invented table; the same seed makes the same."""
    chance = Random(seed)
    kind = kind or chance.choice(tuple(KINDS))
    named = chance.random() < 0.55 if is_named is None else is_named
    records, needed, above = KINDS[kind](chance)
    extras = noise(chance, records, needed)
    columns = [*needed, *extras, *(by_products(chance, records) if is_hard else [])]
    if is_hard and chance.random() < 0.2:
        records = records[: chance.randint(3, 6)]
    chance.shuffle(columns)
    columns = series_in_order(columns)
    style = chance.choice(("bare", "points", "minus"))
    words = head_of if not is_hard else careless_head
    heads = [words(chance, column, columns) for column in columns]
    body = [
        [cell_text(chance, style, record.get(column, "")) for column in columns]
        for record in records
    ]
    rows = with_surroundings(
        chance, heads if named or kind == "matrix" else None, body, columns, above
    )
    truth = tuple(
        None if kind == "matrix" and column == "total" else meaning_of(column)
        for column in columns
    )
    return OldTable(kind=kind, rows=rows, truth=truth, is_named=named)


def meaning_of(column):
    """Return what a column means; the noise means nothing."""
    if column.startswith(("series", "evening")):
        return "series"
    return (
        None
        if column in ("number", "club", "average", "money", "games", "bonus", "rank")
        else column
    )


def series_in_order(columns):
    """Return the columns with series and evenings from the left, as everybody does."""
    for word in ("series", "evening"):
        places = [at for at, column in enumerate(columns) if column.startswith(word)]
        for at, column in zip(
            places,
            sorted(
                (columns[each] for each in places), key=lambda c: int(c.split(":")[1])
            ),
            strict=True,
        ):
            columns[at] = column
    return columns


def head_of(chance, column, columns):
    """Return a word for a column."""
    if column.startswith("series"):
        pattern = Random(len(columns)).choice(HEADS["series"])
        return pattern.format(column.split(":")[1])
    if column.startswith("evening"):
        return column.split(":", 2)[2]
    words = HEADS[column]
    if column == "total" and "points" not in columns:
        return chance.choice(words)
    if column == "total":
        words = words[:5]
    if column == "last" and "name" in columns:
        words = words[:1]
    if column == "date":
        words = words if "lists" not in columns else words[:2]
    return chance.choice(words)


def careless_head(chance, column, columns):
    """Return a head that is missing, a word of the club's own, or of the neighbour."""
    if column.startswith(("series", "evening")) or chance.random() < 0.7:
        return head_of(chance, column, columns)
    if chance.random() < 0.8:
        return chance.choice(("", "", "Erg.-Sp.", "??", "Wert"))
    return head_of(chance, {"won": "lost", "lost": "won"}.get(column, column), columns)


def by_products(chance, records):
    """Return columns that only follow from others, as a program likes to print them."""
    for record in records:
        record["games"] = record.get("won", 4) + record.get("lost", 1)
        record["money"] = record.get("lost", 2) * 50
        record["bonus"] = 50 * (record.get("won", 4) - record.get("lost", 1))
    return [each for each in ("games", "bonus") if chance.random() < 0.4]


def cell_text(chance, style, value):
    return number_text(chance, style, value) if isinstance(value, int) else str(value)


def noise(chance, records, needed):
    """Return further columns that clubs keep, filled in."""
    found = [
        each
        for each in ("rank", "number", "club", "average", "money")
        if chance.random() < 0.3
    ]
    order = sorted(records, key=lambda record: -(record.get("total") or 0))
    for at, record in enumerate(records):
        record["rank"] = order.index(record) + 1
        record["number"] = at + 1
        record["club"] = chance.choice(CLUBS[:2])
        lists = record.get("lists", 2)
        record["average"] = f"{(record.get('total') or 900) / lists:.2f}".replace(
            ".", ","
        )
        record["money"] = f"{chance.randint(1, 12)},50"
    if "rank" in found and "total" not in needed:
        found.remove("rank")
    if {"rank", "number"} <= set(found):
        found.remove("number")
    return found


def with_surroundings(chance, heads, body, columns, above):
    """Return the rows with titles above and sums below, as people like them."""
    width = len(columns)
    rows = [[above, *[""] * (width - 1)], [""] * width] if chance.random() < 0.4 else []
    rows += [heads] if heads else []
    rows += body
    words = [
        at for at, column in enumerate(columns) if column in ("name", "last", "first")
    ]
    if chance.random() < 0.3 and "total" in columns:
        foot = [""] * width
        foot[words[0]] = chance.choice(("Summe", "Gesamt:", "Durchschnitt"))
        foot[columns.index("total")] = str(chance.randint(9000, 90000))
        rows += [[""] * width, foot]
    return rows


def with_mistakes(chance, records):
    """Let somebody add up wrongly now and then, as on paper."""
    for record in records:
        if chance.random() < 0.03:
            record["total"] += chance.choice((-100, -50, -10, 10, 30, 50, 100))
    return records


def way_of_names(chance):
    return chance.choice(("two", "plain", "comma", "turned"))


def record_of(chance, way, one, whole):
    """Return the cells of what somebody played."""
    cells = name_cells(chance, way, one.name)
    cells |= {
        "points": one.points,
        "won": one.won,
        "lost": one.lost,
        "total": one.total,
    }
    if whole:
        in_points = whole == "points"
        cells["others"] = one.others_points if in_points else one.others
    return cells


def closing_columns(cells, needed):
    return [column for column in needed if column in cells]


NEEDED = ["date", "first", "last", "name", "points", "won", "lost", "others", "total"]


def days_of(chance, count):
    first = datetime.date(
        chance.randint(1988, 2012), chance.randint(1, 3), chance.randint(1, 28)
    )
    return [first + datetime.timedelta(weeks=each) for each in range(count)]


DAYS = ("%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y")


def make_rows(chance):
    """A row for each person and evening, with the closing of the list."""
    way, whole = way_of_names(chance), chance.choice(("", "count", "points"))
    style = chance.choice(DAYS)
    people = people_of(chance, chance.randint(7, 14))
    records = [
        {
            "date": f"{day:{style}}",
            **record_of(chance, way, played_by(chance, name), whole),
        }
        for day in days_of(chance, chance.randint(2, 6))
        for name in chance.sample(people, len(people) - chance.randint(0, 3))
    ]
    with_mistakes(chance, records)
    return (
        records,
        closing_columns(records[0], NEEDED),
        "Skatclub Herz Dame, Vereinsabende",
    )


def make_evening(chance):
    """One evening with the closing of everybody."""
    way, whole = way_of_names(chance), chance.choice(("", "count", "points"))
    people = people_of(chance, chance.randint(8, 24))
    records = [
        record_of(chance, way, played_by(chance, name, 2), whole) for name in people
    ]
    return records, closing_columns(records[0], NEEDED), "Abend vom 12.03.1998"


def make_series(chance):
    """Place, name and two or three series of one evening, mostly with the sum."""
    way, count = way_of_names(chance), chance.randint(2, 3)
    records = []
    for name in people_of(chance, chance.randint(8, 20)):
        totals = [played_by(chance, name).total for _each in range(count)]
        cells = {f"series:{at}": total for at, total in enumerate(totals, 1)}
        records.append(name_cells(chance, way, name) | cells | {"total": sum(totals)})
    needed = list(records[0])
    return records, needed, "Preisskat 03.10.1999"


def make_matrix(chance):
    """Name by evening, as the season hangs on the wall."""
    way, style = way_of_names(chance), chance.choice(("%d.%m.%Y", "%d.%m.%y", "%d.%m."))
    days = days_of(chance, chance.randint(6, 14))
    numbered = chance.random() < 0.25
    records = []
    for name in people_of(chance, chance.randint(6, 16)):
        cells = {
            f"evening:{at}:"
            + (f"{at}. Abend" if numbered else f"{day:{style}}"): played_by(
                chance, name, 2
            ).total
            if chance.random() < 0.8
            else ""
            for at, day in enumerate(days, 1)
        }
        total = sum(each for each in cells.values() if each != "")
        records.append(name_cells(chance, way, name) | cells | {"total": total})
    needed = [
        column for column in records[0] if column != "total" or chance.random() < 0.7
    ]
    return records, needed, f"Saison {days[0].year}"


def make_totals(chance):
    """A year's totals, with how many evenings they are of."""
    way = way_of_names(chance)
    records = []
    for name in people_of(chance, chance.randint(8, 24)):
        lists = chance.randint(3, 40)
        cells = name_cells(chance, way, name)
        records.append(
            cells | {"lists": lists, "total": played_by(chance, name, lists).total}
        )
    return records, list(records[0]), "Jahreswertung 1994"


KINDS = {
    "rows": make_rows,
    "evening": make_evening,
    "series": make_series,
    "matrix": make_matrix,
    "totals": make_totals,
}
