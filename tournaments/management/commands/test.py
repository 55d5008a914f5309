"""``manage.py test``: run the tests; all arguments are passed on to pytest."""

import sys

from django.conf import settings
from django.core.management.base import BaseCommand
from django.test.utils import get_runner


class Command(BaseCommand):
    help = "Run the tests. Takes pytest's arguments."

    def run_from_argv(self, argv):
        sys.exit(get_runner(settings)().run_tests(argv[2:]))
