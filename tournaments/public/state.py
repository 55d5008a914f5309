"""The state of the site, to see without reading a page whether anything changed."""

import hashlib

from django.apps import apps
from django.db import connection, models
from django.utils import timezone
from django.utils.translation import get_language

from skatclub.release.build import EDITION
from tournaments.programme.models import Series
from tournaments.scope.scope import organisation_in_scope
from tournaments.scope.withheld import DRAW, RESULTS

# Rows that no page shows: they change with sign-ins and API calls.
UNSEEN_MODELS = {"session", "user", "apikey", "apiline", "tabledevice", "deed"}


def state_of_site(host: str) -> str:
    """Return a digest that changes whenever a page might change.

    It covers every row of the site: an irrelevant change costs a copy, but a missed one
    would leave a wrong page. Changes of the day are covered by the date, and releases
    by the number of release times that have passed.
    """
    digest = hashlib.sha256()

    def add(*parts: object) -> None:
        digest.update(f"{parts}\n".encode())

    now = timezone.now()
    add(EDITION, host, organisation_in_scope(), get_language(), timezone.localdate())
    for name in (DRAW, RESULTS):
        add(Series.objects.filter(**{f"{name}__lte": now}).count())
    for model in apps.get_app_config("tournaments").get_models():
        if model._meta.model_name not in UNSEEN_MODELS:
            add(model._meta.label)
            for row in table_rows(model):
                add(row)
    return digest.hexdigest()


def table_rows(model: type[models.Model]) -> list[tuple[object, ...]]:
    """Return all rows of a table, for a history only the highest key."""
    quote = connection.ops.quote_name
    table, key = map(quote, (model._meta.db_table, str(model._meta.pk.column)))
    is_history = hasattr(model, "history_type")
    columns = f"MAX({key})" if is_history else "*"
    order = "" if is_history else f" ORDER BY {key}"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {table}{order}")
        return list(cursor.fetchall())
