"""What takes longer than a page, and the workers that do it."""

import pytest
from django.core.management import CommandError
from django.utils import timezone
from django_tasks import task
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from skatclub.machine.running import Claim
from skatclub.machine.workers import KEPT, MOST_TRIES
from tests.workers import work_off

pytestmark = pytest.mark.django_db
done = []


@task()
def note(word):
    done.append(word)


@pytest.fixture(autouse=True)
def nothing_done():
    done.clear()


def left_behind(worker, *, tries=1):
    """Put a task in the state in which a worker leaves it that dies."""
    result = DBTaskResult.objects.get(pk=note.enqueue("taken up").id)
    for _each in range(tries):
        result.claim(worker)
    return result


def test_a_worker_takes_up_what_it_left_undone():
    left_behind("here")

    work_off("here")

    assert done == ["taken up"]


def test_a_worker_leaves_to_others_what_they_are_working_on():
    result = left_behind("there")

    work_off("here")

    result.refresh_from_db()
    assert result.status == TaskResultStatus.RUNNING
    assert done == []


def test_a_task_that_takes_its_worker_along_each_time_is_given_up():
    result = left_behind("here", tries=MOST_TRIES)

    work_off("here")

    result.refresh_from_db()
    assert result.status == TaskResultStatus.FAILED
    assert done == []


def test_two_workers_of_one_name_are_refused(data_folder):
    claim = Claim(data_folder, "worker-here")
    assert claim.take()

    with pytest.raises(CommandError, match="here"):
        work_off("here")


def test_what_is_long_over_is_forgotten():
    note.enqueue("old")
    work_off()
    DBTaskResult.objects.update(finished_at=timezone.now() - 2 * KEPT)
    note.enqueue("new")

    work_off()

    assert DBTaskResult.objects.count() == 1
