"""Importing an event file: all of it, or nothing."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from tournaments.events import models as events
from tournaments.events.entrants import FEWEST_SEATS
from tournaments.events.planning.services import free_slug
from tournaments.files.event.reading import FileRefused
from tournaments.files.event.schema import house_rules_in, read_shorthand, shorthand_of
from tournaments.files.event.sections import (
    EVENT_SECTIONS,
    NAMES,
    Row,
    Section,
    Sections,
    all_sections,
    links_of,
    lists_in,
    parent_links,
    read_columns,
    read_moment,
    read_row,
    with_takeover,
)
from tournaments.files.event.selectors import EventImport, Matches, preview_of
from tournaments.files.event.writing import EVENT_PATHS
from tournaments.leagues.match_services import refuse_if_confirmed, relink_match
from tournaments.leagues.models import LeagueTeam
from tournaments.people.models import Club, Player, User
from tournaments.people.selectors import members_by_number
from tournaments.people.services import NumbersInUse, save_club, settle_public_name
from tournaments.scope.models import Logged, create_many, log_all
from tournaments.sheets.models import (
    Change,
    Game,
    ListPhoto,
    ReceivedLine,
    ScoreSheet,
    TableDevice,
    TableKey,
)
from tournaments.sheets.models.programme import RuleSet
from tournaments.sheets.seats import delete_lists
from tournaments.sheets.selectors import rule_sets
from tournaments.sheets.tallies import tally_sheets, untally_sheets
from tournaments.words.rights import Role

M = TypeVar("M", bound=Model)
BATCH = 1000
Pairs = list[tuple[Any, Any]]
MoreColumns = Callable[[Any, Row], Row]


def save_all(model: type[M], rows: Iterable[M]) -> list[M]:
    """Store many rows at once; those that are acts themselves appear in the log."""
    saved: list[Any] = model._default_manager.bulk_create(list(rows), batch_size=BATCH)
    if issubclass(model, Logged) and model.logs.stamps:
        log_all(saved, created=True)
    return saved


@contextmanager
def all_or_nothing(sentence: str) -> Iterator[None]:
    """Store a file in one transaction; refuse it with the database's reason."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as refusal:
        raise FileRefused(sentence % {"why": refusal}) from refusal


@dataclass(slots=True, kw_only=True)
class Store:
    """Rows being stored, by the names under which a file refers to them.

    ``columns`` says of a table what else its rows have, by their parents and what the
    file says of them.
    """

    rows_by_name: dict[type[Model], Any]
    columns: Mapping[type[Model], MoreColumns] = field(default_factory=dict)
    save: Callable[[type[Model], Iterable[Model]], list[Model]] = save_all

    def store_below(self, root: Model, row: Row, parts: Sections) -> None:
        """Store everything below a row; each table waits for those it refers to."""
        missing = {section.model for _name, section in all_sections(parts)}
        waiting = [([(root, row)], name, section) for name, section in parts.items()]
        while waiting:
            ready = next(
                each for each in waiting if not missing & tables_named_by(each[2].model)
            )
            waiting.remove(ready)
            section = ready[2]
            stored = self.store_section(*ready)
            missing.remove(section.model)
            waiting += [(stored, *part) for part in section.parts.items()]

    def store_section(self, above: Pairs, name: str, section: Section) -> Pairs:
        """Store a section; from then on other rows can refer to its rows by name.

        ``above`` are the rows that it is below, with what the file says of them;
        returned are its own.
        """
        pairs = [
            (parent, row)
            for parent, parent_row in above
            for row in section.rows_in(parent_row, name)
        ]
        make = MAKERS.get(section.model)
        rows = make(pairs, self) if make else self.read_rows(section.model, pairs)
        saved = self.save(section.model, rows)
        if name_of := NAMERS.get(section.model):
            self.rows_by_name[section.model] = {name_of(row): row for row in saved}
        file_rows = [row for _parent, row in pairs]
        if "reverts" in links_of(section.model):
            link_reversals(saved, file_rows)
        return list(zip(saved, file_rows, strict=True))

    def read_rows(self, model: type[Model], pairs: Pairs) -> Iterator[Model]:
        more = self.columns.get(model)
        for parent, row in pairs:
            links = parent_links(model, parent)
            columns = more(parent, row) if more else {}
            yield read_row(model, row, self.rows_by_name, **links, **columns)


