"""Joining two entries of one person, and undoing that."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import CharField, F, Model, Q, QuerySet, TextField
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.lists.sheets import read_takeover, with_key
from tournaments.careers.joins.selectors import obstacles
from tournaments.events.models import Event
from tournaments.events.references import events_of, path_to_event, references
from tournaments.events.results import classes_of
from tournaments.events.teams.services import replace_names_in_teams
from tournaments.people.models import (
    Club,
    ImportedRow,
    Join,
    JoinedRow,
    MailAddress,
    Player,
    Session,
    Spelling,
    User,
)
from tournaments.people.names.mentions import TypedLine, TypedText, mentions_from
from tournaments.people.names.names import PersonName
from tournaments.people.selectors import home_club
from tournaments.people.services import save_player
from tournaments.scope.models import ExtensionsField, earlier_values, forget_values
from tournaments.scope.scope import edition_number
from tournaments.sheets.models import Change, Seat
from tournaments.sheets.tallies import rebuild_tallies
from tournaments.words.choices import TAKEOVERS, Action, Privacy

BATCH = 500
# The stricter of two privacy wishes applies after a join.
STRICTNESS = (Privacy.FULL, Privacy.SHORT, Privacy.FIRST, Privacy.HIDDEN)


class CannotJoin(ValidationError):
    """The two entries are two people, or cannot be joined for another reason."""


class WrittenSince(ValidationError):
    """Something was written since the join, so undoing it might lose that."""


@transaction.atomic
def make_member(*, player: Player) -> Player:
    """Turn a guest into a member of our club; they keep all results."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    player.is_guest = False
    player.club = home_club()
    return save_player(player=player)


@transaction.atomic
def join_people(*, kept: Player, gone: Player, by: User) -> Join:
    """Move everything from ``gone`` to ``kept``, and store which rows were moved.

    Name and numbers of ``kept`` stay, and the club unless only ``gone`` is a member;
    the stricter of the two privacy wishes applies. Until something else is written it
    can be undone. Raises ``CannotJoin`` with every reason.
    """
    people = Player.objects.select_for_update().in_bulk([kept.pk, gone.pk])
    if len(people) < 2:
        raise CannotJoin(_("Please choose two different entries."))
    kept, gone = people[kept.pk], people[gone.pk]
    if problems := obstacles(kept, gone):
        raise CannotJoin([ValidationError(text) for text in problems])
    join = Join.objects.create(kept=kept, gone=gone, at=timezone.now(), by=by)
    if MailAddress.objects.filter(player=kept).exists():
        MailAddress.objects.filter(player=gone).delete()
    gone.replies.all().delete()
    store_moved_rows(join)
    for field in references():
        rows = field.model._base_manager.filter(**{field.name: gone})
        rows.update(**{field.name: kept})
    replace_key_in_takeovers(takeovers_of(gone), gone, kept)
    gone.store(joined_into=kept, is_active=False)
    kept.privacy = max(kept.privacy, gone.privacy, key=STRICTNESS.index)
    kept.is_active = True
    if not gone.is_guest:
        kept.is_guest, kept.club = False, gone.club
    save_player(player=kept)
    rebuild_tallies({kept.pk, gone.pk})
    join.store(edition=edition_number())
    return join


def store_moved_rows(join: Join) -> None:
    """Store every row that the join moves; those of the one before serve no more."""
    JoinedRow.objects.all().delete()
    moved = [
        (field.name, field.model._base_manager.filter(**{field.name: join.gone}))
        for field in references()
    ]
    rows = [
        JoinedRow(join=join, table=found.model.__name__, column=column, row=pk)
        for column, found in [*moved, ("", takeovers_of(join.gone))]
        for pk in found.order_by("pk").values_list("pk", flat=True)
    ]
    JoinedRow.objects.bulk_create(rows, batch_size=BATCH)


@transaction.atomic
def undo_join(*, join: Join) -> Join:
    """Give back every row that the join moved. Raises ``WrittenSince``."""
    join = (
        Join.objects.select_for_update().select_related("kept", "gone").get(pk=join.pk)
    )
    kept, gone = join.kept, join.gone
    if join.edition != edition_number():
        raise WrittenSince(
            _("Something was written since. The copy made before is a backup.")
        )
    for field in references():
        rows = field.model._base_manager.filter(
            pk__in=joined_rows(join, field.model, field.name)
        )
        rows.update(**{field.name: gone})
    changes = Change.objects.filter(pk__in=joined_rows(join, Change, ""))
    replace_key_in_takeovers(changes, kept, gone)
    gone.joined_into = None
    for person in (kept, gone):
        columns = ("privacy", "is_active", "is_guest", "club")
        for values in earlier_values(person, *columns, since=join.at):
            person.privacy, person.is_active, person.is_guest, person.club_id = values
        save_player(player=person)
    rebuild_tallies({kept.pk, gone.pk})
    join.delete()
    return join


