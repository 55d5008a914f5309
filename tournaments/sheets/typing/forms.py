"""A typed line: how it is read and written, and what it means while it is typed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.game.written_games import (
    BASE_VALUE,
    PASSED_IN,
    Contract,
    playing_in,
    with_implied_levels,
)
from scoring.house.bylaws import MarkKind, has_bidding, marks_under, playable_contracts
from scoring.house.rules import OFFICIAL, HouseRules, Schieberamsch, is_official
from scoring.notation.grammar import LETTER, NotationError
from scoring.notation.hints import expected_next, is_beginning
from scoring.notation.reading import (
    NotedLine,
    Strike,
    Substitution,
    read_item,
    read_line,
    read_list,
)
from scoring.playing.play import HouseLine, check_value, lines_depend, paper_score, play
from tournaments.people.models import Player
from tournaments.people.services import add_player_named
from tournaments.sheets import seats as seats_services
from tournaments.sheets.board import played_line
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.finishing.forms import ShowsTakenText
from tournaments.sheets.ledger import Ledger, names_by_place, place_columns
from tournaments.sheets.selectors import substitute_candidates
from tournaments.sheets.typing import services as typing_services
from tournaments.web.forms import ActionForm, ServiceForm, WholeNumberField, tick
from tournaments.words.decks import contract_name, deck_name
from tournaments.words.house_lines import house_echo, round_text, triggers_text
from tournaments.words.problems import (
    Hint,
    check_text,
    hints_of,
    line_text,
    notation_error_text,
    problem_text,
    refusal_text,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Echo:
    """A line in words with its score, or what is wrong with it."""

    words: str = ""
    score: int | None = None
    problems: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    note: str = ""
    contract: Contract | None = None
    hints: tuple[Hint, ...] = ()
    unknown: str = ""


def read_typed_line(
    text: str, *, values_only: bool = False
) -> NotedLine | Strike | Substitution:
    """Read a typed line. Raises NotationError.

    Where only place and value are typed, a game in shorthand is read as well, so that
    the user can switch at any line.
    """
    try:
        return read_item(text, values_only=values_only)
    except NotationError:
        if not values_only:
            raise
        try:
            return read_item(text)
        except NotationError:
            pass
        raise


def echo_of(
    ledger: Ledger, *, text: str, number: int, values_only: bool = False
) -> Echo:
    """Read ``text`` as line ``number`` of a list. One query for a substitute.

    If lines depend on earlier ones, and some of these have not arrived yet, the echo is
    empty; otherwise the ledger need not have them.
    """
    hints = key_hints(ledger, text, number, values_only=values_only)
    try:
        item = read_typed_line(text, values_only=values_only)
    except NotationError as error:
        if is_beginning(text, values_only=values_only):
            return Echo(hints=hints)
        return Echo(problems=(notation_error_text(error),))
    if isinstance(item, Strike | Substitution):
        return special_echo(item)
    if number > len(ledger.games) + 1 and lines_depend(ledger.rules):
        return Echo(hints=hints)
    line = played_line(ledger, with_implied_levels(item.entry), number)
    if line.problems:
        refusals = (refusal_text(each, item.entry) for each in line.problems)
        return Echo(problems=tuple(refusals))
    names = names_by_place(place_columns(ledger))
    return Echo(
        words=": ".join(filter(None, [round_text(line), house_echo(line, names)])),
        score=line.result.score if is_official(ledger.rules) else None,
        questions=tuple(echo_questions(line, item)),
        note=triggers_text(line),
        contract=item.entry.contract,
        hints=hints,
    )


def key_hints(
    ledger: Ledger, text: str, number: int, *, values_only: bool
) -> tuple[Hint, ...]:
    """Return what may be typed after ``text`` on line ``number``. No query."""
    playing = playing_in(number, ledger.sheet.table_size)
    expected = expected_next(text, values_only=values_only)
    rules = ledger.rules
    if not text.strip() and rules.plays_ramsch:
        expected = replace(expected, codes=(*expected.codes, "ramsch"))
    if rules.only_ramsch:
        left_out = {"passed-in", "bid"}
        if not rules.grand_hand_in_ramsch:
            left_out.add("seat")
        codes = tuple(code for code in expected.codes if code not in left_out)
        expected = replace(expected, codes=codes)
    return tuple(hints_of(expected, playing, playable_contracts(rules)))


def echo_questions(line: HouseLine, item: NotedLine) -> Iterator[str]:
    computed = paper_score(line)
    paper = check_value(line, item.check_value)
    if paper is not None and computed is not None and paper != computed:
        yield check_text("check-value", paper, computed)
    yield from map(problem_text, line.questions)
    if line.overrules and not item.remark:
        yield gettext("Not what the rules propose: give the reason after a #.")


def special_echo(item: Strike | Substitution) -> Echo:
    """Return the echo of a line that is not a game."""
    if isinstance(item, Substitution):
        candidates = substitute_candidates(item.name)
        if problem := substitute_problem(item.name, candidates):
            return Echo(problems=(problem,), unknown="" if candidates else item.name)
        words = gettext("From here on %(name)s sits on place %(place)s.")
        return Echo(words=words % {"name": item.name, "place": item.place})
    return Echo(words=gettext("Time was up: strike the rest of the list."))


def substitute_problem(name: str, candidates: Sequence[Player]) -> str:
    """Return why nobody can take over a place; "" if the name means one person."""
    if len(candidates) == 1:
        return ""
    if candidates:
        return gettext("Several people are called “%(name)s”.") % {"name": name}
    return gettext("Nobody is called “%(name)s”.") % {"name": name}


# Place, contract, matadors, levels, lost: parts of most games. In both spellings.
EXAMPLES = (
    ("2k2h", "2122*"),
    ("3g2", "3242"),
    ("2ao3", "29/3"),
    ("4p1s-", "4111+-"),
    ("1h2sa", "1102+,"),
    ("3g4wa", "3244++,"),
    ("2g4o", "2244++,,"),
    ("1n", "123"),
    ("1nho", "159"),
    ("3p1r30", "3111/30"),
    ("2k2h=48:318", "2122*//48///318"),
    ("e", "0"),
)
# Rare parts.
RARE = (
    ("2+48", "2+48", _("only the value stands on the paper")),
    ("2-96", "2-96", _("the same for a lost game")),
    ("2k2@72", "2122@72", _("72 card points of the declarer")),
    ("2k2-!a", "2122-!a", _("conceded; !r a rule break, !s the referee decided")),
    ("2nr27>h1", "223/27>101", _("Null below the bid: hearts with 1 was picked")),
    ("2k2h # 21:40", "2122* # 21:40", _("a remark")),
)
NO_GAMES = (
    ("x", _("Time was up: strike the rest of the list.")),
    ("s2=Meier", _("from here on Meier sits on place 2")),
)
PLACE = (pgettext_lazy("seat", "Place"), "1 … 5", "1 … 5")
NULLS = (_("Null, Hand, ouvert, ouvert Hand"), "n nh no nho", "23 35 46 59")
LEVELS = (
    (_("with 2, without 2"), "2 o2", "2 /2"),
    (_("Hand"), "h", "*"),
    (_("Schneider announced"), "s sa", "+ +,"),
    (_("Schwarz announced"), "w wa", "++ ++,"),
    (_("ouvert"), "o", "++,,"),
    (_("lost"), "-", "-"),
)
BID = (_("bid 30"), "r30", "/30")
PAPER = (_("value and running total on the paper"), "=48 :318", "//48 ///318")
PASSED = (_("passed in"), "e", "0")

# What house rules add; a part is on the card of a list whose rules know its mark.
HOUSE_PARTS: tuple[tuple[MarkKind, object, str, str], ...] = (
    (MarkKind.KONTRA, _("Kontra, Re"), "k re", "*1 *2"),
    (MarkKind.BOCK, _("Bock otherwise than proposed: none, once"), "b0 b1", "*00 *01"),
    (MarkKind.CARD_POINTS, _("card points of the declarer"), "@60", "@60"),
    (
        MarkKind.RAMSCH,
        _("Ramsch with the card points of the three"),
        "r48/42/30",
        "0/48/42/30",
    ),
    (MarkKind.PUSHES, _("pushed twice"), "p2", "*52"),
    (MarkKind.VIRGIN, _("virgin on place 3"), "j3", "*63"),
    (MarkKind.MARCH, _("march of place 1"), "d1", "*71"),
)
HOUSE_EXAMPLES = (
    ("2k2k", "2122*1"),
    ("4p1hre-", "4111**2-"),
    ("3g2b1", "3242*01"),
    ("2k@80", "212@80"),
    ("3hsa@95", "310+,@95"),
    ("r48/42/30", "0/48/42/30"),
    ("r62/58/0p1j4", "0/62/58/0*51*64"),
    ("r120/0/0d2", "0/120/0/0*72"),
)
ALL_MARKS = HouseRules(
    kontra=True, bock_re=True, schieberamsch=Schieberamsch.MINUS, ramsch_kontra=True
)
"""Rules that know as many marks as can be combined."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A line in both spellings, with its meaning and its score."""

    letters: str
    pad: str
    words: str
    score: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Everything on the card; the marks of house rules are separate."""

    rules: HouseRules
    parts: Iterable[tuple[object, str, str]]
    examples: tuple[Example, ...]
    rare: tuple[Example, ...]
    no_games: Iterable[tuple[str, object]]
    house_parts: tuple[tuple[object, str, str], ...] = ()
    house_examples: tuple[Example, ...] = ()


def cards(rules: HouseRules = OFFICIAL) -> Cards:
    """Return the card in the reader's language, for a list under ``rules``. No query.

    Examples that are impossible under these rules are left out.
    """
    return cards_in(get_language(), deck_name(), rules)


@lru_cache(maxsize=64)
def cards_in(_language: str | None, _deck: str, rules: HouseRules) -> Cards:
    """Make the card in the active language and deck, once for each of them."""
    example, known = partial(example_of, rules), marks_under(rules)
    return Cards(
        rules=rules,
        parts=tuple(parts_of(rules)),
        examples=tuple(filter(None, (example(*pair) for pair in EXAMPLES))),
        rare=tuple(
            Example(letters=letters, pad=pad, words=str(words))
            for letters, pad, words in RARE
            if example(letters, pad)
        ),
        no_games=NO_GAMES,
        house_parts=tuple(part[1:] for part in HOUSE_PARTS if part[0] in known),
        house_examples=tuple(filter(None, (example(*pair) for pair in HOUSE_EXAMPLES))),
    )


def parts_of(rules: HouseRules) -> Iterator[tuple[object, str, str]]:
    """Yield the parts of a game that ``rules`` allow."""
    contracts = playable_contracts(rules)
    trumps = [trump for trump in BASE_VALUE if trump in contracts]
    if trumps:
        yield PLACE
        yield (
            ", ".join(map(contract_name, trumps)),
            " ".join(LETTER[trump] for trump in trumps),
            " ".join(str(BASE_VALUE[trump]) for trump in trumps),
        )
    if Contract.NULL in contracts:
        yield NULLS
    yield from LEVELS if trumps else ()
    if has_bidding(rules):
        yield BID
        yield PASSED
    yield PAPER


def example_of(rules: HouseRules, letters: str, pad: str) -> Example | None:
    """Return an example with its computed meaning; None if the rules forbid it."""
    entry = read_line(letters).entry
    # Place 1 deals the first game of a table of four and cannot play it.
    before = [PASSED_IN] if entry.declarer == 1 else []
    line = play([*before, entry], rules, players=4)[-1]
    if line.problems:
        return None
    words = line_text(entry)
    if entry.bid is not None:
        words = f"{words}, {gettext('bid %(bid)s') % {'bid': entry.bid}}"
    return Example(letters=letters, pad=pad, words=words, score=paper_score(line))


MOST_PASTED = 20_000  # characters; a list of 48 games has about 300


class LineForm(ShowsTakenText, ServiceForm):
    """One line of the list in shorthand: written, inserted or deleted."""

    needs = ("sheet", "by")
    item: Any = None
    unknown = ""  # the name of a substitute who is not in the database yet

    number = WholeNumberField(_("line"), 1, 500, widget=forms.HiddenInput)
    before = forms.CharField(
        required=False, strip=False, max_length=400, widget=forms.HiddenInput
    )
    # Only sent with a line that is sent a second time.
    revision = WholeNumberField(required=False, min_value=0, widget=forms.HiddenInput)
    text = forms.CharField(required=False, max_length=300, label=_("Game"))
    values = tick(_("only place and value"))
    action = forms.ChoiceField(
        required=False,
        choices=[(action, "") for action in ("write", "insert", "delete", "guest")],
    )

    def clean(self):
        super().clean()
        text = (self.cleaned_data.get("text") or "").strip()
        if self.errors or self.cleaned_data.get("action") == "delete":
            return
        if not text:
            self.add_error(
                "text", ValidationError(_("Please type a game."), code="empty")
            )
            return
        try:
            self.item = read_typed_line(text, values_only=self.cleaned_data["values"])
        except NotationError as error:
            message = notation_error_text(error)
            self.add_error("text", ValidationError(message, code=error.code))

    def act(self):
        if isinstance(self.item, Strike):
            return finishing_services.strike_rest(sheet=self.sheet, by=self.by)
        if isinstance(self.item, Substitution):
            return self.substitute()
        data = self.cleaned_data
        line = {
            "sheet": self.sheet,
            "by": self.by,
            "number": data["number"],
            "before": data["before"],
        }
        if data["action"] == "delete":
            return typing_services.delete_line(revision=data["revision"], **line)
        line["noted"] = self.item
        if data["action"] == "insert":
            return typing_services.insert_line(revision=data["revision"], **line)
        return typing_services.record_line(**line)

    @transaction.atomic
    def substitute(self):
        name = self.item.name
        candidates = substitute_candidates(name)
        if not candidates and self.cleaned_data["action"] == "guest":
            candidates = [add_player_named(name=name, is_guest=True)]
        if problem := substitute_problem(name, candidates):
            self.unknown = "" if candidates else name
            raise ValidationError(problem, code="name")
        return seats_services.add_substitute(
            sheet=self.sheet,
            place=self.item.place,
            player=candidates[0],
            by=self.by,
            from_game=self.cleaned_data["number"],
        )


class UndoForm(ActionForm):
    """Undo, for the list as the user saw it."""

    service = typing_services.undo
    revision = WholeNumberField(min_value=0)


class RedoForm(UndoForm):
    service = typing_services.redo


class AcceptForm(ShowsTakenText, ActionForm):
    """Why the paper is wrong on a line, as the line was shown."""

    service = typing_services.accept_line
    reason = forms.CharField(
        max_length=300,
        label=_("Reason"),
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    before = forms.CharField(
        required=False, strip=False, max_length=400, widget=forms.HiddenInput
    )


class PasteForm(ActionForm):
    """A whole list at once, one game per line."""

    service: Callable[..., Any] = typing_services.append_lines
    text = forms.CharField(
        label=_("Lines"),
        max_length=MOST_PASTED,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_(
            "One game a line in the shorthand; lines that begin with # do not count."
        ),
    )

    def clean_text(self):
        lines, errors = [], []
        for item in read_list(self.cleaned_data["text"]):
            if isinstance(item.content, NotedLine):
                lines.append(item.content)
            else:
                errors.append(self.error_of(item))
        if errors:
            raise ValidationError(errors[:20])
        if not lines:
            raise ValidationError(_("There is no game in this text."), code="empty")
        self.cleaned_data["lines"] = lines
        return self.cleaned_data["text"]

    def error_of(self, item):
        if isinstance(item.content, NotationError):
            message = notation_error_text(item.content)
        else:
            message = _("Type struck games and substitutes in the line itself.")
        return ValidationError(
            _("Line %(number)s: %(message)s"),
            params={"number": item.line, "message": message},
            code="line",
        )
