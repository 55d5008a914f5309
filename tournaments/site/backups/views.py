"""Pages for listing, making, uploading and restoring backups."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from skatclub.backups.folder import StoredCopy, copies_folder, stored_copies
from skatclub.backups.manifest import CopyRefused
from skatclub.backups.reading import opened
from skatclub.middleware import SENDS_A_BACKUP
from tournaments.organisations.hosts import is_alone
from tournaments.people.selectors import has_accounts
from tournaments.site.backups import services
from tournaments.site.backups.forms import (
    BackupFileForm,
    CodeForm,
    PlaceForm,
    PutBackForm,
)
from tournaments.site.backups.selectors import (
    backup_state,
    changes_by_restoring,
    shown_copies,
)
from tournaments.web.access import button_for, may, open_to_visitors, page_for
from tournaments.web.answers import refusals_as_messages, saved, show_form
from tournaments.web.requests import refuse_above
from tournaments.words.rights import Right

MOST_BYTES = 60 * 1024**2
TEMPLATES = "tournaments/site/backups"
View = Callable[..., Any]


def whole_site(view: View) -> View:
    """Allow a view only on sites with one organisation; otherwise hosts do backups."""

    @wraps(view)
    def guarded(request: HttpRequest, *arguments: object, **named: object) -> Any:
        if not is_alone():
            raise Http404
        return view(request, *arguments, **named)

    return guarded


def owner_or_beginner(view: View) -> View:
    """Allow a view to the owner, and to a visitor with the set-up code and a backup."""

    @wraps(view)
    def guarded(request: HttpRequest, *arguments: object, **named: object) -> Any:
        may_begin = request.session.get(SENDS_A_BACKUP) and not has_accounts()
        if not (may(request, Right.CLUB) or may_begin):
            raise PermissionDenied
        return view(request, *arguments, **named)

    return login_not_required(open_to_visitors(never_cache(whole_site(guarded))))


def copy_or_404(name: str) -> StoredCopy:
    copy = next((copy for copy in stored_copies() if copy.path.name == name), None)
    if copy is None:
        raise Http404
    return copy


@page_for(Right.CLUB)
def show_backups(request: HttpRequest) -> HttpResponse:
    if not is_alone():
        return render(request, f"{TEMPLATES}/of_host.html")
    standing = backup_state()
    form = PlaceForm(initial={"path": standing["place"]})
    context = {"standing": standing, "form": form}
    return render(request, f"{TEMPLATES}/backups.html", context)


@button_for(Right.CLUB)
@whole_site
def back_up_now(request: HttpRequest) -> HttpResponse:
    with refusals_as_messages(request):
        services.make_copy()
        messages.success(request, _("The backup is made and checked."))
    return redirect("site:backups")


@button_for(Right.CLUB)
@whole_site
def choose_place(request: HttpRequest) -> HttpResponse:
    form = PlaceForm(request.POST)
    if saved(request, form):
        return redirect("site:backups")
    return show_form(
        request, f"{TEMPLATES}/backups.html", standing=backup_state(), form=form
    )


@page_for(Right.CLUB)
@whole_site
def download(request: HttpRequest, name: str) -> Any:
    path = copy_or_404(name).path
    return FileResponse(path.open("rb"), as_attachment=True, filename=path.name)


@refuse_above(MOST_BYTES)
@owner_or_beginner
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    form = BackupFileForm(request.POST or None, request.FILES or None)
    if form.is_valid() and (path := form.save()):
        return redirect("site:put-back", path.name)
    return show_form(
        request, f"{TEMPLATES}/bring_in.html", form=form, copies=shown_copies()
    )


@owner_or_beginner
@require_http_methods(["GET", "HEAD", "POST"])
def put_back(request: HttpRequest, name: str) -> HttpResponse:
    path = copy_or_404(name).path
    form = PutBackForm(request.POST or None, path=path)
    if form.is_valid() and (before := form.save()):
        # The account of this session belongs to the previous state.
        logout(request)
        context = {"before": before.name}
        return render(request, f"{TEMPLATES}/is_back.html", context)
    try:
        with opened(path, folder=copies_folder()) as copy:
            manifest, rows = copy.manifest, changes_by_restoring(copy.manifest)
    except CopyRefused as refusal:
        messages.error(request, refusal.messages[0])
        return redirect("site:backups" if may(request, Right.CLUB) else "site:bring-in")
    return show_form(
        request, f"{TEMPLATES}/put_back.html", form=form, manifest=manifest, rows=rows
    )


@login_not_required
@open_to_visitors
@never_cache
@whole_site
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """Let visitors with the code of the set-up page upload a backup."""
    if has_accounts():
        return redirect("/")
    form = CodeForm(request.POST or None, initial={"code": request.GET.get("code")})
    if form.is_valid():
        request.session[SENDS_A_BACKUP] = True
        return redirect("site:bring-in")
    return show_form(request, f"{TEMPLATES}/begin.html", form=form)
