"""What all writes on a list share: lock, check, store, write the step, settle.

These functions are not services themselves: services call them inside their
transactions.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from scoring.game.written_games import WrittenGame, with_implied_levels
from scoring.lists.sheets import Takeover
from scoring.notation.documents import write_line
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from tournaments.people.models import Player, User
from tournaments.sheets.board import SheetBoard, board_of, played_line
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Change, Game, ScoreSheet, Seat
from tournaments.sheets.models.programme import Event, RuleSet
from tournaments.sheets.selectors import (
    ledger_of,
    objections_to,
    table_confirmations,
)
from tournaments.words.choices import (
    CHANGES_ROWS,
    WRITES_A_LINE,
    Action,
    Proof,
    SheetState,
)
from tournaments.words.problems import refusal_text


class SheetIsFinished(ValidationError):
    """The list is finished; it has to be reopened, with a reason, to be changed."""


class IsTaken(ValidationError):
    """Somebody else has written here in the meantime; ``text`` is what they wrote."""

    text: str


class LineIsTaken(IsTaken):
    """Somebody else has written this line in the meantime."""

    def __init__(self, *, number: int, text: str):
        if text:
            message = _(
                "Meanwhile line %(number)s was written in another window or by "
                "somebody else: “%(text)s”."
            )
        else:
            message = _(
                "Meanwhile line %(number)s was taken out in another window or by "
                "somebody else."
            )
        super().__init__(
            message, code="line-taken", params={"number": number, "text": text}
        )
        self.number = number
        self.text = text


class FootIsTaken(IsTaken):
    """Somebody else has written the foot of the paper; ``shown`` has it in words."""

    def __init__(self, *, text: str, shown: str):
        super().__init__(
            _(
                "Meanwhile these totals were changed in another window or by somebody "
                "else: %(text)s. What you typed is still here; save it again to put it "
                "in their place."
            ),
            code="foot-taken",
            params={"text": shown},
        )
        self.text = text


class PenIsOut(ValidationError):
    """A phone writes this list; the desk has to take the pen back first."""


class ImpossibleLine(ValidationError):
    """An impossible line; its messages name all problems at once."""


class NotFinishable(ValidationError):
    """Something is still open on the list."""


class NotProved(ValidationError):
    """Nothing on the paper proves the list; the user may finish it all the same."""


class NothingToRevert(ValidationError):
    """There is no step left to undo or to redo."""


class OwnTyping(ValidationError):
    """Nobody may check a list that they typed themselves."""


class ListHasChanged(ValidationError):
    """The decision was made about the list as it was before a change."""

    def __init__(self) -> None:
        super().__init__(
            _("The list has changed meanwhile. Please look at it once more."),
            code="changed",
        )


FAR_AWAY = 10_000  # a line number that no list reaches

Row = TypeVar("Row", bound=models.Model)
Edit = tuple[Action, int | None, str, str]  # action, line or place, before, after


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetUpdate:
    """A list after a write: in memory, with its board.

    ``number`` is the line written, None if more than rows has changed.
    """

    ledger: Ledger
    board: SheetBoard
    number: int | None = None
    step: int | None = None  # the step that undo reverts next, if this wrote one


# What a list and its event say about a line, but for the echo.
LINE_COLUMNS = (
    *("series", "system", "state", "pen_is_out", "totals_only", "stands_for"),
    *("cut_short", "paper_games", "paper_passed_in", "mismatch_reason", "finished_at"),
    *("series__event", "series__event__second_person"),
)


@cache
def sheets_to_lock(*, for_lines: bool, are_rules_settled: bool) -> QuerySet[ScoreSheet]:
    """Return lists as a queryset that locks them, built once.

    They come ``with_event()``, or with the columns for a line only.
    """
    lists = ScoreSheet.objects
    sheets = lists.for_typing(*LINE_COLUMNS) if for_lines else lists.with_event()
    sheets = sheets.select_for_update(of=("self",)).order_by()
    if not are_rules_settled:
        return sheets
    rules = "series__event__rule_set"
    return sheets.filter(Q(**{rules: None}) | Q(**{f"{rules}__is_frozen": True}))


def locked_sheet(sheet: ScoreSheet, *, for_lines: bool = False) -> ScoreSheet:
    """Lock a list; others who write on it or pass its pen have to wait. One query.

    As long as the house rules of its event are not frozen, the event is locked first:
    the first game freezes them, and everybody locks an event before its lists. Three
    queries then. Raises ``ScoreSheet.DoesNotExist``.
    """
    settled = sheets_to_lock(for_lines=for_lines, are_rules_settled=True)
    locked = next(iter(settled.filter(pk=sheet.pk)), None)
    if locked is not None:
        return locked
    events = Event.objects.filter(series__sheets=sheet.pk)
    list(events.select_for_update(of=("self",), no_key=True))
    sheets = sheets_to_lock(for_lines=for_lines, are_rules_settled=False)
    return sheets.get(pk=sheet.pk)


def lock_lists(sheets: QuerySet[ScoreSheet]) -> None:
    """Lock many lists, in one order for everybody. One query."""
    rows = sheets.select_for_update(of=("self",), no_key=True)
    list(rows.order_by("pk").values_list("pk"))


def locked_ledger(sheet: ScoreSheet, *, for_lines: bool = False) -> Ledger:
    """Lock the list and read it. Raises ``SheetIsFinished``. Four queries.

    Three ``for_lines`` that are written at the desk: names are read when they are asked
    for. Raises ``PenIsOut`` then while the table has the pen.
    """
    locked = locked_sheet(sheet, for_lines=for_lines)
    if locked.is_finished or locked.stands_for is not None:
        raise SheetIsFinished(
            _("This list is finished. Reopen it to change something."), code="finished"
        )
    if not for_lines:
        return ledger_of(locked)
    if locked.pen_is_out:
        raise PenIsOut(
            _(
                "The table writes this list on a phone. Lines are taken again when "
                "the pen is taken back on the page of the list."
            ),
            code="pen",
        )
    return ledger_for_lines(locked)


def ledger_for_lines(sheet: ScoreSheet) -> Ledger:
    """Read a list for writing a line. Two queries.

    Two more when somebody asks who sits there: a line is written without names. Rows
    are sorted here, as each line would have to word the order for the database again,
    and are not asked for their list, which was found in the scope.
    """
    seats = Seat._base_manager.filter(sheet=sheet.pk).order_by()
    games = Game._base_manager.filter(sheet=sheet.pk).order_by()
    return Ledger(
        sheet=sheet,
        seats=sorted(seats, key=attrgetter("place")),
        games=sorted(games, key=attrgetter("number")),
        substitutions=SimpleLazyObject(
            lambda: sheet.substitutions.select_related("player")
        ),
        rules=sheet.as_rules(),
    )


PEN_FIELDS = ("pen_epoch", "pen_is_out", "revision")


def pass_pen(sheet: ScoreSheet, *, to_table: bool) -> None:
    """Pass the pen to a phone or back to the desk, without saving it.

    The previous writer belongs to an older epoch from now on, and everybody who has
    the list open is told.
    """
    if sheet.pen_is_out or to_table:
        sheet.pen_epoch += 1
        sheet.revision += 1
    sheet.pen_is_out = to_table


def ledger_at_revision(sheet: ScoreSheet, revision: int | None) -> Ledger:
    """Return the list for writing its lines if it is still at ``revision``."""
    ledger = locked_ledger(sheet, for_lines=True)
    if revision not in (None, ledger.sheet.revision):
        raise ListHasChanged
    return ledger


def line_text(noted: NotedLine) -> str:
    """Return a line in shorthand as it is stored and as the history remembers it.

    It has the levels that it implies (rules 1.10).
    """
    full = replace(noted, entry=with_implied_levels(noted.entry))
    return write_line(full, Spelling.LETTERS)


def stored_text(game: Game) -> str:
    """Return the canonical shorthand of a stored line."""
    return write_line(game.as_noted(), Spelling.LETTERS)


def check_line(
    ledger: Ledger, noted: NotedLine, number: int, before: Sequence[WrittenGame] = ()
) -> None:
    """Refuse an impossible line, with all its problems at once.

    ``before`` are games that the same write puts between the last line and this one.
    """
    line = played_line(ledger, noted.entry, number, before)
    if line.problems:
        raise ImpossibleLine(
            [
                ImpossibleLine(refusal_text(problem, noted.entry), code=problem.value)
                for problem in line.problems
            ]
        )


def store_new_line(ledger: Ledger, number: int, noted: NotedLine) -> Game:
    """Write ``noted`` as line ``number``, in the database and in ``ledger``."""
    game = fill_game(Game(sheet=ledger.sheet, number=number), noted)
    renumber_lines(ledger, number, by=1)
    game.save(force_insert=True)
    ledger.games.insert(number - 1, game)
    return game


def overwrite_line(ledger: Ledger, number: int, noted: NotedLine) -> Game:
    """Write ``noted`` over line ``number``, in the database and in ``ledger``."""
    game = fill_game(ledger.games[number - 1], noted)
    game.save()
    return game


def append_games(ledger: Ledger, games: Sequence[Game]) -> list[Edit]:
    """Write new games after the last line, in the database and in ``ledger``."""
    insert_rows(games)
    ledger.games += games
    return [(Action.INSERT, game.number, "", stored_text(game)) for game in games]


def fill_game(game: Game, noted: NotedLine) -> Game:
    """Copy ``noted`` into a line and complete its levels, without saving it."""
    game.set_line(replace(noted, entry=with_implied_levels(noted.entry)))
    game.paper_wrong = False
    game.full_clean(
        exclude=["sheet"], validate_unique=False, validate_constraints=False
    )
    return game


def delete_stored_line(ledger: Ledger, number: int) -> None:
    """Take line ``number`` out, in the database and in ``ledger``."""
    ledger.games.pop(number - 1).delete()
    renumber_lines(ledger, number + 1, by=-1)


def renumber_lines(ledger: Ledger, first: int, *, by: int) -> None:
    """Renumber the lines from ``first`` on, in two steps that keep them unique."""
    later = [game for game in ledger.games if game.number >= first]
    if not later:
        return
    stored = Game.objects.filter(sheet=ledger.sheet, number__gte=first)
    stored.update(number=F("number") + FAR_AWAY)
    moved = Game.objects.filter(sheet=ledger.sheet, number__gt=FAR_AWAY)
    moved.update(number=F("number") - FAR_AWAY + by)
    for game in later:
        game.number += by


def insert_rows(rows: Sequence[Row]) -> None:
    """Insert new rows. One query; for a single row a bulk would cost twice as much."""
    if len(rows) == 1:
        rows[0].save(force_insert=True)
    elif rows:
        type(rows[0])._default_manager.bulk_create(rows)


def write_step(
    ledger: Ledger, by: User | None, edits: Sequence[Edit], **details: Any
) -> SheetUpdate:
    """Write one step of the history and bring the list up to date."""
    step = record_step(ledger, by, edits, **details)
    update = settle_sheet(ledger, by, step=None if "reverts" in details else step)
    if any(action not in CHANGES_ROWS for action, *_rest in edits):
        return update
    lines = [n for action, n, *_rest in edits if n and action in WRITES_A_LINE]
    return replace(update, number=min(lines, default=None))


def record_step(
    ledger: Ledger,
    by: User | None,
    edits: Sequence[Edit],
    *,
    each_alone: bool = False,
    **details: Any,
) -> int | None:
    """Write one step of the history and return its number; None without an edit.

    With ``each_alone`` every edit is a step. ``details`` are the reason, the step that
    this reverts and the route by which it came. A list's revision is the number of its
    last step; saving it is left to the caller.
    """
    if not edits:
        return None
    # The row is locked, so nobody else counts at the same time.
    sheet, now, first = ledger.sheet, timezone.now(), ledger.sheet.revision + 1
    steps = [first + at * each_alone for at in range(len(edits))]
    sheet.revision = steps[-1]
    common = {"sheet": sheet, "at": now, "by": by} | details
    names = ("action", "number", "before", "after")
    insert_rows(
        [
            Change(step=step, **common, **dict(zip(names, edit, strict=True)))
            for step, edit in zip(steps, edits, strict=True)
        ]
    )
    return sheet.revision


def settle_sheet(
    ledger: Ledger, by: User | None, *, step: int | None = None
) -> SheetUpdate:
    """Bring state, proof and revision of the list up to date. One query.

    A list that was sent back stays "differs" until its objections are answered: one
    more query. So does a full list that only its table can prove.

    With the first game its event gets its own copy of the house rules under the same
    name, so that later changes of the club's rules alter nothing. The event is locked
    until then (``locked_sheet``): two tables may write their first games at once.
    """
    sheet = ledger.sheet
    event, rules = sheet.series.event, sheet.series.event.rule_set
    if ledger.games and rules is not None and not rules.is_frozen:
        frozen = rule_set_copy(rules)
        frozen.is_frozen = True
        frozen.save(force_insert=True)
        event.store(rule_set=frozen)
    sheet.proof = Proof.NONE
    board = board_of(ledger)
    is_unproved = board.is_complete and board.state == SheetState.TYPING
    if is_unproved and table_confirmations(sheet).are_of_all:
        sheet.proof = Proof.TABLE
        board = board_of(ledger)
    sent_back = sheet.state == SheetState.DIFFERS and board.state != SheetState.DIFFERS
    sheet.state = board.state
    if sent_back and objections_to(sheet):
        sheet.state = SheetState.DIFFERS
    sheet.proof = board.proof
    sheet.typed_by = by
    sheet.save(update_fields=["state", "proof", "revision", "typed_by"])
    return SheetUpdate(ledger=ledger, board=board, step=step)


def seat_text(player: Player, from_game: int = 1) -> str:
    """Return who has a place from which game on, as the history remembers it."""
    return str(Takeover(game=from_game, person=str(player.pk), name=player.full_name))


def rule_set_copy(source: RuleSet) -> RuleSet:
    """Return a copy of house rules, unsaved and not frozen."""
    return RuleSet(club=source.club, name=source.name, options=source.options)


def require_reason(reason: str) -> None:
    """Refuse to do something unusual without a written reason."""
    if not reason.strip():
        raise ValidationError(
            {"reason": ValidationError(_("Please say why."), code="reason")}
        )


# Without letters and digits that are easily confused on paper.
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LIST_CODE_LENGTH = 6
KEY_CODE_LENGTH = 8
CARD_CODE_LENGTH = 6


def fresh_codes(model: type[Model], count: int, *, letters: int) -> set[str]:
    """Return ``count`` codes that no row of any organisation has.

    One query; more if a code happens to be in use.
    """
    codes: set[str] = set()
    while len(codes) < count:
        codes |= {
            "".join(secrets.choice(LETTERS) for _letter in range(letters))
            for _code in range(count - len(codes))
        }
        in_use = model._base_manager.filter(code__in=codes)
        codes -= set(in_use.values_list("code", flat=True))
    return codes


def card_code(*, event: int, player: int) -> str:
    """Return the code of a player's start card, which nobody else can work out.

    Nothing is stored: the code is valid as long as the secret of this installation.
    """
    digest = salted_hmac("start card", f"{event} {player}", algorithm="sha256").digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:CARD_CODE_LENGTH])
