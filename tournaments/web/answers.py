"""Responses of views: pages with forms, and messages for refusals."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils.translation import gettext as _

from skatclub.door.attempts import Limit
from tournaments.web.access import button_for, form_for, is_open
from tournaments.words.rights import Right


def show_form(request: HttpRequest, template: str, **context: object) -> HttpResponse:
    """Return a page, with status 422 if a form on it has errors."""
    forms = [value for value in context.values() if isinstance(value, BaseForm)]
    status = 422 if any(form.errors for form in forms) else 200
    return render(request, template, context, status=status)


def saved(request: HttpRequest, form: Any, text: str = "") -> Any:
    """Save a valid form and say so, and what else is to be known.

    Return what its service returned: None, with the errors in the form, if it is not
    valid or was refused.
    """
    result = form.save() if form.is_valid() else None
    if result:
        messages.success(request, text or form.said(result))
        for warning in form.warnings(result):
            messages.warning(request, warning)
    return result


def ask_for_code(
    request: HttpRequest, form: Any, limit: Limit, template: str
) -> HttpResponse | None:
    """Return the page that asks for a code; None once the right one was sent.

    Wrong codes are slowed down; meanwhile nobody learns whether one would be right.
    """
    address, status = request.META["REMOTE_ADDR"], 200
    if form.is_bound and limit.is_reached(address):
        form, status = type(form)(), 429
    elif form.is_valid():
        return None
    elif form.is_bound:
        limit.count(address)
        status = 422
    context = {"form": form, "is_slowed": status == 429}
    return render(request, template, context, status=status)


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the values of a form that was sent; None if its page was opened."""
    return request.POST if request.method == "POST" else None


def done(request: HttpRequest, form: Any, *back: Any) -> HttpResponse | None:
    """Save the form of an action and say so; None if it was refused.

    It leads ``back``, or without that to the page of what was saved.
    """
    result = saved(request, form)
    return redirect(*(back or [result])) if result else None


YES_OR_NO: Mapping[str, bool] = {"yes": True, "no": False}
"""The values of the buttons of a question."""


def unknown_answer() -> HttpResponse:
    """Return the response to a value that no button of the page sends."""
    text = _("The page does not know this answer. Please open it again.")
    return HttpResponse(text, status=422, content_type="text/plain; charset=utf-8")


@contextmanager
def refusals_as_messages(request: HttpRequest) -> Iterator[None]:
    """Show the error of a service as a message, leaving the rest of the block out."""
    try:
        yield
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """The next step, shown as one large button (``components/next_step.html``).

    ``post`` has the fields of a step that the button itself performs. What ``is_file``
    opens beside the page. ``also`` is a smaller alternative.
    """

    title: str
    action: str
    url: str
    text: str = ""
    post: Mapping[str, str] = field(default_factory=dict)
    is_file: bool = False
    also: str = ""
    also_url: str = ""


Step = TypeVar("Step", bound=NextStep)


def allowed_step(step: Step | None, user: Any) -> Step | None:
    """Return the part of ``step`` that ``user`` may take, None if there is none.

    If only the alternative is open, it becomes the step.
    """
    if step is None:
        return None
    has_other = bool(step.also_url) and is_address_open(step.also_url, user)
    if is_address_open(step.url, user, "POST" if step.post else "GET"):
        return step if has_other else replace(step, also="", also_url="")
    if not has_other:
        return None
    return replace(
        step,
        action=step.also,
        url=step.also_url,
        post={},
        is_file=False,
        also="",
        also_url="",
    )


def is_address_open(url: str, user: Any, method: str = "GET") -> bool:
    return is_open(resolve(urlsplit(url).path).func, user, method)


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
    fetch: Fetch, right: Right, back: Callable[..., str] | None = None
) -> Callable[[Callable[[Any, bool], str]], View]:
    """Turn a function that publishes or withdraws a row into the target of a button.

    The function returns who can read the row from now on. ``back`` is that of
    ``button_of``.
    """

    def decorate(publish: Callable[[Any, bool], str]) -> View:
        @wraps(publish)
        def press(request: HttpRequest, row: Any) -> str | HttpResponse:
            is_published = YES_OR_NO.get(request.POST.get("published", ""))
            if is_published is None:
                return unknown_answer()
            return publish(row, is_published)

        return button_of(fetch, right, back=back)(press)

    return decorate


def refusal_of(check: Callable[[Any], object], row: Any) -> str:
    """Return why ``check`` refuses a row, for a page that offers no button then."""
    try:
        check(row)
    except ValidationError as refusal:
        return " ".join(refusal.messages)
    return ""


def delete_page(
    fetch: Fetch,
    right: Right,
    service: Callable[..., Any],
    template: str,
    *,
    name: str,
    back: str,
    to: str,
    check: Callable[[Any], object] | None = None,
) -> View:
    """Return the view of a page that asks before ``service`` deletes a row.

    Template and service know the row as ``name``. Where ``check`` refuses the row, the
    page says why instead of asking. It leads ``to`` the list, or after a refusal
    ``back`` to the row; both are names of addresses.
    """

    def view(request: HttpRequest, pk: int) -> HttpResponse:
        row = fetch(request, pk)
        if request.method != "POST":
            context = {name: row, "refusal": check and refusal_of(check, row)}
            return render(request, template, context)
        text = _("“%(name)s” is deleted.") % {"name": row}
        following = reverse(back, args=[pk])
        with refusals_as_messages(request):
            service(**{name: row})
            messages.success(request, text)
            following = reverse(to)
        return redirect(following)

    return form_for(right)(view)