def joined_rows(
    join: Join, model: type[Model], column: str
) -> QuerySet[JoinedRow, Any]:
    """Return the keys of the rows of one column that the join moved, as a query."""
    return join.rows.filter(table=model.__name__, column=column).values("row")


def takeovers_of(player: Player) -> QuerySet[Change]:
    """Return the changes in the histories of lists by which somebody took a place."""
    mark = f":{player.pk}:"
    is_named = Q(before__contains=mark) | Q(after__contains=mark)
    return Change.objects.filter(is_named, action__in=TAKEOVERS)


def replace_key_in_takeovers(
    changes: QuerySet[Change], old: Player, new: Player
) -> None:
    """Replace the key of a player who took over a place in the histories of lists."""
    keys = {str(old.pk): str(new.pk)}
    changed = list(changes)
    for change in changed:
        change.before = with_key(change.before, lambda key: keys.get(key, key))
        change.after = with_key(change.after, lambda key: keys.get(key, key))
    Change.objects.bulk_update(changed, ["before", "after"], batch_size=BATCH)


FIRST_OF_YEAR, LAST_OF_YEAR = (1, 1), (12, 31)
# What a removed person keeps; every other column is emptied, in the log too.
KEPT_COLUMNS = frozenset(
    {
        *("id", "organisation", "public_id", "club", "is_guest"),
        *("joined_into", "created_at"),
    }
)
FREE_TEXT = (CharField, TextField, ExtensionsField, TypedLine, TypedText)
# Clubs and accounts keep their names, those of people are replaced column by column,
# and nothing is typed into a session.
NO_FREE_TEXT = frozenset({Player, Club, User, Join, Session})


class IsRemoved(ValidationError):
    """The person was removed already, or is the second entry of another."""


@transaction.atomic
def remove_person(*, player: Player) -> Player:
    """Replace everything that identifies ``player`` by a stand-in, for good.

    Seats, games, results, places and payments stay, so all lists and rankings read as
    before; gender and year of birth stay where a women's or age class depends on them.
    The name is also removed from the log of the person, from second entries joined with
    this one, from the histories of lists and from remarks that contain it. The accounts
    that wrote something stay named. Raises ``IsRemoved``.
    """
    player = Player.every.select_for_update().get(pk=player.pk)
    if player.removed_at or player.joined_into_id:
        raise IsRemoved(_("This person was removed already."))
    entries = [player, *joined_entries(player)]
    names = {name for entry in entries for name in names_ever_used(entry)}
    stand_in = next_stand_in(player)
    replace_in_list_histories(entries, spellings(names), stand_in)
    replace_names_in_teams(entries, stand_in)
    # A single word may mean many people, and a namesake keeps the name.
    others = Player.every.exclude(pk__in=[entry.pk for entry in entries])
    unambiguous = {
        name
        for name in names
        if name.given and not others.filter(name_key=name.key).exists()
    }
    replace_in_free_texts(spellings(unambiguous), stand_in)
    if any(entry.privacy != Privacy.FULL for entry in entries):
        shared = {name.last for name in names - unambiguous if name.given}
        replace_family_names(entries, {name.last for name in names} - shared, stand_in)
    born = class_birth_date(player)
    gender = player.gender if events_of([player.pk])[player.pk] else ""
    for entry in entries:
        anonymise_entry(entry, stand_in, born=born, gender=gender)
    return player


def joined_entries(player: Player) -> list[Player]:
    """Return all entries joined with ``player``, directly or through another."""
    entries: list[Player] = []
    pending = [player.pk]
    while pending:
        children = list(Player.every.filter(joined_into__in=pending))
        entries += children
        pending = [entry.pk for entry in children]
    return entries


def next_stand_in(player: Player) -> str:
    """Return the name of the next removed person, which no other has."""
    removed = Player.every.filter(removed_at__isnull=False, joined_into__isnull=True)
    number = removed.count() + 1
    if player.is_guest:
        return _("Former guest %(number)s") % {"number": number}
    return _("Former member %(number)s") % {"number": number}


def names_ever_used(entry: Player) -> set[PersonName]:
    former = earlier_values(entry, "first_name", "last_name")
    return {
        PersonName(first=first, last=last)
        for first, last in (*former, (entry.first_name, entry.last_name))
    }


def spellings(names: Iterable[PersonName]) -> set[str]:
    """Return the ways of writing these names."""
    return {
        text
        for name in names
        for first, last in ((name.first, name.last), (name.given, name.last))
        for text in (f"{first} {last}".strip(), f"{last}, {first}", f"{last} {first}")
        if first or text == last
    }


