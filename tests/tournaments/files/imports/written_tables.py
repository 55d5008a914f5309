"""Tables as clubs write them: fourteen layouts, six encodings, four ways of numbers.

Each comes with what it says. Nothing here looks at the program that reads them.
"""

import datetime
from dataclasses import dataclass, replace
from random import Random

from tests.tournaments.files.imports.old_tables import (
    CLUBS,
    DAYS,
    careless_head,
    head_of,
    people_of,
    played_by,
)

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252", "cp850", "mac_roman")
NUMBERS = {
    "bare": ("", "-"),
    "dots": (".", "−"),
    "commas": (",", "-"),
    "spaced": ("\u202f", "–"),
}
PLAIN_SIGNS = str.maketrans({"−": "-", "–": "-", "\u202f": "'"})
SAID_DAY = datetime.date(1998, 3, 6)
WEEKDAYS = ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So")
MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November"


@dataclass
class Pen:
    """How a club writes: its numbers, days and names."""

    chance: Random
    thousands: str
    minus: str
    is_behind: bool
    day_style: str
    way: str
    absent: str
    others: str

    def number(self, number):
        digits = f"{abs(number):,}".replace(",", self.thousands)
        if number >= 0:
            return digits
        return f"{digits}{self.minus}" if self.is_behind else f"{self.minus}{digits}"

    def day(self, day):
        if self.day_style == "spelled":
            return (
                f"{day.day}. {[*MONTHS.split(), 'Dezember'][day.month - 1]} {day.year}"
            )
        if self.day_style == "weekday":
            return f"{WEEKDAYS[day.weekday()]}, {day:%d.%m.%y}"
        return f"{day:{self.day_style}}"

    def name(self, person):
        first, last = person
        return {
            "two": {"first": first, "last": last},
            "plain": {"name": f"{first} {last}"},
            "comma": {"name": f"{last}, {first}"},
            "turned": {"name": f"{last} {first}"},
        }[self.way]

    def closing(self, one):
        parts = {"points": one.points, "won": one.won, "lost": one.lost}
        if self.others:
            parts["others"] = getattr(one, self.others)
        parts["total"] = one.total
        return {column: self.number(number) for column, number in parts.items()}

    def played(self, person, lists=1):
        """Return what somebody played; now and then the total is added up wrongly."""
        one = played_by(self.chance, person, lists)
        mistake = self.chance.choice((0,) * 300 + (100, -50, 30, 10, -1000))
        return replace(one, others_points=one.others_points + mistake)


@dataclass
class Written:
    """A table as bytes, and the values that have to come in."""

    layout: str
    purpose: str
    content: bytes
    values: list
    sums: int = 0


def pen_of(chance, numbers):
    thousands, minus = NUMBERS[numbers]
    return Pen(
        chance,
        thousands,
        minus,
        is_behind=chance.random() < 0.2,
        day_style=chance.choice((*DAYS, "%m/%d/%Y", "spelled", "weekday")),
        way=chance.choice(("two", "plain", "comma", "turned")),
        absent=chance.choice(("", "-", "–", "0", "x")),
        others=chance.choice(("", "", "others", "others_points")),
    )


def some_people(chance, least=4, most=16):
    """Return people, some with an addition or a particle."""
    return [
        (
            first,
            chance.choice(("von ", "van der ", *("",) * 12))
            + last
            + chance.choice((" sen.", " jun.", *("",) * 12)),
        )
        for first, last in people_of(chance, chance.randint(least, most))
    ]


def shown(person):
    first, last = person
    return f"{last}, {first}"


def some_days(chance, count):
    first = datetime.date(chance.randint(1988, 2012), chance.randint(1, 6), 1)
    first += datetime.timedelta(chance.randint(0, 27))
    return [first + datetime.timedelta(weeks=each) for each in range(count)]


def result(person, day, one):
    """Return the value of a result; a total below the own games must not come in."""
    if one.others_points < 0:
        return None
    return (shown(person), day, (one.total,), (one.points, one.won, one.lost))


def total_of(person, day, *totals):
    return (shown(person), day, totals, (0, 0, 0))


