"""Rankings, prize lists and certificates as documents."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.ranking.citations import Fact
from scoring.ranking.standings import Placed
from tournaments.events.models import Event, TeamMember
from tournaments.events.prizes.winners import Winner, prize_list
from tournaments.events.prizes.words import received_lines
from tournaments.events.results.rows import ListRow, Note, PersonRow, RankedRow, TeamRow
from tournaments.events.standings.fields import people_by_pk
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.events.standings.words import (
    beside_text,
    nobody_text,
    provisional_text,
    unranked_text,
)
from tournaments.events.teams.words import scaled_text
from tournaments.organisations.selectors import own_organisation
from tournaments.papers.canvas.tables import place_cell
from tournaments.papers.event.certificates import Certificate, CertificatesDocument
from tournaments.papers.event.matches import (
    names_by_team,
    organiser_name,
    ranked_match,
    team_certificates,
)
from tournaments.papers.event.prize_list import Prize, PrizeListDocument
from tournaments.papers.event.standings import StandingsDocument, StandingsLine
from tournaments.papers.seats.selectors import event_subtitle, series_name
from tournaments.words import formats
from tournaments.words.choices import Ranking
from tournaments.words.citations import fact_rule
from tournaments.words.ties import criteria_texts

PRIZE_LETTERS = 22  # as many as fit into the column of prizes


def standings_document(
    event: Event,
    *,
    ranking: str = Ranking.SINGLE,
    series: int | None = None,
) -> StandingsDocument:
    """Return a ranking of ``event`` as a document. The ranking's queries."""
    standings = standings_of(event, ranking=ranking, series=series)
    return StandingsDocument(
        event=event.name,
        title=standings_title(standings),
        subtitle=event_subtitle(event),
        note=state_note(standings),
        empty_text=nobody_text(standings),
        series=() if ranking == Ranking.LISTS else series_names(standings),
        lines=[standings_line(line, standings) for line in standings.places],
        remarks=standings_remarks(standings),
    )


def standings_title(standings: Standings) -> str:
    """Return the title of a ranking, such as "Standings after series 3"."""
    is_whole = not standings.series and standings.ranking != Ranking.LISTS
    played = max(standings.series_choices, default=0) if is_whole else 0
    text = _("Standings after series %(number)s") if played else _("Standings")
    title = text % {"number": played}
    return " · ".join(filter(None, (ranking_name(standings), title)))


def series_names(standings: Standings) -> tuple[str, ...]:
    """Return the headings of the points columns, one per series."""
    return tuple(
        _("S%(number)s") % {"number": number} for number in standings.series_numbers
    )


def ranking_name(standings: Standings) -> str:
    """Return the name of a ranking, empty for the usual one."""
    if standings.series:
        return _("Best of series %(number)s") % {"number": standings.series}
    if standings.ranking == Ranking.SINGLE:
        return ""
    return standings.label


def standings_line(line: Placed, standings: Standings) -> StandingsLine:
    """Return one place of a ranking of players, teams or single lists."""
    entry = line.entry
    marks = "".join(f" {number})" for number in entry.notes)
    decided = ""
    if line.decided_by:
        decided = criteria_texts(standings.chain)[line.decided_by]
    return StandingsLine(
        place=line.place,
        shared=line.shared,
        name=line_name(entry) + marks,
        club=entry.club if standings.shows_clubs else "",
        series=entry.per_series,
        total=entry.total,
        won=entry.won,
        lost=entry.lost,
        wins_prize=bool(standings.prize and line.place <= standings.prize.places),
        remark="; ".join(filter(None, (beside_text(entry, standings), decided))),
    )


def line_name(entry: RankedRow) -> str:
    """Return the name in a line: a player, a team with its members, or a list."""
    if isinstance(entry, TeamRow):
        people = f"{entry.name} ({'; '.join(entry.members)})"
        return "; ".join(filter(None, (people, scaled_text(entry.scaled))))
    if isinstance(entry, ListRow):
        return f"{entry.name} · {series_name(entry.series)}"
    return entry.name


