"""The page that asks the club who comes, behind its link, and the secretary's."""

from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from skatclub.door.attempts import REPLY, REPLY_WORD
from skatclub.machine.networks.reach import obstacles, way_to
from tournaments.events.entries import reply_services as services
from tournaments.events.entries.forms import ReplyWordForm, SayWordForm
from tournaments.events.entries.registration_views import for_strangers
from tournaments.events.entries.replies import (
    asked,
    door_is_open,
    next_evening,
    turnout_of,
)
from tournaments.events.models import Event
from tournaments.events.pages import editable_event, event_button
from tournaments.organisations.models import Organisation
from tournaments.people.models import Player
from tournaments.people.selectors import for_everybody
from tournaments.scope.scope import organisation_in_scope
from tournaments.web.access import form_for
from tournaments.web.answers import (
    ask_for_code,
    done,
    posted,
    show_form,
    unknown_answer,
)
from tournaments.words.choices import Answer
from tournaments.words.rights import Right

ROOM = "tournaments/events/entries"
WORD_SAID = "reply_word"  # in the session: the digest of the word that was right


@for_strangers
@for_everybody
def coming(request: HttpRequest, code: str) -> HttpResponse:
    """Let people of the club say whether they come to the next evening."""
    books = our_books().exclude(reply_code="")
    organisation = get_object_or_404(books, reply_code=code)
    if page := word_first(request, organisation):
        return page
    event, refusal, status = next_evening(), "", 200
    if event and request.method == "POST" and "code" not in request.POST:
        try:
            return answered(request, event, code)
        except ValidationError as problem:
            refusal, status = " ".join(problem.messages), 422
    context = {
        "event": event,
        "code": code,
        "is_over": event is not None and door_is_open(event),
        "turnout": turnout_of(event) if event else None,
        "answers": Answer.choices,
        "refusal": refusal,
    }
    return render(request, f"{ROOM}/coming.html", context, status=status)


def our_books() -> QuerySet[Organisation]:
    """Return the organisation in scope, which may have no club yet."""
    return Organisation.objects.defer("logo").filter(pk=organisation_in_scope())


def digest_of(word: str) -> str:
    return salted_hmac("reply word", word).hexdigest()[:16]


def word_first(request: HttpRequest, organisation: Organisation) -> HttpResponse | None:
    """Return the page that asks for the word of the club; None where it was said."""
    word = digest_of(organisation.reply_word)
    if not organisation.reply_word or constant_time_compare(
        request.session.get(WORD_SAID, ""), word
    ):
        return None
    said = request.POST if "code" in request.POST else None
    form = SayWordForm(said, word=organisation.reply_word)
    if page := ask_for_code(request, form, REPLY_WORD, f"{ROOM}/coming_word.html"):
        return page
    request.session[WORD_SAID] = word
    return redirect(request.path)


def answered(request: HttpRequest, event: Event, code: str) -> HttpResponse:
    """Store the answer of the button that was pressed; it has the id of the person."""
    address = request.META["REMOTE_ADDR"]
    if REPLY.is_reached(address):
        raise ValidationError(_("Too many attempts; please wait a minute."))
    if request.POST.get("evening") != str(event.pk):
        raise ValidationError(_("The page asks about another evening by now."))
    for answer in Answer.values:
        if key := request.POST.get(answer):
            player = asked_person(event, key)
            REPLY.count(address)
            services.reply(event=event, player=player, answer=answer)
            return redirect(f"{reverse('events:coming', args=[code])}#p-{key}")
    return unknown_answer()


def asked_person(event: Event, key: str) -> Player:
    """Return the person of an id, or 404; keys would tell the order of names."""
    try:
        return get_object_or_404(asked(event), public_id=UUID(key))
    except ValueError as unknown:
        raise Http404 from unknown


@form_for(Right.RUN)
def replies(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the secretary who comes and which tables that makes, and the link."""
    event, organisation = editable_event(request, pk), our_books().get()
    form = ReplyWordForm(
        posted(request),
        organisation=organisation,
        initial={"word": organisation.reply_word},
    )
    if answer := done(request, form, "events:replies", pk):
        return answer
    code = organisation.reply_code
    path = reverse("events:coming", args=[code]) if code else ""
    following = next_evening()
    return show_form(
        request,
        f"{ROOM}/replies.html",
        event=event,
        form=form,
        turnout=turnout_of(event),
        answers=Answer.choices,
        is_over=door_is_open(event),
        following=following if following != event else None,
        way=way_to(request, path) if code else None,
        obstacles=obstacles(request),
    )


@event_button(Right.RUN, back="events:replies")
def renew_link(_request: HttpRequest, _event: Event) -> str:
    services.renew_reply_link(organisation=our_books().get())
    return _("This is the link now; one from before leads nowhere any more.")


@event_button(Right.RUN, back="events:replies")
def note_reply(request: HttpRequest, event: Event) -> str:
    """Note what somebody said on the phone, or in the pub."""
    for answer, label in Answer.choices:
        if key := request.POST.get(answer):
            player = asked_person(event, key)
            services.reply(event=event, player=player, answer=answer)
            return f"{player}: {label}"
    raise ValidationError(_("Nothing is chosen yet."))
