"""Draws in the background."""

import datetime
import time

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_evening, make_secretary
from tests.tournaments.events.draws.draws import (
    draw,
    make_entries,
    slow_question,
    tables_of,
)
from tests.workers import work_off
from tournaments.events.draws.drawing import DrawWish, answer_to
from tournaments.events.draws.jobs import (
    SILENT_FOR,
    is_silent,
    report_progress,
    start_job,
    stop_job,
)
from tournaments.events.draws.selectors import question_of
from tournaments.events.draws.services import draw_tables, repeat_draw
from tournaments.events.draws.work import Pulse, run_draw, run_job
from tournaments.events.models import Draw, DrawJob
from tournaments.scope.scope import scope
from tournaments.sheets.models import ScoreSheet
from tournaments.web.later import begin
from tournaments.words.choices import EntryStatus, JobState

pytestmark = pytest.mark.django_db


@pytest.fixture
def erika(db):
    return make_secretary()


def make_job(by, *, players=8, series=1, **fields):
    evening = make_evening(f"Abend zu {players}", series=series)
    make_entries(evening, players)
    wish = DrawWish(first=1, last=series, seed="7")
    question = question_of(evening, wish)
    return start_job(event=evening, question=question, by=by, **fields)


def test_a_job_seats_everybody(erika):
    job = make_job(erika, players=12, series=2)

    assert run_job(job=job) == JobState.DONE

    assert [len(table) for table in tables_of(job.event, 2).values()] == [4] * 3
    assert Draw.objects.get().by == erika


def test_a_job_and_a_page_draw_the_same(erika):
    job = make_job(erika, players=14)
    run_job(job=job)
    other = make_evening("Anderer Abend")
    make_entries(other, 14)
    draw(other, erika)

    assert tables_of(job.event, 1) == tables_of(other, 1)


def test_a_stopped_job_seats_the_best_so_far_and_can_be_repeated(erika):
    job = make_job(erika, players=24, series=8)
    DrawJob.objects.filter(pk=job.pk).update(state=JobState.STOPPING)
    began = time.monotonic()

    assert run_job(job=job) == JobState.DONE

    drawn = Draw.objects.get()
    assert time.monotonic() - began < 20
    assert drawn.picks < job.most_picks
    assert repeat_draw(draw=drawn, by=erika, patience=None) is True


def test_people_who_come_during_the_search_are_not_forgotten(erika):
    job = make_job(erika, players=8)
    job.event.entries.filter(start_number=8).update(status=EntryStatus.ABSENT)

    assert run_job(job=job) == JobState.FAILED

    job.refresh_from_db()
    assert "geändert" in job.message
    assert not ScoreSheet.objects.exists()


def test_a_job_that_cannot_be_done_says_why(erika):
    job = make_job(erika, players=5)

    assert run_job(job=job) == JobState.FAILED

    job.refresh_from_db()
    assert "5 Spieler" in job.message


def test_a_job_whose_process_died_is_interrupted_and_blocks_nobody(erika):
    job = make_job(erika)
    long_ago = timezone.now() - SILENT_FOR - datetime.timedelta(seconds=1)
    DrawJob.objects.filter(pk=job.pk).update(seen_at=long_ago)
    job.refresh_from_db()

    assert is_silent(job)
    draw(job.event, erika)

    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "unterbrochen" in job.message


def test_an_interrupted_job_that_wakes_up_seats_nobody(erika):
    job = make_job(erika)
    DrawJob.objects.filter(pk=job.pk).update(state=JobState.FAILED)

    run_job(job=job)

    assert not ScoreSheet.objects.exists()
    assert report_progress(job=job, picks=1, price=1) is None


def test_a_job_reports_its_progress(erika):
    job = make_job(erika)
    times = iter([0, 1, 1, 1.2, 2, 2])
    pulse = Pulse(job, clock=lambda: next(times))

    pulse.progress(500, 12)
    pulse.progress(1000, 11)
    stop_job(job=job)
    pulse.progress(1500, 10)

    job.refresh_from_db()
    assert (job.picks, job.price) == (1500, 10)
    assert pulse.should_stop()


