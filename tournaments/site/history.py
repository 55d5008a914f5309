"""The log read: lines made of its entries, on the page of all and of one subject."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

from django import forms
from django.apps import apps
from django.db.models import Field, Model, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path, reverse
from django.utils.functional import Promise
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.house.rules import UnknownOption, read_options
from tournaments.events.models import CashCount, Event, LotDraw
from tournaments.events.teams.selectors import series_text
from tournaments.leagues.models import League, LeagueTeam
from tournaments.people.models import Player, User
from tournaments.people.names.names import fold
from tournaments.scope.models import (
    ADDED,
    CHANGED,
    SUBJECTS,
    LogEntry,
    Logged,
    logged_columns,
)
from tournaments.scope.scope import DRAW, RESULTS, UNTIL_RELEASED
from tournaments.seasons.models import Season, SeasonDraw
from tournaments.seasons.words import lot_text
from tournaments.sheets.models import Change
from tournaments.sheets.models.programme import RuleSet
from tournaments.web.access import page_for
from tournaments.web.fields import DayField
from tournaments.web.tables import requested_page
from tournaments.words.choices import Action, DeedKind, ExportedFile, LogKind
from tournaments.words.citations import ties_words
from tournaments.words.formats import clock_time, money, number, short_date
from tournaments.words.house_options import house_rules_text
from tournaments.words.rights import Right

Path = str | Callable[[Any], str]
Detail = tuple[Path, Promise | str]
Key = tuple[type[Model], int | None]
Line = dict[str, Any]

LONGEST = 120
CENTS = frozenset(
    {"entry_fee", "passed_in_fee", "prize_rounding", "absence_cents"}
    | {"amount", "counted", "expected"}
)
# Rows of which the person is the name.
NAMED_AFTER_PERSON = frozenset({"entry", "teammember", "leagueplayer"})
BY_ITSELF = gettext_lazy("Skatclub by itself")
# Who is named where no account is, by table or action.
NOBODY: Mapping[str, Promise] = {
    "": BY_ITSELF,
    "change": gettext_lazy("at the table"),
    DeedKind.REFUSED: gettext_lazy("somebody unknown"),
    DeedKind.WRONG_CODE: gettext_lazy("somebody unknown"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An act that is a row of its own: what was done, and the details of the row.

    ``said`` is a text, the column that has it, or a function of the row.
    """

    said: Promise | Path
    details: tuple[Detail, ...] = ()
    prefetch: tuple[str, ...] = ()


def bare(*paths: Path) -> tuple[Detail, ...]:
    """Return details that are shown without a label."""
    return tuple((path, "%(value)s") for path in paths)


def lot_order(draw: LotDraw) -> str:
    """Return the people or teams in the order drawn. No query if prefetched."""
    tickets = draw.tickets.all()
    names = [str(ticket.team or ticket.entry.player) for ticket in tickets]
    return lot_text(names)


def season_lot_order(draw: SeasonDraw) -> str:
    """Return the people in the order drawn for a season. No query if prefetched."""
    return lot_text([str(lot.player) for lot in draw.lots.all()])


def series_of_draw(draw: Any) -> str:
    return series_text(draw.first_series, draw.last_series)


def said_of_change(change: Change) -> str:
    if change.action == Action.SEATS:
        return _("players at the table changed")
    return _("Opened again")


def detail_of_change(change: Change) -> str:
    return change.after if change.action == Action.SEATS else change.reason


def said_of_count(count: CashCount) -> str:
    """Return whether money was counted in the drawer or came with a list."""
    return _("handed in with the list") if count.sheet_id else _("money counted")


