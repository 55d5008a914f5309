"""The photo of a paper list, only for the people who type the list."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.sheets.models import ListPhoto, ScoreSheet
from tournaments.sheets.photos.forms import PhotoForm, PhotoPositionForm
from tournaments.sheets.photos.services import MOST_BYTES, delete_photo, read_photo
from tournaments.sheets.views import editable_sheet
from tournaments.web.access import button_for, form_for, page_for, writer
from tournaments.web.answers import button_of, saved, show_form
from tournaments.web.requests import refuse_above
from tournaments.words.rights import Right


def photo_of(request: HttpRequest, pk: int) -> ListPhoto:
    """Return the photo of list ``pk`` if the reader may write on it."""
    return get_object_or_404(ListPhoto, sheet=editable_sheet(request, pk))


@form_for(Right.TYPE)
@never_cache
@refuse_above(MOST_BYTES)
def take_photo(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the photo of a list and receive another one."""
    sheet = editable_sheet(request, pk)
    form = PhotoForm(
        request.POST or None, request.FILES or None, sheet=sheet, by=writer(request)
    )
    if saved(request, form, _("The photo stands beside the typing line now.")):
        return redirect("sheets:photo", pk)
    photo = ListPhoto.objects.filter(sheet=sheet).first()
    return show_form(
        request,
        "tournaments/sheets/photos/photo.html",
        form=form,
        sheet=sheet,
        photo=photo,
    )


@page_for(Right.TYPE)
@never_cache
def show_picture(request: HttpRequest, pk: int) -> HttpResponse:
    content = read_photo(photo_of(request, pk).name)
    if content is None:
        raise Http404
    return HttpResponse(content, content_type="image/jpeg")


@button_for(Right.TYPE)
def adjust_photo(request: HttpRequest, pk: int) -> HttpResponse:
    """Store how the photo is rotated and where its lines are."""
    form = PhotoPositionForm(request.POST, instance=photo_of(request, pk))
    if form.is_valid() and form.save():
        return HttpResponse(status=204)
    return JsonResponse({"problems": form.errors}, status=422)


@button_of(
    editable_sheet,
    Right.TYPE,
    back=lambda sheet: reverse("sheets:photo", args=[sheet.pk]),
)
def remove_photo(_request: HttpRequest, sheet: ScoreSheet) -> str:
    delete_photo(sheet=sheet)
    return _("The photo is deleted.")
