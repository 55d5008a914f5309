"""Reading who changed what of a season, and when."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from django.db.models import Field, Model
from django.utils.translation import gettext as _

from scoring.seasons.rules import Unit
from tournaments.events.models import Event
from tournaments.events.standings.fields import people_by_pk
from tournaments.people.models import User
from tournaments.seasons.models import Season, SeasonBonus, SeasonDraw, SeasonEvent
from tournaments.seasons.words import lot_text, unit_count
from tournaments.words.formats import money, number, short_date, signed

NOT_TOLD = frozenset({"id", "revision"})
NOTHING = "–"
GONE = "-"  # what the history calls a row that was deleted


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonChange:
    """One thing that somebody changed: what it is, as it was and as it became."""

    at: datetime
    by: str
    what: str
    before: str = NOTHING
    after: str = NOTHING


def season_changes(season: Season) -> list[SeasonChange]:
    """Return every change of ``season``, the latest first. Six queries at most."""
    changes = [
        *rule_changes(season),
        *bonus_changes(season),
        *belonging_changes(season),
        *lot_changes(season),
    ]
    return sorted(changes, key=lambda change: change.at, reverse=True)


def rule_changes(season: Season) -> Iterator[SeasonChange]:
    """Give the changes of the columns of a season. One query."""
    rows = list(
        season.history.select_related("history_user").order_by(
            "history_date", "history_id"
        )
    )
    fields = [each for each in Season._meta.fields if each.name not in NOT_TOLD]
    for row in rows[:1]:
        yield SeasonChange(
            at=row.history_date,
            by=account_name(row.history_user),
            what=_("Season"),
            after=row.name,
        )
    for old, new in pairwise(rows):
        for field in fields:
            if getattr(old, field.attname) != getattr(new, field.attname):
                yield SeasonChange(
                    at=new.history_date,
                    by=account_name(new.history_user),
                    what=capital(str(field.verbose_name)),
                    before=value_as_read(old, field),
                    after=value_as_read(new, field),
                )


def bonus_changes(season: Season) -> Iterator[SeasonChange]:
    """Give the bonuses that came and went. One query."""
    for row in historic_rows(SeasonBonus, season):
        bonus = f"{unit_count(Unit(row.unit), row.at_least)}: {signed(row.points)}"
        side = "before" if row.history_type == GONE else "after"
        yield SeasonChange(
            at=row.history_date,
            by=account_name(row.history_user),
            what=_("Bonus"),
            **{side: bonus},
        )


def belonging_changes(season: Season) -> Iterator[SeasonChange]:
    """Give what somebody said about events of a season. Two queries."""
    rows = list(historic_rows(SeasonEvent, season))
    events = Event.objects.in_bulk({row.event_id for row in rows})
    names = {
        pk: f"{event.name} ({short_date(event.date)})" for pk, event in events.items()
    }
    said = {
        (True, True): _("belongs to the season"),
        (True, False): _("does not belong to the season"),
        (False, True): _("does not belong to the season any more"),
        (False, False): _("belongs to the season again"),
    }
    for row in rows:
        yield SeasonChange(
            at=row.history_date,
            by=account_name(row.history_user),
            what=names.get(row.event_id, _("An event that was deleted")),
            after=said[row.history_type != GONE, row.belongs],
        )


def lot_changes(season: Season) -> Iterator[SeasonChange]:
    """Give the lots that were drawn and taken back. Three queries."""
    draws = SeasonDraw.objects.filter(season=season).select_related(
        "drawn_by", "taken_back_by"
    )
    drawn = list(draws.prefetch_related("lots"))
    people = people_by_pk(lot.player_id for draw in drawn for lot in draw.lots.all())
    for draw in drawn:
        text = lot_text([people[lot.player_id].name for lot in draw.lots.all()])
        yield SeasonChange(
            at=draw.drawn_at,
            by=account_name(draw.drawn_by),
            what=_("Lot drawn"),
            after=text,
        )
        if draw.taken_back_at:
            yield SeasonChange(
                at=draw.taken_back_at,
                by=account_name(draw.taken_back_by),
                what=_("Lot taken back"),
                before=text,
            )


def historic_rows(model: Any, season: Season) -> Iterator[Any]:
    """Give the history of the rows of ``model`` that belong to a season. One query."""
    rows = model.history.filter(season=season).select_related("history_user")
    yield from rows.order_by("history_date", "history_id")


def account_name(account: User | None) -> str:
    """Return the name of an account; empty for none, as for a command."""
    return account.username if account else ""


def value_as_read(row: Model, field: Field) -> str:
    """Return a value of a season as one reads it."""
    value = getattr(row, field.name)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, date):
        return short_date(value)
    if field.name == "absence_cents":
        return money(value)
    if isinstance(value, int):
        return number(value)
    if field.choices:
        value = getattr(row, f"get_{field.name}_display")()
    return str(value or NOTHING)


def capital(text: str) -> str:
    """Return ``text`` with a capital at its beginning."""
    return text[:1].upper() + text[1:]
