"""Importing a club file: all of it, or nothing."""

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.seasons.rules import rule_problems
from tournaments.events.models import Event, Team
from tournaments.files.club.reading import (
    ClubArchive,
    club_tables,
    organisation_row,
    prefix_refusals,
)
from tournaments.files.event.sections import (
    CLUB_SECTIONS,
    Json,
    Row,
    file_row,
    read_columns,
    read_moment,
    read_row,
)
from tournaments.files.event.selectors import (
    Matches,
    first_differences,
    matches_of,
    with_local_names,
)
from tournaments.files.event.services import (
    BATCH,
    EventDiffers,
    Store,
    add_new_accounts,
    add_new_clubs,
    add_new_people,
    all_or_nothing,
    import_event,
    save_all,
)
from tournaments.files.lists.documents import checked_document, document_text
from tournaments.files.lists.services import store_arrival
from tournaments.leagues.models import (
    Division,
    GroupTeam,
    League,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.organisations.services import save_organisation
from tournaments.people.models import Club, Join, MailAddress, Player, User
from tournaments.people.services import save_club
from tournaments.scope.models import create_many
from tournaments.seasons.models import Season
from tournaments.seasons.words import PROBLEM_TEXT
from tournaments.sheets.models import ArrivedList
from tournaments.sheets.models.programme import RuleSet
from tournaments.words.choices import ArrivalRoute, EventKind


def save_columns(row: Model, columns: Row) -> None:
    """Write ``columns`` into a new or a stored row, check it and save it."""
    for name, value in columns.items():
        setattr(row, name, value)
    row.full_clean()
    row.save()


def store_joins(document: Row, store: Store, *, new: set[str]) -> None:
    """Store the joins of people who are ``new`` here; the others stay as they are."""
    joins = Join.objects.values_list("gone__public_id", "at")
    here = {(str(gone), at) for gone, at in joins}
    for row in document.get("joins", ()):
        if row["gone"] in new and (row["gone"], read_moment(row["at"])) not in here:
            read_row(Join, row, store.rows_by_name).save(force_insert=True)


def store_rule_set(row: Row, existing: RuleSet | None, store: Store) -> None:
    """Store house rules of the club, new or in place of the ``existing`` ones."""
    rule_set = existing or RuleSet()
    rule_set.club = store.rows_by_name[Club].get(row.get("club", ""))
    save_columns(rule_set, read_columns(RuleSet, row))


def store_season(row: Row, existing: Season | None, store: Store) -> None:
    """Store a season, new or in place of the ``existing`` one."""
    season = existing or Season()
    if existing is not None:
        season.revision += 1
        for rows in (season.bonuses, season.members, season.draws):
            rows.all().delete()
    season.club = store.rows_by_name[Club].get(row.get("club", ""))
    save_columns(season, read_columns(Season, row))
    store.store_below(season, row, CLUB_SECTIONS["seasons"].parts)
    if problems := rule_problems(season.as_rule()):
        raise ValidationError([str(PROBLEM_TEXT[problem]) for problem in problems])


def store_league(row: Row, existing: League | None, store: Store) -> None:
    """Store a league, new or in place of the ``existing`` one.

    Divisions, teams, match days and groups keep their keys, and so their addresses.
    """
    league = existing or League()
    pks = clear_league(league) if existing is not None else {}
    save_columns(league, read_columns(League, row))
    matches = Team.objects.filter(contest__event__kind=EventKind.LEAGUE)
    event_teams: dict[tuple[int | None, str], int] = {
        (event, name): pk
        for pk, event, name in matches.values_list("pk", "contest__event", "name")
    }

    def team_of(division: int, name: str) -> LeagueTeam | None:
        team: LeagueTeam | None = store.rows_by_name[LeagueTeam].get((division, name))
        return team

    store.columns = {
        Division: lambda _league, row: {"pk": pks.get((Division, row["name"]))},
        LeagueTeam: lambda division, row: {
            "pk": pks.get((LeagueTeam, division.name, row["name"]))
        },
        MatchDay: lambda division, row: {
            "pk": pks.get((MatchDay, division.name, row["number"]))
        },
        MatchGroup: lambda day, row: {
            "pk": pks.get((MatchGroup, day.division.name, day.number, row["number"])),
            "host": team_of(day.division_id, row.get("host", "")),
        },
        GroupTeam: lambda group, row: {
            "team": team_of(group.match_day.division_id, row["team"]),
            "event_team_id": event_teams.get(
                (group.event_id, row.get("event_team", ""))
            ),
        },
    }
    store.store_below(league, row, CLUB_SECTIONS["leagues"].parts)


def clear_league(league: League) -> dict[tuple[Any, ...], int]:
    """Delete everything in a league; return the keys of its former rows by name."""
    teams = LeagueTeam.objects.filter(division__league=league)
    days = MatchDay.objects.filter(division__league=league)
    groups = MatchGroup.objects.filter(match_day__division__league=league)
    levels: tuple[tuple[QuerySet[Any], tuple[str, ...]], ...] = (
        (league.divisions.all(), ("name",)),
        (teams, ("division__name", "name")),
        (days, ("division__name", "number")),
        (groups, ("match_day__division__name", "match_day__number", "number")),
    )
    pks = {
        (rows.model, *names): pk
        for rows, columns in levels
        for pk, *names in rows.values_list("pk", *columns)
    }
    for rows, _columns in reversed(levels):
        rows.delete()
    return pks


MOST_NAMED = 40
NEW, SAME, CHANGED, LEFT = "new", "same", "changed", "left"
# How the rows of a section are stored, and what tells them apart.
STORES: dict[str, tuple[Callable[[Row, Any, Store], None], tuple[str, ...]]] = {
    "rule_sets": (store_rule_set, ("name",)),
    "seasons": (store_season, ("name", "first_date", "last_date")),
    "leagues": (store_league, ("name", "season")),
}


@dataclass(kw_only=True)
class ClubReport:
    """What an import did, or would do; ``counts`` by section and outcome.

    With ``replace`` rows that differ from the file are replaced. ``may_be_ours`` tells
    that the club at home has another name, but so far nothing else. While it is under
    way ``done`` events of all ``events`` are stored, and ``event`` comes next.
    """

    club: str
    replace: bool
    matches: Matches
    people: int
    counts: dict[str, Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    differing: list[str] = field(default_factory=list)
    may_be_ours: bool = False
    done: int = 0
    events: int = 0
    event: str = ""

    @property
    def known_people(self) -> int:
        """How many people of the file are here already."""
        return self.people - len(self.matches.new_people)

    @property
    def is_changed(self) -> bool:
        """Whether the import changed anything here, or would change it."""
        here = self.matches
        added = here.new_people or here.new_clubs or here.new_accounts
        return bool(added or {NEW, CHANGED} & set().union(*self.counts.values()))

    @property
    def left(self) -> int:
        """How many rows differ from the file and stay as they are."""
        return sum(outcomes[LEFT] for outcomes in self.counts.values())

    def note(self, section: str, outcome: str, difference: str = "") -> None:
        """Count a row; name its ``difference`` from the file, if it stays."""
        self.counts[section][outcome] += 1
        if difference and len(self.differing) < MOST_NAMED:
            self.differing.append(difference)

    def decide(
        self, section: str, *, is_here: bool, is_same: bool, difference: str = ""
    ) -> bool:
        """Count a row of the file; return whether it is to be stored."""
        if is_here and is_same:
            self.note(section, SAME)
        elif is_here and not self.replace:
            self.note(section, LEFT, difference)
        else:
            self.note(section, CHANGED if is_here else NEW)
            return True
        return False


def import_club(
    archive: ClubArchive,
    *,
    replace: bool = False,
    as_guests: bool = False,
    dry_run: bool = False,
) -> Iterator[ClubReport]:
    """Store a club; what is here already stays, or with ``replace`` gives way.

    The report is given before each event, and once more when all is stored.

    A club at home without people and events becomes the club of the file, unless the
    members of that one are to come ``as_guests``.

    All of it is one transaction. ``dry_run`` rolls it back at the end and so reports
    what would happen. Raises ``FileRefused`` with the file or the row in front of each
    sentence.
    """
    with all_or_nothing(_("The database refuses this: %(why)s")):
        may_be_ours = home_may_become(archive.document)
        if may_be_ours and not as_guests:
            home = Club.objects.get(is_home=True)
            home.name = archive.document["home_club"]
            save_club(club=home)
        report = yield from store_club(archive, replace=replace)
        report.may_be_ours = may_be_ours
        if connection.vendor == "postgresql":
            # Its plans rest on the last count of the rows.
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        if dry_run:
            transaction.set_rollback(True)
    report.done, report.event = report.events, ""
    yield report


def store_club(
    archive: ClubArchive, *, replace: bool
) -> Generator[ClubReport, None, ClubReport]:
    """Store the club inside a transaction, and return the report."""
    document = archive.document
    matches = matches_of(document)
    report = ClubReport(
        club=document.get("home_club", ""),
        replace=replace,
        matches=matches,
        people=len(document.get("people", ())),
        events=len(archive),
    )
    clubs = add_new_clubs(document, matches)
    settle_home_club(document, clubs)
    store_organisation(archive, report)
    people = add_new_people(document, matches, clubs)
    accounts = add_new_accounts(matches)
    here = dataclasses.replace(matches, people=people, clubs=clubs, accounts=accounts)
    store = Store(
        rows_by_name={Player: people, Club: clubs, User: accounts},
        save=lambda _model, rows: create_many(list(rows), batch_size=BATCH),
    )
    # Events use the rules of the club where they are the same.
    store_tables(document, ["rule_sets"], store, report, matches=here)
    yield from store_events(archive, report)
    ids = [row["id"] for row in document.get("events", ())]
    new = set(people) - set(matches.people)
    if not matches.is_from_elsewhere:
        # Members of another club agreed to mail from that one.
        store_addresses(document, people, new=new)
    events = Event.objects.filter(public_id__in=ids)
    store.rows_by_name[Event] = {str(event.public_id): event for event in events}
    store_joins(document, store, new=new)
    store_arrived_lists(document, store, report)
    store_tables(document, ["seasons", "leagues"], store, report, matches=here)
    return report


def store_addresses(
    document: Row, people: Mapping[str, Player], *, new: set[str]
) -> None:
    """Store where people who are ``new`` here want their letters."""
    addresses = (
        read_row(MailAddress, row["mail"], {}, player=people[row["id"]])
        for row in document.get("people", ())
        if "mail" in row and row["id"] in new
    )
    save_all(MailAddress, addresses)


def home_may_become(document: Row) -> bool:
    """Return whether the club at home can only be told from the file's by its name."""
    matches = matches_of(document)
    return (
        matches.is_from_elsewhere
        and document["home_club"] not in matches.clubs
        and not Player.every.exists()
        and not Event.objects.exists()
    )


def store_events(archive: ClubArchive, report: ClubReport) -> Iterator[ClubReport]:
    """Store the events one by one, and give the report before each."""
    for report.done, (slug, event) in enumerate(archive.events()):
        report.event = slug
        yield report
        with prefix_refusals(slug):
            try:
                imported = import_event(document=event, replace=report.replace)
            except EventDiffers as refusal:
                report.note("events", LEFT, f"{slug}: {refusal.messages[0]}")
                continue
        is_here, is_same = imported.existing is not None, not imported.is_changed
        report.decide("events", is_here=is_here, is_same=is_same)


def settle_home_club(document: Row, clubs: Mapping[str, Club]) -> None:
    """Make the file's club the home club where there is none; fill in its number."""
    home = clubs.get(document.get("home_club", ""))
    if home is None:
        return
    rows = (row for row in document["clubs"] if row["name"] == document["home_club"])
    number = read_columns(Club, next(rows))["number"]
    if not Club.objects.filter(is_home=True).exists():
        home.is_home = True
    home.number = home.number or number.replace(".", "")
    home.save()


def store_organisation(archive: ClubArchive, report: ClubReport) -> None:
    """Store the details of the organisation if the file comes from our own club."""
    row, organisation = archive.document.get("organisation"), own_organisation()
    if row is None or organisation is None or report.matches.is_from_elsewhere:
        return
    logo, is_here = archive.logo(), organisation_row(organisation) is not None
    if report.decide(
        "organisation",
        is_here=is_here,
        is_same=(file_row(organisation), bytes(organisation.logo)) == (row, logo),
        difference=organisation.name,
    ):
        for name, value in read_columns(Organisation, row).items():
            setattr(organisation, name, value)
        with prefix_refusals(organisation.name):
            save_organisation(organisation=organisation, logo=logo)


def store_arrived_lists(document: Row, store: Store, report: ClubReport) -> None:
    """Let the waiting lists of the file await a decision here as well.

    A list that has arrived here before is skipped, even if it was decided since.
    """
    for row in document.get("arrived_lists", ()):
        arrived = read_row(ArrivedList, row, store.rows_by_name)
        with prefix_refusals(f"{arrived.event.slug} {row['at']}"):
            document_read = checked_document(arrived.document)
            earlier = ArrivedList.objects.filter(
                event=arrived.event,
                at=arrived.at,
                document=document_text(document_read),
            )
            if earlier.exists():
                report.note("arrived_lists", SAME)
                continue
            store_arrival(
                event=arrived.event,
                document=document_read,
                route=ArrivalRoute(arrived.route),
                at=arrived.at,
                by=arrived.by,
            )
        report.note("arrived_lists", NEW)


def store_tables(
    document: Row,
    sections: Iterable[str],
    store: Store,
    report: ClubReport,
    *,
    matches: Matches,
) -> None:
    """Store the rows of some sections of a file, each with what is below it."""
    for section, pairs in club_tables(sections).items():
        store_row, names = STORES[section]
        rows = document.get(section, ())
        keys_here = row_keys(names, (row_here for _existing, row_here in pairs))
        stored = dict(zip(keys_here, pairs, strict=True))
        for key, row in zip(row_keys(names, rows), rows, strict=True):
            existing, row_here = stored.get(key, (None, None))
            local = with_local_names(row, matches)
            places = first_differences(local, row_here) if row_here else ()
            if report.decide(
                section,
                is_here=row_here is not None,
                is_same=not places,
                difference=f"{row['name']}: {'; '.join(places)}",
            ):
                with prefix_refusals(row["name"]):
                    store_row(row, existing, store)


def row_keys(names: Iterable[str], rows: Iterable[Row]) -> Iterator[tuple[Json, ...]]:
    """Give the key columns of each row, with a number where several have the same."""
    times: Counter[tuple[Json, ...]] = Counter()
    for row in rows:
        key = tuple(row[name] for name in names)
        yield (*key, times[key])
        times[key] += 1


SECTION_TEXT = {
    "organisation": gettext_lazy("Our club"),
    "rule_sets": gettext_lazy("House rules"),
    "events": gettext_lazy("Events"),
    "arrived_lists": gettext_lazy("Arrived lists"),
    "seasons": gettext_lazy("Seasons"),
    "leagues": gettext_lazy("Leagues"),
}


def section_counts(
    counts: Mapping[str, Counter[str]],
) -> list[tuple[str, int, int, int]]:
    """Return for each section how many rows are new, the same, and different."""
    return [
        (
            str(text),
            counts[section][NEW],
            counts[section][SAME],
            counts[section][CHANGED] + counts[section][LEFT],
        )
        for section, text in SECTION_TEXT.items()
        if section in counts
    ]


def report_lines(report: ClubReport) -> Iterator[str]:
    """Give the report line by line, for the shell."""
    yield _("People: %(all)s, of them new %(new)s") % {
        "all": report.people,
        "new": len(report.matches.new_people),
    }
    for section, new, same, other in section_counts(report.counts):
        yield _("%(section)s: %(new)s new, %(same)s the same, %(other)s different") % {
            "section": section,
            "new": new,
            "same": same,
            "other": other,
        }
    for line in report.differing:
        yield f"  {line}"