SERIES: Detail = ("series.number", gettext_lazy("Series %(number)s"))
TABLE: Detail = ("table_number", gettext_lazy("Table %(number)s"))
LIST: tuple[Detail, ...] = (
    ("sheet.series.number", gettext_lazy("Series %(number)s")),
    ("sheet.table_number", gettext_lazy("Table %(number)s")),
)
SEED: Detail = ("seed", gettext_lazy("seed %(value)s"))
LOT_DRAWN = Act(
    said=gettext_lazy("lot drawn"),
    details=(
        ("place", gettext_lazy("Place %(number)s")),
        *bare("contest.name", lot_order),
        SEED,
    ),
    prefetch=("contest", "tickets__entry__player", "tickets__team"),
)
SEASON_LOT_DRAWN = Act(
    said=gettext_lazy("lot drawn"),
    details=(*bare(season_lot_order), SEED),
    prefetch=("lots__player",),
)
TAKEN_BACK = gettext_lazy("lot taken back")
# By the table of the row and the column of the moment.
ACTS: Mapping[tuple[str, str], Act] = {
    ("logline", "at"): Act(
        said="action", details=(SERIES, TABLE), prefetch=("series",)
    ),
    ("reopening", "at"): Act(
        said=gettext_lazy("Opened again"),
        details=(SERIES, *bare("reason")),
        prefetch=("series",),
    ),
    ("adjustment", "at"): Act(
        said=gettext_lazy("decision of the referee"),
        details=(
            *(SERIES, *bare("player")),
            ("points", gettext_lazy("points: %(value)s")),
            *bare("reason"),
        ),
        prefetch=("series", "player"),
    ),
    ("lotdraw", "at"): LOT_DRAWN,
    ("lotdraw", "taken_back_at"): replace(LOT_DRAWN, said=TAKEN_BACK),
    ("draw", "at"): Act(
        said=gettext_lazy("tables drawn"), details=(*bare(series_of_draw, "mode"), SEED)
    ),
    ("swap", "at"): Act(
        said=gettext_lazy("places changed"),
        details=(SERIES, *bare("first", "second", "reason")),
        prefetch=("series", "first", "second"),
    ),
    ("change", "at"): Act(
        said=said_of_change,
        details=(*LIST, *bare(detail_of_change)),
        prefetch=("sheet__series",),
    ),
    ("arrivedlist", "decided_at"): Act(
        said=gettext_lazy("decided about an arrived list"),
        details=(
            ("series_number", gettext_lazy("Series %(number)s")),
            *(TABLE, *bare("decision", "reason")),
        ),
    ),
    ("payment", "at"): Act(
        said="kind",
        details=bare("amount", "entry.player", "note"),
        prefetch=("entry__player",),
    ),
    ("cashcount", "at"): Act(
        said=said_of_count,
        details=(
            *(*LIST, *bare("counted")),
            ("expected", gettext_lazy("expected: %(value)s")),
            *bare("note"),
        ),
        prefetch=("sheet__series",),
    ),
    ("join", "at"): Act(
        said=gettext_lazy("joined with another entry"),
        details=bare("gone"),
        prefetch=("gone",),
    ),
    ("seasondraw", "drawn_at"): SEASON_LOT_DRAWN,
    ("seasondraw", "taken_back_at"): replace(SEASON_LOT_DRAWN, said=TAKEN_BACK),
    ("groupreopening", "at"): Act(
        said=gettext_lazy("Opened again"),
        details=bare("group.match_day", "group", "reason"),
        prefetch=("group__match_day",),
    ),
}


class Names:
    """The names of rows, read in bulk; deleted rows as they were called last."""

    def __init__(self, wanted: Iterable[Key]) -> None:
        self._here: dict[Key, str] = {}
        self._gone: dict[Key, str] = {}
        keys: dict[type[Model], set[int]] = defaultdict(set)
        for model, key in wanted:
            keys[model].add(key or 0)
        for model, pks in keys.items():
            rows = model._base_manager.in_bulk(pks)
            self._here |= {(model, pk): name_of(row) for pk, row in rows.items()}
            if missing := pks - rows.keys():
                self._gone |= last_names(model, missing)

    def __getitem__(self, key: Key) -> str:
        return (
            self._here.get(key)
            or self._gone.get(key)
            or _("something that was deleted")
        )

    def is_here(self, key: Key) -> bool:
        return key in self._here


def name_of(row: Model) -> str:
    """Return the name of a row; that of a person as the reader may see it."""
    if isinstance(row, Logged) and not isinstance(row, Player):
        return row.log_label or str(row)
    return str(row)


def last_names(model: type[Model], keys: Iterable[int]) -> dict[Key, str]:
    """Return the names that deleted rows had last. One query."""
    entries = LogEntry.objects.filter(table=model._meta.model_name, row__in=keys)
    labels = entries.order_by("at", "pk").values_list("row", "label")
    return {(model, row): label for row, label in labels}


def model_of(table: str) -> Any:
    return apps.get_model("tournaments", table)


def house_rules_words(options: str) -> str:
    """Return house rules in short, or the stored text if it has unknown options."""
    try:
        return house_rules_text(read_options(options)) or _("as in the ISkO")
    except UnknownOption:
        return options


