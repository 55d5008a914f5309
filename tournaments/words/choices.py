"""The enums of ``scoring`` as Django choices, and the words of the club.

``scoring`` owns the values of a game; here they only get labels. A test keeps the two
in step. Stored values never change.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.game.written_games import Contract, ResultKind
from scoring.leagues.rules import AverageOf, SharedPlaces
from scoring.lists.sheets import System
from scoring.proof.alignment import ArrivalStatus
from scoring.ranking.standings import Criterion
from scoring.seasons.rules import Guests, Measure, MissingUpTo, Unit
from tournaments.words.decks import contract_label


class ContractChoice(models.TextChoices):
    DIAMONDS = Contract.DIAMONDS.value, contract_label(Contract.DIAMONDS)
    HEARTS = Contract.HEARTS.value, contract_label(Contract.HEARTS)
    SPADES = Contract.SPADES.value, contract_label(Contract.SPADES)
    CLUBS = Contract.CLUBS.value, contract_label(Contract.CLUBS)
    GRAND = Contract.GRAND.value, contract_label(Contract.GRAND)
    NULL = Contract.NULL.value, contract_label(Contract.NULL)


class ResultKindChoice(models.TextChoices):
    PLAYED = ResultKind.PLAYED.value, _("played to the end")
    CONCEDED = ResultKind.CONCEDED.value, _("conceded")
    RULE_BREAK = ResultKind.RULE_BREAK.value, _("decided by a rule break")
    REFEREE = ResultKind.REFEREE.value, _("decided by the referee")


class SystemChoice(models.TextChoices):
    PLAIN = System.PLAIN.value, _("plain points")
    SEEGER = System.SEEGER.value, _("Seeger")
    SEEGER_FABIAN = System.SEEGER_FABIAN.value, _("Seeger-Fabian")


class LogKind(models.TextChoices):
    """The kinds of entries in the log between which a reader chooses."""

    EVENTS = "events", _("Events: settings and course")
    ENTRIES = "entries", _("Who takes part")
    SEATS = "seats", _("Seats and draws")
    TEAMS = "teams", _("Teams")
    MONEY = "money", _("Money")
    PEOPLE = "people", _("Members and guests")
    SEASONS = "seasons", _("Seasons")
    LEAGUES = "leagues", _("Leagues")
    RULES = "rules", _("House rules")
    ACCOUNTS = "accounts", _("Accounts and roles")
    SIGN_INS = "sign-ins", _("Sign-ins")
    FILES = "files", _("Files taken along")
    CLUB = "club", _("The club itself")


class DeedKind(models.TextChoices):
    """What an account did that leaves no trace in the books themselves."""

    SIGN_IN = "sign-in", _("signed in")
    REFUSED = "refused", _("wrong name or password")
    WRONG_CODE = "wrong-code", _("wrong one-time code")
    ENDED = "ended", _("signed out elsewhere")
    EXPORT = "export", _("took a file along")


class ExportedFile(models.TextChoices):
    CLUB = "club", _("The whole club")
    EVENT = "event", _("the event as a file")
    STANDINGS = "standings", _("Standings")
    RESULTS = "results", _("Results")
    PAPER = "paper", _("papers to print")
    LISTS = "lists", _("the lists to print")
    SEASON = "season", _("Season table")
    LEAGUE = "league", _("League table")
    ALL_TIME = "all-time", _("All-time table")
    REPORT = "report", _("Report to the federation")
    MONEY = "money", _("Money of people")
    PEOPLE = "people", _("Members and guests")
    PERSON = "person", _("everything about the person")
    LIST = "list", _("one list as a file")


class EventKind(models.TextChoices):
    EVENING = "evening", _("Club evening")
    TOURNAMENT = "tournament", _("tournament")
    CHAMPIONSHIP = "championship", _("championship")
    LEAGUE = "league", _("league match")


class Rhythm(models.TextChoices):
    """How often a club meets on its weekday."""

    WEEKLY = "weekly", _("every week")
    FORTNIGHTLY = "fortnightly", _("every two weeks")
    FIRST = "first", _("the first in a month")
    SECOND = "second", _("the second in a month")
    THIRD = "third", _("the third in a month")
    FOURTH = "fourth", _("the fourth in a month")
    LAST = "last", _("the last in a month")


class Gender(models.TextChoices):
    """As far as a person wants to say; it decides about the women's ranking only."""

    FEMALE = "female", _("female")
    MALE = "male", _("male")
    DIVERSE = "diverse", _("diverse")


class Privacy(models.TextChoices):
    """How much of a person's name visitors see."""

    FULL = "full", _("full name")
    SHORT = "short", _("short name, such as Anna K.")
    FIRST = "first-name", _("first name only, such as Anna")
    HIDDEN = "hidden", _("hidden, such as Player 17")


class TableRuleChoice(models.TextChoices):
    FOURS = "fours", _("tables of four, rest of three")
    THREES = "threes", _("tables of three where possible")
    FIVE = "five", _("five people share one table")


