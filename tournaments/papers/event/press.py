"""The words on an event: a press text for a mail, a few lines for a messenger."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.ranking.standings import Placed
from tournaments.events.entrants import count_seated
from tournaments.events.models import Event, TeamContest, TeamMember
from tournaments.events.standings.selectors import (
    PODIUM,
    Standings,
    people_by_pk,
    standings_of,
)
from tournaments.events.standings.words import as_played_text, state_text
from tournaments.leagues.models import MatchGroup
from tournaments.leagues.ranking import GroupTables, TeamLine, match_day_tables
from tournaments.leagues.selectors import pair
from tournaments.people.models import Player
from tournaments.people.selectors import home_club
from tournaments.sheets.finishing.milestones import milestones_of_event
from tournaments.web.access import ADMITTED_READER
from tournaments.words import formats
from tournaments.words.choices import EventKind, Ranking

MOST_NAMED = 10
MOST_TEAMS_NAMED = 3
# These have sentences of their own; guests are ranked only where they compete.
RANKINGS_TOLD_ELSEWHERE = {Ranking.SINGLE, Ranking.LISTS, Ranking.EVERYBODY}


def press_text(event: Event) -> str:
    """Return the press text of an event, empty before any result."""
    standings = standings_of(event)
    if not standings.places:
        return ""
    everybody = standings.places
    if Ranking.EVERYBODY in {choice.word for choice in standings.choices}:
        everybody = standings_of(event, ranking=Ranking.EVERYBODY).places
    people = people_by_pk(line.entry.player_id for line in everybody)
    text = "\n\n".join(Press(event, standings, people).paragraphs()) + "\n"
    hidden = [person.name for person in people.values() if person.is_covered]
    if any(name in text for name in hidden if name):
        note = _("People who do not want to be named are called by a number.")
        text += f"\n{note}\n"
    return text


def short_text(event: Event, address: str = "") -> str:
    """Return the first three and the best list, empty before any result.

    ``address`` leads to the full standings.
    """
    standings = standings_of(event)
    if not standings.places:
        return ""
    people = people_by_pk(line.entry.player_id for line in standings.places)
    press = Press(event, standings, people)
    if event.league_match:
        first = [team_places_text(event.league_match)]
    else:
        first = [*map(press.place_with_total, up_to(PODIUM, standings.places))]
    best_list = press.best_list(standings_of(event, ranking=Ranking.LISTS))
    heads = f"♣ {event.dated_name}", state_text(standings)
    return "\n".join(filter(None, (*heads, *first, best_list, address)))


def own_results(event: Event) -> dict[int, str]:
    """Return what an event's letter says to each player about themselves."""
    text = _("Your result: place %(place)s with %(total)s points.")
    return {
        line.entry.player_id: text
        % {
            "place": line.place,
            "total": formats.number(line.entry.total),
        }
        for line in standings_of(event).places
    }


