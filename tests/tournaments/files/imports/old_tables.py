"""Invented tables of clubs, as twenty years of office programs left them.

Each comes with what its columns mean. Nothing here looks at the program that reads
them: results are played with dice, heads are what clubs write above their columns.
"""

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

DAYS = ("%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d", "%d/%m/%Y", "%d-%m-%Y")

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
    "born": ("Geburtsdatum", "geb.", "Geburtstag", "Born"),
    "round": ("Serie", "Runde", "Durchgang"),
    "table": ("Tisch", "Tisch-Nr."),
    "seat": ("Platz", "Sitz"),
    "number": ("Nr.", "lfd. Nr.", "Mitgl.-Nr."),
    "club": ("Verein", "Club"),
    "average": ("Schnitt", "Ø", "Durchschnitt"),
    "money": ("Verlustgeld", "DM", "Euro"),
    "games": ("Spiele", "Anz. Spiele"),
    "bonus": ("Bonus", "+/-", "50er"),
}


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


def head_of(chance, column, columns):
    """Return a word for a column."""
    if column.startswith("series"):
        pattern = Random(len(columns)).choice(HEADS["series"])
        return pattern.format(column.split(":")[1])
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
    if column.startswith("series") or chance.random() < 0.7:
        return head_of(chance, column, columns)
    if chance.random() < 0.8:
        return chance.choice(("", "", "Erg.-Sp.", "??", "Wert"))
    return head_of(chance, {"won": "lost", "lost": "won"}.get(column, column), columns)
