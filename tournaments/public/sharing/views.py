"""What other sites and programs take: a widget for the club's own home page."""

from collections.abc import Callable
from functools import wraps

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.events.standings.podium import podium_of
from tournaments.home.selectors import home_for
from tournaments.public.middleware import to_everybody
from tournaments.web.edition import edition_shown

View = Callable[..., HttpResponseBase]
# It has no form, no script and no picture, and is drawn from this site alone.
IN_A_FRAME = {
    "default-src": [NONE],
    "style-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}


def for_all_alike(view: View) -> View:
    """Answer in the pages for everybody only; the desk leads there."""

    @wraps(view)
    def answer(request: HttpRequest, **named: object) -> HttpResponseBase:
        if edition_shown() is None:
            return to_everybody(request)
        return view(request, **named)

    return login_not_required(answer)


@for_all_alike
@require_safe
@xframe_options_exempt
@csp(IN_A_FRAME)
def show_widget(request: HttpRequest) -> HttpResponse:
    """Show what the club's own home page frames; no other page may be framed."""
    home = home_for(request.user, today=timezone.localdate())
    context = {
        "home": home,
        "podium": podium_of(home.last.leaders) if home.last else (),
    }
    return render(request, "tournaments/public/sharing/widget.html", context)
