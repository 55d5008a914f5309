from typing import Any

from django.apps import AppConfig, apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connections
from django.db.models.signals import post_migrate

FIRST_KEY, FIRST_NAME = 1, "skatclub"


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Skatclub"

    def ready(self) -> None:
        post_migrate.connect(add_first_organisation, sender=self)
        post_migrate.connect(add_shared_counts, sender=self)


def add_shared_counts(sender: AppConfig, **_migration: object) -> None:
    """Make the table in which several servers count attempts, where they need one."""
    call_command("createcachetable", verbosity=0)


def add_first_organisation(
    sender: AppConfig, using: str, apps: Any = apps, **_migration: object
) -> None:
    """Give a new database its one organisation; most sites never have a second."""
    try:
        organisation = apps.get_model(sender.name, "Organisation")
    except LookupError:  # the migrations were taken back
        return
    if organisation.objects.using(using).exists():
        return
    # Always the same key, also where tests empty the tables; the next one is free.
    organisation.objects.using(using).create(pk=FIRST_KEY, short_name=FIRST_NAME)
    connection = connections[using]
    for sql in connection.ops.sequence_reset_sql(no_style(), [organisation]):
        with connection.cursor() as cursor:
            cursor.execute(sql)
