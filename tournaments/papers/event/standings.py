"""Rankings of players, teams or lists, and the prize list."""

from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.ranking.citations import Fact
from scoring.ranking.standings import Placed
from tournaments.events.models import Adjustment, Event
from tournaments.events.money.awards import PrizeList, Winner, received_lines
from tournaments.events.results import Note
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.events.standings.tables import (
    name_on_paper,
    place_column,
    ranking_columns,
)
from tournaments.events.standings.words import (
    beside_text,
    nobody_text,
    provisional_text,
    unranked_text,
)
from tournaments.papers.canvas.fitting import width_of
from tournaments.papers.canvas.shapes import TablePaper, sentence, sentences
from tournaments.papers.canvas.tables import (
    LANDSCAPE,
    PORTRAIT,
    Ruled,
    podium_rows,
    ruled,
    with_widths,
)
from tournaments.papers.event.draws import about_event
from tournaments.web.drawing.faces import BOLD
from tournaments.web.tables import Column, Space, figure
from tournaments.words import formats
from tournaments.words.choices import Ranking
from tournaments.words.citations import criteria_texts, fact_rule

MOST_SERIES_UPRIGHT = 4
SERIES_WIDTH = 12
LEAST_NAME, LEAST_NAMES, MOST_NAME = 30, 60, 90
# The widths in mm of name, club, prize and the line to sign.
AMOUNTS_ONLY = (46, 38, 28, 36)
WITH_THINGS = (40, 37, 46, 25)
LONGEST_AMOUNT = 12
PRIZE_LETTERS = 22  # as many as fit into the column of prizes


def standings_paper(event: Event, *, ranking: str = Ranking.SINGLE) -> TablePaper:
    return ranking_paper(event, standings_of(event, ranking=ranking))


def ranking_paper(event: Event, standings: Standings) -> TablePaper:
    table = ranking_table(standings)
    remarks = [*standings_remarks(standings), *tie_texts(standings)]
    nobody = nobody_text(standings) or _("No results yet.")
    return TablePaper(
        title=standings_title(standings),
        about=about_event(event),
        parts=[table, *sentences(remarks)] if standings.places else [sentence(nobody)],
        note=state_note(standings),
        is_wide=len(series_of(standings)) > MOST_SERIES_UPRIGHT,
    )


def ranking_table(standings: Standings) -> Ruled:
    """Return the table of a ranking; those who win a prize are marked."""
    prized = standings.prize.places if standings.prize else 0
    places = [line.place for line in standings.places]
    columns = ranking_columns(standings)
    return ruled(
        standings.places,
        with_widths(columns, ranking_widths(standings, columns)),
        strong=podium_rows(places),
        marked=[row for row, place in enumerate(places, 1) if place <= prized],
    )


def ranking_widths(standings: Standings, columns: list[Column]) -> dict[str, float]:
    """Return the widths of series, and of names and clubs, which share the rest."""
    series = series_of(standings)
    count = len(series)
    width = LANDSCAPE if count > MOST_SERIES_UPRIGHT else PORTRAIT
    fixed = sum(each.paper.width for each in columns if each.paper)
    one_series = min(SERIES_WIDTH, (width - fixed - LEAST_NAMES) / max(count, 1))
    room = width - fixed - one_series * count
    has_clubs = standings.shows_clubs
    name = share_of_names(standings.places, room) if has_clubs else min(room, MOST_NAME)
    widths = {f"series_{number}": one_series for number in series}
    return {"player": name, "club": room - name, **widths}


def series_of(standings: Standings) -> tuple[int, ...]:
    """Return the numbers of the series with a column of their own."""
    return () if standings.ranking == Ranking.LISTS else standings.series_numbers


def share_of_names(lines: Sequence[Placed], room: float) -> float:
    """Return the part of ``room`` that names get beside clubs, so that few wrap."""
    names = max(width_of(name_on_paper(line.entry), 1, BOLD) for line in lines)
    clubs = max(width_of(line.entry.club, 1, BOLD) for line in lines)
    share = room * names / (names + clubs or 1)
    return max(LEAST_NAME, min(share, room - LEAST_NAME))


def standings_title(standings: Standings) -> str:
    """Return the title of a ranking, such as "Standings after series 3"."""
    is_whole = standings.ranking != Ranking.LISTS
    played = max(standings.series_choices, default=0) if is_whole else 0
    text = _("Standings after series %(number)s") if played else _("Standings")
    title = text % {"number": played}
    return " · ".join(filter(None, (ranking_name(standings), title)))


def ranking_name(standings: Standings) -> str:
    """Return the name of a ranking, empty for the usual one."""
    return "" if standings.ranking == Ranking.SINGLE else standings.label


