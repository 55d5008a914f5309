"""``manage.py test`` is pytest."""

from collections.abc import Sequence

import pytest


class PytestRunner:
    """Stands where Django expects its own test runner."""

    def run_tests(self, arguments: Sequence[str]) -> int:
        """Run pytest with ``arguments`` and return its exit status."""
        return int(pytest.main(list(arguments)))
