"""Notices for other programs are stored in the transaction of the change."""

import pytest
from django.db import transaction
from django_tasks_db.models import DBTaskResult

from tests.factories import make_evening, make_secretary, make_sheet, type_games
from tournaments.events.flow.services import release
from tournaments.notices.models import Notice, Subscription
from tournaments.notices.services import notify_programs
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.words.notices import CHOOSABLE, NoticeKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def erika(db):
    return make_secretary()


def subscription(*kinds, address="https://example.org/hook"):
    return Subscription.objects.create(
        address=address, kinds=" ".join(kinds or CHOOSABLE), secret="whsec_MTIz"
    )


def told():
    return [
        (notice.kind, notice.about) for notice in Notice.objects.order_by("pk").all()
    ]


def finished_sheet(by):
    sheet = make_sheet(rounds=1)
    type_games(sheet, ["2gr2", "1he1h", "2nu", "1pi3-"], by=by)
    finish_sheet(sheet=sheet, by=by)
    sheet.refresh_from_db()
    return sheet


def test_a_notice_is_stored_when_a_list_is_finished_and_when_it_is_corrected(erika):
    subscription(NoticeKind.FINISHED, NoticeKind.CORRECTED)

    sheet = finished_sheet(erika)
    reopen_sheet(sheet=sheet, by=erika, reason="Karo")
    finish_sheet(sheet=sheet, by=erika)

    assert told() == [("list.finished", sheet.code), ("list.corrected", sheet.code)]
    first, second = Notice.objects.order_by("pk")
    assert first.queue == second.queue
    assert first.revision < second.revision


def test_a_list_moves_the_season_when_it_is_finished_and_when_it_is_opened(erika):
    subscription(NoticeKind.SEASON)

    sheet = finished_sheet(erika)
    reopen_sheet(sheet=sheet, by=erika, reason="Karo")

    assert [kind for kind, _about in told()] == ["season.changed", "season.changed"]


def test_a_notice_is_stored_for_released_results(erika):
    subscription(NoticeKind.EVENT)
    sheet = finished_sheet(erika)

    release(event=sheet.series.event, is_released=True)
    release(event=sheet.series.event, is_released=False)

    assert told() == [("event.released", "")]


def test_nothing_is_stored_without_a_subscription(erika, django_assert_num_queries):
    Subscription.objects.filter(pk=subscription().pk).update(is_active=False)

    evening = make_evening()
    with django_assert_num_queries(1):
        notify_programs(NoticeKind.EVENT, event=evening)

    assert told() == []
    assert not DBTaskResult.objects.exists()


def test_a_change_that_is_rolled_back_stores_no_notice(erika):
    subscription()

    with transaction.atomic():
        notify_programs(NoticeKind.EVENT, event=make_evening())
        assert told()
        transaction.set_rollback(True)

    assert told() == []
    assert not DBTaskResult.objects.exists()


def test_many_changes_schedule_one_sender(erika):
    subscription(NoticeKind.EVENT)
    evening = make_evening()

    for _time in range(5):
        notify_programs(NoticeKind.EVENT, event=evening)

    assert Notice.objects.count() == 5
    assert DBTaskResult.objects.count() == 1