@dataclass(frozen=True, slots=True)
class Press:
    """The paragraphs and sentences of a press text."""

    event: Event
    standings: Standings
    people: Mapping[int, Player]

    @property
    def is_match(self) -> bool:
        return self.event.kind == EventKind.LEAGUE

    def paragraphs(self) -> Iterator[str]:
        yield self.headline()
        if note := state_text(self.standings):
            yield note
        yield " ".join(self.opening())
        if not self.is_match and (rest := self.further_places()):
            yield rest
        yield from self.further_rankings()
        yield self.best_list(standings_of(self.event, ranking=Ranking.LISTS))
        found = milestones_of_event(self.event)
        if told := [each.text for each in found if not each.player.is_covered]:
            yield " ".join(told)

    def winners(self) -> list[Placed]:
        """Return the lines that share the first place, usually one."""
        return up_to(1, self.standings.places)

    def first(self) -> list[Placed]:
        """Return the lines that the sentence about the first places names."""
        winners = self.winners()
        is_shared_win = len(winners) > 1 and not self.standings.is_provisional
        return winners if is_shared_win else up_to(PODIUM, self.standings.places)

    def name_with_club(self, line: Placed) -> str:
        entry = line.entry
        name = self.people[entry.player_id].name
        return f"{name} ({entry.club_beside})" if entry.club_beside else name

    def name_with_total(self, line: Placed) -> str:
        total = formats.number(line.entry.total)
        name = self.name_with_club(line)
        if name.endswith(")"):
            return f"{name[:-1]}, {total})"
        return f"{name} ({total})"

    def place_with_total(self, line: Placed) -> str:
        return f"{line.place}. {self.name_with_total(line)}"

    def headline(self) -> str:
        name = self.event.name
        if self.is_match:
            return name
        winners = [self.people[line.entry.player_id].name for line in self.winners()]
        text = ngettext(
            "%(event)s: %(names)s wins",
            "%(event)s: %(names)s share the win",
            len(winners),
        )
        if self.standings.is_provisional:
            text = ngettext(
                "%(event)s: %(names)s is ahead so far",
                "%(event)s: %(names)s are ahead so far",
                len(winners),
            )
        return text % {"event": name, "names": formats.enumeration(winners)}

    def opening(self) -> Iterator[str]:
        begun, under_way = self.standings.series_choices, self.standings.under_way
        series, people = len(begun), len(self.people)
        if not self.standings.is_complete:
            series = max(series, len(self.standings.series_numbers))
            people = max(people, count_seated(self.event))
        text = ngettext(
            "On %(day)s, %(people)s Skat players met for one series.",
            "On %(day)s, %(people)s Skat players met for %(series)s series.",
            series,
        )
        day = formats.day_text(self.event.date, pgettext("date format", "l, j F Y"))
        yield text % {"people": people, "day": day, "series": series}
        if 0 < (played := len(begun) - len(under_way)) < series:
            text = _("Played so far: %(played)s of %(series)s series.")
            yield text % {"played": played, "series": series}
        if under_way:
            numbers = formats.enumeration([*map(str, under_way)])
            yield _("Not over yet: series %(numbers)s.") % {"numbers": numbers}
        if self.event.place:
            yield _("Venue: %(place)s.") % {"place": self.event.place}
        organiser = organiser_name(self.event)
        if not (organiser or self.event.league_match) and (home := home_club()):
            organiser = home.name
        if organiser:
            yield _("Organiser: %(name)s.") % {"name": organiser}
        if not self.is_match:
            yield self.first_places()

    def first_places(self) -> str:
        if self.standings.is_provisional:
            text = _("The first places so far: %(places)s.")
            return text % {"places": self.places_text(self.first())}
        first = self.winners()
        behind = [self.name_with_total(line) for line in self.first()[len(first) :]]
        words = {
            "names": formats.enumeration([self.name_with_club(line) for line in first]),
            "points": points_text(first[0]),
            "others": formats.enumeration(behind),
        }
        text = _("The winner is %(names)s with %(points)s, ahead of %(others)s.")
        if len(first) > 1:
            text = _("%(names)s share the first place with %(points)s each.")
        elif not behind:
            text = _("The winner is %(names)s with %(points)s.")
        return text % words

    def further_places(self) -> str:
        lines = up_to(MOST_NAMED, self.standings.places)[len(self.first()) :]
        text = _("The further places: %(places)s.")
        return text % {"places": self.places_text(lines)} if lines else ""

    def places_text(self, lines: Sequence[Placed]) -> str:
        return ", ".join(map(self.place_with_total, lines))

    def further_rankings(self) -> Iterator[str]:
        """Yield a line for each ranking of teams and classes."""
        left_out, match = RANKINGS_TOLD_ELSEWHERE, self.event.league_match
        if match and (places := team_places_text(match)):
            text = _("Match points and points of the teams: %(places)s.")
            yield text % {"places": places}
        if self.is_match:
            left_out = left_out - {Ranking.SINGLE}
        if not self.event.guests_apart:
            left_out = left_out | {Ranking.GUESTS}
        choices = [each for each in self.standings.choices if each.word not in left_out]
        for choice in sorted(choices, key=lambda choice: choice.contest is None):
            ranked = standings_of(self.event, ranking=choice.word)
            if choice.contest:
                places = "; ".join(team_lines(choice.contest, ranked.places))
                text = pgettext("press", "Team ranking “%(ranking)s”: %(places)s.")
                if choice.label == _("Teams"):
                    text = pgettext("press", "Team ranking: %(places)s.")
            else:
                places = self.places_text(up_to(MOST_TEAMS_NAMED, ranked.places))
                text = pgettext("press", "Ranking “%(ranking)s”: %(places)s.")
            if places:
                yield text % {"ranking": choice.label, "places": places}

    def best_list(self, ranked: Standings) -> str:
        """Return the sentence about the highest list, or those that share its place."""
        lines = up_to(1, ranked.places)
        series = _("%(name)s (series %(series)s)")
        first, *others = told = [
            {"name": self.people[row.player_id].name, "series": row.series}
            for row in (line.entry for line in lines)
        ]
        words = {
            **first,
            "points": points_text(lines[0]),
            "names": formats.enumeration([series % each for each in told]),
        }
        text = _("%(name)s played the best list: %(points)s in series %(series)s.")
        if not self.standings.is_complete:
            text = _("The best list so far, with %(points)s: %(names)s.")
        elif others:
            text = _("The best lists were played by %(names)s, %(points)s each.")
        notes = [each for each in ranked.notes if each.number in lines[0].entry.notes]
        return " ".join(filter(None, (text % words, as_played_text(notes))))


