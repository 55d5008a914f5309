"""Back to the page, with what was typed, after a session or a token ran out."""

from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

KEPT = {"text": "text", "number": "line"}  # field of the form, name in the address
LONGEST = 1500  # characters that still fit into an address
# What nobody typed, and what no page may show.
NOT_TYPED = {"csrfmiddlewaretoken", "action", "before", "next", "revision", "values"}
SECRET = ("code", "password")


class SignInAgain(LoginRequiredMiddleware):
    """Ask to sign in and come back to the page, not to the address of its form."""

    def handle_no_permission(self, request: HttpRequest, view_func: Any) -> Any:
        address = request.get_full_path()
        if request.method == "POST" or is_part(request):
            address = page_with_text(request)
        login = redirect_to_login(
            address,
            resolve_url(self.get_login_url(view_func)),
            self.get_redirect_field_name(view_func),
        )
        if is_part(request):
            return whole_page(login.url)
        if request.method == "POST" and not fits_into_address(request):
            context = {"address": login.url, "typed": typed_in(request)}
            return render(request, "403_signed_out.html", context, status=403)
        return login


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show that the page was open too long, and what was typed on it."""
    address = page_with_text(request)
    if is_part(request):
        return whole_page(address)
    context = {
        "address": address,
        "typed": typed_in(request),
    }
    return render(request, "403_csrf.html", context, status=403)


def page_with_text(request: HttpRequest) -> str:
    """Return the page on which a form was sent, with what was typed on it."""
    page = page_of(request)
    if not page:
        return resolve_url(settings.LOGIN_REDIRECT_URL)
    typed = {
        name: request.POST[field][:LONGEST]
        for field, name in KEPT.items()
        if request.POST.get(field)
    }
    path = urlsplit(page).path
    return f"{path}?{urlencode(typed)}" if typed else path


def page_of(request: HttpRequest) -> str:
    """Return the address of our page that sent the request; empty if none did."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(page, {request.get_host()})
    return page if ours else ""


def typed_in(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields that somebody filled in, with their texts; no passwords."""
    return [
        (name, text)
        for name, texts in request.POST.lists()
        if name not in NOT_TYPED and not any(word in name for word in SECRET)
        for text in texts
        if text.strip()
    ]


def fits_into_address(request: HttpRequest) -> bool:
    """Return whether the page can show again all that was typed on it."""
    if not page_of(request):
        return True  # nobody typed on a page of ours
    return all(
        name in KEPT and len(text) <= LONGEST for name, text in typed_in(request)
    )


def is_part(request: HttpRequest) -> bool:
    """Return whether htmx asked, which would put a page into a part of another."""
    return request.headers.get("HX-Request") == "true"


def whole_page(address: str) -> HttpResponse:
    """Tell htmx to load ``address`` as a page of its own."""
    return HttpResponse(status=204, headers={"HX-Redirect": address})
