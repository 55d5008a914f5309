"""The page that brings phones in the room to the site."""

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from skatclub.machine.networks import reach
from skatclub.machine.qr_codes import drawing_of
from tournaments.organisations.hosts import is_hosted
from tournaments.web.access import writes_with
from tournaments.web.forms import NeedsMixin
from tournaments.words.rights import Right


class RoomForm(NeedsMixin, forms.Form):
    """What the Wi-Fi is called, in at most 32 characters, and which way phones come."""

    needs = ("roots",)
    roots: list[str]

    name = forms.CharField(
        label=_("Name of the Wi-Fi"), max_length=32, required=False, strip=True
    )
    address = forms.ChoiceField(
        label=_("Address for phones"),
        help_text=_("Where the code does not work, another may: a VPN has its own."),
        widget=forms.RadioSelect,
    )

    def set_up(self) -> None:
        address = self.fields["address"]
        if len(self.roots) > 1 and isinstance(address, forms.ChoiceField):
            address.choices = [(root, root) for root in self.roots]
        else:
            del self.fields["address"]


@login_not_required
@writes_with(Right.RUN)
@never_cache
def join(request: HttpRequest) -> HttpResponse:
    form = RoomForm(
        request.POST or None,
        roots=reach.choosable_roots(request),
        initial={"name": reach.wifi_name(), "address": reach.phone_root(request)},
    )
    if form.is_valid():
        reach.call_wifi(form.cleaned_data["name"])
        if root := form.cleaned_data.get("address"):
            reach.choose(root)
        return redirect("join")
    context = {
        "form": None if is_hosted() else form,
        "obstacles": reach.obstacles(request),
        "from_here": reach.is_from_here(request),
        **way_to(request),
    }
    return render(request, "join.html", context)


def way_to(request: HttpRequest, path: str = "") -> dict[str, str]:
    """Return for a template how phones come to ``path``: code, address, Wi-Fi."""
    address = reach.phone_root(request) + path.lstrip("/")
    return {
        "address": address,
        # Drawn by us from an address; nothing of it is somebody's markup.
        "code": mark_safe(drawing_of(address)),
        "wifi": reach.wifi_name(),
    }
