"""The people of the invented club. Any likeness to a living player is chance."""

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
GUESTS = (("Matthias", "Kirchhoff"), ("Doris", "Ellerbrock"))
