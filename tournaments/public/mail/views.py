"""The page about results by mail, and the one to unsubscribe."""

from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from skatclub.machine.letters import can_send, sender_address
from tournaments.organisations.selectors import own_organisation
from tournaments.people.mail.selectors import mail_addresses, recipient_counts
from tournaments.people.mail.services import withdraw_consent
from tournaments.people.models import MailAddress
from tournaments.people.pages import editable_person
from tournaments.public.mail.forms import ConsentForm, RecipientForm, TestMailForm
from tournaments.public.mail.letters import mail_of_token
from tournaments.public.mail.selectors import example_letter, mailings
from tournaments.public.mail.services import send_test
from tournaments.web.access import button_for, form_for, open_to_visitors, writer
from tournaments.web.answers import refusals_as_messages, show_form
from tournaments.words.rights import Right

TEMPLATES = "tournaments/public/mail/"


@form_for(Right.PEOPLE)
@never_cache
def show_mail(request: HttpRequest) -> HttpResponse:
    """Show recipients, an example and past mailings; add a recipient."""
    form = RecipientForm(request.POST or None, by=writer(request))
    if form.is_valid() and (mail := form.save()):
        confirm_recorded(request, mail)
        return redirect("public:mail")
    organisation = own_organisation()
    return show_form(
        request,
        f"{TEMPLATES}mail.html",
        form=form,
        can_send=can_send(),
        sender=sender_address(),
        asked=mail_addresses(),
        counted=recipient_counts(),
        letter=example_letter(),
        mailings=mailings(),
        test=TestMailForm(
            initial={"address": organisation.email if organisation else ""}
        ),
    )


@button_for(Right.PEOPLE)
def try_mail(request: HttpRequest) -> HttpResponse:
    """Send a test at once and show the server's answer."""
    form = TestMailForm(request.POST)
    if not can_send() or not form.is_valid():
        messages.error(request, _("This is no email address, or no mail can be sent."))
        return redirect("public:mail")
    address = form.cleaned_data["address"]
    with refusals_as_messages(request):
        send_test(address=address, message_id=uuid4().hex)
        text = _("The test to %(address)s was handed to the mail server.")
        messages.success(request, text % {"address": address})
    return redirect("public:mail")


@form_for(Right.PEOPLE)
@never_cache
def change_address(request: HttpRequest, pk: int) -> HttpResponse:
    """Record or change the address of a person."""
    player = editable_person(request, pk)
    mail = MailAddress.objects.filter(player=player).first()
    initial = {"address": mail.address if mail else ""}
    form = ConsentForm(
        request.POST or None, initial=initial, player=player, by=writer(request)
    )
    if form.is_valid() and (saved := form.save()):
        confirm_recorded(request, saved)
        return redirect("public:mail")
    return show_form(
        request, f"{TEMPLATES}address.html", form=form, player=player, mail=mail
    )


def confirm_recorded(request: HttpRequest, mail: MailAddress) -> None:
    """Confirm a new recipient, or say that mail cannot be sent yet."""
    text = (
        _("%(name)s gets the results from now on.")
        if can_send()
        else _("Noted: %(name)s gets the results as soon as mail can be sent.")
    )
    messages.success(request, text % {"name": mail.player})


@button_for(Right.PEOPLE)
def stop_mail(request: HttpRequest, pk: int) -> HttpResponse:
    player = editable_person(request, pk)
    withdraw_consent(mail=get_object_or_404(MailAddress, player=player))
    text = _("%(name)s gets no more mail; the address has been deleted.")
    messages.success(request, text % {"name": player})
    return redirect("public:mail")


# Mail programs send the form by themselves (RFC 8058), without a CSRF token; the token
# in the address is enough.
@csrf_exempt
@login_not_required
@open_to_visitors
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe the address behind the token; only a POST does so."""
    mail = mail_of_token(token)
    if mail is None:
        raise Http404
    if request.method == "POST":
        withdraw_consent(mail=mail)
        mail.refresh_from_db()
    return render(request, f"{TEMPLATES}no_mail.html", {"mail": mail})
