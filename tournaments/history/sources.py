"""The tables from which the history is made.

A table with ``history`` yields what was added, changed and removed. Each row of any
other table is itself something that an account did at a certain moment.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Q
from django.utils.functional import Promise
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
from tournaments.history.shapes import ITSELF, Detail, HistoryKind, Source, bare_details
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
from tournaments.words.choices import Action, DeedKind, ExportedFile

AT_THE_TABLE = _("at the table")
SERIES: Detail = ("series.number", _("Series %(value)s"))
TABLE: Detail = ("table_number", _("table %(value)s"))
LIST = (
    ("sheet.series.number", _("Series %(value)s")),
    ("sheet.table_number", _("table %(value)s")),
)
SERIES_RANGE: Detail = (
    lambda draw: series_text(draw.first_series, draw.last_series),
    "%(value)s",
)
SEED: Detail = ("seed", _("seed %(value)s"))
PLACE: Detail = ("place", _("place %(value)s"))


def lot_order(draw: LotDraw) -> str:
    """Return the people or teams in the order drawn. No query if prefetched."""
    tickets = draw.tickets.all()
    names = [str(ticket.team or ticket.entry.player) for ticket in tickets]  # type: ignore[union-attr]
    return lot_text(names)


def season_lot_order(draw: SeasonDraw) -> str:
    """Return the people in the order drawn for a season. No query if prefetched."""
    return lot_text([str(lot.player) for lot in draw.lots.all()])


def exported_files(file_kinds: Sequence[str], word: str = "") -> Source:
    """Return the source of downloads of these kinds, about the subject ``word``."""
    return Source(
        model=Deed,
        kind=HistoryKind.FILES,
        condition=Q(kind=DeedKind.EXPORT, file__in=file_kinds),
        ways={word: "number"} if word else {},
        act="kind",
        details=bare_details("file"),
    )


def sign_ins(*kinds: str, **options: Any) -> Source:
    """Return the source of sign-ins and failed attempts of these kinds."""
    return Source(
        model=Deed,
        kind=HistoryKind.SIGN_INS,
        ways={"account": "account"},
        condition=Q(kind__in=kinds),
        act="kind",
        **options,
    )


def undone(source: Source, column: str, act: Promise) -> Source:
    """Return the source of the same rows with what ended them, dated by ``column``."""
    condition = Q(**{f"{column}_at__isnull": False})
    at, by = f"{column}_at", f"{column}_by"
    return replace(source, condition=condition, act=act, at=at, by=by)


EVENT = {"event": "event"}
OF_SERIES = {"event": "series__event"}
OF_LIST = {"event": "sheet__series__event"}
OF_EVENT = (
    *(ExportedFile.EVENT, ExportedFile.STANDINGS),
    *(ExportedFile.RESULTS, ExportedFile.LIST, ExportedFile.PAPER),
)
LOT_DRAWN = Source(
    model=LotDraw,
    kind=HistoryKind.EVENTS,
    ways=EVENT,
    act=_("lot drawn"),
    details=(PLACE, *bare_details("contest", lot_order), SEED),
    prefetch=("contest", "tickets__entry__player", "tickets__team"),
)
CASH_COUNTED = Source(
    model=CashCount,
    kind=HistoryKind.MONEY,
    condition=Q(sheet__isnull=True),
    ways=EVENT,
    act=_("money counted"),
    details=(
        *bare_details("counted"),
        ("expected", _("expected: %(value)s")),
        *bare_details("note"),
    ),
)
SEASON_LOT_DRAWN = Source(
    model=SeasonDraw,
    kind=HistoryKind.SEASONS,
    ways={"season": "season"},
    act=_("lot drawn"),
    details=(*bare_details(season_lot_order), SEED),
    prefetch=("lots__player",),
    at="drawn_at",
    by="drawn_by",
)

SOURCES = (
    Source(model=Event, kind=HistoryKind.EVENTS, ways={"event": ITSELF}),
    Source(model=Series, kind=HistoryKind.EVENTS, ways=EVENT),
    Source(
        model=LogLine,
        kind=HistoryKind.EVENTS,
        ways=OF_SERIES,
        act="action",
        details=(SERIES, TABLE),
        prefetch=("series",),
    ),
    Source(
        model=Reopening,
        kind=HistoryKind.EVENTS,
        ways=OF_SERIES,
        act=_("series opened again"),
        details=(SERIES, *bare_details("reason")),
        prefetch=("series",),
    ),
    Source(
        model=Adjustment,
        kind=HistoryKind.EVENTS,
        ways={**OF_SERIES, "person": "player"},
        act=_("decision of the referee"),
        details=(
            SERIES,
            *bare_details("player"),
            ("points", _("points: %(value)s")),
            *bare_details("reason"),
        ),
        prefetch=("series", "player"),
    ),
    LOT_DRAWN,
    undone(LOT_DRAWN, "taken_back", _("lot taken back")),
    Source(
        model=Entry,
        kind=HistoryKind.ENTRIES,
        ways={"event": "event", "person": "player"},
    ),
    Source(
        model=Draw,
        kind=HistoryKind.SEATS,
        ways=EVENT,
        act=_("tables drawn"),
        details=(SERIES_RANGE, *bare_details("mode"), SEED),
    ),
    Source(
        model=Swap,
        kind=HistoryKind.SEATS,
        ways={"event": "draw__event"},
        act=_("places changed"),
        details=(SERIES, *bare_details("first", "second", "reason")),
        prefetch=("series", "first", "second"),
    ),
    Source(
        model=Change,
        kind=HistoryKind.SEATS,
        ways=OF_LIST,
        condition=Q(action=Action.SEATS),
        nobody=AT_THE_TABLE,
        act=_("players at the table changed"),
        details=(*LIST, *bare_details("after")),
        prefetch=("sheet__series",),
    ),
    Source(
        model=Change,
        kind=HistoryKind.EVENTS,
        ways=OF_LIST,
        condition=Q(action=Action.REOPEN),
        nobody=AT_THE_TABLE,
        act=_("list opened again"),
        details=(*LIST, *bare_details("reason")),
        prefetch=("sheet__series",),
    ),
    Source(
        model=ArrivedList,
        kind=HistoryKind.EVENTS,
        ways=EVENT,
        condition=Q(decided_at__isnull=False),
        act=_("decided about an arrived list"),
        details=(
            ("series_number", _("Series %(value)s")),
            TABLE,
            *bare_details("decision", "reason"),
        ),
        at="decided_at",
        by="decided_by",
    ),
    Source(model=TeamContest, kind=HistoryKind.TEAMS, ways=EVENT),
    Source(model=Team, kind=HistoryKind.TEAMS, ways={"event": "contest__event"}),
    Source(
        model=TeamMember,
        kind=HistoryKind.TEAMS,
        ways={"event": "team__contest__event", "person": "entry__player"},
        hidden_columns=frozenset({"contest"}),
    ),
    Source(model=Prize, kind=HistoryKind.MONEY, ways=EVENT),
    Source(model=LossStep, kind=HistoryKind.MONEY, ways=EVENT),
    Source(
        model=Payment,
        kind=HistoryKind.MONEY,
        ways={"event": "event", "person": "entry__player"},
        act="kind",
        details=bare_details("amount", "entry.player", "note"),
        prefetch=("entry__player",),
    ),
    CASH_COUNTED,
    replace(
        CASH_COUNTED,
        condition=Q(sheet__isnull=False),
        act=_("handed in with the list"),
        details=(*LIST, *CASH_COUNTED.details),
        prefetch=("sheet__series",),
    ),
    Source(model=Player, kind=HistoryKind.PEOPLE, ways={"person": ITSELF}),
    Source(model=Club, kind=HistoryKind.PEOPLE, ways={"": ITSELF}),
    Source(
        model=Join,
        kind=HistoryKind.PEOPLE,
        ways={"person": "kept"},
        act=_("joined with another entry"),
        details=bare_details("gone"),
        prefetch=("gone",),
    ),
    Source(model=Season, kind=HistoryKind.SEASONS, ways={"season": ITSELF}),
    Source(model=SeasonBonus, kind=HistoryKind.SEASONS, ways={"season": "season"}),
    Source(
        model=SeasonEvent,
        kind=HistoryKind.SEASONS,
        ways={"season": "season", "event": "event"},
    ),
    SEASON_LOT_DRAWN,
    undone(SEASON_LOT_DRAWN, "taken_back", _("lot taken back")),
    Source(model=League, kind=HistoryKind.LEAGUES, ways={"league": ITSELF}),
    Source(model=Division, kind=HistoryKind.LEAGUES, ways={"league": "league"}),
    Source(
        model=LeagueTeam,
        kind=HistoryKind.LEAGUES,
        ways={"team": ITSELF, "league": "division__league"},
    ),
    Source(
        model=LeaguePlayer,
        kind=HistoryKind.LEAGUES,
        ways={"team": "team", "league": "team__division__league", "person": "player"},
    ),
    Source(
        model=MatchDay, kind=HistoryKind.LEAGUES, ways={"league": "division__league"}
    ),
    Source(
        model=MatchGroup,
        kind=HistoryKind.LEAGUES,
        ways={"league": "match_day__division__league"},
        hidden_columns=frozenset({"event"}),
    ),
    Source(
        model=GroupReopening,
        kind=HistoryKind.LEAGUES,
        ways={"league": "group__match_day__division__league"},
        act=_("match opened again"),
        details=bare_details("group.match_day", "group", "reason"),
        prefetch=("group__match_day",),
    ),
    Source(
        model=RuleSet,
        kind=HistoryKind.RULES,
        ways={"rules": ITSELF},
        condition=Q(is_frozen=False),
    ),
    Source(model=User, kind=HistoryKind.ACCOUNTS, ways={"account": ITSELF}),
    sign_ins(DeedKind.SIGN_IN),
    sign_ins(
        DeedKind.REFUSED,
        DeedKind.WRONG_CODE,
        details=(("times", _("%(value)s times")),),
        nobody=_("somebody unknown"),
    ),
    sign_ins(DeedKind.ENDED, details=(("times", _("devices: %(value)s")),)),
    exported_files(OF_EVENT, "event"),
    exported_files((ExportedFile.SEASON,), "season"),
    exported_files((ExportedFile.LEAGUE,), "league"),
    exported_files((ExportedFile.PERSON,), "person"),
    exported_files(
        (
            ExportedFile.CLUB,
            ExportedFile.ALL_TIME,
            ExportedFile.PEOPLE,
            ExportedFile.REPORT,
        )
    ),
    Source(model=Organisation, kind=HistoryKind.CLUB, ways={"": ITSELF}),
)
