"""The house: its topics, their rooms from the ground up, and the storeys of a room.

A file may import from a topic downstairs, from its own room and from the rooms below
it. Files with Django's usual names import from no higher storey than their own.
"""

BOOKS = {"people", "organisations"}
LISTS = {"sheets"}
# What each topic may use, beside the words and the web, which all may use.
DOWNSTAIRS = {
    "scope": set(),
    "words": set(),
    "web": set(),
    "seating": set(),
    "people": set(),
    "organisations": {"people"},
    "sheets": {"people"},
    "events": {*BOOKS, *LISTS, "seating"},
    "seasons": {*BOOKS, *LISTS, "events"},
    "leagues": {*BOOKS, *LISTS, "events", "seating"},
    "careers": {"people", *LISTS, "events", "seasons"},
    "papers": {*BOOKS, *LISTS, "events", "careers", "seasons", "leagues", "seating"},
    "files": {*BOOKS, *LISTS, "events", "careers", "seasons", "leagues"},
    "site": {*BOOKS, *LISTS, "events", "seasons", "leagues"},
    "home": {*BOOKS, *LISTS, "events", "careers", "seasons", "leagues"},
    "api": {*BOOKS, *LISTS, "events", "seasons", "files"},
    "public": {*BOOKS, *LISTS, "events", "seasons", "leagues", "home", "api", "papers"},
}
# The rooms of ``scoring``: each may import from those before it.
SCORING = (
    "game",
    "notation",
    "lists",
    "house",
    "playing",
    "ranking",
    "leagues",
    "seasons",
    "chance",
    "proof",
)
COMMON = ("scope", "words", "web")
# These show all topics, or are shown by Django as the whole app.
INDEXES = {"models", "urls"}

# The rooms of a topic, each above those before it; the dot is where the files lie
# that are in none.
GROUND = "."
ROOMS = {
    "people": "names . accounts",
    "organisations": ".",
    "sheets": ". house finishing seats typing proof table photos",
    "events": ". teams entries standings draws money flow seats planning",
    "careers": ". joins",
    "seasons": ".",
    "leagues": ".",
    "site": "backups .",
    "home": ".",
    "api": ".",
    "public": ".",
    "papers": "event .",
    "files": "event tables columns . lists club imports",
}
# One page with many parts: its views answer for each other.
ONE_PAGE = "sheets"

VALUES, MODELS, SELECTORS, SERVICES, TABLES, FORMS, VIEWS, URLS = range(8)
STOREYS = {
    "models": MODELS,
    "words": SELECTORS,
    "selectors": SELECTORS,
    "services": SERVICES,
    "tables": TABLES,
    "forms": FORMS,
    "views": VIEWS,
    "urls": URLS,
}
# Topics that are one storey altogether.
FLAT = dict.fromkeys((*COMMON, "seating"), VALUES)


def room_of(parts):
    """Return how high the room of ``<topic>/<room>/...`` lies among the others."""
    rooms = ROOMS.get(parts[0], GROUND).split()
    return rooms.index(parts[1] if parts[1] in rooms else GROUND)


def storey_of(parts):
    """Return the storey of ``<topic>/<room>/<file>``; None for any other name.

    ``live_views`` are views, too.
    """
    if parts[0] in FLAT:
        return FLAT[parts[0]]
    is_in_room = parts[1] in ROOMS[parts[0]].split()
    inside = parts[2:] if is_in_room else parts[1:]
    return STOREYS.get(inside[0].rpartition("_")[2]) if inside else None
