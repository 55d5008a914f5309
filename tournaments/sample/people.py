"""The people of the invented club. Any likeness to a living player is chance."""

from tournaments.words.choices import Privacy

GUEST_CLUB = "Reizende Buben Nebelhausen"

MEMBERS = (
    ("Hannelore", "Pfefferkorn"),
    ("Karl-Heinz", "Böllerstorff"),
    ("Ayşe", "Yıldırım"),
    ("Uwe", "Petersen"),
    ("Traudl", "Wiesinger"),
    ("Łukasz", "Wiśniewski"),
    ("Gisela", "Brömmelkamp"),
    ("Jürgen", "Oehlschläger"),
    ("Svenja", "Möwenthal"),
    ("Bodo", "Schnellinger"),
    ("Renate", "Stolzenfels"),
    ("Ottokar", "von Eulenstein"),
    ("Ingeborg", "Lindenblatt"),
    ("Detlef", "Grünspan"),
    ("Käthe", "Nußbaum"),
    ("Manfred", "Köttgen"),
    ("Rosemarie", "Täubchen"),
    ("Siegfried", "Hagedorn"),
    ("Elfriede", "Mützenich"),
    ("Wolfgang", "Trautwein"),
    ("Jonas", "Kallweit"),
    ("Helga", "Sonnenschein"),
)
# How they want to be called in public, by family name; the others say nothing.
WISHES = {
    "Petersen": Privacy.SHORT,
    "Grünspan": Privacy.FIRST,
    "Täubchen": Privacy.HIDDEN,
}
GUESTS = (("Matthias", "Kirchhoff"), ("Doris", "Ellerbrock"))

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
"""Who comes to the tournaments from other clubs besides the guests."""
