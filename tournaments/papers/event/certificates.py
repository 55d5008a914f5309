"""Certificates for the winners, one page each, ready to be framed.

The club awards them: its logo is at the top, the frame is in its colour.
"""

from collections.abc import Sequence
from functools import partial
from io import BytesIO
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader

from tournaments.events.models import Event, TeamMember
from tournaments.events.results import PersonRow, TeamRow
from tournaments.events.standings.selectors import Standings, people_by_pk, standings_of
from tournaments.events.standings.words import state_text
from tournaments.leagues.models import MatchGroup
from tournaments.leagues.ranking import match_day_tables
from tournaments.leagues.selectors import pair
from tournaments.organisations.selectors import own_organisation
from tournaments.papers.event.press import (
    names_by_team,
    organiser_name,
    ranked_match,
    ranked_team_lines,
)
from tournaments.papers.event.standings import ranking_name
from tournaments.web.access import ADMITTED_READER
from tournaments.web.canvas import (
    SUITS,
    PageFrame,
    PaperCanvas,
    StraightLine,
    Text,
    fitted_block,
    lines_that_fit,
    page_frame,
    suit_drawing,
)
from tournaments.web.faces import FONT, SERIF, SERIF_BOLD
from tournaments.web.shapes import GOLD, SheetPaper
from tournaments.words import formats
from tournaments.words.choices import Ranking

WIDTH, HEIGHT = A4
MIDDLE = WIDTH / 2
MIDDLES = (MIDDLE - 43 * mm, MIDDLE + 43 * mm)  # of what is signed
ROOM = WIDTH - 60 * mm
TOP, BOTTOM = HEIGHT - 32 * mm, 58 * mm
SIGNED_AT = 42 * mm
LOGO_ROOM = (60 * mm, 30 * mm)
SUIT_SIZE = 9 * mm
LEADING = 1.22


class Certificate(NamedTuple):
    """One certificate: "Anna" "1. Platz" "mit 3214 Punkten in 3 Listen".

    For a team, ``club`` holds its members.
    """

    name: str
    place: str
    achievement: str = ""
    club: str = ""


class Block(NamedTuple):
    """A centred text in the first of ``sizes`` that needs at most ``most`` lines.

    Its line breaks stay. ``gap`` is its share of the spare height, above it.
    """

    text: str
    sizes: Sequence[float]
    font: str
    gap: float
    colour: str = ""
    most: int = 2


def certificates_paper(
    event: Event, *, places: int, ranking: str = Ranking.SINGLE, text: str = ""
) -> SheetPaper | None:
    """Return a certificate for everyone up to a place; None if there is no one.

    ``text`` is the club's own text on each.
    """
    match = ranked_match(event, ranking)
    standings = standings_of(event, ranking=Ranking.SINGLE if match else ranking)
    certificates = (
        team_certificates(match, places=places)
        if match
        else person_certificates(standings, places=places)
    )
    if not certificates:
        return None
    organisation = own_organisation()
    place = (organisation and organisation.town) or event.place
    kind = "" if match else ranking_name(standings)
    draw = partial(
        draw_certificate,
        event=" · ".join(filter(None, (event.name, kind))),
        organiser=organiser_name(event),
        place_and_date=", ".join(filter(None, (place, formats.long_date(event.date)))),
        note=state_text(standings) if standings.is_provisional else "",
        text=text,
    )
    return SheetPaper(sheets=certificates, draw_sheet=draw)


def draw_certificate(
    canvas: PaperCanvas,
    certificate: Certificate,
    *,
    event: str,
    organiser: str = "",
    place_and_date: str = "",
    note: str = "",
    text: str = "",
) -> None:
    """Draw what an event says of one winner, and where two offices sign.

    ``note`` says that the results are not final yet; ``text`` is the club's own.
    """
    frame = page_frame()
    draw_frame(canvas, frame.colour)
    top = TOP - draw_logo(canvas, frame)
    colour, name = frame.colour, certificate.name
    blocks = (
        Block(frame.club, (20, 17, 14), SERIF_BOLD, 0.4, colour),
        Block(_("Certificate"), (54,), SERIF_BOLD, 1, colour, 1),
        Block(event, (20, 17, 15, 13), SERIF_BOLD, 1.2),
        Block(organiser if organiser != frame.club else "", (13, 11), FONT, 0.2),
        Block(name, (36, 31, 27, 23, 20), SERIF_BOLD, 1.6),
        Block(certificate.club, (15, 13, 12, 11, 9, 8), SERIF, 0.3, most=3),
        Block(pgettext("certificate", "reached"), (14,), SERIF, 1),
        Block(certificate.place, (44, 36, 28), SERIF_BOLD, 0.4, colour),
        Block(certificate.achievement, (15, 13), SERIF, 0.4),
        Block(text, (14, 13, 12, 11), SERIF, 1, most=5),
        Block(note, (12, 11), FONT, 0.6),
        Block(place_and_date, (13, 12, 11), SERIF, 1.2),
    )
    draw_blocks(canvas, [block for block in blocks if block.text.strip()], top)
    draw_signatures(canvas)


