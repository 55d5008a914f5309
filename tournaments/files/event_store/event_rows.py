"""Storing the rows of an event from its file, in bulk.

These functions write, but are no services of their own: ``import_event`` calls them
inside its transaction.
"""

from collections.abc import Mapping

from tournaments.events.models import Adjustment, ApartPair, Entry, Event, Payment, Team
from tournaments.files.event.sections import EVENT_SECTIONS
from tournaments.files.event_store.sheet_rows import (
    BATCH,
    Store,
    Stored,
    save_all,
    store_sheets,
)
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats.many import delete_lists
from tournaments.sheets.tallies import untally_sheets

# By the number of the ranking and the name.
TeamsByName = Mapping[tuple[int | None, str | None], Team]


def store_event(store: Store, *, sheet_pks: Mapping[str, int]) -> None:
    """Store everything that belongs to the event.

    ``sheet_pks`` are the keys that its lists had here before, by their codes.
    """
    root = Stored([(store.event, store.document)], EVENT_SECTIONS)
    store.store_section(root, "loss_steps")
    store.store_section(root, "entries")
    store_apart_pairs(store)
    teams = store_teams(store, root)
    draws = store.store_section(root, "draws")
    series = store.store_section(root, "series")
    store.store_section(draws, "exchanges")
    reopenings = store.store_section(series, "reopenings")
    store.store_section(reopenings, "places")
    store.store_section(series, "log")
    store_sheets(store, series, sheet_pks)
    store_payments(store, root, teams)
    store.store_section(root, "cash_counts")
    store.rows_by_name[Adjustment] = {}
    store_reversals(store.store_section(root, "adjustments"))


def store_apart_pairs(store: Store) -> None:
    """Store the pairs of people to sit apart."""
    numbers = store.rows_by_name[Entry]
    pairs = (
        sorted((numbers[number] for number in pair), key=lambda entry: entry.pk)
        for pair in store.document.get("apart", ())
    )
    save_all(
        ApartPair,
        (
            ApartPair(event=store.event, first=first, second=second)
            for first, second in pairs
        ),
    )


def store_teams(store: Store, root: Stored) -> TeamsByName:
    """Store the team rankings with their teams, prizes and lots; return the teams.

    Teams of two rankings may have the same name.
    """
    contests = store.store_section(root, "contests")
    teams = store.store_section(contests, "teams")
    store.store_section(teams, "members")
    store.store_section(root, "prizes")
    by_name: TeamsByName = {
        (team.contest.number, team.name): team for team, _row in teams
    }
    lots = store.store_section(root, "lots")
    store.store_section(
        lots,
        "tickets",
        columns=lambda draw, ticket: {
            "team": by_name.get(
                (draw.contest and draw.contest.number, ticket.get("team"))
            )
        },
    )
    return by_name


def store_payments(store: Store, root: Stored, teams: TeamsByName) -> None:
    """Store the payments, each linked to the one it takes back, if any."""
    store.rows_by_name[Payment] = {}
    rows = store.store_section(
        root,
        "payments",
        columns=lambda _event, payment: {
            "team": teams.get((payment.get("contest"), payment.get("team")))
        },
    )
    store_reversals(rows)


def store_reversals(stored: Stored) -> None:
    """Link the rows of a section that take an earlier one back."""
    reverting = []
    for row, file_row in stored.pairs:
        if "reverts" in file_row:
            row.reverts, _row = stored.pairs[file_row["reverts"] - 1]
            reverting.append(row)
    if reverting:
        rows = type(reverting[0])._default_manager
        rows.bulk_update(reverting, ["reverts"], batch_size=BATCH)


def clear_event(event: Event) -> dict[str, int]:
    """Delete everything in the event; return the keys of its lists by code.

    This is the one deletion that takes along what is never removed otherwise:
    payments, decisions, the histories and versions of lists. The file that
    replaces them brings its own.
    """
    event.payments.update(reverts=None)
    event.payments.all().delete()
    event.cash_counts.all().delete()
    of_event = {"series__event": event}
    adjustments = Adjustment.objects.filter(**of_event)
    adjustments.update(reverts=None)
    adjustments.delete()
    sheets = ScoreSheet.objects.filter(**of_event)
    pks = dict(sheets.values_list("code", "pk"))
    untally_sheets(sheets)
    delete_lists(sheets)
    for rows in (
        event.series,
        event.apart,
        event.prizes,
        event.lots,
        event.contests,
        event.entries,
        event.draws,
        event.loss_steps,
    ):
        rows.all().delete()
    return pks
