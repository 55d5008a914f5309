"""Exporting and importing the whole club as one file."""

import logging
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatclub.backups.losses import back_up_before_loss
from tournaments.files.club.reading import MOST_ARCHIVE_BYTES, open_archive
from tournaments.files.club.services import import_club, section_counts
from tournaments.files.club.writing import archive_chunks, archive_name
from tournaments.files.forms import keep_pieces, upload_path
from tournaments.people.models import User
from tournaments.people.names.names import Audience, shown_to
from tournaments.web.access import form_for, page_for, writer
from tournaments.web.answers import show_form
from tournaments.web.forms import ServiceForm
from tournaments.web.requests import refuse_above, zip_answer
from tournaments.words.rights import Right


class ClubFileForm(ServiceForm):
    """The archive of a club, which the next page checks."""

    needs = ("owner",)
    owner: User

    file = forms.FileField(
        label=gettext_lazy("File"),
        error_messages={"required": gettext_lazy("Please choose a file.")},
        widget=forms.ClearableFileInput(attrs={"accept": ".zip"}),
    )

    def act(self) -> str:
        pieces = self.cleaned_data["file"].chunks()
        return keep_pieces(pieces, owner=self.owner.pk)


IMPORT = "tournaments/files/club/club_import.html"
PROGRESS = "<!-- progress -->"
ARCHIVE = Lock()  # writing one keeps a core busy
logger = logging.getLogger(__name__)


@page_for(Right.CLUB)
def export_club(request: HttpRequest) -> Any:
    if ARCHIVE.locked():
        messages.error(
            request,
            _("An archive is being written already. Please try again in a minute."),
        )
        return redirect("files:index")
    return zip_answer(one_archive(), archive_name())


def one_archive() -> Iterator[bytes]:
    with ARCHIVE:
        yield from archive_chunks()


@form_for(Right.CLUB)
@refuse_above(MOST_ARCHIVE_BYTES)
def upload_club(request: HttpRequest) -> HttpResponse:
    form = ClubFileForm(
        request.POST or None, request.FILES or None, owner=writer(request)
    )
    if form.is_valid() and (token := form.save()):
        return redirect("files:club-import", token)
    return show_form(request, "tournaments/files/club/club.html", form=form)


@form_for(Right.CLUB)
def club_import(request: HttpRequest, token: str) -> StreamingHttpResponse:
    """Check an archive, or store what has been checked, and show how far that is."""
    path = upload_path(token, owner=writer(request).pk)
    if path is None or not path.exists():
        raise Http404
    page = render_to_string(IMPORT, request=request)
    before, after = page.split(PROGRESS)
    parts = chain([before], import_parts(request, path), [after])
    # Nobody on the way keeps the parts back to send or to shrink them together.
    headers = {"Content-Encoding": "identity", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(parts, headers=headers)


def import_parts(request: HttpRequest, path: Path) -> Iterator[str]:
    """Import the archive of the request, yielding its progress and its outcome."""
    replace, is_check = "replace" in request.POST, request.method != "POST"
    context: dict[str, Any] = {"is_check": is_check}
    try:
        with shown_to(Audience.CLUB), open_archive(path) as archive:
            if replace:
                back_up_before_loss(of_a_club=True)
            for report in import_club(
                archive,
                dry_run=is_check,
                replace=replace,
                as_guests=request.POST.get("whose") == "another",
            ):
                context["report"] = report
                yield render_to_string(f"{IMPORT}#step", context)
        context["sections"] = section_counts(report.counts)
    except ValidationError as refusal:
        context["refusals"] = refusal.messages
    except Exception:
        logger.exception("No import")
        context["refusals"] = [_("The import has failed.")]
    if not is_check or "refusals" in context:
        path.unlink(missing_ok=True)
    yield render_to_string(f"{IMPORT}#outcome", context, request)