def draw_signatures(canvas: PaperCanvas) -> None:
    y = SIGNED_AT
    canvas.rule(StraightLine(x - 32 * mm, y, x + 32 * mm, y, 0.6) for x in MIDDLES)
    centred = partial(fitted_block, align="centre", most=2)
    for x, office in zip(
        MIDDLES, (_("Tournament director"), _("Chair of the club")), strict=True
    ):
        canvas.write(centred(office, x, y - 5 * mm, 80 * mm, (10, 9, 8)))


def person_certificates(standings: Standings, *, places: int) -> list[Certificate]:
    """Return the certificates of players, teams or lists."""
    winners = [line for line in standings.places if line.place <= places]
    people = people_by_pk(
        line.entry.player_id for line in winners if isinstance(line.entry, PersonRow)
    )
    unnamed = {
        line.entry.team_id
        for line in winners
        if isinstance(line.entry, TeamRow) and line.entry.unnamed
    }
    teams = names_by_team(TeamMember.objects.filter(team__in=unnamed))
    certificates = []
    for line in winners:
        entry = line.entry
        name, club = entry.name, entry.club
        if isinstance(entry, TeamRow):
            club = formats.enumeration(teams.get(entry.team_id, ()))
        else:
            name = people[entry.player_id].name
        achievement = ngettext(
            "with %(points)s points in %(count)s list",
            "with %(points)s points in %(count)s lists",
            entry.lists,
        ) % {"points": formats.number(entry.total), "count": entry.lists}
        place = place_on_certificate(line.place)
        certificates.append(Certificate(name, place, achievement, club))
    return certificates


def place_on_certificate(place: int) -> str:
    return pgettext("certificate", "place %(place)s") % {"place": place}


def team_certificates(match: MatchGroup, *, places: int) -> list[Certificate]:
    """Return the certificates of the teams of a match, with everybody who played."""
    tables = match_day_tables(match, user=ADMITTED_READER)
    certificates = []
    for line in ranked_team_lines(tables):
        if line.row.place and line.row.place <= places:
            words = {"pair": pair(line.row.plus, line.row.minus)}
            words["score"] = formats.exact(line.row.score)
            achievement = _("with %(pair)s match points and %(score)s points") % words
            place = place_on_certificate(line.row.place)
            own = [each for series in tables.series for each in series.lines]
            lists = chain(*(each.lists for each in own if each.team.pk == line.team.pk))
            played = {result.player for result in lists}
            players = sorted(played, key=attrgetter("sort_key"))
            people = formats.enumeration([player.name for player in players])
            certificate = Certificate(str(line.team), place, achievement, people)
            certificates.append(certificate)
    return certificates


def draw_blocks(canvas: PaperCanvas, blocks: Sequence[Block], top: float) -> None:
    """Draw blocks between ``top`` and the signatures, sharing the spare height."""
    fitted = [
        lines_that_fit(text, ROOM, sizes, font, most=most)
        for text, sizes, font, _gap, _colour, most in blocks
    ]
    spare = top - BOTTOM - sum(len(lines) * size for lines, size in fitted) * LEADING
    unit, y = max(0, spare) / sum(block.gap for block in blocks), top
    for block, (lines, size) in zip(blocks, fitted, strict=True):
        y -= min(block.gap * unit, 26 * mm * block.gap)
        canvas.setFillColor(HexColor(block.colour or "#000000"))
        for line in lines:
            y -= size * LEADING
            text = Text(MIDDLE, y + size * 0.28, line, size, block.font, "centre")
            canvas.write([text])
    canvas.setFillGray(0)


def draw_logo(canvas: PaperCanvas, frame: PageFrame) -> float:
    if not frame.logo:
        return 0
    picture = ImageReader(BytesIO(frame.logo))
    width, height = picture.getSize()
    scale = min(LOGO_ROOM[0] / width, LOGO_ROOM[1] / height)
    width, height = width * scale, height * scale
    canvas.drawImage(
        picture, MIDDLE - width / 2, TOP - height, width, height, mask="auto"
    )
    return float(height)


def draw_frame(canvas: PaperCanvas, colour: str) -> None:
    """Draw the frame in the club's colour and gold, with a suit in each corner."""
    canvas.saveState()
    ink = HexColor(colour)
    for inset, width, stroke in ((13, 5, ink), (15.2, 1.2, GOLD), (16.4, 0.5, ink)):
        canvas.setStrokeColor(stroke)
        canvas.setLineWidth(width)
        edge = inset * mm
        canvas.rect(edge, edge, WIDTH - 2 * edge, HEIGHT - 2 * edge)
    canvas.restoreState()
    left, below = 20 * mm, 20 * mm
    right, above = WIDTH - left - SUIT_SIZE, HEIGHT - below - SUIT_SIZE
    corners = ((left, above), (right, above), (left, below), (right, below))
    for suit, (x, y) in zip(SUITS, corners, strict=True):
        canvas.addLiteral(suit_drawing(suit, x, y, SUIT_SIZE))
