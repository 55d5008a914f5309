"""A copy before something is deleted or replaced for good."""

import logging
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from skatclub.backups.folder import LOSS
from skatclub.backups.making import NoCopy, back_up
from tournaments.organisations.hosts import is_alone

View = Callable[..., HttpResponse]
logger = logging.getLogger(__name__)


def back_up_before_loss() -> None:
    """Make a copy where one organisation keeps its books; what fails is noted.

    Where many do, nobody could put the whole site back for one of them, and the daily
    copy is the host's. Deleting goes on without a copy: it may be what makes room.
    """
    if not is_alone():
        return
    try:
        back_up(LOSS, at=timezone.now())
    except NoCopy as problem:
        logger.warning("No backup before a loss: %s", problem.messages[0])


def backed_up_before(view: View) -> View:
    """Make a copy before a view deletes what it was asked to."""

    @wraps(view)
    def careful(
        request: HttpRequest, *arguments: object, **named: object
    ) -> HttpResponse:
        if request.method == "POST":
            back_up_before_loss()
        return view(request, *arguments, **named)

    return careful
