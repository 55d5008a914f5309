"""The result of an event in a few lines, for a messenger."""

from collections.abc import Iterator

from tournaments.events.models import Event
from tournaments.events.standings.fields import people_by_pk
from tournaments.events.standings.podium import PODIUM
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.events.standings.words import provisional_text
from tournaments.papers.event.matches import team_places_text
from tournaments.papers.event.press import Press
from tournaments.words.formats import with_date


def short_text(event: Event, address: str = "") -> str:
    """Return the first three and the best list, empty before any result.

    ``address`` leads to the full standings. Eleven queries at most.
    """
    standings = standings_of(event)
    if not standings.places:
        return ""
    return "\n".join(filter(None, (*short_lines(event, standings), address)))


def short_lines(event: Event, standings: Standings) -> Iterator[str]:
    """Yield the lines of the text, the name of the event first."""
    people = people_by_pk(line.entry.player_id for line in standings.places)
    press = Press(event, standings, people)
    yield f"♣ {with_date(event.name, event.date)}"
    yield provisional_text(standings)
    if event.league_match:
        yield team_places_text(event.league_match)
    else:
        for line in standings.places:
            if line.place <= PODIUM:
                yield f"{line.place}. {press.name_with_total(line)}"
    yield press.best_list()
