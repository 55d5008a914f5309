"""Columns of old tables are recognised by heads and sums; doubts are reported."""

import pytest

from tournaments.files.columns.layout import Shape, layout_of
from tournaments.files.columns.meanings import Doubt
from tournaments.files.tables.heads import Meaning

# Spielpunkte, gewonnen, verloren, verlorene Gegner, total (rules 2.3, table of four).
CLOSINGS = [
    ("Anna Kurz", 662, 13, 1, 5, 1412),
    ("Bernd Lang", 508, 11, 2, 4, 1078),
    ("Carla Groß", 415, 9, 2, 4, 885),
    ("Dieter Weiß", 109, 7, 1, 5, 559),
    ("Emil Vogel", 88, 8, 3, 6, 518),
    ("Frieda Jung", 311, 10, 0, 2, 871),
]


def texts(rows):
    return [[str(cell) for cell in row] for row in rows]


def meanings(*words):
    return tuple(Meaning(word) for word in words)


def test_columns_without_heads_are_found_by_their_sums():
    rows = [
        (lost, name, total, others, points, won)
        for name, points, won, lost, others, total in CLOSINGS
    ]

    layout = layout_of(texts(rows))

    assert layout.head is None
    assert layout.doubts == ()
    assert layout.meanings == meanings(
        "lost", "name", "total", "others", "points", "won"
    )


def test_the_head_row_is_found_below_titles():
    rows = [("Skatclub Herz Dame", "", ""), ("Saison 1998", "", ""), ("", "", "")]
    rows += [("Platz", "Name", "Punkte"), (1, "Anna Kurz", 900), (2, "Bernd Lang", 800)]

    layout = layout_of(texts(rows))

    assert layout.head == 3
    assert layout.year == 1998
    assert layout.meanings == meanings("rank", "name", "total")


def test_heads_that_contradict_the_sums_are_doubtful():
    heads = ("Name", "Spielpunkte", "verloren", "gewonnen", "GV", "Gesamt")

    layout = layout_of(texts([heads, *CLOSINGS]))

    assert layout.doubts == (Doubt.HEADS_LIE,)
    assert layout.meanings == meanings(
        "name", "points", "won", "lost", "others", "total"
    )


def test_two_columns_with_the_same_head_are_doubtful():
    rows = [
        ("Name", "Gesamt", "Gesamt"),
        ("Anna Kurz", 900, 870),
        ("Bernd Lang", 1, 33),
    ]

    assert Doubt.TWICE in layout_of(texts(rows)).doubts


def test_a_column_without_a_head_is_doubtful():
    rows = [("Anna Kurz", 900), ("Bernd Lang", 870), ("Carla Groß", 700)]

    assert layout_of(texts(rows)).doubts == (Doubt.UNNAMED,)


@pytest.mark.parametrize(
    ("heads", "shape"),
    [
        (("Datum", "Name", "Punkte"), Shape.ROWS),
        (("Name", "12.03.1998", "19.03.1998"), Shape.MATRIX),
        (("Name", "1. Abend", "2. Abend"), Shape.MATRIX),
        (("Name", "1. Serie", "2. Serie"), Shape.EVENING),
        (("Name", "Abende", "Gesamt"), Shape.YEAR),
    ],
)
def test_heads_tell_the_shape_of_a_table(heads, shape):
    rows = [
        (
            "12.03.1998"
            if head == "Datum"
            else name
            if head == "Name"
            else 700 + 13 * at
            for head in heads
        )
        for at, name in enumerate(("Ida Kurz", "Uwe Lang"))
    ]

    assert layout_of(texts([heads, *rows])).shape is shape


def test_an_empty_table_raises_only_doubts():
    for rows in ([], [[]], [[""]], [["1", "2"]], [["Name"]]):
        assert Doubt.NO_TOTAL in layout_of(rows).doubts
