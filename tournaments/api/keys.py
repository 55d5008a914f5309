"""The keys of other programs: the owner's pages and their addresses."""

from django import forms
from django.contrib import messages
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournaments.api.door import PREFIX
from tournaments.api.models import ApiKey
from tournaments.api.services import create_key, revoke_key
from tournaments.web.access import button_for, form_for, page_for
from tournaments.web.answers import show_form
from tournaments.web.forms import ServiceForm, tick
from tournaments.words.rights import Right


class KeyForm(ServiceForm):
    """A key for another program."""

    name = forms.CharField(label=gettext_lazy("What the key is for"), max_length=60)
    writes = tick(gettext_lazy("The program may write lists, too"))

    def act(self) -> tuple[ApiKey, str]:
        rights = {"read", "write"} if self.cleaned_data["writes"] else {"read"}
        return create_key(name=self.cleaned_data["name"], rights=frozenset(rights))


TEMPLATES = "tournaments/api/keys/"


@page_for(Right.CLUB)
def show_programs(request: HttpRequest) -> HttpResponse:
    """Show the keys of other programs, valid ones first."""
    keys = ApiKey.objects.select_related("account")
    context = {"keys": keys.order_by(F("revoked_at").asc(nulls_first=True), "name")}
    return render(request, f"{TEMPLATES}programs.html", context)


@form_for(Right.CLUB)
@never_cache
def add_key(request: HttpRequest) -> HttpResponse:
    form = KeyForm(request.POST or None)
    if form.is_valid() and (new := form.save()):
        (key, secret), root = new, request.build_absolute_uri(PREFIX)
        context = {"name": key.name, "secret": secret, "root": root}
        return render(request, f"{TEMPLATES}new_key.html", context)
    return show_form(request, f"{TEMPLATES}add_key.html", form=form)


@button_for(Right.CLUB)
def revoke_api_key(request: HttpRequest, pk: int) -> HttpResponse:
    revoke_key(key=get_object_or_404(ApiKey, pk=pk))
    messages.success(request, _("This key opens nothing any more."))
    return redirect("programs:all")


urlpatterns = [
    path("", show_programs, name="all"),
    path("keys/add/", add_key, name="add-key"),
    path("keys/<int:pk>/revoke/", revoke_api_key, name="revoke-key"),
]
