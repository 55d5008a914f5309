"""``manage.py test`` is pytest."""

import os
from collections.abc import Sequence

import pytest

EVERYTHING = ("--numprocesses=auto", "--dist=worksteal", "--durations=15")
"""Without arguments: on all cores, and at the end what took the time."""


class PytestRunner:
    """Stands where Django expects its own test runner."""

    def run_tests(self, arguments: Sequence[str]) -> int:
        # Each worker would compile all tests anew.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        return int(pytest.main([*(arguments or EVERYTHING)]))