def visibility_text(moment: datetime | None) -> str:
    """Return the time from which visitors see something."""
    if moment is None:
        return _("shown at once")
    if moment == UNTIL_RELEASED:
        return _("hidden until released")
    return _("from %(time)s") % {"time": plain_text(moment)}


# Columns of which even an empty value has words.
VISIBILITY_COLUMNS = frozenset({DRAW, RESULTS})
# Columns whose values have words of their own.
TEXT_OF_COLUMN: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(CENTS, money),
    "tie_chain": ties_words,
    "ties": ties_words,
    "options": house_rules_words,
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was done and to which row; equal texts are joined to one sentence."""

    text: str
    name: str = ""
    separator: str = ": "


def change_sentences(
    entry: LogEntry, names: Names, *, is_named_beside: bool
) -> Iterator[Sentence]:
    """Yield what was done to a row: added, removed, or each column that changed."""
    model = model_of(entry.table)
    name = entry.label or names[model, entry.row]
    if entry.table in NAMED_AFTER_PERSON:
        name = names[Player, entry.person]
    if entry.action != CHANGED:
        template = (
            _("%(what)s added") if entry.action == ADDED else _("%(what)s removed")
        )
        yield Sentence(template % {"what": capfirst(model._meta.verbose_name)}, name)
        return
    if entry.table == "series":
        name = _("Series %(number)s") % {"number": name}
    columns = logged_columns(model)
    for column, values in entry.before_and_after.items():
        if column in columns:
            old, new = (value_text(columns[column], each, names) for each in values)
            text = change_text(columns[column], old, new)
            yield Sentence(text, "" if is_named_beside else name, " – ")


def joined_sentences(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Yield sentences as texts, joining neighbours that differ only in the name."""
    by_text = groupby(sentences, key=attrgetter("text", "separator"))
    for (text, separator), group in by_text:
        names = dict.fromkeys(sentence.name for sentence in group if sentence.name)
        yield separator.join(filter(None, (text, ", ".join(names))))


def change_text(column: Field, old: str, new: str) -> str:
    """Return "Rounds per series: 12 instead of 16"; for a yes or no only the new."""
    words = {
        "field": capfirst(str(column.verbose_name)),
        "new": new or _("empty"),
        "old": old,
    }
    if old and column.get_internal_type() != "BooleanField":
        return _("%(field)s: %(new)s instead of %(old)s") % words
    return "{field}: {new}".format(**words)


def deed_sentence(entry: LogEntry) -> Sentence:
    """Return what an account did that left no other trace."""
    details = ""
    if entry.action == DeedKind.EXPORT:
        details = str(ExportedFile(entry.label).label)
    elif entry.action == DeedKind.ENDED:
        details = _("devices: %(value)s") % {"value": number(entry.times)}
    elif entry.action != DeedKind.SIGN_IN:
        details = _("%(value)s times") % {"value": number(entry.times)}
    act = capfirst(str(DeedKind(entry.action).label))
    return Sentence(": ".join(filter(None, (act, details))))


def detail_text(row: Any, path: Path) -> str:
    """Return the value at the end of a path of attributes; empty if there is none."""
    if callable(path):
        return path(row)
    *way, name = path.split(".")
    for step in way:
        row = getattr(row, step)
        if row is None:
            return ""
    column = type(row)._meta.get_field(name)
    value = getattr(row, name)
    return str(value) if isinstance(value, Model) else value_text(column, value)


def value_text(column: Any, value: Any, names: Names | None = None) -> str:
    """Return the value of a column in words; empty if there is none."""
    if names and not column.is_relation:
        value = column.to_python(value)
    if column.name in VISIBILITY_COLUMNS:
        return visibility_text(value)
    if value is None or value == "":
        return ""
    if names and column.is_relation:
        return names[column.related_model, value]
    if column.name in TEXT_OF_COLUMN:
        return TEXT_OF_COLUMN[column.name](value)
    if column.choices:
        return str(dict(column.flatchoices).get(value, value))
    return plain_text(value)


def plain_text(value: Any) -> str:
    """Return a yes or no, a moment, a day, a number or a text in words."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return f"{short_date(value)}, {clock_time(value)}"
    if isinstance(value, date):
        return short_date(value)
    if isinstance(value, int):
        return number(value)
    return Truncator(" ".join(str(value).split())).chars(LONGEST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A kind of row with a history page, open to accounts with ``right``."""

    word: str
    model: type[Model]
    search_field: str = "name"
    right: Right = Right.READ


