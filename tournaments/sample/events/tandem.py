"""A tandem tournament of the invented club: pairs, teams of four and a substitute."""

from collections.abc import Sequence
from datetime import date
from random import Random

from django.utils.translation import gettext as _

from tournaments.events.draws.drawing import DrawWish
from tournaments.events.draws.services import draw_tables
from tournaments.events.entries.services import replace_person
from tournaments.events.flow.services import release
from tournaments.events.models import Event, Prize, Team, TeamContest
from tournaments.events.planning.services import publish_event
from tournaments.events.prizes.services import pay_prizes, save_prize_plan
from tournaments.events.teams.services import add_contest, save_team
from tournaments.people.models import Player, User
from tournaments.sample.cast import Cast
from tournaments.sample.events.tournaments import event_with_entries, play_series
from tournaments.words.choices import DrawMode, Privacy

DAYS_SINCE = 31
SERIES = 6
BY_LOT = 2  # series drawn by lot; the others are seated by points (rules 6.5)
PAIRS = 6
PAIR, FOUR = 2, 4
FEE = 500  # cents
SHARES = {"pairs": (40, 25), "fours": (20,)}  # percent of the pot
SUBSTITUTE_FROM = 4


def play_tandem_tournament(cast: Cast) -> Event:
    """Play six series in pairs and in teams of two pairs; one player is replaced."""
    by, chance = cast.by, cast.random_for("tandem")
    *players, substitute = cast.members[: PAIRS * PAIR + 1]
    event = open_tandem(players, day=cast.day(DAYS_SINCE), by=by)
    for series in event.series.all():
        if series.number == SUBSTITUTE_FROM:
            replace_person(
                entry=event.entries.get(start_number=1),
                player=substitute,
                from_series=SUBSTITUTE_FROM,
                by=by,
            )
        draw_tandem_series(event, series.number, by=by, chance=chance)
        play_series(series, by=by, chance=chance)
    event = release(event=event, is_released=True)
    pay_prizes(event=event, by=by)
    return event


def open_tandem(players: Sequence[Player], *, day: date, by: User) -> Event:
    """Open the tournament; all have come, have paid and play in both rankings."""
    new_event = Event(name=_("Tandem cup"), date=day, entry_fee=FEE)
    event, entries = event_with_entries(new_event, players, series=SERIES, by=by)
    pairs = add_contest(event=event, name=_("Tandem"), size=PAIR)
    fours = add_contest(
        event=event, name=_("Teams of four"), size=FOUR, scale_short=True
    )
    for start in range(0, len(entries), PAIR):
        pair = entries[start : start + PAIR]
        name = " / ".join(short_name(entry.player) for entry in pair)
        save_team(team=Team(contest=pairs, name=name), entries=pair)
    for number, start in enumerate(range(0, len(entries), FOUR), 1):
        name = _("Team %(number)s") % {"number": number}
        save_team(
            team=Team(contest=fours, name=name), entries=entries[start : start + FOUR]
        )
    save_prize_plan(event=event, prizes=list(tandem_prize_plan(pairs, fours)))
    return publish_event(event=event, is_published=True)


def short_name(player: Player) -> str:
    """Return the name of a player as part of the public name of a pair."""
    is_shy = player.privacy != Privacy.FULL
    return player.public_name if is_shy else player.last_name


def tandem_prize_plan(pairs: TeamContest, fours: TeamContest) -> list[Prize]:
    """Return the prize plan: shares of the pot for each team ranking."""
    return [
        Prize(place=place, percent=share, contest=contest)
        for contest, shares in ((pairs, SHARES["pairs"]), (fours, SHARES["fours"]))
        for place, share in enumerate(shares, 1)
    ]


def draw_tandem_series(event: Event, number: int, *, by: User, chance: Random) -> None:
    """Draw a series; from the third on the best sit together, team mates apart."""
    wish = DrawWish(
        first=number,
        last=number,
        seed=str(chance.randrange(1_000_000)),
        mode=DrawMode.WISHES if number <= BY_LOT else DrawMode.STANDING,
    )
    draw_tables(event=event, wish=wish, by=by, seconds=None)
