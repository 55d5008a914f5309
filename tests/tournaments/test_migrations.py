"""The tests make their tables from the models; the migrations must say the same."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_no_migration_is_missing(settings):
    settings.MIGRATION_MODULES = {}

    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
