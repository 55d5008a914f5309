"""Names shortened for little space keep the family name longest."""

import pytest

from tournaments.people.names.names import short_name


@pytest.mark.parametrize(
    ("name", "most", "shown"),
    [
        ("Egon Sperling", 13, "Egon Sperling"),
        ("Egon Sperling", 12, "Sperling, E."),
        ("Egon Sperling", 11, "Sperling"),
        ("Hans-Joachim Schnabelewopski", 26, "Schnabelewopski, H.-J."),
        ("Dr. Wolfgang Trautmannsdorff", 26, "Trautmannsdorff, W."),
        ("Brigitte von der Heide-Osterkamp", 27, "von der Heide-Osterkamp, B."),
        ("Brigitte von der Heide-Osterkamp", 26, "v. d. Heide-Osterkamp, B."),
        ("Brigitte von der Heide-Osterkamp", 22, "v. d. Heide-Osterkamp"),
        ("Brigitte von der Heide-Osterkamp", 15, "Heide-Osterkamp"),
        ("Brigitte von der Heide-Osterkamp", 10, "Heide-Ost…"),
        ("Spieler 77", 15, "Spieler 77"),
        ("Spieler 77", 7, "77"),
        ("Kalle", 3, "Ka…"),
    ],
)
def test_a_name_is_as_long_as_there_is_room(name, most, shown):
    assert short_name(name, most) == shown
