"""Fetching an event for a page: by its address, and only if the account may."""

from collections.abc import Callable, Mapping, Sized
from functools import wraps
from typing import Any

from django.contrib import messages
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import register_converter, reverse
from django.urls.converters import IntConverter
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.events.models import Event, Series
from tournaments.people.names.mentions import mentions_of_the_shy
from tournaments.sheets.models import ScoreSheet
from tournaments.web.access import button_for, current_edition, form_for, writes_with
from tournaments.web.answers import button_of, done, posted, show_form
from tournaments.web.kept_pages import draw_once
from tournaments.web.requests import is_fragment
from tournaments.words.rights import Right


class EventConverter(IntConverter):
    """Reads number and word, and writes the one that suits the page being made."""

    regex = "[-a-zA-Z0-9_]+"

    def to_python(self, value: str) -> int:
        if value.isdecimal() and current_edition() is None:
            return int(value)
        lookup = {"pk": int(value)} if value.isdecimal() else {"slug": value}
        pk: int | None = (
            Event.objects.filter(**lookup, is_published=True)
            .values_list("pk", flat=True)
            .first()
        )
        if pk is None:
            raise ValueError(value)
        return pk

    def to_url(self, value: int | str) -> str:
        if current_edition() is None:
            return str(value)
        return slugs().get(int(value)) or str(value)


def slugs() -> dict[int, str]:
    """Return the words of published events, read once for each edition.

    The word contains the name of the event, so it stays secret until publication, and
    for good where it names somebody who is not to be named in full.
    """

    def read() -> dict[int, str]:
        rows = Event.objects.filter(is_published=True).values_list("pk", "slug")
        mentions = mentions_of_the_shy()
        return {
            pk: slug
            for pk, slug in rows
            if not slug.isdecimal() and not mentions.names_somebody(slug)
        }

    return draw_once(read, "slugs")


UNCHANGED = 204

# All addresses of events lead to views that fetch their event from this file.
register_converter(EventConverter, "event")


def readable_event(request: HttpRequest, pk: int) -> Event:
    """Return an event that the reader may see, or 404."""
    return get_object_or_404(Event.objects.visible_to(request.user), pk=pk)


def editable_event(request: HttpRequest, pk: int) -> Event:
    """Return an event that the account may change, or 404."""
    return get_object_or_404(Event.objects.editable_by(request.user), pk=pk)


def requested_event(request: HttpRequest, pk: int) -> Event:
    """Return an event to show, or to change if the request is a POST; or 404."""
    if request.method == "POST":
        return editable_event(request, pk)
    return readable_event(request, pk)


def editable_series(request: HttpRequest, pk: int, number: int) -> Series:
    return get_object_or_404(
        Series.objects.select_related("event"),
        event__in=Event.objects.editable_by(request.user).filter(pk=pk),
        number=number,
    )


def is_up_to_date(request: HttpRequest, revision: str) -> bool:
    """Return whether a page that asks for its part again has this revision already."""
    return is_fragment(request) and request.GET.get("revision") == revision


View = Callable[..., HttpResponse]
Shown = Callable[..., dict[str, Any]]


def template_of(view: Shown) -> str:
    """Return the template of a page: it has the name of its view, in the same room."""
    room = view.__module__.rpartition(".")[0].replace(".", "/")
    return f"{room}/{view.__name__}.html"


def event_page(view: Shown) -> View:
    """Turn a function of an event, which returns what to show, into a page."""

    @wraps(view)
    def page(request: HttpRequest, pk: int, **named: Any) -> HttpResponse:
        event = readable_event(request, pk)
        shown = view(request, event, **named)
        return show_form(request, template_of(view), event=event, **shown)

    return require_safe(page)