def tables_named_by(model: type[Model]) -> set[type[Model]]:
    return {link.related_model for link in links_of(model).values()} - {model}


def link_reversals(saved: Sequence[Any], file_rows: Sequence[Row]) -> None:
    """Link the rows of a section that take an earlier one back, by its position."""
    reverting = []
    for row, file_row in zip(saved, file_rows, strict=True):
        if "reverts" in file_row:
            row.reverts = saved[file_row["reverts"] - 1]
            reverting.append(row)
    if reverting:
        rows = type(reverting[0])._default_manager
        rows.bulk_update(reverting, ["reverts"], batch_size=BATCH)


def unsaved_games(pairs: Pairs, _store: Store) -> Iterator[Game]:
    """Give the games of all lists, unsaved."""
    numbers: Counter[int] = Counter()
    for sheet, item in pairs:
        numbers[sheet.pk] += 1
        game = Game(sheet=sheet, number=numbers[sheet.pk])
        game.set_line(read_shorthand(shorthand_of(item)))
        if not isinstance(item, str):
            # Marks that shorthand has no sign for.
            game.paper_wrong = item["paper_wrong"]
            game.skat_taken = item.get("skat_taken")
        yield game


def unsaved_pairs(pairs: Pairs, store: Store) -> Iterator[events.ApartPair]:
    entries = store.rows_by_name[events.Entry]
    for event, numbers in pairs:
        first, second = sorted(
            (entries[number] for number in numbers), key=lambda entry: entry.pk
        )
        yield events.ApartPair(event=event, first=first, second=second)


# How rows are made of which the file has no columns.
MAKERS: Mapping[type[Model], Callable[[Pairs, Store], Iterator[Model]]] = {
    events.ApartPair: unsaved_pairs,
    Game: unsaved_games,
}
# What names the rows to which others refer. Teams of two rankings or divisions may
# have the same name.
NAMERS: Mapping[type[Model], Callable[[Any], Any]] = {
    **{
        model: attrgetter(column)
        for model, (column, _schema) in NAMES.items()
        if column
    },
    events.Team: lambda team: (team.contest.number, team.name),
    LeagueTeam: lambda team: (team.division_id, team.name),
}


def store_event(
    event: events.Event,
    document: Row,
    rows_by_name: dict[type[Model], Any],
    *,
    sheet_pks: Mapping[str, int],
) -> None:
    """Store everything that belongs to the event.

    ``sheet_pks`` are the keys that its lists had here before, by their codes.
    """
    people = rows_by_name[Player]

    def local_key(person: str) -> str:
        return str(people[person].pk) if person else "0"

    def team_of(contest: int | None, row: Row) -> Row:
        return {"team": rows_by_name[events.Team].get((contest, row.get("team")))}

    store = Store(
        rows_by_name=rows_by_name,
        columns={
            Change: lambda _sheet, row: with_takeover(row, local_key),
            events.LotTicket: lambda draw, row: team_of(
                draw.contest and draw.contest.number, row
            ),
            events.Payment: lambda _event, row: team_of(row.get("contest"), row),
            ScoreSheet: lambda _series, row: {
                "pk": sheet_pks.get(row["code"]),
                "table_size": max(len(row["seats"]), FEWEST_SEATS),
            },
        },
    )
    store.store_below(event, document, EVENT_SECTIONS)
    tally_sheets(list(rows_by_name[ScoreSheet].values()))


def clear_event(event: events.Event) -> dict[str, int]:
    """Delete everything in the event; return the keys of its lists by code.

    This is the one deletion that takes along what is never removed otherwise:
    payments, decisions, the histories and versions of lists. The file that
    replaces them brings its own.
    """
    sheets = ScoreSheet.objects.filter(series__event=event)
    pks = dict(sheets.values_list("code", "pk"))
    # Rows of later sections refer to those of earlier ones.
    for name, section in reversed([*EVENT_SECTIONS.items()]):
        path = EVENT_PATHS.get(section.model, "event")
        rows = section.model._default_manager.filter(**{path: event})
        if name == "series":
            untally_sheets(sheets)
            delete_lists(sheets)
        if "reverts" in links_of(section.model):
            rows.update(reverts=None)
        rows.delete()
    return pks