def with_heads(chance, records):
    """Return heads and rows; columns in any order, some more that nobody needs."""
    columns = list(records[0])
    chance.shuffle(columns)
    words = careless_head if chance.random() < 0.2 else head_of
    heads = [words(chance, column, columns) for column in columns]
    return [heads, *([record.get(each, "") for each in columns] for record in records)]


def without_heads(pen, rows):
    return rows[1:] if pen.chance.random() < 0.2 else rows


def with_noise(pen, records):
    """Add columns that follow from others, or that nobody reads."""
    chance = pen.chance
    for column in ("average", "money", "number", "games", "bonus"):
        if chance.random() < 0.8 or (column == "bonus" and "won" not in records[0]):
            continue
        for at, record in enumerate(records, 1):
            amount = f"{chance.randint(1, 900)},{chance.randint(10, 99)}"
            amount = amount.replace(",", "." if pen.thousands == "," else ",")
            won, lost = int(record.get("won", 4)), int(record.get("lost", 1))
            numbers = {"number": at, "games": won + lost, "bonus": 50 * (won - lost)}
            record[column] = (
                pen.number(numbers[column]) if column in numbers else amount
            )
    return records


def write_people(pen):
    people = some_people(pen.chance)
    records, values = [], []
    for at, person in enumerate(people):
        club = pen.chance.choice(CLUBS)
        born = datetime.date(1930 + 2 * at, pen.chance.randint(1, 12), 3 + at)
        records.append({**pen.name(person), "club": club, "born": pen.day(born)})
        values.append((shown(person), club, born))
    return "people", with_heads(pen.chance, records), values


def write_lines(pen):
    club = pen.chance.choice(CLUBS)
    rows, values = [], []
    begin = pen.chance.choice(("", "- ", "{}. ", "{}) ", "• "))
    for at, person in enumerate(some_people(pen.chance), 1):
        name = " ".join(pen.name(person).values())
        if pen.way == "two":
            name = f"{person[1]} {person[0]}"
        rows.append([begin.format(at) + name + (f", {club}" if club else "")])
        values.append((shown(person), club, None))
    return "people", rows, values


def write_results(pen):
    records, values = [], []
    people = some_people(pen.chance, 8, 8)
    for number in range(1, pen.chance.randint(2, 4)):
        for table in (1, 2):
            seats = people[4 * table - 4 : 4 * table]
            played = [played_by(pen.chance, person) for person in seats]
            lost = sum(one.lost for one in played)
            for seat, (person, one) in enumerate(zip(seats, played, strict=True), 1):
                others = lost - one.lost
                one = replace(one, others=others, others_points=30 * others)
                place = {"round": str(number), "table": str(table), "seat": str(seat)}
                records.append(place | pen.name(person) | pen.closing(one))
                own = one.points, one.won, one.lost
                values.append((shown(person), number, table, seat, *own))
    return "results", with_heads(pen.chance, records), values


def write_rows(pen):
    records, values = [], []
    people = some_people(pen.chance)
    for day in some_days(pen.chance, pen.chance.randint(2, 5)):
        for person in people:
            one = pen.played(person)
            cells = {"date": pen.day(day)} | pen.name(person) | pen.closing(one)
            records.append(cells)
            values.append(result(person, day, one))
    rows = with_heads(pen.chance, with_noise(pen, records))
    return "former", without_heads(pen, rows), values


def write_evening(pen):
    records, values = [], []
    for person in some_people(pen.chance, 5, 24):
        one = pen.played(person, 2)
        records.append(pen.name(person) | pen.closing(one))
        values.append(result(person, SAID_DAY, one))
    rows = with_heads(pen.chance, with_noise(pen, records))
    return "former", without_heads(pen, rows), values


def write_series(pen):
    count, is_summed = pen.chance.randint(2, 4), pen.chance.random() < 0.8
    records, values = [], []
    order = [f"series:{number}" for number in range(1, count + 1)]
    for person in some_people(pen.chance):
        totals = [pen.played(person).total for _each in order]
        cells = pen.name(person) | {"total": pen.number(sum(totals))}
        if not is_summed:
            del cells["total"]
        records.append(cells)
        values.append(total_of(person, SAID_DAY, *totals))
        cells_of_series = dict(zip(order, map(pen.number, totals), strict=True))
        records[-1] = records[-1] | cells_of_series
    plain = [{k: v for k, v in each.items() if k not in order} for each in records]
    heads = with_heads(pen.chance, with_noise(pen, plain))
    more = [[head_of(pen.chance, each, order) for each in order]]
    more += [[record[each] for each in order] for record in records]
    rows = [a + b for a, b in zip(heads, more, strict=True)]
    return "former", without_heads(pen, rows), values


