"""What the history tells: a line for each table.

A table with ``history`` tells what was added, changed and removed. Every other row
here is an act itself: somebody did it, at a moment.
"""

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import (
    Adjustment,
    CashCount,
    Draw,
    Entry,
    Event,
    LogLine,
    LossStep,
    LotDraw,
    Payment,
    Prize,
    Reopening,
    Series,
    Swap,
    Team,
    TeamContest,
    TeamMember,
)
from tournaments.events.teams.words import series_text
from tournaments.federation.models import Affiliation
from tournaments.history.shapes import ITSELF, Kind, Source, Told, plain
from tournaments.leagues.models import (
    Division,
    GroupReopening,
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Deed, Join, Player, User
from tournaments.programme.models import RuleSet
from tournaments.seasons.models import Season, SeasonBonus, SeasonDraw, SeasonEvent
from tournaments.seasons.words import lot_text
from tournaments.sheets.models import ArrivedList, Change
from tournaments.words.choices import Action, Bond, DeedKind, HandedOut

AT_THE_TABLE = _("at the table")
SERIES: Told = ("series.number", _("Series %(value)s"))
TABLE: Told = ("table_number", _("table %(value)s"))
DRAWN: Told = (
    lambda draw: series_text(draw.first_series, draw.last_series),
    "%(value)s",
)
SEED: Told = ("seed", _("seed %(value)s"))
PLACE: Told = ("place", _("place %(value)s"))


def lot_order(draw: LotDraw) -> str:
    """Return who drew the better lot, in the order it brought. No query if fetched."""
    tickets = draw.tickets.all()
    return lot_text([str(each.team or each.entry.player) for each in tickets])  # type: ignore[union-attr]


def season_lot_order(draw: SeasonDraw) -> str:
    """Return who drew the better lot of a season. No query if fetched."""
    return lot_text([str(lot.player) for lot in draw.lots.all()])


def taken(file_kinds: Sequence[str], word: str = "") -> Source:
    """Return the files of these kinds, which tell of the thing they are about."""
    return Source(
        model=Deed,
        kind=Kind.FILES,
        only=Q(kind=DeedKind.EXPORT, file__in=file_kinds),
        ways={word: "number"} if word else {},
        what="kind",
        told=plain("file"),
    )


EVENT = {"event": "event"}
OF_SERIES = {"event": "series__event"}
OF_EVENT = (
    *(HandedOut.EVENT, HandedOut.STANDINGS),
    *(HandedOut.RESULTS, HandedOut.LIST, HandedOut.PAPER),
)
LOT = (PLACE, ("contest", "%(value)s"), (lot_order, "%(value)s"), SEED)
SEASON_LOT = ((season_lot_order, "%(value)s"), SEED)

SOURCES = (
    Source(model=Event, kind=Kind.EVENTS, ways={"event": ITSELF}),
    Source(model=Series, kind=Kind.EVENTS, ways=EVENT),
    Source(
        model=LogLine,
        kind=Kind.EVENTS,
        ways=OF_SERIES,
        what="action",
        told=(SERIES, TABLE),
        fetch=("series",),
    ),
    Source(
        model=Reopening,
        kind=Kind.EVENTS,
        ways=OF_SERIES,
        what=_("series opened again"),
        told=(SERIES, *plain("reason")),
        fetch=("series",),
    ),
    Source(
        model=Adjustment,
        kind=Kind.EVENTS,
        ways={**OF_SERIES, "person": "player"},
        what=_("decision of the referee"),
        told=(
            SERIES,
            *plain("player"),
            ("points", _("points: %(value)s")),
            *plain("reason"),
        ),
        fetch=("series", "player"),
    ),
    Source(
        model=LotDraw,
        kind=Kind.EVENTS,
        ways=EVENT,
        fetch=("contest", "tickets__entry__player", "tickets__team"),
        what=_("lot drawn"),
        told=LOT,
    ),
    Source(
        model=LotDraw,
        kind=Kind.EVENTS,
        ways=EVENT,
        only=Q(taken_back_at__isnull=False),
        fetch=("contest", "tickets__entry__player", "tickets__team"),
        what=_("lot taken back"),
        told=LOT,
        at="taken_back_at",
        by="taken_back_by",
    ),
    Source(
        model=Entry,
        kind=Kind.ENTRIES,
        ways={"event": "event", "person": "player"},
        untold=frozenset({"lot"}),
    ),
    Source(
        model=Draw,
        kind=Kind.SEATS,
        ways=EVENT,
        what=_("tables drawn"),
        told=(DRAWN, *plain("mode"), SEED),
    ),
    Source(
        model=Swap,
        kind=Kind.SEATS,
        ways={"event": "draw__event"},
        what=_("places changed"),
        told=(SERIES, *plain("first", "second", "reason")),
        fetch=("series", "first", "second"),
    ),
    Source(
        model=Change,
        kind=Kind.SEATS,
        ways={"event": "sheet__series__event"},
        only=Q(action=Action.SEATS),
        nobody=AT_THE_TABLE,
        what=_("players at the table changed"),
        told=(
            ("sheet.series.number", _("Series %(value)s")),
            ("sheet.table_number", _("table %(value)s")),
            *plain("after"),
        ),
        fetch=("sheet__series",),
    ),
    Source(
        model=Change,
        kind=Kind.EVENTS,
        ways={"event": "sheet__series__event"},
        only=Q(action=Action.REOPEN),
        nobody=AT_THE_TABLE,
        what=_("list opened again"),
        told=(
            ("sheet.series.number", _("Series %(value)s")),
            ("sheet.table_number", _("table %(value)s")),
            *plain("reason"),
        ),
        fetch=("sheet__series",),
    ),
    Source(
        model=ArrivedList,
        kind=Kind.EVENTS,
        ways=EVENT,
        only=Q(decided_at__isnull=False),
        what=_("decided about an arrived list"),
        told=(
            ("series_number", _("Series %(value)s")),
            ("table_number", _("table %(value)s")),
            *plain("decision", "reason"),
        ),
        at="decided_at",
        by="decided_by",
    ),
    Source(model=TeamContest, kind=Kind.TEAMS, ways=EVENT),
    Source(
        model=Team,
        kind=Kind.TEAMS,
        ways={"event": "contest__event"},
        untold=frozenset({"lot"}),
    ),
    Source(
        model=TeamMember,
        kind=Kind.TEAMS,
        ways={"event": "team__contest__event", "person": "entry__player"},
        untold=frozenset({"contest"}),
    ),
    Source(model=Prize, kind=Kind.MONEY, ways=EVENT),
    Source(model=LossStep, kind=Kind.MONEY, ways=EVENT),
    Source(
        model=Payment,
        kind=Kind.MONEY,
        ways={"event": "event", "person": "entry__player"},
        what="kind",
        told=plain("amount", "entry.player", "note"),
        fetch=("entry__player",),
    ),
    Source(
        model=CashCount,
        kind=Kind.MONEY,
        ways=EVENT,
        what=_("money counted"),
        told=(
            *plain("counted"),
            ("expected", _("expected: %(value)s")),
            *plain("note"),
        ),
    ),
    Source(model=Player, kind=Kind.PEOPLE, ways={"person": ITSELF}),
    Source(model=Club, kind=Kind.PEOPLE, ways={"": ITSELF}),
    Source(
        model=Join,
        kind=Kind.PEOPLE,
        ways={"person": "kept"},
        what=_("joined with another entry"),
        told=plain("gone"),
        fetch=("gone",),
    ),
    Source(
        model=Join,
        kind=Kind.PEOPLE,
        ways={"person": "kept"},
        only=Q(parted_at__isnull=False),
        at="parted_at",
        by="parted_by",
        what=_("parted from another entry"),
        told=plain("gone"),
        fetch=("gone",),
    ),
    Source(model=Season, kind=Kind.SEASONS, ways={"season": ITSELF}),
    Source(model=SeasonBonus, kind=Kind.SEASONS, ways={"season": "season"}),
    Source(
        model=SeasonEvent,
        kind=Kind.SEASONS,
        ways={"season": "season", "event": "event"},
    ),
    Source(
        model=SeasonDraw,
        kind=Kind.SEASONS,
        ways={"season": "season"},
        at="drawn_at",
        by="drawn_by",
        what=_("lot drawn"),
        told=SEASON_LOT,
        fetch=("lots__player",),
    ),
    Source(
        model=SeasonDraw,
        kind=Kind.SEASONS,
        ways={"season": "season"},
        only=Q(taken_back_at__isnull=False),
        what=_("lot taken back"),
        told=SEASON_LOT,
        fetch=("lots__player",),
        at="taken_back_at",
        by="taken_back_by",
    ),
    Source(model=League, kind=Kind.LEAGUES, ways={"league": ITSELF}),
    Source(model=Division, kind=Kind.LEAGUES, ways={"league": "league"}),
    Source(
        model=LeagueTeam,
        kind=Kind.LEAGUES,
        ways={"team": ITSELF, "league": "division__league"},
    ),
    Source(
        model=LeaguePlayer,
        kind=Kind.LEAGUES,
        ways={"team": "team", "league": "team__division__league", "person": "player"},
    ),
    Source(model=MatchDay, kind=Kind.LEAGUES, ways={"league": "division__league"}),
    Source(
        model=MatchGroup,
        kind=Kind.LEAGUES,
        ways={"league": "match_day__division__league"},
        untold=frozenset({"event"}),
    ),
    Source(
        model=GroupReopening,
        kind=Kind.LEAGUES,
        ways={"league": "group__match_day__division__league"},
        what=_("match opened again"),
        told=plain("group.match_day", "group", "reason"),
        fetch=("group__match_day",),
    ),
    Source(
        model=RuleSet,
        kind=Kind.RULES,
        ways={"rules": ITSELF},
        only=Q(is_frozen=False),
    ),
    Source(model=User, kind=Kind.ACCOUNTS, ways={"account": ITSELF}),
    Source(
        model=Deed,
        kind=Kind.SIGN_INS,
        ways={"account": "account"},
        only=Q(kind=DeedKind.SIGN_IN),
        what="kind",
    ),
    Source(
        model=Deed,
        kind=Kind.SIGN_INS,
        ways={"account": "account"},
        only=Q(kind__in=(DeedKind.REFUSED, DeedKind.WRONG_CODE)),
        what="kind",
        told=(("times", _("%(value)s times")),),
        nobody=_("somebody unknown"),
    ),
    Source(
        model=Deed,
        kind=Kind.SIGN_INS,
        ways={"account": "account"},
        only=Q(kind=DeedKind.ENDED),
        what="kind",
        told=(("times", _("devices: %(value)s")),),
    ),
    taken(OF_EVENT, "event"),
    taken((HandedOut.SEASON,), "season"),
    taken((HandedOut.LEAGUE,), "league"),
    taken((HandedOut.PERSON,), "person"),
    taken((HandedOut.CLUB, HandedOut.ALL_TIME, HandedOut.PEOPLE, HandedOut.REPORT)),
    Source(model=Organisation, kind=Kind.CLUB, ways={"": ITSELF}),
    Source(
        model=Affiliation,
        kind=Kind.CLUB,
        only=Q(bond=Bond.CLUB),
        what=_("club of our federation"),
    ),
    Source(
        model=Affiliation,
        kind=Kind.CLUB,
        only=Q(bond=Bond.FEDERATION),
        what=_("agreement with the federation"),
    ),
)
