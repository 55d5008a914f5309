"""Whether anything has changed since the pages were copied, without reading a page."""

import hashlib

from django.apps import apps
from django.db import connection, models
from django.utils import timezone
from django.utils.translation import get_language

from skatclub.release.build import EDITION
from tournaments.programme.models import Series
from tournaments.scope.scope import organisation_in_scope
from tournaments.scope.withheld import DRAW, RESULTS

# Rows that change when somebody signs in, asks or is told, and that no page shows.
UNSEEN_MODELS = {"session", "user", "apikey", "apiline", "notice", "subscription"}
UNSEEN_MODELS |= {"tabledevice", "deed"}


def state_of_site(host: str) -> str:
    """Return a word that is another one as soon as any page might be.

    It looks at every row of the site, for a change of which no page tells costs a copy
    and one that is missed would leave a page that is wrong. What begins with a day is
    seen by the date, what is released at a moment by how many moments have passed.
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
    """Return all rows of a table; of a history, which only grows, how long it is."""
    quote = connection.ops.quote_name
    table, key = map(quote, (model._meta.db_table, str(model._meta.pk.column)))
    is_history = hasattr(model, "history_type")
    columns = f"MAX({key})" if is_history else "*"
    order = "" if is_history else f" ORDER BY {key}"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {table}{order}")
        return list(cursor.fetchall())