def test_repeating_in_the_background_says_whether_the_tables_agree(erika):
    evening = make_evening()
    make_entries(evening, 12)
    drawn = draw(evening, erika)
    before = tables_of(evening, 1)

    job = repeat_draw(draw=drawn, by=erika, patience=-1)
    if job is not True:
        run_job(job=job)
        job.refresh_from_db()
        assert "dieselben Tische wie damals" in job.message
    assert tables_of(evening, 1) == before


def test_a_second_job_is_refused_until_the_first_is_over(erika):
    job = make_job(erika, players=12)
    wish = DrawWish(first=1, last=1, seed="8", replace=True)

    with pytest.raises(ValidationError) as refusal:
        draw_tables(event=job.event, wish=wish, by=erika)
    assert refusal.value.code == "running"

    run_job(job=job)
    draw_tables(event=job.event, wish=wish, by=erika, patience=None)
    assert Draw.objects.count() == 2


def test_the_same_seed_always_searches_the_same_way():
    question = slow_question()
    first = answer_to(question, stop_after=3)

    assert answer_to(question, stop_after=3) == first
    assert first.checks == 3


def test_a_worker_draws_for_the_organisation_that_asked(erika):
    job = make_job(erika, players=12)
    begin(run_draw, job=job.pk)

    with scope(None):
        work_off()

    job.refresh_from_db()
    assert job.state == JobState.DONE
    assert len(tables_of(job.event, 1)) == 3


def test_a_job_that_waits_for_a_worker_is_not_silent_and_can_be_stopped(erika):
    job = make_job(erika, players=12)
    begin(run_draw, job=job.pk)
    DrawJob.objects.update(started_at=timezone.now() - 2 * SILENT_FOR)
    job.refresh_from_db()
    assert not is_silent(job)

    assert stop_job(job=job)
    work_off()

    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "bevor sie begonnen hat" in job.message
    assert not ScoreSheet.objects.exists()


def test_the_best_draw_so_far_is_offered_once_there_is_one(client, erika):
    job = make_job(erika)
    client.force_login(erika, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("events:draw-job", args=[job.event_id, job.pk])

    waiting = client.get(address).content.decode()
    report_progress(job=job, picks=1, price=0)
    running = client.get(address).content.decode()

    assert "Nicht länger warten" in waiting
    assert "Bisher beste" not in waiting
    assert "Bisher beste Auslosung nehmen" in running
    assert "Nicht länger" not in running


def record_of(client, by, tmp_path):
    client.force_login(by, backend="django.contrib.auth.backends.ModelBackend")
    evening = make_evening(series=2)
    make_entries(evening, 16)
    draw(evening, by, 1, 2)
    path = tmp_path / "record.json"
    address = reverse("events:draw-record", args=[evening.pk, 1])
    path.write_bytes(client.get(address).content)
    return path


def test_the_record_of_a_draw_is_repeated_without_the_database(
    client, erika, tmp_path, capsys
):
    path = record_of(client, erika, tmp_path)

    call_command("repeat_draw", path)

    assert "dieselben Tische wie damals" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"seed": "7"', '"seed": "8"', "andere Tische"),
        ('"version": 1', '"version": 9', "Fassung 9"),
        ('"question"', '"frage"', "kein Protokoll"),
        ('"entrants"', '"people"', "kein Protokoll"),
        ("}", "", "kein Protokoll"),
    ],
)
def test_a_changed_record_is_recognised(client, erika, tmp_path, old, new, said):
    path = record_of(client, erika, tmp_path)
    path.write_text(path.read_text().replace(old, new))

    with pytest.raises(CommandError, match=said):
        call_command("repeat_draw", path)