# What lets tables write, what they wrote, and the photos: where it names its list.
TABLE_ACCESS: Mapping[type[Model], str] = {
    TableKey: "sheet",
    TableDevice: "key__sheet",
    ReceivedLine: "sheet",
    ListPhoto: "sheet",
}
TableAccess = dict[type[Model], list[Any]]


def table_access_of(event: events.Event) -> TableAccess:
    """Return what lets the tables of an event write, by table. Five queries.

    Its lists are in it for their pens' epochs.
    """
    sheets = ScoreSheet.objects.filter(series__event=event)
    return {ScoreSheet: list(sheets.exclude(pen_epoch=0, second_epoch=0))} | {
        model: list(model._default_manager.filter(**{f"{path}__in": sheets}))
        for model, path in TABLE_ACCESS.items()
    }


def restore_table_access(access: TableAccess, event: events.Event) -> None:
    """Readmit the phones of lists that still exist; the desk has the pen.

    The list has been replaced, so phones that wrote belong to an older epoch: they
    keep their unsent lines, and their users decide.
    """
    sheets = ScoreSheet.objects.filter(series__event=event)
    for sheet in access[ScoreSheet]:
        sheets.filter(pk=sheet.pk).update(
            pen_epoch=sheet.pen_epoch + 1, second_epoch=sheet.second_epoch + 1
        )
    pks = set(sheets.values_list("pk", flat=True))
    keys = {key.pk for key in access[TableKey] if key.sheet_id in pks}
    for model in TABLE_ACCESS:
        model._default_manager.bulk_create(
            row
            for row in access[model]
            if (row.key_id in keys if model is TableDevice else row.sheet_id in pks)
        )


def add_new_clubs(document: Row, matches: Matches) -> dict[str, Club]:
    """Add the clubs that are new here; return all clubs of the file by name."""
    clubs = dict(matches.clubs)
    for row in document.get("clubs", ()):
        if row["name"] not in clubs:
            club = Club(**read_columns(Club, row))
            clubs[row["name"]] = save_club(club=club)
    return clubs


def add_new_people(
    document: Row, matches: Matches, clubs: dict[str, Club]
) -> dict[str, Player]:
    """Add the people who are new here; return all people of the file by id.

    Raises ``FileRefused`` for a member number that another person here has.
    """
    rows = [r for r in document.get("people", ()) if r["id"] not in matches.people]
    new: list[Player] = []
    numbers = NumbersInUse(Player.objects.all())
    # Second entries of people come last: they need no public name of their own.
    for row in sorted(rows, key=lambda row: "joined_into" in row):
        removed = row.get("removed_at")
        player = read_row(
            Player,
            row,
            {Club: clubs},
            namesake_number=row.get("namesake_number"),
            removed_at=removed and read_moment(removed),
        )
        player.spell_name()
        if matches.is_from_elsewhere:
            player.is_guest = player.club != matches.home
        settle_public_name(player, numbers)
        if "joined_into" in row:
            player.namesake_number = row.get("namesake_number")
        numbers.add(player)
        new.append(player)
    require_free_numbers(new)
    saved = create_many(new)
    people = {**matches.people, **{str(player.public_id): player for player in saved}}
    seconds = []
    for row in rows:
        if "joined_into" in row:
            second = people[row["id"]]
            second.joined_into = people[row["joined_into"]]
            seconds.append(second)
    Player.every.bulk_update(seconds, ["joined_into"], batch_size=200)
    return people


def require_free_numbers(people: Iterable[Player]) -> None:
    """Refuse new members whose member number another person here has. One query."""
    holders = members_by_number()
    clashes = [
        _("%(name)s would get the member number %(number)s, which %(holder)s has.")
        % {
            "name": person.full_name,
            "number": person.member_number,
            "holder": holder.full_name,
        }
        for person in people
        if not person.is_guest and (holder := holders.get(person.member_number.upper()))
    ]
    if clashes:
        raise FileRefused(clashes)


