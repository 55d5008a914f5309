"""The house: its topics, their rooms from the ground up, and the storey of each file.

A file may import from a topic downstairs, from its own room and from the rooms below
it, and from no higher storey than its own.
"""

BOOKS = {"people", "organisations"}
LISTS = {"programme", "sheets"}
# What each topic may use, beside the words and the web, which all may use.
DOWNSTAIRS = {
    "scope": set(),
    "words": set(),
    "web": set(),
    "seating": set(),
    "people": set(),
    "organisations": {"people"},
    "programme": {"people"},
    "sheets": {"people", "programme"},
    "events": {*BOOKS, *LISTS, "seating"},
    "seasons": {*BOOKS, *LISTS, "events"},
    "leagues": {*BOOKS, *LISTS, "events", "seating"},
    "careers": {"people", *LISTS, "events", "seasons"},
    "papers": {*BOOKS, *LISTS, "events", "careers", "seasons", "leagues", "seating"},
    "files": {*BOOKS, *LISTS, "events", "careers", "seasons", "leagues"},
    "history": {*BOOKS, *LISTS, "events", "seasons", "leagues"},
    "site": {*BOOKS, *LISTS, "events"},
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
INDEXES = {"models", "urls", "admin"}

# The rooms of a topic, each above those before it; the dot is where the files lie
# that are in none.
GROUND = "."
ROOMS = {
    "people": "names . privacy clubs persons accounts",
    "organisations": ". pages",
    "programme": ".",
    "sheets": ". calculator house finishing seats typing proof table page photos",
    "events": ". results teams entries standings rules seats draws swaps"
    " latecomers money prizes cash lots visibility flow adjustments screens phones"
    " live my_evening check_in planning overview",
    "careers": ". persons joins",
    "seasons": ". rule lots race planning",
    "leagues": ". matches ranking hosting match_days teams groups divisions",
    "history": ".",
    "site": "backups .",
    "home": ".",
    "api": ". keys",
    "public": ". sharing mail",
    "papers": "canvas lists event .",
    "files": "event spreadsheets tables columns . event_store lists club club_store"
    " person imports report former conformance",
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
# Files with a name of their own.
NAMED = {
    "people": {
        VALUES: "names/sound names/first_names names/names names/numbers"
        " names/narrow names/mentions names/typed"
        " accounts/passwords accounts/devices",
        SELECTORS: "public_names",
        SERVICES: "deeds accounts/sessions",
        VIEWS: "pages accounts/middleware accounts/session_views privacy/middleware"
        " privacy/readers",
    },
    "organisations": {
        VALUES: "logos",
        SELECTORS: "hosts",
    },
    "site": {SELECTORS: "access"},
    "sheets": {
        SELECTORS: "board codes ledger rows untouched finishing/checking page/courses"
        " page/spoken proof/evidence proof/questions"
        " photos/pictures photos/store"
        " table/page typing/echo typing/grammar_card typing/reach",
        SERVICES: "refusals tallies writing finishing/foot finishing/versions"
        " proof/corrections seats/many table/confirming table/receiving table/second"
        " typing/edits typing/history",
        FORMS: "typing/buttons typing/marks",
        VIEWS: "page/page page/typing_mode proof/checking_views"
        " table/answers table/page_views"
        " typing/live_views",
    },
    "events": {
        VALUES: "accounts results/played",
        SELECTORS: "addresses people results/rows draws/drawing draws/halls"
        " draws/problems draws/reports entrants entries/gaps flow/reopenings matches"
        " overview/path overview/progress"
        " prizes/winners references results/classes results/ties"
        " results/minimum results/prize_cut"
        " standings/fields standings/leaders"
        " standings/podium tabs tallies",
        SERVICES: "log planning/frozen planning/opening teams/names photo_work",
        VIEWS: "pages phones/closing_views",
    },
    "careers": {SELECTORS: "records persons/membership", SERVICES: "joins/removals"},
    "seasons": {SELECTORS: "drawn_lots evenings", VIEWS: "pages"},
    "leagues": {
        SELECTORS: "groups/seats matches/states teams/line_ups",
        SERVICES: "groups/files groups/results",
        VIEWS: "pages matches/pages divisions/editing hosting/middleware",
    },
    "history": {SELECTORS: "shapes sources"},
    "public": {
        VALUES: "pages plain visiting sharing/calendars",
        SELECTORS: "mail/letters",
        SERVICES: "copying",
        VIEWS: "middleware sharing/feeds sharing/framed sharing/share_views"
        " sharing/sitemap",
    },
    "api": {
        VALUES: "problems",
        SELECTORS: "answers operations",
        VIEWS: "door schema",
    },
    "papers": {
        VALUES: "canvas/canvas canvas/codes canvas/fitting canvas/shapes canvas/tables"
        " lists/form",
        SELECTORS: "lists/pages lists/ink event/draws event/cards event/standings"
        " event/posters event/press event/certificates event/payments event/receipts"
        " event/rules leagues seasons orders",
    },
    "files": {
        VALUES: "tables columns conformance/scored_lists spreadsheets/spreadsheets",
        SELECTORS: "uploads former/previews event/checking event/lines event/order"
        " event/contradictions event/verification club/faults club/reading"
        " club/rows club/shape club/writing"
        " event/columns event/document event/links event/public_copy event/reading"
        " event/sections event/shape event/writing report/shape report/tables"
        " imports/people imports/recognising imports/results person/person_file"
        " spreadsheets/all_time spreadsheets/leagues spreadsheets/rules"
        " spreadsheets/seasons spreadsheets/standings conformance/papers"
        " conformance/reference",
        SERVICES: "lists/receiving lists/checked_files lists/comparing lists/documents"
        " lists/inbox lists/pictures lists/merging lists/versions"
        " club_store/league_rows club_store/reports club_store/sample"
        " event_store/event_rows event_store/newcomers"
        " event_store/sheet_rows event_store/table_keys"
        " imports/people_services imports/results_services",
        VIEWS: "lists/check_views spreadsheets/answers",
    },
}


def room_of(parts):
    """Return how high the room of ``<topic>/<room>/...`` lies among the others."""
    rooms = ROOMS.get(parts[0], GROUND).split()
    return rooms.index(parts[1] if parts[1] in rooms else GROUND)


def storey_of(parts):
    """Return the storey of ``<topic>/<room>/<file>``; None for a file without one."""
    if parts[0] in FLAT:
        return FLAT[parts[0]]
    is_in_room = parts[1] in ROOMS[parts[0]].split()
    inside = parts[2:] if is_in_room else parts[1:]
    name = "/".join(parts[1:])
    for storey, names in NAMED.get(parts[0], {}).items():
        if any(name == each or name.startswith(f"{each}/") for each in names.split()):
            return storey
    return STOREYS.get(inside[0]) if inside else None
