"""The people of the invented club. Any resemblance to real players is accidental."""

from dataclasses import dataclass

from tournaments.words.choices import Privacy

GUEST_CLUB = "Reizende Buben Nebelhausen"


@dataclass(frozen=True, slots=True)
class Regular:
    """A player who comes to the evenings.

    ``skill`` and ``attendance`` go up to ten: the strength, and the evenings of ten on
    which they come. ``joined`` and ``left`` are in weeks before today.
    """

    first_name: str
    last_name: str
    skill: int
    attendance: int
    joined: int | None = None
    left: int | None = None

    def is_about(self, weeks_ago: int) -> bool:
        """Tell whether they belonged to the club that many weeks ago."""
        has_joined = self.joined is None or weeks_ago <= self.joined
        return has_joined and (self.left is None or weeks_ago > self.left)


MEMBERS = (
    Regular("Hannelore", "Pfefferkorn", 7, 8),
    Regular("Karl-Heinz", "Böllerstorff", 9, 9),
    Regular("Ayşe", "Yıldırım", 9, 9),
    Regular("Uwe", "Petersen", 6, 7),
    Regular("Traudl", "Wiesinger", 5, 5),
    Regular("Łukasz", "Wiśniewski", 8, 6),
    Regular("Gisela", "Brömmelkamp", 4, 7),
    Regular("Jürgen", "Oehlschläger", 2, 8),
    Regular("Svenja", "Möwenthal", 6, 4),
    Regular("Bodo", "Schnellinger", 5, 4),
    Regular("Renate", "Stolzenfels", 3, 5),
    Regular("Ottokar", "von Eulenstein", 1, 6),
    Regular("Ingeborg", "Lindenblatt", 5, 4),
    Regular("Siegfried", "Hagedorn", 8, 8, left=76),
    Regular("Detlef", "Grünspan", 4, 3),
    Regular("Käthe", "Nußbaum", 7, 3),
    Regular("Manfred", "Köttgen", 3, 2),
    Regular("Rosemarie", "Täubchen", 5, 3),
    Regular("Elfriede", "Mützenich", 4, 2),
    Regular("Wolfgang", "Trautwein", 6, 3),
    Regular("Jonas", "Kallweit", 8, 8, joined=44),
    Regular("Helga", "Sonnenschein", 2, 2),
    Regular("Maximiliane", "Freifrau von Düsterlohe-Schwarzenbüttel", 5, 3),
    Regular("Bo", "Ott", 6, 2),
)
# They sit at one table whenever both come, with totals close to each other.
RIVALS = ("Böllerstorff", "Yıldırım")
# The public names that players wish, by family name; the others have no wish.
WISHES = {
    "Petersen": Privacy.SHORT,
    "Grünspan": Privacy.FIRST,
    "Täubchen": Privacy.HIDDEN,
}
GUESTS = (Regular("Matthias", "Kirchhoff", 6, 2), Regular("Doris", "Ellerbrock", 4, 1))
# They came only once; evenings are counted backwards from the last.
ONE_TIME_GUESTS = {
    1: ("Christoph-Maria", "Übelhör-Großkreuz"),
    12: ("Dörte", "Zwickel"),
    25: ("Søren", "Østergård"),
    40: ("Ambrosius", "Übelacker"),
}

VISITORS = {
    GUEST_CLUB: (
        ("Burkhard", "Nebelung"),
        ("Friederike", "Quast"),
        ("Mehmet", "Aydoğan"),
        ("Waltraud", "Immergrün"),
        ("Torsten", "Habersack"),
        ("Anneliese", "Fuchsberger"),
    ),
    "Kontra Kieselstein": (
        ("Gerhard", "Kieselbach"),
        ("Margarete", "Lüdenscheidt"),
        ("Piotr", "Zieliński"),
        ("Heinz-Peter", "Rosskamp"),
        ("Silke", "Brüggenthies"),
        ("Alfons", "Oberhuber"),
        ("Dagmar", "Weißgerber"),
        ("Lothar", "Finkenwerder"),
    ),
    "Grand Hand Moosbach": (
        ("Rüdiger", "Tannhäuser"),
        ("Elke", "Schönborn-Kötz"),
        ("Xaver", "Dirnberger"),
        ("Brunhilde", "Ackermann"),
        ("Norbert", "Zuckerriegel"),
        ("Zeynep", "Karahan"),
        ("Egon", "Sperling"),
        ("Marlies", "Überschär"),
    ),
    "Schneiderfrei Salzhemmen": (
        ("Volker", "Salzmann"),
        ("Hildegard", "Kornblume"),
        ("Joachim", "Eberwein"),
        ("Sigrid", "Haselmaus"),
        ("Günter", "Plettenbrink"),
        ("Erna", "Vogelsang"),
        ("Thorben", "Hinrichsen"),
        ("Irmgard", "Dachsteiner"),
    ),
    "Vier Buben Windeck": (
        ("Kurt", "Windhövel"),
        ("Roswitha", "Lämmermann"),
        ("Bernhard", "Quittenbaum"),
        ("Christel", "Nachtigall"),
    ),
}
"""People from other clubs who come to the tournaments, besides the guests."""
