"""Views of buttons: what a person does with one row, and what is said about it."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.web.access import button_for, form_for
from tournaments.web.answers import YES_OR_NO, refusals_as_messages, unknown_answer
from tournaments.words.rights import Right

View = Callable[..., HttpResponse]
Fetch = Callable[[HttpRequest, int], Any]


def button_of(
    fetch: Fetch, *rights: Right, back: Callable[..., str] | None = None
) -> Callable[[Callable[..., Any]], View]:
    """Turn a function of a row, which ``fetch`` reads, into the target of a button.

    The function returns what to say, or a response of its own; a refusal becomes a
    message. It leads to the page of the row, or to the address that ``back`` returns.
    """

    def decorate(view: Callable[..., Any]) -> View:
        @wraps(view)
        def press(request: HttpRequest, pk: int, **named: Any) -> HttpResponse:
            row = fetch(request, pk)
            following = redirect(back(row, **named) if back else row)
            with refusals_as_messages(request):
                answer = view(request, row, **named)
                if isinstance(answer, HttpResponse):
                    return answer
                messages.success(request, answer)
            return following

        return button_for(*rights)(press)

    return decorate


def publish_button(
    fetch: Fetch, right: Right
) -> Callable[[Callable[[Any, bool], str]], View]:
    """Turn a function that publishes or withdraws a row into the target of a button.

    The function returns who can read the row from now on.
    """

    def decorate(publish: Callable[[Any, bool], str]) -> View:
        @wraps(publish)
        def press(request: HttpRequest, row: Any) -> str | HttpResponse:
            is_published = YES_OR_NO.get(request.POST.get("published", ""))
            if is_published is None:
                return unknown_answer()
            return publish(row, is_published)

        return button_of(fetch, right)(press)

    return decorate


def delete_page(
    fetch: Fetch,
    right: Right,
    service: Callable[..., Any],
    template: str,
    *,
    back: str,
    to: str,
    **shown: Callable[[Any], Any],
) -> View:
    """Return the view of a page that asks before ``service`` deletes a row.

    The template knows the row by the name that the service gives it, and what the
    functions in ``shown`` return of it. It leads ``to`` the list, or after a refusal
    ``back`` to the row; both are names of addresses.
    """
    (name,) = signature(service).parameters

    def view(request: HttpRequest, pk: int) -> HttpResponse:
        row = fetch(request, pk)
        if request.method != "POST":
            context = {name: row, **{key: told(row) for key, told in shown.items()}}
            return render(request, template, context)
        text = _("“%(name)s” is deleted.") % {"name": row}
        following = reverse(back, args=[pk])
        with refusals_as_messages(request):
            service(**{name: row})
            messages.success(request, text)
            following = reverse(to)
        return redirect(following)

    return form_for(right)(view)
