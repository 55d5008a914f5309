"""The four purposes of a table: what each asks, how its rows are read and stored."""

from dataclasses import replace
from itertools import chain

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import Event, TeamContest
from tournaments.events.teams.selectors import contests_of
from tournaments.files.columns.layout import Shape, layout_of
from tournaments.files.columns.results import (
    MOST_LISTS,
    GivenDates,
    needs_lists,
    read_rows,
    told_lists,
)
from tournaments.files.imports.back import first_of
from tournaments.files.imports.former import (
    cup_above,
    days_made_up,
    free_source,
    given_dates,
    has_ambiguous_totals,
    import_former,
    is_cup,
    judge_rows,
    rows_out_of_place,
    settle_clubs,
    stored_sources,
    with_results,
    with_tables_of_three,
)
from tournaments.files.imports.forms import ASKED_SHOWN, NOT_BEFORE, TableForm
from tournaments.files.imports.joining import ROWS_TRIED, TABLES_TRIED, UNKNOWN
from tournaments.files.imports.people import (
    import_entries,
    import_people,
    read_entries,
    read_people,
)
from tournaments.files.imports.results import (
    counted_twice,
    import_results,
    missing_text,
    notes_on,
    read_results,
)
from tournaments.files.tables.cells import Purpose
from tournaments.people.forms import GUEST, MEMBER, STATUS, PersonForm
from tournaments.people.names.names import tidy
from tournaments.seasons.models import Season
from tournaments.web.fields import DayField
from tournaments.web.forms import WholeNumberField
from tournaments.words.formats import short_date

DAY_ABOVE = _(
    "Row %(rows)s: no day stands here; the result counts as of the day above."
)
OTHER_PLACES = _(
    "Row %(rows)s: the table places it behind one with fewer points. Places are not "
    "taken over."
)
NOT_KEPT = _(
    "Games won and lost are not read here: they are kept only together, and not of "
    "several series at once."
)
LISTS_OF_EACH = ngettext_lazy(
    "Each result counts as %(count)s list. If it is of two series, please enter 2 "
    "lists.",
    "Each result counts as %(count)s lists.",
    "count",
)
HOW_MANY_LISTS = _(
    "The table does not say of how many lists a result is: please enter it below."
)
EVENINGS_FOR_TOTAL = _(
    "If these evenings are to count instead of the total of their year: take "
    "“%(source)s” back, bring this table in, then that one again. It comes in without "
    "the years whose evenings are here."
)
STRUCK_WAYS = _(
    "A result is struck here: write its number without the line if it counts, empty "
    "its cell if not, or bring in the row as it is."
)


class PeopleRowsForm(TableForm):
    """People in rows, each with a tick; names can be turned and corrected."""

    has_ticks = True

    @property
    def asked(self):
        """The people who were asked about, and who is meant."""
        return [each for each in self.preview if each.twins and each.answer]

    @property
    def has_news(self):
        return any(
            each.is_taken or each.is_offered or each.filled for each in self.preview
        )

    def refuse_old(self):
        if any(each.needs_answer for each in self.preview):
            raise ValidationError(NOT_BEFORE, code="who")
        boxes = self.row_fields.boxes
        if any(
            each.may_be_taken
            and (each.is_certain or not each.twins)
            and boxes.get(each.key, each.take_value) != each.take_value
            for each in self.preview  # a row now means somebody else than its tick
        ):
            raise ValidationError(
                _("The list has changed meanwhile. Please look at it once more."),
                code="added-meanwhile",
            )
        if not any(each.is_taken or each.added for each in self.preview):
            raise ValidationError(_("Nobody is ticked."), code="nobody")


