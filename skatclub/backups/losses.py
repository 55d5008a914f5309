"""A copy before something is deleted or replaced for good."""

import logging
from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from skatclub.backups.folder import LOSS
from skatclub.backups.making import NoCopy, back_up, is_due
from tournaments.organisations.hosts import is_alone

View = Callable[..., HttpResponse]
logger = logging.getLogger(__name__)


def back_up_before_loss(*, of_a_club: bool = False) -> None:
    """Make a copy of the site; what fails is noted.

    Where several organisations keep their books nobody copies those of all for one
    event, unless a copy is due anyway; a whole club that is replaced is worth one.
    Deleting goes on without a copy: it may be what makes room.
    """
    now = timezone.now()
    if not (of_a_club or is_alone() or is_due(at=now)):
        return
    try:
        back_up(LOSS, at=now)
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