def standings_remarks(standings: Standings) -> Sequence[str]:
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
        "%(note)s) %(name)s, series %(series)s: %(points)s points (%(reason)s); "
        "decided by %(decided_by)s on %(day)s; %(rule)s"
    ) % {
        "note": note.number,
        "name": adjustment.player.name,
        "series": adjustment.series.number,
        "points": formats.signed(adjustment.points),
        "reason": adjustment.reason,
        "decided_by": adjustment.decided_by,
        "day": formats.short_date(adjustment.at),
        "rule": fact_rule(Fact.REFEREE),
    }


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


def prize_list_document(event: Event) -> PrizeListDocument:
    """Return the prize list, players first. One or two rankings, and six queries."""
    winners = prize_list(event)
    return PrizeListDocument(
        event=event.name,
        title=_("Prize list"),
        subtitle=event_subtitle(event),
        note=state_note(winners.standings),
        total=formats.money(winners.total) if winners.total else "",
        prizes=[
            *(printed_prize(line) for line in winners.people),
            *(
                printed_prize(line, contest_prizes.contest.name)
                for contest_prizes in winners.teams
                for line in contest_prizes.lines
            ),
        ],
    )


def printed_prize(line: Winner, contest: str = "") -> Prize:
    """Return a winner as a line of the prize list; a team's names its ranking."""
    worth = [formats.money(line.amount)] if line.amount else []
    things = [
        _("%(things)s (by lot)") % {"things": thing} if line.by_lot else thing
        for thing in line.things
    ]
    return Prize(
        place=place_cell(line.place, is_shared=line.shared),
        name=line.name,
        club=line.club or contest,
        points=line.points,
        prize="\n".join(
            part for text in [*worth, *things] for part in wrap(text, PRIZE_LETTERS)
        ),
        received="\n".join(received_lines(line)),
    )


def certificates_document(
    event: Event, *, places: int, ranking: str = Ranking.SINGLE, text: str = ""
) -> CertificatesDocument | None:
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
    date = formats.long_date(event.date)
    kind = "" if match else ranking_name(standings)
    return CertificatesDocument(
        event=" · ".join(filter(None, (event.name, kind))),
        organiser=organiser_name(event),
        place_and_date=", ".join(filter(None, (place, date))),
        note=provisional_text(standings),
        text=text,
        signatures=(_("Tournament director"), _("Chair of the club")),
        certificates=certificates,
    )


def person_certificates(standings: Standings, *, places: int) -> list[Certificate]:
    """Return the certificates of players, teams or lists. Three queries."""
    winners = [line for line in standings.places if line.place <= places]
    people = people_by_pk(
        line.entry.player_id for line in winners if isinstance(line.entry, PersonRow)
    )
    names = {pk: player.name for pk, player in people.items()}
    unnamed = {
        line.entry.team_id
        for line in winners
        if isinstance(line.entry, TeamRow) and line.entry.unnamed
    }
    teams = names_by_team(TeamMember.objects.filter(team__in=unnamed))
    return [certificate_of(line, names, teams) for line in winners]


def certificate_of(
    line: Placed, names: Mapping[int, str], teams: Mapping[int, Sequence[str]]
) -> Certificate:
    """Return the certificate of a player, a team or a list."""
    entry = line.entry
    is_team = isinstance(entry, TeamRow)
    achievement = ngettext(
        "with %(points)s points in %(count)s list",
        "with %(points)s points in %(count)s lists",
        entry.lists,
    )
    return Certificate(
        name=entry.name if is_team else names[entry.player_id],
        club=formats.enumeration(teams.get(entry.team_id, ()))
        if is_team
        else entry.club,
        place=pgettext("certificate", "place %(place)s") % {"place": line.place},
        achievement=achievement
        % {"points": formats.number(entry.total), "count": entry.lists},
    )