def write_rounds(pen):
    records, values = [], []
    people = some_people(pen.chance)
    for day in some_days(pen.chance, 2):
        for person in people:
            played = [pen.played(person) for _each in range(2)]
            for number, one in enumerate(played, 1):
                cells = {"date": pen.day(day), "round": str(number)}
                records.append(
                    cells | pen.name(person) | {"total": pen.number(one.total)}
                )
            values.append(total_of(person, day, *(one.total for one in played)))
    return "former", with_heads(pen.chance, records), values


def evenings(pen):
    """Return people, days, and for each person the total of each day or None."""
    people = some_people(pen.chance)
    days = some_days(pen.chance, pen.chance.randint(3, 12))
    totals = {
        (person, day): pen.played(person).total
        for person in people
        for day in days
        if pen.chance.random() < 0.8
    }
    values = [total_of(*key, total) for key, total in totals.items()]
    return people, days, totals, values


def cell_of(pen, total):
    return pen.absent if total is None else pen.number(total)


def write_matrix(pen):
    people, days, totals, values = evenings(pen)
    heads = {day: pen.day(day) for day in days}
    return "former", rows_across(pen, people, heads, totals), values


def rows_across(pen, people, heads, totals):
    """Return a row for each person, with a column for each day or year."""
    is_summed = pen.chance.random() < 0.6
    names = [pen.name(person) for person in people]
    words = [head_of(pen.chance, each, list(names[0])) for each in names[0]]
    rows = [[*words, *heads.values(), *(["Gesamt"] if is_summed else [])]]
    for person, name in zip(people, names, strict=True):
        own = [totals.get((person, each)) for each in heads]
        total = [pen.number(sum(filter(None, own)))] if is_summed else []
        rows.append([*name.values(), *(cell_of(pen, each) for each in own), *total])
    return rows


def write_down(pen):
    people, days, totals, values = evenings(pen)
    rows = [["Datum", *(" ".join(pen.name(each).values()) for each in people)]]
    if pen.way == "two":
        rows = [["Datum", *(f"{first} {last}" for first, last in people)]]
    for day in days:
        cells = [cell_of(pen, totals.get((person, day))) for person in people]
        rows.append([pen.day(day), *cells])
    return "former", rows, values


def write_sections(pen):
    records, values, rows = [], [], []
    people = some_people(pen.chance)
    days = some_days(pen.chance, 3)
    for day in days:
        for person in people:
            one = pen.played(person)
            records.append(pen.name(person) | pen.closing(one))
            values.append(result(person, day, one))
    heads, *body = with_heads(pen.chance, records)
    are_heads_repeated = pen.chance.random() < 0.5
    for at, day in enumerate(days):
        rows += [[pen.day(day)], heads] if are_heads_repeated else [[pen.day(day)]]
        rows += body[at * len(people) : (at + 1) * len(people)]
    if not are_heads_repeated:
        rows.insert(0, heads)
    return "former", rows, values


def write_groups(pen):
    people = some_people(pen.chance)
    days = some_days(pen.chance, pen.chance.randint(2, 4))
    upper, lower = ["Name"], [""]
    for day in days:
        own = ["Spielpunkte", "gew.", "verl.", *["GV"] * bool(pen.others), "Gesamt"]
        upper += [pen.day(day), *[""] * (len(own) - 1)]
        lower += own
    rows, values = [upper, lower], []
    for person in people:
        name = pen.name(person)
        row = [name.get("name") or f"{person[0]} {person[1]}"]
        for day in days:
            if pen.chance.random() < 0.2:
                row += [pen.absent if pen.absent != "0" else ""] * len(own)
                continue
            one = pen.played(person)
            row += pen.closing(one).values()
            values.append(result(person, day, one))
        rows.append(row)
    return "former", rows, values