def up_to(place: int, lines: Sequence[Placed]) -> list[Placed]:
    """Return the lines up to a place, with everybody who shares it."""
    return [line for line in lines if line.place <= place]


def points_text(line: Placed) -> str:
    """Return the total of a line in words: "1.234 points"."""
    total = line.entry.total
    text = ngettext("%(total)s point", "%(total)s points", abs(total))
    return text % {"total": formats.number(total)}


def team_lines(contest: TeamContest, places: Sequence[Placed]) -> Iterator[str]:
    """Yield the first teams with their members."""
    names = names_by_team(TeamMember.objects.filter(contest=contest))
    for line in up_to(MOST_TEAMS_NAMED, places):
        total = formats.number(line.entry.total)
        people = formats.enumeration(names.get(line.entry.team_id, ()))
        yield f"{line.place}. {line.entry.team} ({people}), {total}"


def names_by_team(members: QuerySet[TeamMember]) -> dict[int, list[str]]:
    """Return the names of team members by team, first name first."""
    names: dict[int, list[str]] = {}
    for member in members.select_related("entry__player").order_by("pk"):
        names.setdefault(member.team_id, []).append(member.entry.player.name_in_team)
    return names


def ranked_match(event: Event, ranking: str) -> MatchGroup | None:
    """Return the league match if ``ranking`` is that of its teams, else None."""
    return event.league_match if ranking == Ranking.TEAMS else None


def ranked_team_lines(tables: GroupTables) -> Sequence[TeamLine]:
    """Return the teams by match points, none before a series is complete."""
    return tables.day if any(series.is_complete for series in tables.series) else ()


def organiser_name(event: Event) -> str:
    """Return the organiser: the host of a league match."""
    match = event.league_match
    if match is None:
        return event.organiser
    return str(match.host.club or match.host) if match.host else ""


def team_places_text(match: MatchGroup) -> str:
    """Return the teams of a match with both results, as a press text lists them."""
    return "; ".join(
        f"{line.row.place}. {line.team} {pair(line.row.plus, line.row.minus)}"
        f" ({formats.exact(line.row.score)})"
        for line in ranked_team_lines(match_day_tables(match, user=ADMITTED_READER))
    )
