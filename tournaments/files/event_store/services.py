"""Importing an event file: all of it, or nothing."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.events.planning.services import free_slug
from tournaments.files.event.checking import house_rules_in
from tournaments.files.event.columns import Row, lists_in, read_columns
from tournaments.files.event.reading.reading import EventFile, FileRefused
from tournaments.files.event_store.event_rows import clear_event, store_event
from tournaments.files.event_store.newcomers import (
    add_new_accounts,
    add_new_clubs,
    add_new_people,
)
from tournaments.files.event_store.selectors import EventPreview, preview_of
from tournaments.files.event_store.sheet_rows import Store, all_or_nothing
from tournaments.files.event_store.table_keys import (
    restore_table_access,
    table_access_of,
)
from tournaments.leagues.groups.files import refuse_if_confirmed, relink_match
from tournaments.people.models import Player, User
from tournaments.programme.models import RuleSet
from tournaments.sheets.models import Change, ScoreSheet
from tournaments.sheets.selectors import rule_sets


class EventDiffers(ValidationError):
    """The event is here already and differs from the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedEvent:
    """The result of an import."""

    event: Event
    preview: EventPreview
    is_changed: bool

    @property
    def is_here(self) -> bool:
        """Whether the event was here before."""
        return self.preview.existing is not None


def import_event(*, event: EventFile, replace: bool = False) -> ImportedEvent:
    """Store the event of a checked file; importing it again changes nothing.

    ``replace`` lets the file replace an event here that differs; its addresses stay.
    Raises ``EventDiffers`` without it, ``FileRefused`` if something here conflicts
    with the file.
    """
    with all_or_nothing(_("The database refuses this event: %(why)s")):
        return store_file(event, replace=replace)


def store_file(file: EventFile, *, replace: bool) -> ImportedEvent:
    """Store the event of a file inside a transaction."""
    preview = preview_of(file)
    existing = preview.existing
    if existing is not None and preview.is_known:
        return ImportedEvent(event=existing, preview=preview, is_changed=False)
    if existing is not None:
        if not replace:
            places = {"places": "; ".join(preview.differences)}
            sentence = _(
                "This event is here already and differs from the file at: %(places)s."
            )
            raise EventDiffers(sentence % places, code="differs")
        refuse_if_confirmed(event=existing)
        refuse_file_with_less(file.document, existing)
    document, matches = file.document, preview.matches
    clubs = add_new_clubs(document, matches)
    people = add_new_people(document, matches, clubs)
    accounts = add_new_accounts(preview.new_accounts, matches)
    tables = table_access_of(existing)
    event, pks = prepare_event(document, existing)
    refuse_taken_codes(document, event)
    store = Store(
        event=event, document=document, rows_by_name={Player: people, User: accounts}
    )
    store_event(store, sheet_pks=pks)
    restore_table_access(tables)
    relink_match(event=event)
    return ImportedEvent(event=event, preview=preview, is_changed=True)


def refuse_file_with_less(document: Row, existing: Event) -> None:
    """Refuse to replace an event by a file without its money or its histories.

    Such as the public copy of an event: what was paid would be offered again.
    """
    changes = Change.objects.filter(sheet__series__event=existing)
    has_changes = any(table.get("changes") for _row, table in lists_in(document))
    if (existing.payments.exists() and not document.get("payments")) or (
        changes.exists() and not has_changes
    ):
        raise FileRefused(
            _(
                "This file has no money or no histories of the lists, like one to hand "
                "on. It cannot replace an event that has them."
            ),
            code="less",
        )


def prepare_event(
    document: Row, existing: Event | None
) -> tuple[Event, dict[str, int]]:
    """Save the event without its parts; return it with the keys of its former lists."""
    row = document["event"]
    columns = read_columns(Event, row)
    columns["rule_set"] = store_rules(document)
    if existing is None:
        if Event.objects.filter(slug=columns["slug"]).exists():
            columns["slug"] = free_slug(columns["name"], columns["date"])
        event = Event(public_id=row["id"], **columns)
        event.save(force_insert=True)
        return event, {}
    columns["slug"] = existing.slug
    former_rules = existing.rule_set
    pks = clear_event(existing)
    for name, value in columns.items():
        setattr(existing, name, value)
    existing.save()
    drop_rules(former_rules)
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


def drop_rules(rule_set: RuleSet | None) -> None:
    """Delete frozen rules that no event uses any longer."""
    if rule_set and rule_set.is_frozen and not rule_set.events.exists():
        rule_set.delete()


def refuse_taken_codes(document: Row, event: Event) -> None:
    """Refuse lists whose code a list of another event has."""
    codes = [table["code"] for _series, table in lists_in(document)]
    other_lists = ScoreSheet.objects.exclude(series__event=event)
    taken_codes = other_lists.filter(code__in=codes).values_list("code", flat=True)
    if taken_codes:
        raise FileRefused(
            _("Other lists here have these codes already: %(codes)s.")
            % {"codes": ", ".join(sorted(taken_codes))},
            code="codes",
        )