def write_year(pen):
    records, values = [], []
    for person in some_people(pen.chance, 5, 24):
        lists = pen.chance.randint(3, 40)
        total = pen.played(person, lists).total
        cells = {"lists": str(lists), "total": pen.number(total)}
        records.append(pen.name(person) | cells)
        values.append(total_of(person, datetime.date(1998, 12, 31), total))
    rows = with_heads(pen.chance, with_noise(pen, records))
    return "former", without_heads(pen, rows), values


def years_of(pen):
    """Return people and their totals in years, each in most of them."""
    first = pen.chance.randint(1950, 2010)
    years = range(first, first + pen.chance.randint(2, 10))
    people = some_people(pen.chance)
    totals = {
        (person, year): pen.played(person, pen.chance.randint(3, 40)).total
        for person in people
        for year in years
        if year == first or pen.chance.random() < 0.8
    }
    values = [
        total_of(person, datetime.date(year, 12, 31), total)
        for (person, year), total in totals.items()
    ]
    return people, years, totals, values


def write_year_rows(pen):
    _people, _years, totals, values = years_of(pen)
    word = pen.chance.choice(("Jahr", "Saison", "year"))
    records = [
        {**pen.name(person), "total": pen.number(total)}
        for (person, _year), total in totals.items()
    ]
    rows = with_heads(pen.chance, records)
    years = [word, *(str(year) for _person, year in totals)]
    rows = [[*row, year] for row, year in zip(rows, years, strict=True)]
    return "former", without_heads(pen, rows), values


def write_years_across(pen):
    people, years, totals, values = years_of(pen)
    heads = {year: str(year) for year in years}
    return "former", rows_across(pen, people, heads, totals), values


LAYOUTS = {
    "people": write_people,
    "lines": write_lines,
    "results": write_results,
    "rows": write_rows,
    "evening": write_evening,
    "series": write_series,
    "rounds": write_rounds,
    "matrix": write_matrix,
    "down": write_down,
    "sections": write_sections,
    "groups": write_groups,
    "year": write_year,
    "year rows": write_year_rows,
    "years across": write_years_across,
}


def with_foot(pen, layout, rows):
    """Return the rows with their sums below, and how many rows of sums there are."""
    if layout not in ("evening", "rows", "year") or pen.chance.random() < 0.7:
        return rows, 0
    heads = rows[0]
    if "Gesamt" not in heads:
        return rows, 0
    at = heads.index("Gesamt")
    plain = str.maketrans("", "", ".,\u202f")
    numbers = [row[at].translate(plain).replace(pen.minus, "-") for row in rows[1:]]
    total = sum(-int(n.strip("-")) if "-" in n else int(n) for n in numbers)
    foot = [""] * len(heads)
    words = [each for each in range(len(heads)) if not rows[1][each][:1].isdigit()]
    if words and words[0] != at:
        foot[words[0]] = pen.chance.choice(("Summe", "Gesamt:", "Zusammen"))
    foot[at] = pen.number(total)
    return [*rows, foot], 1


def write(seed):
    """Return one table; the same seed writes the same."""
    chance = Random(seed)
    layout = chance.choice(tuple(LAYOUTS))
    encoding, numbers = chance.choice(ENCODINGS), chance.choice(tuple(NUMBERS))
    pen = pen_of(chance, numbers)
    purpose, rows, values = LAYOUTS[layout](pen)
    rows, sums = with_foot(pen, layout, rows)
    if layout != "lines" and chance.random() < 0.3:
        rows = [["Skatclub Herz Dame"], [""], *rows]
    text = chance.choice((as_text, as_text, as_html))(chance, rows, encoding)
    if encoding not in ENCODINGS[:3]:
        text = text.translate(PLAIN_SIGNS)
    content = text.encode(encoding, errors="replace")
    return Written(layout, purpose, content, [*filter(None, values)], sums)


def as_text(chance, rows, encoding):
    """Return the rows with a sign between the cells, quoted where that is inside."""
    sign = chance.choice((";", ";", "\t", ",")) if len(rows[-1]) > 1 else ""
    lines = []
    for row in rows:
        cells = [f'"{cell}"' if sign and sign in cell else cell for cell in row]
        lines.append(sign.join([*cells, *[""] * (len(rows[-1]) - len(row))]))
    return "\n".join(lines) + "\n"


def as_html(_chance, rows, encoding):
    body = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows
    )
    name = encoding.replace("-sig", "")
    return f'<html><meta charset="{name}"><table>{body}</table></html>'
