"""The refusals of a draw, each with a code that never changes."""


def gettext_noop(text: str) -> str:
    """Mark ``text`` for the catalogue; the site translates it when it is shown."""
    return text


REFUSALS = {
    "five-players": gettext_noop(
        "5 players do not fit tables of four and three: play at one table of five"
        " with two sitting out in turn, or wait for a sixth player."
    ),
    "groups-out-of-range": gettext_noop(
        "%(groups)s groups cannot be formed: there are %(tables)s tables."
    ),
    "match-day-teams": gettext_noop(
        "A match day needs three or four teams of four players."
    ),
    "no-such-pair": gettext_noop(
        "%(first)s and %(second)s cannot be kept apart: that is no pair of players."
    ),
    "no-such-player": gettext_noop("Start number %(number)s does not play."),
    "no-such-table": gettext_noop(
        "There is no table %(table)s: %(tables)s tables are used."
    ),
    "not-seated": gettext_noop("Start number %(number)s has no seat."),
    "number-twice": gettext_noop("Start number %(number)s was given twice."),
    "ranking-twice": gettext_noop("Start number %(number)s is ranked twice."),
    "seated-twice": gettext_noop("Start number %(number)s would be seated twice."),
    "series-out-of-range": gettext_noop(
        "%(series)s series cannot be drawn: between 1 and %(most)s are possible."
    ),
    "table-full": gettext_noop("Too many players are fixed at table %(table)s."),
    "table-size": gettext_noop("%(players)s players cannot play at table %(table)s."),
    "too-few-players": gettext_noop(
        "%(players)s players are too few: a table needs at least 3."
    ),
    "too-many-players": gettext_noop(
        "%(players)s players are too many: the limit is %(most)s."
    ),
}


class SeatingError(ValueError):
    """A draw that is impossible.

    ``code`` names the reason, ``template`` is the sentence to translate and
    ``params`` are the numbers to put into it.
    """

    def __init__(self, code: str, **params: int) -> None:
        self.code = code
        self.template = REFUSALS[code]
        self.params = params
        super().__init__(self.template % params)