class CriterionChoice(models.TextChoices):
    """What decided a place between equal totals."""

    TOTAL = Criterion.TOTAL.value, pgettext_lazy("decided", "total")
    WON = Criterion.WON.value, pgettext_lazy("decided", "more won games")
    FEWER_LOST = (
        Criterion.FEWER_LOST.value,
        pgettext_lazy("decided", "fewer lost games"),
    )
    BEST_LIST = Criterion.BEST_LIST.value, pgettext_lazy("decided", "better best list")
    LAST_SERIES = (
        Criterion.LAST_SERIES.value,
        pgettext_lazy("decided", "better last series"),
    )
    LOT = Criterion.LOT.value, pgettext_lazy("decided", "lot")


class Ranking(models.TextChoices):
    """The rankings that are made of the same lists."""

    SINGLE = "single", _("Single")
    EVERYBODY = "everybody", _("Everybody")
    TEAMS = "teams", _("Teams")
    WOMEN = "women", _("Women")
    SENIORS = "seniors", _("Seniors")
    JUNIORS = "juniors", _("Juniors")
    YOUTH = "youth", _("Youth")
    PUPILS = "pupils", _("Pupils")
    GUESTS = "guests", _("Guests")
    LISTS = "lists", _("Best lists")


class TeamKind(models.TextChoices):
    """The people who may play together in a team (rules 6.5)."""

    ANY = "any", _("whoever likes")
    MIXED = "mixed", _("women and men together")
    WOMEN = "women", _("women only")
    CLUB = "club", _("people of one club")


class LogAction(models.TextChoices):
    """What was done in the course of an event."""

    TABLE = "table", _("table opened")
    CLOCK = "clock", _("clock started")
    STOP = "stop", _("clock stopped")
    CLOSE = "close", _("series closed")


class DrawMode(models.TextChoices):
    WISHES = "wishes", _("drawn, new opponents as far as possible")
    LOT = "lot", _("drawn by lot alone")
    STANDING = "standing", _("by standing, best with best")
    GROUPS = "groups", _("by strength groups")
    HAND = "hand", _("seated by hand")
    LEAGUE = "league", _("the plan of a league match day")


class EntryStatus(models.TextChoices):
    REGISTERED = "registered", _("registered")
    PRESENT = "present", _("present")
    ABSENT = "absent", _("Did not come")
    LEFT = "left", _("has left")


class Answer(models.TextChoices):
    """What somebody answers to the question who comes to the next evening."""

    YES = "yes", pgettext_lazy("answer", "Yes")
    LATER = "later", pgettext_lazy("answer", "Coming later")
    NO = "no", pgettext_lazy("answer", "No")


class PrizeMode(models.TextChoices):
    LIST = "list", _("fixed amounts per place")
    FIELD = "field", _("a percentage of the field shares the pot")
    SHARES = "shares", _("shares of the pot in percent")


class PrizesEach(models.TextChoices):
    """How many prizes one person may win: of several they get the best."""

    ALL = "all", _("gets all of them")
    ONE = "one", _("gets the best one")
    BESIDE = "beside", _("gets the best one; team prizes come on top")


class PaymentKind(models.TextChoices):
    FEE = "fee", _("Entry fee")
    LOSS = "loss", _("Loss money")
    PRIZE = "prize", _("prize money")
    CREDIT = "credit", _("credit and debts")
    FLOAT = "float", _("change fund")
    OTHER = "other", _("other")


class SheetState(models.TextChoices):
    """How far a list has come, as the board shows it."""

    EMPTY = "empty", _("empty")
    TYPING = "typing", pgettext_lazy("list", "being typed")
    DIFFERS = "differs", _("differs")
    PROVED = "proved", pgettext_lazy("list", "proved")
    CHECKED = "checked", pgettext_lazy("list", "checked")
    FINISHED = "finished", pgettext_lazy("list", "finished")


class Proof(models.TextChoices):
    """What speaks for a list: a proof, or a reason why it differs from the paper."""

    NONE = "none", pgettext_lazy("proof", "not proved yet")
    TOTALS = "totals", pgettext_lazy("proof", "proved by the totals of the paper")
    VALUES = "values", pgettext_lazy("proof", "proved by a check value on every line")
    SECOND = "second", pgettext_lazy("proof", "checked by a second person")
    TABLE = "table", pgettext_lazy("proof", "confirmed at the table")
    EXPLAINED = ("explained", pgettext_lazy("proof", "differs for a reason"))


class KeyEnd(models.TextChoices):
    """Why the key of a table can no longer be used for writing."""

    REVOKED = "revoked", _("This key was taken back.")
    FINISHED = "finished", _("This list is finished.")
    OVER = "over", _("This series is closed.")


