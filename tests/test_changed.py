"""Which tests ``manage.py test --changed`` runs."""

import pytest

from tournaments.management.commands.test import rooms_of


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("tournaments/events/money/services.py", "tests/tournaments/events/money"),
        ("templates/tournaments/events/money/x.html", "tests/tournaments/events/money"),
        ("tournaments/web/canvas.py", "tests/tournaments/web"),
        ("scoring/game/games.py", "tests/scoring/game"),
        ("skatclub/backups/copies.py", "tests/backups"),
        ("skatclub/middleware.py", "tests/test_requests.py"),
        ("tournaments/management/commands/up.py", "tests/test_up.py"),
        ("tests/scoring/game/test_games.py", "tests/scoring/game/test_games.py"),
        ("tests/tournaments/events/conftest.py", "tests/tournaments/events"),
    ],
)
def test_a_change_runs_the_rooms_of_its_room_and_the_walls(changed, tests):
    assert {tests, "tests/architecture"} <= {*rooms_of([changed])}


def test_what_is_no_code_or_is_gone_runs_the_walls_only():
    gone = "tests/scoring/test_gone.py"

    assert rooms_of(["docs/running.md", "skatclub/locale/de/x.po", gone]) == [
        "tests/architecture"
    ]