def tie_texts(standings: Standings) -> list[str]:
    """Return what decided between equal totals, with the places."""
    decisive = criteria_texts(standings.chain)
    places: dict[str, list[str]] = {}
    for line in standings.places:
        decided = decisive[line.decided_by] if line.decided_by else ""
        remark = "; ".join(filter(None, (beside_text(line.entry, standings), decided)))
        if remark:
            places.setdefault(remark, []).append(str(line.place))
    return [
        _("Place %(places)s: %(remark)s")
        % {"places": ", ".join(dict.fromkeys(tied)), "remark": remark}
        for remark, tied in places.items()
    ]


def standings_remarks(standings: Standings) -> list[str]:
    """Return the remarks below a ranking: the prizes and the referee's decisions."""
    remarks = [text] if (text := unranked_text(standings)) else []
    if standings.prize:
        places = standings.prize.places
        text = ngettext(
            "%(places)s place wins a prize.", "%(places)s places win a prize.", places
        )
        remarks.append(text % {"places": places})
    return [*remarks, *map(note_text, standings.notes)]


def note_text(note: Note) -> str:
    """Return a referee's decision as a footnote."""
    adjustment = note.adjustment
    return _(
        "%(note)s) %(name)s, series %(series)s: %(change)s (%(reason)s); "
        "decided by %(decided_by)s on %(day)s; %(rule)s"
    ) % {
        "note": note.number,
        "name": adjustment.player.name,
        "series": adjustment.series.number,
        "change": changed_numbers(adjustment),
        "reason": adjustment.reason,
        "decided_by": adjustment.decided_by,
        "day": formats.short_date(adjustment.at),
        "rule": fact_rule(Fact.REFEREE),
    }


def changed_numbers(adjustment: Adjustment) -> str:
    """Return what a decision adds to points, games won and games lost."""
    texts = _("%(points)s points"), _("%(games)s won"), _("%(games)s lost")
    numbers = adjustment.points, adjustment.won, adjustment.lost
    pairs = [(t, formats.signed(n)) for t, n in zip(texts, numbers, strict=True) if n]
    return " ".join(text % {"points": n, "games": n} for text, n in pairs)


def state_note(standings: Standings) -> str:
    """Return the note in the footer: provisional results and unproved lists."""
    unproved = ""
    if count := standings.unproved:
        words = ngettext(
            "%(count)s list is not proved yet.",
            "%(count)s lists are not proved yet.",
            count,
        )
        unproved = words % {"count": count}
    return " ".join(filter(None, [provisional_text(standings), unproved]))


def prizes_paper(event: Event, winners: PrizeList) -> TablePaper:
    """Return the winners and their prizes, with a line to sign. No query."""
    table = prize_table(winners)
    total = _("Total of all prizes: %(amount)s")
    total %= {"amount": formats.money(winners.total)}
    return TablePaper(
        title=_("Prize list"),
        about=about_event(event),
        parts=[
            lambda size: replace(table, padding=size * 0.45)(size),
            sentence(total if winners.total else "", "Heading"),
        ],
        note=state_note(winners.standings),
    )


def prize_table(winners: PrizeList) -> Ruled:
    lines = [
        *winners.people,
        *(
            replace(winner, club=winner.club or team.contest.label)
            for team in winners.teams
            for winner in team.lines
        ),
    ]
    has_clubs = any(line.club for line in lines)
    worth = [part for line in lines for part in prize_lines(line)]
    has_things = any(len(part) > LONGEST_AMOUNT for part in worth)
    name, club, prize, sign = WITH_THINGS if has_things else AMOUNTS_ONLY
    columns = [
        place_column(width=14),
        Column("name", _("Name"), "name", paper=Space(name)),
        Column("club", _("Club"), "club", paper=Space(club), needed="club"),
        figure("points", _("Points"), "points", width=18),
        Column(
            "prize",
            _("Prize"),
            lambda line: "\n".join(prize_lines(line)),
            paper=Space(prize if has_clubs else prize + club, "right", BOLD),
        ),
        Column(
            "received",
            pgettext("money", "Received"),
            lambda line: "\n".join(received_lines(line)),
            paper=Space(sign),
        ),
    ]
    return ruled(lines, columns)


def prize_lines(line: Winner) -> list[str]:
    """Return what somebody wins, in lines as long as the column of prizes."""
    things = [
        _("%(things)s (by lot)") % {"things": thing} if line.by_lot else thing
        for thing in line.things
    ]
    worth = [formats.money(line.amount)] if line.amount else []
    return [part for text in (*worth, *things) for part in wrap(text, PRIZE_LETTERS)]
