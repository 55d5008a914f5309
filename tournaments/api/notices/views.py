"""The owner's pages about other programs: their keys, and their notices."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.api.models import ApiKey
from tournaments.api.notices.forms import KeyForm, SubscriptionForm
from tournaments.api.notices.selectors import (
    api_keys,
    counted_subscriptions,
    deliveries_to,
    may_write,
    programs,
)
from tournaments.api.notices.services import (
    remove_program,
    send_again,
    send_test,
    switch_program,
)
from tournaments.api.schema import PREFIX
from tournaments.api.services import revoke_key
from tournaments.notices.models import Notice
from tournaments.web.access import button_for, form_for, page_for
from tournaments.web.answers import refusals_as_messages, show_form
from tournaments.words.rights import Right

TEMPLATES = "tournaments/api/notices/"


@page_for(Right.CLUB)
def show_programs(request: HttpRequest) -> HttpResponse:
    """Show the keys of other programs, and the programs that get notices."""
    context = {
        "keys": [(key, may_write(key)) for key in api_keys()],
        "subscriptions": counted_subscriptions(),
    }
    return render(request, f"{TEMPLATES}programs.html", context)


@form_for(Right.CLUB)
@never_cache
def add_key(request: HttpRequest) -> HttpResponse:
    form = KeyForm(request.POST or None)
    if form.is_valid() and (new := form.save()):
        root = request.build_absolute_uri(PREFIX)
        context = {"name": new.key.name, "secret": new.secret, "root": root}
        return render(request, f"{TEMPLATES}new_key.html", context)
    return show_form(request, f"{TEMPLATES}add_key.html", form=form)


@button_for(Right.CLUB)
def revoke_api_key(request: HttpRequest, pk: int) -> HttpResponse:
    revoke_key(key=get_object_or_404(ApiKey, pk=pk))
    messages.success(request, _("This key opens nothing any more."))
    return redirect("programs:all")


@form_for(Right.CLUB)
@never_cache
def add_subscription(request: HttpRequest) -> HttpResponse:
    form = SubscriptionForm(request.POST or None)
    if form.is_valid() and (new := form.save()):
        context = {"subscription": new.subscription, "secret": new.secret}
        return render(request, f"{TEMPLATES}new_subscription.html", context)
    return show_form(request, f"{TEMPLATES}add_subscription.html", form=form)


@page_for(Right.CLUB)
def show_subscription(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the last notices to a program, with their outcomes."""
    subscription = get_object_or_404(counted_subscriptions(), pk=pk)
    context = {"subscription": subscription, "deliveries": deliveries_to(subscription)}
    return render(request, f"{TEMPLATES}subscription.html", context)


@button_for(Right.CLUB)
def send_test_notice(request: HttpRequest, pk: int) -> HttpResponse:
    subscription = get_object_or_404(programs(), pk=pk)
    with refusals_as_messages(request):
        send_test(subscription=subscription)
        messages.success(request, _("A test is on its way; look again in a moment."))
    return redirect("programs:told", pk)


@button_for(Right.CLUB)
def send_all_again(request: HttpRequest, pk: int) -> HttpResponse:
    subscription = get_object_or_404(programs(), pk=pk)
    with refusals_as_messages(request):
        report_resent(request, send_again(subscription=subscription))
    return redirect("programs:told", pk)


@button_for(Right.CLUB)
def send_one_again(request: HttpRequest, pk: int, notice: int) -> HttpResponse:
    row = get_object_or_404(
        Notice.objects.filter(subscription__in=programs().filter(pk=pk)).select_related(
            "subscription"
        ),
        pk=notice,
    )
    with refusals_as_messages(request):
        count = send_again(subscription=row.subscription, notice=row)
        report_resent(request, count)
    return redirect("programs:told", pk)


def report_resent(request: HttpRequest, count: int) -> None:
    """Show how many notices are sent again."""
    text = ngettext(
        "%(count)s notice is sent again.", "%(count)s notices are sent again.", count
    )
    messages.success(request, text % {"count": count})


@button_for(Right.CLUB)
def set_active(request: HttpRequest, pk: int, is_active: bool) -> HttpResponse:
    """Switch the notices to a program on or off."""
    switch_program(
        subscription=get_object_or_404(programs(), pk=pk), is_active=is_active
    )
    return redirect("programs:told", pk)


@button_for(Right.CLUB)
def remove_subscription(request: HttpRequest, pk: int) -> HttpResponse:
    remove_program(subscription=get_object_or_404(programs(), pk=pk))
    messages.success(request, _("This program is told nothing any more."))
    return redirect("programs:all")