def replace_in_list_histories(
    entries: Iterable[Player], texts: set[str], stand_in: str
) -> None:
    """Put the stand-in into the histories of the person's lists."""
    pks = {entry.pk for entry in entries}
    sheets = set(Seat.objects.filter(player__in=pks).values_list("sheet", flat=True))
    is_takeover = Q(action__in=TAKEOVERS)
    is_seating = Q(action=Action.SEATS, sheet__in=sheets)
    changed = []
    for change in Change.objects.filter(is_takeover | is_seating).iterator(BATCH):
        old = change.before, change.after
        for column in ("before", "after"):
            text = getattr(change, column)
            setattr(
                change, column, with_stand_in(change.action, text, pks, texts, stand_in)
            )
        if old != (change.before, change.after):
            changed.append(change)
    Change.objects.bulk_update(changed, ["before", "after"], batch_size=BATCH)


def with_stand_in(
    action: str, text: str, pks: set[int], names: set[str], stand_in: str
) -> str:
    """Return the text of a takeover or a seating with the stand-in for the person."""
    if action == Action.SEATS:
        seated_names = text.split(", ")
        return ", ".join(stand_in if name in names else name for name in seated_names)
    takeover = read_takeover(text)
    if takeover is None or takeover.number not in pks:
        return text
    return str(replace(takeover, name=stand_in))


def replace_in_free_texts(names: set[str], stand_in: str) -> None:
    """Replace the names by the stand-in in all remarks, reasons and notes."""
    if not names:
        return
    for model, columns in free_texts():
        rows = model._base_manager.filter(contains(names, columns))
        replace_in_rows(model, columns, list(rows), names, stand_in)


def replace_family_names(
    entries: Sequence[Player], last_names: set[str], stand_in: str
) -> None:
    """Replace a family name alone in the texts about the events of a person.

    Only for names that visitors do not read there (``mentions_of``): others may be
    words, such as a suit. Where somebody else in the event has the name, it stays.
    """
    events = set().union(*events_of([entry.pk for entry in entries]).values())
    others = Player.every.exclude(pk__in=[entry.pk for entry in entries])
    namesakes = others.filter(last_name__in=last_names, entries__event__in=events)
    taken = set(namesakes.values_list("entries__event", "last_name"))
    names = {text for name in last_names for text in (name, name.upper())}
    for model, columns in free_texts():
        if (path := path_to_event(model)) is None:
            continue
        rows = model._base_manager.filter(contains(names, columns))
        rows = rows.filter(**{f"{path}__in": events}).annotate(of_event=F(path))
        for name in last_names:
            of_person = [row for row in rows if (row.of_event, name) not in taken]
            replace_in_rows(model, columns, of_person, {name, name.upper()}, stand_in)


def contains(names: Iterable[str], columns: Iterable[str]) -> Q:
    has_name = Q()
    for column in columns:
        for name in names:
            has_name |= Q(**{f"{column}__contains": name})
    return has_name


def replace_in_rows(
    model: type[Model],
    columns: Mapping[str, int | None],
    rows: Sequence[Model],
    names: Iterable[str],
    stand_in: str,
) -> None:
    replaced = mentions_from(dict.fromkeys(names, stand_in)).public_text
    for row in rows:
        for column, longest in columns.items():
            setattr(row, column, replaced(getattr(row, column))[:longest])
    model._base_manager.bulk_update(rows, list(columns), batch_size=BATCH)


def free_texts() -> Iterator[tuple[type[Model], dict[str, int | None]]]:
    for model in apps.get_app_config("tournaments").get_models():
        columns = {
            field.name: field.max_length
            for field in model._meta.concrete_fields
            if type(field) in FREE_TEXT and not field.choices
        }
        if columns and model not in NO_FREE_TEXT:
            yield model, columns


def class_birth_date(player: Player) -> datetime.date | None:
    """Return a date of birth that gives the same age classes and says no more.

    None if no class depends on the age; the true date if no other day of its year
    gives the same classes.
    """
    born = player.birth_date
    if born is None:
        return None
    events = list(Event.objects.filter(pk__in=events_of([player.pk])[player.pk]))
    if not events:
        return None
    classes = [classes_of(event, player) for event in events]
    for month, day in (FIRST_OF_YEAR, LAST_OF_YEAR):
        player.birth_date = born.replace(month=month, day=day)
        if [classes_of(event, player) for event in events] == classes:
            break
    else:
        player.birth_date = born
    substitute, player.birth_date = player.birth_date, born
    return substitute


def anonymise_entry(
    entry: Player, stand_in: str, *, born: datetime.date | None, gender: str
) -> None:
    """Reduce an entry to the stand-in, in the row and in its log."""
    for field in Player._meta.concrete_fields:
        if field.name not in KEPT_COLUMNS:
            setattr(entry, field.attname, field.get_default())
    entry.last_name = stand_in
    entry.gender, entry.birth_date = gender, born
    entry.is_active = False
    entry.removed_at = timezone.now()
    save_player(player=entry)
    MailAddress.objects.filter(player=entry).delete()
    entry.registrations.all().delete()
    entry.replies.all().delete()
    Spelling.objects.filter(player=entry).delete()
    ImportedRow.objects.filter(table=Player.__name__, row=entry.pk).delete()
    forget_values(entry, keep={*KEPT_COLUMNS, "is_active"}, label=stand_in)
