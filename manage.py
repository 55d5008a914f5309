#!/usr/bin/env python3
"""``manage.py up`` serves the site, ``manage.py test`` runs the tests."""

import os
import sys

from skatclub.bootstrap import ensure_packages


def main():
    ensure_packages(sys.argv[1:])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatclub.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