PAGES = (
    Subject(word="event", model=Event),
    Subject(word="person", model=Player, search_field="search_key", right=Right.PEOPLE),
    Subject(word="season", model=Season),
    Subject(word="league", model=League),
    Subject(word="team", model=LeagueTeam),
    Subject(word="rules", model=RuleSet),
    Subject(word="account", model=User, search_field="username", right=Right.CLUB),
)
MODELS = {page.word: page.model for page in PAGES}
WORDS = {page.model: page.word for page in PAGES}


def about(word: str, keys: Any) -> Q:
    """Return the condition on entries about subjects of one kind."""
    if word in SUBJECTS:
        return Q(**{f"{word}__in": keys})
    return Q(table=MODELS[word]._meta.model_name, row__in=keys)


def about_anything_named(text: str) -> Q:
    """Return the condition on entries about subjects with ``text`` in their name.

    Those that were called so in the past are found as well. No query.
    """
    condition = Q()
    for page in PAGES:
        rows: Any = page.model._default_manager
        named = Q(**{f"{page.search_field}__icontains": text})
        if page.search_field == "search_key":
            words = [f" {word}" for word in fold(text).split()]
            named = Q(*(Q(search_key__contains=word) for word in words))
        former = LogEntry.objects.filter(
            table=page.model._meta.model_name, label__icontains=text
        )
        condition |= about(page.word, rows.filter(named).order_by().values("pk"))
        condition |= about(page.word, former.order_by().values("row"))
    return condition


def history_lines(entries: Iterable[LogEntry]) -> list[Line]:
    """Return the lines of one page: when, by whom, about what, and what was done.

    In the order of its entries. A few queries per table on the page, however many
    entries.
    """
    page = list(entries)
    keys = defaultdict(set)
    for entry in page:
        if (entry.table, entry.action) in ACTS:
            keys[entry.table, entry.action].add(entry.row)
    acts: dict[str, dict[int, Any]] = defaultdict(dict)
    for (table, action), pks in keys.items():
        rows = model_of(table)._base_manager.filter(pk__in=pks)
        rows = rows.prefetch_related(*ACTS[table, action].prefetch)
        acts[table] |= {row.pk: row for row in rows}
    names = Names(chain.from_iterable(map(named_rows, page)))
    lines = (line_of(entry, names, acts) for entry in page)
    return list(merged_lines(line for line in lines if line["sentences"]))


def named_rows(entry: LogEntry) -> Iterator[Key]:
    """Yield the rows that the line of an entry may name."""
    if subject := subject_of(entry):
        yield subject
    if entry.person:
        yield Player, entry.person
    for name, values in entry.before_and_after.items():
        column = logged_columns(model_of(entry.table)).get(name)
        if column is not None and column.is_relation:
            model: Any = column.related_model
            yield from ((model, key) for key in values if key)


def subject_of(entry: LogEntry) -> Key | None:
    """Return the subject beside the line of an entry."""
    for word in SUBJECTS:
        if key := getattr(entry, word):
            return MODELS[word], key
    if entry.row is None or (entry.table, entry.action) in ACTS:
        return None
    return model_of(entry.table), entry.row


def line_of(entry: LogEntry, names: Names, acts: dict[str, dict[int, Any]]) -> Line:
    """Return the line of one entry. No query."""
    subject = subject_of(entry)
    row = acts[entry.table].get(entry.row or 0)
    nobody = NOBODY.get(entry.table) or NOBODY.get(entry.action) or NOBODY[""]
    return {
        "at": entry.at,
        "by": str(entry.by or nobody),
        "subject": subject and link_to(subject, names),
        "sheet": row.sheet_id if isinstance(row, Change) else None,
        "sentences": list(sentences_of(entry, names, row, subject)),
    }


def link_to(subject: Key, names: Names) -> Line:
    """Return the subject of a line, with a page if it still exists."""
    model, key = subject
    word = WORDS.get(model, "") if names.is_here(subject) else ""
    url = reverse(f"history:of-{word}", args=[key]) if word else ""
    return {"name": names[subject], "word": word, "key": key, "url": url}


