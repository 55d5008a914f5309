"""``manage.py test`` is pytest."""

from collections.abc import Sequence

import pytest

EVERYTHING = ("--numprocesses=auto", "--dist=worksteal", "--durations=15")
"""Without arguments: on all cores, and at the end what took the time."""


class PytestRunner:
    """Stands where Django expects its own test runner."""

    def run_tests(self, arguments: Sequence[str]) -> int:
        """Run pytest with ``arguments``, if any, and return its exit status."""
        return int(pytest.main([*(arguments or EVERYTHING)]))
