"""The house: its topics, and the storeys of their files.

A file may import from a topic downstairs, and from no higher storey than its own.
"""

# What each topic may use, beside the words and the web, which all may use.
DOWNSTAIRS = {
    "words": set(),
    "web": set(),
    "seating": set(),
    "people": set(),
    "sheets": {"people"},
    "events": {"people", "sheets", "seating"},
    "careers": {"people", "sheets", "events"},
    "seasons": {"people", "sheets", "events"},
    "leagues": {"people", "sheets", "events", "seating"},
    "papers": {"people", "sheets", "events", "careers", "seasons", "leagues"},
    "files": {"people", "sheets", "events", "careers", "seasons", "leagues"},
    "sample": {"people", "sheets", "events", "seasons", "leagues", "seating"},
}
# The rooms of ``scoring``: each may import from those before it.
SCORING = (
    "game",
    "notation",
    "lists",
    "house",
    "ranking",
    "leagues",
    "seasons",
    "chance",
    "proof",
)
COMMON = ("words", "web")
# These show all topics, or are shown by Django as the whole app.
INDEXES = {"models", "urls", "admin"}
VALUES, MODELS, SELECTORS, SERVICES, TABLES, FORMS, VIEWS, URLS = range(8)
STOREYS = {
    "models": MODELS,
    "selectors": SELECTORS,
    "services": SERVICES,
    "words": SELECTORS,
    "tables": TABLES,
    "forms": FORMS,
    "views": VIEWS,
    "urls": URLS,
}