def sentences_of(
    entry: LogEntry, names: Names, row: Any, subject: Key | None
) -> Iterator[Sentence]:
    """Yield what was done; nothing if an act was removed since."""
    if act := ACTS.get((entry.table, entry.action)):
        if row is not None:
            said = (
                detail_text(row, act.said)
                if callable(act.said) or isinstance(act.said, str)
                else act.said
            )
            details = [
                str(words) % {"value": text, "number": text}
                for path, words in act.details
                if (text := detail_text(row, path))
            ]
            yield Sentence(
                ": ".join(filter(None, (capfirst(str(said)), ", ".join(details))))
            )
    elif entry.action not in "+~-":
        yield deed_sentence(entry)
    else:
        is_named_beside = subject == (model_of(entry.table), entry.row)
        yield from change_sentences(entry, names, is_named_beside=is_named_beside)


def merged_lines(lines: Iterable[Line]) -> Iterator[Line]:
    """Merge neighbouring lines of the same minute, account and subject into one."""
    for _key, group in groupby(lines, key=merge_key):
        first, *others = group
        sentences = chain(first["sentences"], *(line["sentences"] for line in others))
        yield first | {"texts": list(joined_sentences(sentences))}


def merge_key(line: Line) -> tuple[Any, ...]:
    """Return what lines have in common that are shown as one."""
    minute = line["at"].replace(second=0, microsecond=0)
    return minute, line["by"], line["subject"], line["sheet"]


COMMAND = "command"
LONGEST_NAME = 100


class HistoryForm(forms.Form):
    """The filters of the history; every field may stay empty."""

    by = forms.ChoiceField(label=gettext_lazy("Who"), required=False)
    kind = forms.ChoiceField(
        label=gettext_lazy("What"),
        required=False,
        choices=[("", gettext_lazy("everything")), *LogKind.choices],
    )
    since = DayField(label=gettext_lazy("from day"), required=False, is_past=True)
    until = DayField(label=gettext_lazy("to day"), required=False, is_past=True)
    name = forms.CharField(
        label=pgettext_lazy("history", "About"), required=False, max_length=LONGEST_NAME
    )

    def __init__(self, *args: Any, about: Q | None = None, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.about = about
        accounts = User.objects.order_by("username").values_list("pk", "username")
        by: Any = self.fields["by"]
        by.choices = [
            ("", gettext_lazy("Everybody")),
            *((str(pk), name) for pk, name in accounts),
            (COMMAND, BY_ITSELF),
        ]
        if about is not None:
            del self.fields["name"]

    @property
    def is_filled(self) -> bool:
        return any(self.data.get(name) for name in self.fields)

    def condition(self) -> Q:
        """Return the condition of the entries; an invalid field leaves nothing out."""
        self.is_valid()
        values = self.cleaned_data
        by, name = values.get("by", ""), values.get("name", "")
        lookups = {
            "kind": values.get("kind"),
            "at__date__gte": values.get("since"),
            "at__date__lte": values.get("until"),
            "by": "" if by == COMMAND else by,
        }
        found = Q(**{lookup: value for lookup, value in lookups.items() if value})
        if by == COMMAND:
            found &= Q(by=None) & ~Q(table__in=NOBODY) & ~Q(action__in=NOBODY)
        if name:
            found &= about_anything_named(name)
        return found & self.about if self.about else found


PER_PAGE = 50


@page_for(Right.CLUB)
def show_history(request: HttpRequest) -> HttpResponse:
    return history_page(request, HistoryForm(request.GET))


def view_of(subject: Subject) -> Callable[..., HttpResponse]:

    @page_for(subject.right)
    def show_subject(request: HttpRequest, pk: int) -> HttpResponse:
        row = get_object_or_404(subject.model.objects, pk=pk)  # type: ignore[attr-defined]
        form = HistoryForm(request.GET, about=about(subject.word, [pk]))
        context = {"subject": row, "name": name_of(row), subject.word: row}
        return history_page(request, form, word=subject.word, **context)

    return show_subject


def history_page(
    request: HttpRequest, form: HistoryForm, **context: Any
) -> HttpResponse:
    entries = LogEntry.objects.filter(form.condition()).select_related("by")
    page = requested_page(entries, PER_PAGE, request.GET.get("page"))
    context |= {"form": form, "page": page, "lines": history_lines(page.object_list)}
    return render(request, "tournaments/site/history.html", context)


urlpatterns = [
    path("", show_history, name="all"),
    *(
        path(f"{page.word}/<int:pk>/", view_of(page), name=f"of-{page.word}")
        for page in PAGES
    ),
]
