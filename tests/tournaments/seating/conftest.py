import pytest


@pytest.fixture(autouse=True)
def little_patience():
    """Let every search run as long as it does for a club."""
