"""A database and a data folder of the measurements' own."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connection
from django.test.utils import override_settings


@contextmanager
def own_database() -> Iterator[None]:
    """Measure in a new database, which is thrown away; never in the club's."""
    old = connection.settings_dict["NAME"]
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        name = f"bench_{os.getpid()}"
        if connection.vendor == "sqlite":
            # A file: in memory nothing would be written to a disk.
            name = str(Path(folder) / f"{name}.sqlite3")
        # The tables as the models have them: migrating takes longer than many a part.
        connection.settings_dict["TEST"] |= {"NAME": name, "MIGRATE": False}
        with own_settings(Path(folder)):
            connection.creation.create_test_db(
                verbosity=0, autoclobber=True, serialize=False
            )
            try:
                yield
            finally:
                connection.creation.destroy_test_db(old, verbosity=0)


def own_settings(folder: Path) -> override_settings:
    """Return the settings of the site with another data folder and an empty page."""
    static = {"BACKEND": settings.PLAIN_STATIC}
    return override_settings(
        DATA_DIR=folder,
        ROOT_URLCONF="tests.bench.visits",
        SECURE_SSL_REDIRECT=False,
        # Packed names exist only where `up` has packed them.
        STORAGES={**settings.STORAGES, "staticfiles": static},
    )
