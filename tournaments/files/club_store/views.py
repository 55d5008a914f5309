"""Exporting and importing the whole club as one file."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.files.club.reading import MOST_ARCHIVE_BYTES
from tournaments.files.club.writing import archive_chunks, archive_name
from tournaments.files.club_store.forms import ClubFileForm
from tournaments.files.club_store.jobs import job_of, start_store
from tournaments.files.club_store.reports import section_counts
from tournaments.web.access import form_for, page_for, writer
from tournaments.web.requests.htmx import is_fragment
from tournaments.web.requests.oversize import refuse_above
from tournaments.web.requests.zips import zip_answer
from tournaments.words.rights import Right

RELOAD = 286  # htmx stops polling at this status


@page_for(Right.CLUB)
def export_club(request: HttpRequest) -> Any:
    return zip_answer(archive_chunks(), archive_name())


@form_for(Right.CLUB)
@refuse_above(MOST_ARCHIVE_BYTES)
def upload_club(request: HttpRequest) -> HttpResponse:
    form = ClubFileForm(
        request.POST or None, request.FILES or None, owner=writer(request)
    )
    if form.is_valid() and (token := form.save()):
        return redirect("files:club-import", token)
    return render(request, "tournaments/files/club_store/club.html", {"form": form})


@form_for(Right.CLUB)
def club_import(request: HttpRequest, token: str) -> HttpResponse:
    owner = writer(request).pk
    if request.method == "POST":
        start_store(
            token=token,
            owner=owner,
            replace="replace" in request.POST,
            as_guests=request.POST.get("whose") == "another",
        )
        return redirect("files:club-import", token)
    job = job_of(token, owner=owner)
    if job is None:
        raise Http404
    sections = section_counts(job.report.get("counts", {}))
    context = {"job": job, "token": token, "sections": sections}
    is_part = is_fragment(request)
    template = (
        f"tournaments/files/club_store/club_import.html{'#progress' if is_part else ''}"
    )
    status = RELOAD if is_part and not job.is_active else 200
    return render(request, template, context, status=status)