class PeopleForm(PeopleRowsForm):
    """Members and guests, with their clubs and numbers."""

    purpose = Purpose.PEOPLE
    title = _("Paste many")
    lead = _(
        "Names alone do, one a line; a table may also have club, guest, member number, "
        "gender, date of birth, active. From a pass list, members without a number get "
        "theirs; one that differs is taken over only where you tick it."
    )

    status = forms.ChoiceField(
        label=_("Who is new, where nothing else is said"),
        choices=STATUS,
        initial=MEMBER,
        required=False,
        widget=forms.RadioSelect,
    )
    guest_club = PersonForm.declared_fields["guest_club"]

    def set_up(self):
        super().set_up()
        if self.is_bound:  # a first look does not send it
            self.data = self.data.copy()
            self.data.setdefault("status", MEMBER)

    @property
    def has_details(self):
        return any(each.details for each in self.page)

    @property
    def next_address(self):
        return reverse("people:list") + "?added"

    def look(self):
        return read_people(
            self.layout,
            self.row_fields,
            is_guest=self.cleaned_data.get("status") == GUEST,
            club=tidy(self.cleaned_data.get("guest_club", "")),
        )

    def store(self, source):
        yield 0
        return import_people(people=self.preview)


class EntriesForm(PeopleRowsForm):
    """The people who register for an event; two with a slash between are a pair."""

    purpose = Purpose.ENTRIES
    title = _("Register many")
    needs = (*TableForm.needs, "event")
    lead = _(
        "One person a line, with the club behind a comma, or a table with names, club "
        "and team. Two with a slash between are a pair."
    )

    contest = forms.ModelChoiceField(
        label=_("Teams and pairs belong to"),
        queryset=TeamContest.objects.none(),
        required=False,
        empty_label=None,
    )

    def set_up(self):
        super().set_up()
        contests = contests_of(self.event)
        if contests:
            self.fields["contest"].queryset = self.event.contests.all()
            self.fields["contest"].initial = contests[0]
        else:
            del self.fields["contest"]

    @property
    def has_teams(self):
        """Whether any row names a team."""
        return any(each.team for each in self.preview)

    def look(self):
        return read_entries(self.layout, self.row_fields, self.event)

    def store(self, source):
        contest = None
        if "contest" in self.fields:
            contest = self.cleaned_data["contest"] or self.fields["contest"].initial
        yield 0
        return import_entries(event=self.event, people=self.preview, contest=contest)


class ResultsForm(TableForm):
    """The totals of lists of one event."""

    purpose = Purpose.RESULTS
    title = _("Import results")
    needs = (*TableForm.needs, "event")
    numbers_head = _("Game points (won/lost), total")
    has_clubs = False
    lead = _(
        "A row for each player at a table: series, table, name, game points, won, "
        "lost; where you like place, others' lost, total, passed in and games."
    )

    def look(self):
        if self.is_unknown:
            return []
        answers = self.row_fields
        self.lists, self.asked = read_results(self.layout, self.event, answers)
        for person in self.asked:
            person.may_be_new = False
        return [seat for file_list in self.lists for seat in file_list.seats]

    @property
    def notes(self):
        twice = counted_twice(self.lists, self.event) if self.preview else ()
        return [*super().notes, *notes_on(self.layout, self.event), *twice]

    @property
    def left_text(self):
        return missing_text(self.lists)

    def store(self, source):
        yield 0
        return import_results(event=self.event, lists=self.lists, by=self.owner)