def add_new_accounts(matches: Matches) -> dict[str, User]:
    """Add a closed account for each new name; return all of the file by name.

    Nobody can sign in with it; a secretary may open it and give it a password.
    """
    accounts = dict(matches.accounts)
    for name in matches.new_accounts:
        account = User(username=name, role=Role.READER, is_active=False)
        account.set_unusable_password()
        account.save(force_insert=True)
        accounts[name] = account
    return accounts


class EventDiffers(ValidationError):
    """The event is here already and differs from the file."""


def import_event(*, document: Row, replace: bool = False) -> EventImport:
    """Store the event of a checked file; importing it again changes nothing.

    ``replace`` lets the file replace an event here that differs; its addresses stay.
    Raises ``EventDiffers`` without it, ``FileRefused`` if something here conflicts
    with the file.
    """
    with all_or_nothing(_("The database refuses this: %(why)s")):
        return store_document(document, replace=replace)


def store_document(document: Row, *, replace: bool) -> EventImport:
    """Store the event of a file inside a transaction."""
    found = preview_of(document)
    existing, matches = found.existing, found.matches
    if existing is not None and not found.is_changed:
        found.event = existing
        return found
    if existing is not None:
        if not replace:
            places = {"places": "; ".join(found.differences)}
            sentence = _(
                "This event is here already and differs from the file at: %(places)s."
            )
            raise EventDiffers(sentence % places)
        refuse_if_confirmed(event=existing)
        refuse_file_with_less(document, existing)
    clubs = add_new_clubs(document, matches)
    people = add_new_people(document, matches, clubs)
    accounts = add_new_accounts(matches)
    tables = table_access_of(existing) if existing else None
    event, pks = prepare_event(document, existing)
    codes = [table["code"] for _series, table in lists_in(document)]
    others = ScoreSheet.objects.exclude(series__event=event).filter(code__in=codes)
    if taken := sorted(others.values_list("code", flat=True)):
        text = _("Other lists here have these codes already: %(codes)s.")
        raise FileRefused(text % {"codes": ", ".join(taken)})
    store_event(event, document, {Player: people, User: accounts}, sheet_pks=pks)
    if tables:
        restore_table_access(tables, event)
    relink_match(event=event)
    found.event = event
    return found


def refuse_file_with_less(document: Row, existing: events.Event) -> None:
    """Refuse to replace an event by a file without its money or its histories.

    Such as the public copy of an event: what was paid would be offered again.
    """
    changes = Change.objects.filter(sheet__series__event=existing)
    has_changes = any(table.get("changes") for _row, table in lists_in(document))
    if (existing.payments.exists() and not document.get("payments")) or (
        changes.exists() and not has_changes
    ):
        text = _(
            "This file has no money or no histories of the lists, like one to hand on. "
            "It cannot replace an event that has them."
        )
        raise FileRefused(text)


def prepare_event(
    document: Row, existing: events.Event | None
) -> tuple[events.Event, dict[str, int]]:
    """Save the event without its parts; return it with the keys of its former lists."""
    row = document["event"]
    columns = read_columns(events.Event, row)
    columns["rule_set"] = store_rules(document)
    if existing is None:
        if events.Event.objects.filter(slug=columns["slug"]).exists():
            columns["slug"] = free_slug(columns["name"], columns["date"])
        event = events.Event(**columns)
        event.save(force_insert=True)
        return event, {}
    columns["slug"] = existing.slug
    former_rules = existing.rule_set
    pks = clear_event(existing)
    for name, value in columns.items():
        setattr(existing, name, value)
    existing.save()
    if former_rules and former_rules.is_frozen and not former_rules.events.exists():
        former_rules.delete()
    return existing, pks


def store_rules(document: Row) -> RuleSet | None:
    """Store the house rules of the file, frozen for its event.

    Before the first game an event uses the club's own rules of the same name, if they
    are the same.
    """
    rule_set = house_rules_in(document)
    if rule_set is None:
        return None
    club_rules = rule_sets().filter(name=rule_set.name).first()
    is_played = any("games" in table for _series, table in lists_in(document))
    if club_rules and not is_played and club_rules.as_rules() == rule_set.as_rules():
        return club_rules
    rule_set.is_frozen = True
    rule_set.save(force_insert=True)
    return rule_set
