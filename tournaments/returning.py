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
        return whole_page(login.url) if is_part(request) else login


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show that the page was open too long, and what was typed on it."""
    address = page_with_text(request)
    if is_part(request):
        return whole_page(address)
    context = {
        "address": address,
        "texts": [text for text in request.POST.getlist("text") if text.strip()],
    }
    return render(request, "403_csrf.html", context, status=403)


def page_with_text(request: HttpRequest) -> str:
    """Return the page on which a form was sent, with what was typed on it."""
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}):
        return resolve_url(settings.LOGIN_REDIRECT_URL)
    typed = {
        name: request.POST[field][:LONGEST]
        for field, name in KEPT.items()
        if request.POST.get(field)
    }
    path = urlsplit(page).path
    return f"{path}?{urlencode(typed)}" if typed else path


def is_part(request: HttpRequest) -> bool:
    """Return whether htmx asked, which would put a page into a part of another."""
    return request.headers.get("HX-Request") == "true"


def whole_page(address: str) -> HttpResponse:
    """Tell htmx to load ``address`` as a page of its own."""
    return HttpResponse(status=204, headers={"HX-Redirect": address})
