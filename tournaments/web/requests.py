"""Requests before and after views: questions, fragments, sizes, returning, ZIPs."""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from io import RawIOBase
from itertools import chain
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from django import forms
from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    StreamingHttpResponse,
)
from django.middleware.csrf import get_token
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import (
    content_disposition_header,
    url_has_allowed_host_and_scheme,
)
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from skatclub.machine.networks.reach import is_here
from skatclub.middleware import LARGEST
from tournaments.web.access import (
    NO_RIGHTS,
    READING,
    desk_address,
    edition_in_use,
    inside_edition,
    is_signed_in,
    preferred_edition,
    required_rights,
    rights_of,
    rights_of_reader,
)


def is_fragment(request: HttpRequest) -> bool:
    """Return whether the browser requests only a part of the page.

    On public pages this depends on the address alone, as caches ignore everything else.
    """
    if edition_in_use.get() is not None:
        return "revision" in request.GET
    htmx = getattr(request, "htmx", None)
    if not htmx:
        return False
    # The Back button requests the same address, but the whole page.
    return not (htmx.boosted or htmx.history_restore_request)


def render_part(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Answer with a part of a page, which needs less than its frame.

    Besides its context it knows its reader, their rights and the token of forms.
    """
    reader = {"user": request.user, "csrf_token": get_token(request)}
    known = context | reader | rights_of_reader(request)
    return HttpResponse(render_to_string(template, known), status=status)


def public_address(request: HttpRequest, name: str, *arguments: object) -> str:
    """Return the absolute address of a public page for other people.

    On the serving machine itself the host may be a local name, which is replaced by the
    configured address of the site, if there is one.
    """
    with inside_edition(preferred_edition()):
        path = reverse(name, args=arguments)
    address: str = request.build_absolute_uri(path)
    return urljoin(settings.ADDRESS or address, path) if is_here(address) else address


MEGABYTE = 1024**2
FORM_ROOM = 64 * 1024  # bytes for the other fields of a form

View = Callable[..., HttpResponse]


def refuse_above(most: int, *, room: int = FORM_ROOM) -> Callable[[View], View]:
    """Return a decorator for views that take a file of at most ``most`` bytes.

    The other fields of the form may have ``room`` bytes. The CSRF check reads the whole
    form, so it comes after the size.
    """

    def decorate(view: View) -> View:
        protected = csrf_protect(view)

        @csrf_exempt
        @wraps(view)
        def guarded(
            request: HttpRequest, *arguments: object, **named: object
        ) -> HttpResponse:
            size = int(request.META.get("CONTENT_LENGTH") or 0)
            if size > most + room:
                context = {"size": megabytes(size), "most": megabytes(most)}
                return render(request, "413.html", context, status=413)
            return protected(request, *arguments, **named)

        return guarded

    return decorate


def megabytes(size: int) -> int:
    """Return a size in megabytes, rounded up.

    >>> megabytes(1), megabytes(MEGABYTE), megabytes(MEGABYTE + 1)
    (1, 1, 2)
    """
    return -(-size // MEGABYTE)


ADDRESS_FIELDS = {
    "text": "text",
    "number": "line",
}  # field of the form, name in the address
LONGEST = 1500  # characters that still fit into an address
# Fields that nobody types, or that must not be shown.
NEVER_TYPED = {
    *("ask", "csrfmiddlewaretoken", "action", "before", "next", "revision", "seen"),
    "values",
}
SECRET = ("code", "password")
FormClass = Any  # the stubs do not know ``base_fields``


class NotReleased(Http404):
    """The page exists in a public event, but is not released to visitors yet."""


QUESTION = "ask"  # a hidden field, which confirm.js removes after asking
NOT_SENT_ON = {QUESTION, "csrfmiddlewaretoken"}


class AskFirst(LoginRequiredMiddleware):
    """Ask for the sign-in, for the right, and what a form wants to have asked.

    Objects that the reader may not access do not exist for them (404), nor does what
    no database could number; pages about no particular object answer 403. Questions
    come after the CSRF check, so that they are from our own pages.
    """

    def process_view(
        self, request: HttpRequest, view: Any, arguments: Any, named: dict[str, Any]
    ) -> HttpResponseBase | None:
        if any(isinstance(each, int) and each > LARGEST for each in named.values()):
            raise Http404
        sign_in = super().process_view(request, view, arguments, named)
        if sign_in is not None:
            return sign_in
        required = required_rights(view, request.method or "GET")
        if required is not None and required.isdisjoint(rights_of(request.user)):
            if required == NO_RIGHTS:
                return HttpResponseNotAllowed(READING)
            raise Http404 if "pk" in named else PermissionDenied
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return None
        question = request.POST.get(QUESTION)
        return self.asked(request, question) if question else None

    def asked(self, request: HttpRequest, question: str) -> HttpResponse:
        """Answer with a page that asks, and sends the form on."""
        context = {
            "question": question,
            "sent": [
                (name, text)
                for name, texts in request.POST.lists()
                if name not in NOT_SENT_ON
                for text in texts
            ],
            "back": sending_page(request),
        }
        return render(request, "ask_first.html", context)

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> Any:
        """Lead to the sign-in and then back to the page, not to a form's address."""
        address = request.get_full_path()
        if request.method == "POST" or is_htmx(request):
            address = page_with_text(request)
        login = redirect_to_login(
            address,
            resolve_url(self.get_login_url(view_func)),
            self.get_redirect_field_name(view_func),
        )
        if is_htmx(request):
            return redirect_page(login.url)
        if request.method == "POST" and not fits_into_address(request):
            context = {"address": login.url, "typed": typed_texts(request)}
            return render(request, "403_signed_out.html", context, status=403)
        return login


def nothing_public(request: HttpRequest) -> HttpResponse:
    """Tell visitors that there is nothing public here, and let users sign in.

    Unpublished and missing pages look the same.
    """
    if is_signed_in(request.user):
        raise Http404
    context = {"sign_in": redirect_to_login(desk_address(request)).url}
    return render(request, "nothing_public.html", context, status=404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show that the page was open too long, with the texts typed on it."""
    address = page_with_text(request)
    if is_htmx(request):
        return redirect_page(address)
    context = {"address": address, "typed": typed_texts(request)}
    return render(request, "403_csrf.html", context, status=403)


def page_with_text(request: HttpRequest) -> str:
    page = sending_page(request)
    if not page:
        return resolve_url(settings.LOGIN_REDIRECT_URL)
    typed = {
        name: request.POST[field][:LONGEST]
        for field, name in ADDRESS_FIELDS.items()
        if request.POST.get(field)
    }
    path = urlsplit(page).path
    return f"{path}?{urlencode(typed)}" if typed else path


def sending_page(request: HttpRequest) -> str:
    """Return the address of our page that sent the request, empty if none did."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(page, {request.get_host()})
    return page if ours else ""


def typed_texts(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the texts typed with their labels, without passwords.

    Selections and checkboxes are left out, as they are quickly repeated.
    """
    view = request.resolver_match and request.resolver_match.func
    page = sys.modules.get(getattr(view, "__module__", ""))
    form_classes = [
        form_class
        for form_class in vars(page or object).values()
        if isinstance(form_class, type) and issubclass(form_class, forms.BaseForm)
    ]
    sent = {
        base_name(form_class, name)
        for form_class in form_classes
        for name in request.POST
    }
    form = max(
        form_classes,
        key=lambda form_class: len(sent & field_names(form_class)),
        default=None,
    )
    return [
        (field_label(form, name), text)
        for name, text in sent_texts(request)
        if not is_not_typed(form, name)
    ]


def field_names(form: FormClass) -> set[str]:
    return {*form.base_fields, *getattr(form, "NUMBER_LABELS", ())}


def base_name(form: FormClass, name: str) -> str:
    """Return the name of a field, without the number of a numbered one."""
    start = name.rpartition("_")[0]
    return start if start in getattr(form, "NUMBER_LABELS", ()) else name


def field_label(form: FormClass | None, name: str) -> str:
    if form is None:
        return ""
    field = form.base_fields.get(name)
    if field is not None:
        return str(field.label or "")
    start, _line, number = name.rpartition("_")
    label = getattr(form, "NUMBER_LABELS", {}).get(start)
    return f"{label} {number}" if label else ""


def is_not_typed(form: FormClass | None, name: str) -> bool:
    field = form.base_fields.get(name) if form else None
    unseen = forms.HiddenInput | forms.CheckboxInput | forms.widgets.ChoiceWidget
    return field is not None and isinstance(field.widget, unseen)


def sent_texts(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """Yield names and texts of the fields that are not empty, without passwords."""
    yield from (
        (name, text)
        for name, texts in request.POST.lists()
        if name not in NEVER_TYPED and not any(word in name for word in SECRET)
        for text in texts
        if text.strip()
    )


def fits_into_address(request: HttpRequest) -> bool:
    if not sending_page(request):
        return True  # the form was not on one of our pages
    return all(
        name in ADDRESS_FIELDS and len(text) <= LONGEST
        for name, text in sent_texts(request)
    )


def is_htmx(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"


def redirect_page(address: str) -> HttpResponse:
    """Return a response that makes htmx load ``address`` as a page."""
    return HttpResponse(status=204, headers={"HX-Redirect": address})


class Chunks(RawIOBase):
    """The bytes written to an archive and not sent yet."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        piece = bytes(memoryview(content))  # type: ignore[arg-type]
        self.pieces.append(piece)
        return len(piece)

    def take_pieces(self) -> bytes:
        content, self.pieces = b"".join(self.pieces), []
        return content


def zip_answer(chunks: Iterable[bytes], name: str) -> StreamingHttpResponse:
    """Return a ZIP that a browser saves under ``name``."""
    return StreamingHttpResponse(
        chunks,
        content_type="application/zip",
        headers={"Content-Disposition": content_disposition_header(True, name) or ""},
    )


PROGRESS = "<!-- progress -->"


def growing_page(
    request: HttpRequest, template: str, parts: Iterable[str], **context: object
) -> StreamingHttpResponse:
    """Return a page whose marked place is filled with parts while they are made."""
    before, after = render_to_string(template, context, request).split(PROGRESS)
    # Nobody on the way keeps the parts back to send or to shrink them together.
    headers = {"Content-Encoding": "identity", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(chain([before], parts, [after]), headers=headers)
