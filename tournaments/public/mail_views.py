"""The people who get results by mail, the button that sends one, and the way out."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.events.models import Event
from tournaments.people.models import MailAddress
from tournaments.people.views import editable_person
from tournaments.public.forms import RecipientForm
from tournaments.public.letters import (
    SIGNER,
    addresses_left,
    can_send,
    letter_about,
    send_result,
)
from tournaments.web.access import button_for, form_for, open_to_visitors
from tournaments.web.answers import refusals_as_messages, show_form
from tournaments.words.formats import enumeration
from tournaments.words.rights import Right

TEMPLATES = "tournaments/public/mail/"


@form_for(Right.PEOPLE)
@never_cache
def show_mail(request: HttpRequest) -> HttpResponse:
    """Show who gets results, and add a person."""
    form = RecipientForm(request.POST or None)
    if form.is_valid() and (mail := form.save()):
        text = _("%(name)s is on the list.") % {"name": mail.player}
        messages.success(request, text)
        return redirect("public:mail")
    return show_form(
        request,
        f"{TEMPLATES}mail.html",
        form=form,
        can_send=can_send(),
        addresses=MailAddress.objects.select_related("player"),
    )


@button_for(Right.PEOPLE)
def stop_mail(request: HttpRequest, pk: int) -> HttpResponse:
    player = editable_person(request, pk)
    get_object_or_404(MailAddress, player=player).delete()
    text = _("%(name)s gets no more mail; the address has been deleted.")
    messages.success(request, text % {"name": player})
    return redirect("public:mail")


@form_for(Right.PEOPLE)
@never_cache
def mail_result(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the letter about an event and who got it; its button sends it."""
    event = get_object_or_404(Event.objects.visible_to(request.user), pk=pk)
    if request.method == "POST":
        with refusals_as_messages(request):
            count, refused = send_result(event=event)
            text = ngettext("%(count)s letter sent.", "%(count)s letters sent.", count)
            messages.success(request, text % {"count": count})
            if refused:
                names = enumeration([str(mail.player) for mail in refused])
                text = _("The mail server does not know the address of: %(names)s")
                messages.warning(request, text % {"names": names})
        return redirect("public:mail-result", event.pk)
    context = {
        "event": event,
        "letter": letter_about(event),
        "can_send": can_send(),
        "left": addresses_left(event),
        "mailed": event.mailed.select_related("player"),
    }
    return render(request, f"{TEMPLATES}result.html", context)


# Mail programs send the form by themselves (RFC 8058), without a CSRF token; the token
# in the address is enough.
@csrf_exempt
@login_not_required
@open_to_visitors
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Delete the address behind the token; only a POST does so."""
    try:
        key = SIGNER.unsign(token)
    except BadSignature as forged:
        raise Http404 from forged
    address = MailAddress.objects.filter(pk=key)
    if request.method == "POST":
        address.delete()
    return render(
        request, f"{TEMPLATES}no_mail.html", {"is_over": not address.exists()}
    )
