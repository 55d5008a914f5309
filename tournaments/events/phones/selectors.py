"""Reading how the tables write their lists, and when their phones last reported."""

from itertools import groupby

from django.db.models import Count, OuterRef, QuerySet, Subquery

from tournaments.events.models import Event
from tournaments.sheets.models import Confirmation, ScoreSheet, TableDevice, TableKey
from tournaments.sheets.selectors import unanswered_objections, valid_confirmations


def tables_by_series(event: Event) -> list[tuple[int, list[ScoreSheet]]]:
    """Return the lists of an event by series, the last series first. One query.

    Each list has the number of ``played`` games and, if there are any, the numbers of
    ``confirmed`` and ``objecting`` players, the ``key_code`` of its table and the time
    when a phone was last ``heard_of``.
    """
    keys = TableKey.objects.valid().filter(sheet=OuterRef("pk"))
    phones = TableDevice.objects.filter(key__sheet=OuterRef("pk")).order_by("-seen_at")
    sheets = (
        ScoreSheet.objects.filter(series__event=event)
        .select_related("series")
        .annotate(
            played=Count("games"),
            confirmed=word_count(valid_confirmations()),
            objecting=word_count(unanswered_objections()),
            key_code=Subquery(keys.values("code")[:1]),
            heard_of=Subquery(phones.values("seen_at")[:1]),
        )
        .order_by("-series__number", "table_number")
    )
    return [
        (number, list(tables))
        for number, tables in groupby(sheets, key=lambda sheet: sheet.series.number)
    ]


def word_count(words: QuerySet[Confirmation]) -> Subquery:
    """Return a subquery that counts the ``words`` on a list; None if there are none."""
    of_list = words.filter(sheet=OuterRef("pk")).order_by().values("sheet")
    return Subquery(of_list.annotate(number=Count("pk")).values("number"))


def lists_to_write(event: Event) -> QuerySet[ScoreSheet]:
    """Return the lists that their tables can still write."""
    open_lists = ScoreSheet.objects.exclude(pk__in=ScoreSheet.objects.finished())
    return open_lists.filter(series__event=event, series__closed_at=None)
