"""The rows of an event, built from its file and stored in bulk.

These functions write, but are no doors: ``import_event`` calls them inside its
transaction.
"""

from collections.abc import Iterable, Mapping

from tournaments.competitions.models import (
    Adjustment,
    ApartPair,
    CashCount,
    Competition,
    Draw,
    Entry,
    LossStep,
    Payment,
    Prize,
    Reopening,
    ReopeningPlace,
    Series,
    Swap,
    Team,
)
from tournaments.exchange.event_file.columns import read_columns
from tournaments.exchange.services.sheet_rows import (
    BATCH,
    Store,
    save_all,
    store_sheets,
)
from tournaments.sheets.models import ScoreSheet


def store_event(store: Store, *, sheet_pks: Mapping[str, int]) -> None:
    """Store everything that belongs to the competition.

    ``sheet_pks`` are the numbers that lists had here before, by their codes.
    """
    event = store.competition
    for model, section in ((LossStep, "loss_steps"), (Prize, "prizes")):
        rows = store.rows(section)
        save_all(
            model, (model(competition=event, **read_columns(model, r)) for r in rows)
        )
    entries = store_entries(store)
    draws = store_draws(store)
    series = save_all(
        Series,
        (
            Series(
                competition=event,
                draw=draws.get(row.get("draw", 0)),
                **read_columns(Series, row),
            )
            for row in store.rows("series")
        ),
    )
    store_swaps(store, draws, series)
    store_reopenings(store, series)
    sheets = store_sheets(store, series, sheet_pks)
    store_money(store, entries, {sheet.code: sheet for sheet in sheets})
    store_decisions(store, series)


def store_entries(store: Store) -> dict[int, Entry]:
    """Store teams, entries and pairs; return the entries by start number."""
    event = store.competition
    teams = save_all(
        Team,
        (Team(competition=event, **read_columns(Team, r)) for r in store.rows("teams")),
    )
    by_name = {team.name: team for team in teams}
    entries = save_all(
        Entry,
        (
            Entry(
                competition=event,
                player=store.people[row["person"]],
                team=by_name.get(row.get("team", "")),
                **read_columns(Entry, row),
            )
            for row in store.rows("entries")
        ),
    )
    by_number = {entry.start_number: entry for entry in entries}
    pairs = (
        sorted((by_number[pair[0]], by_number[pair[1]]), key=lambda entry: entry.pk)
        for pair in store.document.get("apart", ())
    )
    save_all(
        ApartPair,
        (
            ApartPair(competition=event, first=first, second=second)
            for first, second in pairs
        ),
    )
    return by_number


def store_draws(store: Store) -> dict[int, Draw]:
    """Store the draws; return them by number."""
    draws = save_all(
        Draw,
        (
            Draw(
                competition=store.competition,
                by=store.accounts[row["by"]],
                **read_columns(Draw, row),
            )
            for row in store.rows("draws")
        ),
    )
    return {draw.number: draw for draw in draws}


def store_swaps(
    store: Store, draws: Mapping[int, Draw], series: Iterable[Series]
) -> None:
    """Store the places that were changed by hand."""
    by_number = {each.number: each for each in series}
    save_all(
        Swap,
        (
            Swap(
                draw=draws[draw["number"]],
                series=by_number[row["series"]],
                first=store.people[row["first"]],
                second=store.people[row["second"]],
                by=store.accounts[row["by"]],
                **read_columns(Swap, row),
            )
            for draw in store.rows("draws")
            for row in draw.get("exchanges", ())
        ),
    )


def store_reopenings(store: Store, series: Iterable[Series]) -> None:
    """Store which series were opened again, and what that moved."""
    by_number = {each.number: each for each in series}
    rows = [
        (by_number[row["number"]], reopening)
        for row in store.rows("series")
        for reopening in row.get("reopenings", ())
    ]
    reopenings = save_all(
        Reopening,
        (
            Reopening(
                series=each,
                by=store.accounts[row["by"]],
                closed_by=store.accounts.get(row.get("closed_by", "")),
                **read_columns(Reopening, row),
            )
            for each, row in rows
        ),
    )
    save_all(
        ReopeningPlace,
        (
            ReopeningPlace(
                reopening=reopening,
                player=store.people[row["person"]],
                **read_columns(ReopeningPlace, row),
            )
            for reopening, (_series, whole) in zip(reopenings, rows, strict=True)
            for row in whole.get("places", ())
        ),
    )


def store_money(
    store: Store, entries: Mapping[int, Entry], sheets: Mapping[str, ScoreSheet]
) -> None:
    """Store payments and counts; a payment that takes back another one names it."""
    rows = store.rows("payments")
    payments = save_all(
        Payment,
        (
            Payment(
                competition=store.competition,
                entry=entries.get(row.get("entry", 0)),
                sheet=sheets.get(row.get("list", "")),
                by=store.accounts[row["by"]],
                **read_columns(Payment, row),
            )
            for row in rows
        ),
    )
    reverting = []
    for payment, row in zip(payments, rows, strict=True):
        if "reverts" in row:
            payment.reverts = payments[row["reverts"] - 1]
            reverting.append(payment)
    Payment.objects.bulk_update(reverting, ["reverts"], batch_size=BATCH)
    save_all(
        CashCount,
        (
            CashCount(
                competition=store.competition,
                sheet=sheets.get(row.get("list", "")),
                by=store.accounts[row["by"]],
                **read_columns(CashCount, row),
            )
            for row in store.rows("cash_counts")
        ),
    )


def store_decisions(store: Store, series: Iterable[Series]) -> None:
    """Store what the referee decided."""
    by_number = {each.number: each for each in series}
    save_all(
        Adjustment,
        (
            Adjustment(
                series=by_number[row["series"]],
                player=store.people[row["person"]],
                by=store.accounts[row["by"]],
                **read_columns(Adjustment, row),
            )
            for row in store.rows("adjustments")
        ),
    )


def clear_event(competition: Competition) -> dict[str, int]:
    """Take everything off the competition; return its lists' numbers by code."""
    competition.payments.update(reverts=None)
    competition.payments.all().delete()
    competition.cash_counts.all().delete()
    own = {"series__competition": competition}
    Adjustment.objects.filter(**own).delete()
    sheets = ScoreSheet.objects.filter(**own)
    pks = dict(sheets.values_list("code", "pk"))
    sheets.delete()
    for rows in (
        competition.series,
        competition.apart,
        competition.entries,
        competition.teams,
        competition.draws,
        competition.loss_steps,
        competition.prizes,
    ):
        rows.all().delete()
    return pks