def event_form(
    form_class: Any, *rights: Right, back: str = "", for_writers: bool = False
) -> Callable[[Shown], View]:
    """Turn a function of an event into a page with a form, which knows what it returns.

    What is saved leads to the page called ``back``, or to its own. All readers see the
    page, unless it is ``for_writers``.
    """

    def decorate(view: Shown) -> View:
        @wraps(view)
        def page(request: HttpRequest, pk: int, **named: Any) -> HttpResponse:
            fetch = editable_event if for_writers else requested_event
            event = fetch(request, pk)
            shown = {"event": event, **view(request, event, **named)}
            known = {"by": request.user, **shown}
            if issubclass(form_class, ModelForm) and form_class.Meta.model is Event:
                known["instance"] = event
            form = form_class(posted(request), **known)
            return done(
                request, form, *([back, event.pk] if back else [])
            ) or show_form(request, template_of(view), form=form, **shown)

        return (form_for if for_writers else writes_with)(*rights)(page)

    return decorate


def forms_on_page(
    request: HttpRequest, classes: Mapping[str, Any], sent: str, **known: Any
) -> dict[str, Any]:
    """Return the forms of a page by name, of which ``sent`` has what was sent."""
    return {
        name: form(
            posted(request) if name == sent else None, auto_id=f"{name}_%s", **known
        )
        for name, form in classes.items()
    }


def form_of(view: Any, sent: str) -> View:
    """Return the target of another form on the page of ``view``, known as ``sent``."""

    @wraps(view)
    def press(request: HttpRequest, pk: int, **named: Any) -> HttpResponse:
        return view(request, pk, sent=sent, **named)

    return button_for(*view.writing)(press)


def event_button(
    *rights: Right, back: str, at: tuple[str, ...] = ()
) -> Callable[[Callable[..., Any]], View]:
    """Turn a function of an event into the target of a button on the page ``back``.

    ``at`` names what else the addresses of both have in common. The function returns
    what to say, or an answer of its own; a refusal becomes a message.
    """

    def address(event: Event, **named: Any) -> str:
        return reverse(back, args=[event.pk, *(named[name] for name in at)])

    return button_of(editable_event, *rights, back=address)


MASS_ACT = "mass_act"


def remember_mass_act(request: HttpRequest, event: Event, act: str, rows: Any) -> None:
    """Keep what was done to many ``rows`` at once, so that it is taken back as one."""
    request.session[MASS_ACT] = {"event": event.pk, "act": act, "rows": rows}


def mass_act(request: HttpRequest, event: Event, *acts: str) -> dict[str, Any] | None:
    """Return the last of these acts on this page, as long as nobody has undone it."""
    kept: dict[str, Any] | None = request.session.get(MASS_ACT)
    if not kept or kept["event"] != event.pk or kept["act"] not in acts:
        return None
    return kept


def taken_back(request: HttpRequest, count: int, rows: Sized) -> str:
    """Forget the act and say how much of it was taken back."""
    del request.session[MASS_ACT]
    text = _("Taken back: %(count)s of %(all)s.")
    return text % {"count": count, "all": len(rows)}


def not_for_league_matches(view: View) -> View:
    """Show a page that plans an event, unless the event is a match of a league.

    Teams, people and seats of a match follow from the league: if they were changed on
    this page, the league table would count them wrong.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, pk: int, **kwargs: object) -> HttpResponse:
        matches = Event.objects.visible_to(request.user).league_matches()
        event = matches.filter(pk=pk).first()
        return redirect_to_match(request, event) or view(request, pk=pk, **kwargs)

    return wrapper


def not_for_league_tables(view: View) -> View:
    """Show a page that changes a table, unless the table is part of a league match."""

    @wraps(view)
    def wrapper(request: HttpRequest, pk: int, **kwargs: object) -> HttpResponse:
        sheets = ScoreSheet.objects.editable_by(request.user).with_event()
        event = get_object_or_404(sheets, pk=pk).series.event
        return redirect_to_match(request, event) or view(request, pk=pk, **kwargs)

    return wrapper


def redirect_to_match(request: HttpRequest, event: Event | None) -> HttpResponse | None:
    match = event.league_match if event is not None else None
    if match is None:
        return None
    messages.info(
        request,
        _(
            "“%(event)s” is a match of a league: teams, people and seats are changed "
            "on its own pages."
        )
        % {"event": event},
    )
    return redirect(match)