class FormerForm(TableForm):
    """Results of former years; the files of a club come in table after table.

    ``new`` are the results that come in, ``days_made_up`` the first days of evenings
    that the table only numbers.
    """

    purpose = Purpose.FORMER
    title = _("Results from tables")
    numbers_head = _("Total")
    lead = _(
        "The series of one evening, a row for each person and evening, names beside "
        "evenings, or only the totals of a year. It all counts in the all-time table, "
        "the records and on people's pages, and evenings in seasons."
    )

    day = DayField(label=_("Day of the evening"), required=False)
    year = WholeNumberField(
        label=_("Year"), required=False, min_value=1886, max_value=2199
    )
    lists = WholeNumberField(
        label=_("Lists in a result"),
        help_text=_("2 for an evening of two series, all its lists for a year."),
        required=False,
        min_value=1,
        max_value=MOST_LISTS,
    )
    are_lists_unknown = forms.BooleanField(
        label=_("Nobody knows how many lists these were"),
        help_text=_("The points count, but in no average and no number of lists."),
        required=False,
    )
    status = PeopleForm.declared_fields["status"]
    is_published = forms.BooleanField(
        label=_("Everybody may read these results"),
        help_text=_("Otherwise it counts only for people who have signed in."),
        required=False,
    )
    takes_contradictions = forms.BooleanField(
        label=_("Bring in rows that contradict themselves as they are"),
        help_text=_("They count, but are no best list and no record."),
        required=False,
    )

    def set_up(self):
        super().set_up()
        self.fields["status"].help_text = _(
            "Whoever played years ago only comes in inactive: not offered for tables."
        )

    @property
    def is_unknown(self):
        return super().is_unknown or self.lacks_day

    @property
    def is_open(self):
        return super().is_open or self.lacks_lists

    @property
    def notes(self):
        notes = super().notes
        rows = [str(each.row) for each in self.new if each.result.has_day_above]
        if rows:
            notes.append(DAY_ABOVE % {"rows": first_of(rows)})
        rows = rows_out_of_place(self.layout, [each.result for each in self.preview])
        if rows:
            notes.append(OTHER_PLACES % {"rows": first_of([*map(str, rows)])})
        if self.lacks_lists:
            notes.append(HOW_MANY_LISTS)
        elif self.asks_lists and self.lists:
            notes.append(LISTS_OF_EACH % {"count": self.lists})
        sources = {each.source_of_year for each in self.preview} - {""}
        notes += (EVENINGS_FOR_TOTAL % {"source": each} for each in sorted(sources))
        if self.layout.is_cut:
            notes.append(NOT_KEPT)
        return notes

    @property
    def lacks_day(self):
        """Whether the day of all rows, or their year, is still to be given."""
        return self.needs_day and not (self.given.day or self.given.year)

    @property
    def next_address(self):
        """Return the address of the next table of the file, or else of this page."""
        address = reverse("files:former")
        if self.next_table is None:
            return address
        query = QueryDict(mutable=True)
        query["token"], query["look"] = self.cleaned_data["token"], "1"
        query["table"], query["source"] = self.next_table, self.source_name
        return f"{address}?{query.urlencode()}"

    @property
    def runs(self):
        return stored_sources()

    def look(self):
        said = self.cleaned_data if self.is_same_table else {}
        results = self.results(said)
        self.lists = said.get("lists") or told_lists(results, self.layout)
        self.asks_lists = any(map(needs_lists, results))
        if self.asks_lists and said.get("are_lists_unknown"):
            self.lists = 0
        # It cannot be told from the totals.
        self.lacks_lists = self.asks_lists and self.lists is None
        rows, people = judge_rows(results, self.layout, self.row_fields)
        wrong = [row for row in rows if row.contradiction]
        struck = {row.row for row in rows if row.result.is_struck}
        for row in wrong:
            if row.fate == "taken" and not said.get("takes_contradictions"):
                row.problem = "{}. {}".format(gettext("waits"), row.contradiction)
                if row.row in struck:
                    row.problem = f"{row.problem} {STRUCK_WAYS}"
        self.new = [row for row in rows if row.fate == "taken"]
        people = with_results(people, self.new)
        self.asked = [person for person in people if not person.is_certain]
        self.known = [person for person in people if person.is_certain]
        # Tournaments have guests.
        guests = all(is_cup(row.result.evening) for row in self.new)
        status = said.get("status") or (GUEST if guests else MEMBER)
        settle_clubs(self.layout, people, self.row_fields, status=status)
        self.fill_in(status)
        is_asked = {
            "source": True,
            "day": self.needs_day,
            "year": self.layout.lacks_year or self.is_ambiguous,
            "lists": self.asks_lists,
            "are_lists_unknown": self.asks_lists,
            "status": any(row.player is None for row in self.new),
            "is_published": True,
            "takes_contradictions": bool(wrong),
        }
        self.open_fields = [self[name] for name in is_asked if is_asked[name]]
        return rows

    def results(self, said):
        """Return the results of the table, with the dates that are given or found."""
        self.is_ambiguous = has_ambiguous_totals(self.layout)
        names = (self.grids[self.table_index].name, self.source_name)
        day, year = given_dates(self.layout, said, names)
        if self.is_ambiguous and (day or year):
            shape = Shape.EVENING if day else Shape.YEAR
            self.layout = replace(self.layout, shape=shape)
        is_evening = self.layout.shape is Shape.EVENING
        self.needs_day = is_evening or self.is_ambiguous
        self.may_be_year = self.is_ambiguous and not is_evening
        today = timezone.localdate()
        self.given = GivenDates(day if is_evening else None, year, today)
        rows = read_rows(self.layout, self.given, said.get("lists"))
        rows = with_tables_of_three(self.layout, rows)
        title = cup_above(self.layout, rows)
        self.days_made_up = days_made_up(self.layout, rows)
        return [replace(row, evening=row.evening or title) for row in rows]

    def fill_in(self, status):
        """Show in the fields what was found; it comes back with the next preview."""
        given = self.given
        self.data = self.data.copy()
        self.data["source"] = self.source_name
        for name, value in (
            ("day", short_date(given.day)),
            ("year", "" if given.day else given.year or ""),
            ("lists", self.lists or ""),
            ("status", status),
        ):
            if name not in self.errors:
                self.data[name] = value

    @property
    def known_shown(self):
        """The first people who are here already; each has fields of its own."""
        return self.known[: ASKED_SHOWN - len(self.people)]

    @property
    def of_known(self):
        """How many new results are of people who are here already."""
        return sum(row.player is not None for row in self.new)

    @property
    def evenings(self):
        return len({(row.day, row.result.evening) for row in self.new})

    @property
    def days(self):
        """The days of new results, in order."""
        return sorted({row.day for row in self.new})

    @property
    def days_here(self):
        """The first days of new results on which there are events here. One query."""
        events = Event.objects.filter(date__in=self.days).order_by("date")
        days = events.values_list("date", flat=True).distinct()
        return first_of([*map(short_date, days)])

    @cached_property
    def evening_seasons(self):
        """The seasons that take in each day of new evenings. One query."""
        rows = () if self.layout.shape is Shape.YEAR else self.new
        days = {row.day for row in rows if not is_cup(row.result.evening)}
        seasons = Season.objects.filter(takes_evenings=True).order_by("first_date")
        within = [(each.first_date, each.last_date, each.name) for each in seasons]
        return {
            day: [name for first, last, name in within if first <= day <= last]
            for day in sorted(days)
        }

    @property
    def seasons(self):
        """The first seasons to which new evenings belong."""
        return first_of(dict.fromkeys(chain(*self.evening_seasons.values())))

    @property
    def year_without_season(self):
        """The last year with new evenings that no season takes in; None without."""
        years = (day.year for day, names in self.evening_seasons.items() if not names)
        return max(years, default=None)

    @cached_property
    def next_table(self):
        """The index of the next table with results; None if there is no other."""
        first = self.table_index + 1
        for index, grid in enumerate(self.grids[first : first + TABLES_TRIED], first):
            layout = layout_of(grid.rows[:ROWS_TRIED], self.purpose)
            if not UNKNOWN & {*layout.doubts}:
                return index
        return None

    def drop(self):
        if self.next_table is None:
            super().drop()

    def new_source(self):
        parts = (self.source_name, self.grids[self.table_index].name)
        return free_source(", ".join(filter(None, parts)))

    def store(self, source):
        return import_former(
            new=self.new,
            newcomers=[each for each in self.asked if each.is_new and each.results],
            shape=self.layout.shape,
            lists=1 if self.lists is None else self.lists,
            source=source,
            is_published=self.cleaned_data["is_published"],
        )
