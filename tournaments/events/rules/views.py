"""The rules of an event, for all its players."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.events.models import Event
from tournaments.events.rules.selectors import event_rules


@login_not_required
@require_safe
def show_event_rules(request: HttpRequest, pk: int) -> HttpResponse:
    events = Event.objects.visible_to(request.user)
    event = get_object_or_404(events.select_related("rule_set"), pk=pk)
    context = {"event": event, "rules": event_rules(event)}
    return render(request, "tournaments/events/rules/rules.html", context)
