"""The rows of an event, built from its file and stored in bulk.

These functions write, but are no doors: ``import_event`` calls them inside its
transaction.
"""

from collections.abc import Iterable, Mapping

from tournaments.events.models import (
    Adjustment,
    ApartPair,
    CashCount,
    Draw,
    Entry,
    Event,
    LogLine,
    LossStep,
    LotDraw,
    LotTicket,
    Payment,
    Prize,
    Reopening,
    ReopeningPlace,
    Series,
    Swap,
    Team,
    TeamContest,
    TeamMember,
)
from tournaments.files.event.columns import read_columns
from tournaments.files.event_store.sheet_rows import (
    BATCH,
    Store,
    save_all,
    store_sheets,
)
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.tallies import untally_sheets


def store_event(store: Store, *, sheet_pks: Mapping[str, int]) -> None:
    """Store everything that belongs to the event.

    ``sheet_pks`` are the numbers that lists had here before, by their codes.
    """
    event = store.event
    save_all(
        LossStep,
        (
            LossStep(event=event, **read_columns(LossStep, row))
            for row in store.rows("loss_steps")
        ),
    )
    entries = store_entries(store)
    store_teams(store, entries)
    draws = store_draws(store)
    series = save_all(
        Series,
        (
            Series(
                event=event,
                draw=draws.get(row.get("draw", 0)),
                **read_columns(Series, row),
            )
            for row in store.rows("series")
        ),
    )
    store_swaps(store, draws, series)
    store_reopenings(store, series)
    store_log(store, series)
    sheets = store_sheets(store, series, sheet_pks)
    store_money(store, entries, {sheet.code: sheet for sheet in sheets})
    store_decisions(store, series)


def store_entries(store: Store) -> dict[int, Entry]:
    """Store entries and pairs; return the entries by start number."""
    event = store.event
    entries = save_all(
        Entry,
        (
            Entry(
                event=event,
                player=store.people[row["person"]],
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
        (ApartPair(event=event, first=first, second=second) for first, second in pairs),
    )
    return by_number


def store_teams(store: Store, entries: Mapping[int, Entry]) -> None:
    """Store the team rankings with their teams, prizes and lots."""
    contests = store_contests(store)
    rows = [
        (contests[contest["number"]], team)
        for contest in store.rows("contests")
        for team in contest.get("teams", ())
    ]
    teams = save_all(
        Team, (Team(contest=each, **read_columns(Team, row)) for each, row in rows)
    )
    save_all(
        TeamMember,
        (
            TeamMember(
                contest=team.contest,
                team=team,
                entry=entries[member["entry"]],
                **read_columns(TeamMember, member),
            )
            for team, (_contest, row) in zip(teams, rows, strict=True)
            for member in row.get("members", ())
        ),
    )
    store_prizes(store, contests)
    by_name = {(team.contest.number, team.name): team for team in teams}
    store_lots(store, entries, contests, by_name)


def store_contests(store: Store) -> dict[int, TeamContest]:
    """Store the team rankings; return them by number."""
    event = store.event
    contests = save_all(
        TeamContest,
        (
            TeamContest(event=event, **read_columns(TeamContest, row))
            for row in store.rows("contests")
        ),
    )
    return {contest.number: contest for contest in contests}


def store_prizes(store: Store, contests: Mapping[int, TeamContest]) -> None:
    """Store the prizes of people and of teams."""
    save_all(
        Prize,
        (
            Prize(
                event=store.event,
                contest=contests.get(row.get("contest", 0)),
                **read_columns(Prize, row),
            )
            for row in store.rows("prizes")
        ),
    )


def store_lots(
    store: Store,
    entries: Mapping[int, Entry],
    contests: Mapping[int, TeamContest],
    teams: Mapping[tuple[int, str], Team],
) -> None:
    """Store which lots were drawn."""
    rows = store.rows("lots")
    draws = save_all(
        LotDraw,
        (
            LotDraw(
                event=store.event,
                contest=contests.get(row.get("contest", 0)),
                by=store.accounts[row["by"]],
                taken_back_by=store.accounts.get(row.get("taken_back_by", "")),
                **read_columns(LotDraw, row),
            )
            for row in rows
        ),
    )
    save_all(
        LotTicket,
        (
            LotTicket(
                draw=draw,
                entry=entries.get(ticket.get("entry", 0)),
                team=teams.get((row.get("contest", 0), ticket.get("team", ""))),
                **read_columns(LotTicket, ticket),
            )
            for draw, row in zip(draws, rows, strict=True)
            for ticket in row["tickets"]
        ),
    )


def store_log(store: Store, series: Iterable[Series]) -> None:
    """Store who opened, started and closed what."""
    by_number = {each.number: each for each in series}
    save_all(
        LogLine,
        (
            LogLine(
                series=by_number[row["number"]],
                by=store.accounts[line["by"]],
                **read_columns(LogLine, line),
            )
            for row in store.rows("series")
            for line in row.get("log", ())
        ),
    )


def store_draws(store: Store) -> dict[int, Draw]:
    """Store the draws; return them by number."""
    draws = save_all(
        Draw,
        (
            Draw(
                event=store.event,
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
                event=store.event,
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
                event=store.event,
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


def clear_event(event: Event) -> dict[str, int]:
    """Take everything off the event; return its lists' numbers by code."""
    event.payments.update(reverts=None)
    event.payments.all().delete()
    event.cash_counts.all().delete()
    own = {"series__event": event}
    Adjustment.objects.filter(**own).delete()
    sheets = ScoreSheet.objects.filter(**own)
    pks = dict(sheets.values_list("code", "pk"))
    untally_sheets(sheets)
    sheets.delete()
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