class Action(models.TextChoices):
    """What a change did to a list."""

    INSERT = "insert", pgettext_lazy("change", "line added")
    REPLACE = "replace", pgettext_lazy("change", "line changed")
    DELETE = "delete", pgettext_lazy("change", "line removed")
    ACCEPT = "accept", _("The paper is wrong")
    FOOT = "foot", _("Totals of the paper")
    REASON = "reason", pgettext_lazy("change", "reason for a difference")
    STRIKE = "strike", _("the rest is struck")
    SUBSTITUTE = "substitute", pgettext_lazy("change", "player replaced")
    MODE = "mode", pgettext_lazy("change", "way of typing")
    SEATS = "seats", _("players at the table")
    RESEAT = "reseat", pgettext_lazy("change", "wrong player corrected")
    SECOND = "second", pgettext_lazy("change", "second list changed")
    FINISH = "finish", pgettext_lazy("list", "finished")
    REOPEN = "reopen", _("Opened again")


WRITES_A_LINE = (Action.INSERT, Action.REPLACE, Action.DELETE)
CHANGES_ROWS = (*WRITES_A_LINE, Action.ACCEPT)
"""Changes after which the page of a list differs in nothing but rows and sums."""

CHANGES_THE_RESULT = (
    *WRITES_A_LINE,
    Action.STRIKE,
    Action.SUBSTITUTE,
    Action.MODE,
    Action.SEATS,
    Action.RESEAT,
)
"""Changes after which no confirmation of the list holds any more."""


class ConfirmedOn(models.TextChoices):
    """How a player at the table confirmed that the list is right; it proves no more."""

    TABLE = "table", pgettext_lazy("confirmed", "on the phone of the table")
    PHONE = "phone", pgettext_lazy("confirmed", "on another phone at the table")
    CARD = "card", pgettext_lazy("confirmed", "with the code of the start card")


class ArrivalRoute(models.TextChoices):
    FILE = "file", _("File")
    TEXT = "text", _("Text")
    QR = "qr", pgettext_lazy("route of a list", "QR code")
    PROGRAM = "program", pgettext_lazy("route of a list", "another program")


class ArrivalState(models.TextChoices):
    """How an arrived list relates to the one here."""

    READY = ArrivalStatus.READY.value, pgettext_lazy("arrived list", "ready")
    DUPLICATE = (
        ArrivalStatus.DUPLICATE.value,
        pgettext_lazy("arrived list", "here already"),
    )
    REVIEW = (
        ArrivalStatus.REVIEW.value,
        pgettext_lazy("arrived list", "to be looked at"),
    )
    CONFLICT = (
        ArrivalStatus.CONFLICT.value,
        _("Two versions"),
    )


class ArrivalDecision(models.TextChoices):
    """What was decided about an arrived list."""

    THERE = "there", pgettext_lazy("arrived list", "taken over")
    HERE = "here", pgettext_lazy("arrived list", "the list here stays")


TAKEOVERS = (Action.SUBSTITUTE, Action.RESEAT)
"""Changes that name a person by their key: "game:key:name"."""


class UnitChoice(models.TextChoices):
    """What the rule of a season counts; of games it has a minimum only."""

    LIST = Unit.LIST.value, pgettext_lazy("unit", "lists")
    SERIES = Unit.SERIES.value, pgettext_lazy("unit", "series")
    EVENING = Unit.EVENING.value, pgettext_lazy("unit", "evenings")


class MeasureChoice(models.TextChoices):
    SUM = Measure.SUM.value, pgettext_lazy("season", "the sum")
    AVERAGE = Measure.AVERAGE.value, pgettext_lazy("season", "the average")
    PER_GAME = Measure.PER_GAME.value, pgettext_lazy("season", "the average per game")


class MissingUpToChoice(models.TextChoices):
    MINIMUM = MissingUpTo.MINIMUM.value, _("up to the minimum")
    ALL = MissingUpTo.ALL.value, _("all that were held")


class GuestsChoice(models.TextChoices):
    AMONG = Guests.AMONG.value, _("ranked among the members")
    APART = Guests.APART.value, _("listed apart")


class SharedPlacesChoice(models.TextChoices):
    """What equal teams get in a series of a league (rules 11.4)."""

    AVERAGED = SharedPlaces.AVERAGED.value, _("share the points of their places")
    BEST = SharedPlaces.BEST.value, _("each get the points of the better place")


class AverageOfChoice(models.TextChoices):
    """What the single ranking of a league averages (rules 6.3)."""

    LISTS = AverageOf.LISTS.value, pgettext_lazy("average", "per list")
    GAMES = AverageOf.GAMES.value, pgettext_lazy("average", "per game")


class GroupState(models.TextChoices):
    """How far a group of a league's match day has come."""

    PLANNED = "planned", pgettext_lazy("match", "planned")
    PLAYING = "playing", pgettext_lazy("match", "being played")
    PLAYED = "played", pgettext_lazy("match", "played, not handed in")
    ENTERED = "entered", _("provisional")
    CONFIRMED = "confirmed", pgettext_lazy("match", "confirmed")
    WITHHELD = "withheld", _("not published")
