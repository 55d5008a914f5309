"""Removing a person for good: a stand-in replaces the name everywhere."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import CharField, F, Model, Q, TextField
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.lists.sheets import read_takeover
from tournaments.events.models import Event
from tournaments.events.references import events_of, path_to_event
from tournaments.events.results import classes_of
from tournaments.events.teams.services import replace_names_in_teams
from tournaments.people.models import (
    Club,
    ImportedRow,
    Join,
    MailAddress,
    Player,
    Session,
    Spelling,
    User,
)
from tournaments.people.names.mentions import TypedLine, TypedText, mentions_from
from tournaments.people.names.names import PersonName
from tournaments.people.selectors import name_key
from tournaments.people.services import save_player
from tournaments.scope.log import earlier_values, forget_values
from tournaments.scope.models import ExtensionsField
from tournaments.sheets.models import Change, Seat
from tournaments.words.choices import TAKEOVERS, Action, Privacy

BATCH = 500
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
        raise IsRemoved(_("This person was removed already."), code="removed")
    entries = [player, *joined_entries(player)]
    names = {name for entry in entries for name in names_ever_used(entry)}
    stand_in = next_stand_in(player)
    replace_in_list_histories(entries, spellings(names), stand_in)
    replace_names_in_teams(entries, stand_in)
    unambiguous = unambiguous_names(names, entries)
    replace_in_free_texts(spellings(unambiguous), stand_in)
    if any(entry.privacy != Privacy.FULL for entry in entries):
        shared = {name.last for name in names - unambiguous if name.first}
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
    """Return every name that an entry has or had."""
    former = earlier_values(entry, "first_name", "last_name")
    return {
        PersonName(first=first, last=last)
        for first, last in (*former, (entry.first_name, entry.last_name))
    }


def unambiguous_names(
    names: Iterable[PersonName], entries: Iterable[Player]
) -> set[PersonName]:
    """Return the names that cannot mean another person.

    A single word may mean many people, and a namesake keeps the name.
    """
    others = Player.every.exclude(pk__in=[entry.pk for entry in entries])
    return {
        name
        for name in names
        if name.first and not others.filter(name_key=name_key(name)).exists()
    }


def spellings(names: Iterable[PersonName]) -> set[str]:
    """Return the ways of writing these names."""
    return {
        text
        for first, last in ((name.first, name.last) for name in names)
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
    """Return the condition that a text contains one of the names."""
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
    """Replace the names by the stand-in in the texts of some rows."""
    replaced = mentions_from(dict.fromkeys(names, stand_in)).public_text
    for row in rows:
        for column, longest in columns.items():
            setattr(row, column, replaced(getattr(row, column))[:longest])
    model._base_manager.bulk_update(rows, list(columns), batch_size=BATCH)


def free_texts() -> Iterator[tuple[type[Model], dict[str, int | None]]]:
    """Yield each model with its free-text columns and their lengths."""
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
    Spelling.objects.filter(player=entry).delete()
    ImportedRow.objects.filter(table=Player.__name__, row=entry.pk).delete()
    forget_values(entry, keep={*KEPT_COLUMNS, "is_active"}, label=stand_in)
