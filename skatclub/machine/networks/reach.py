"""Where phones in the room find the site, and what stands in their way."""

from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from skatclub.machine.networks import network, reach
from skatclub.machine.private_files import read, write
from skatclub.machine.qr_codes import drawing_of
from tournaments.organisations.hosts import is_alone, is_hosted
from tournaments.web.access import writes_with
from tournaments.web.forms import NeedsMixin
from tournaments.words.rights import Right

NEAR = (".local", ".localhost", ".lan", ".home.arpa", ".internal", ".fritz.box")
HERE = ("localhost", "127.0.0.1", "::1")


def phone_root(request: HttpRequest) -> str:
    """Return the address for phones, such as "http://192.168.1.20:8000/".

    The one of the settings; else the one of this machine's that was chosen; else the
    one the reader came by; else, where that only leads to the reader's own machine, the
    likeliest. Where several organisations keep their books the one of the settings may
    be another's.
    """
    seen = request.build_absolute_uri("/")
    if not is_here(seen) and not is_alone():
        return seen
    if settings.ADDRESS:
        return str(settings.ADDRESS)
    roots = choosable_roots(request)
    if chosen := next(filter(is_chosen, roots), None):
        return chosen
    return next(iter(roots), seen) if is_here(seen) else seen


def choosable_roots(request: HttpRequest) -> list[str]:
    """Return the addresses of which one may be chosen for phones, likeliest first.

    None where the address is set, or the reader came by another, such as a proxy's.
    """
    roots = network_roots(request)
    seen = request.build_absolute_uri("/")
    is_own = is_here(seen) or seen in roots
    return roots if is_own and not settings.ADDRESS else []


def is_chosen(root: str) -> bool:
    """Tell whether somebody has chosen this address for phones."""
    return not is_hosted() and urlsplit(root).hostname == read(note("address"))


def choose(root: str) -> None:
    """Keep which of the machine's addresses phones are told, whatever the port."""
    write(note("address"), urlsplit(root).hostname or "")


def network_roots(request: HttpRequest) -> list[str]:
    """Return all addresses of this machine in its networks, likeliest first."""
    seen = urlsplit(request.build_absolute_uri("/"))
    try:
        port = f":{seen.port}" if seen.port else ""
    except ValueError:  # the reader's browser names a port that there cannot be
        port = ""
    return [f"{seen.scheme}://{address}{port}/" for address in network.addresses()]


def is_here(root: str) -> bool:
    """Tell whether an address leads every machine to itself."""
    return urlsplit(root).hostname in HERE


def is_near(root: str) -> bool:
    """Tell whether an address leads nobody here who is outside of this network.

    >>> is_near("http://192.168.1.20:8000/"), is_near("https://skat.example/")
    (True, False)
    """
    host = urlsplit(root).hostname or ""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith(NEAR)


def obstacles(request: HttpRequest) -> list[str]:
    """Return in sentences why phones would not find the site."""
    root = phone_root(request)
    if is_here(root):
        return [
            _(
                "This machine is in no network, so phones cannot open what the codes "
                "say. Connect it first, or set SKATCLUB_ADDRESS."
            )
        ]
    if not settings.ADDRESS and not settings.IN_THE_ROOM and is_from_here(request):
        return [
            _(
                "Skatclub serves this machine only: phones cannot open the codes until "
                "it is started with “Skatclub im Saal starten”."
            )
        ]
    return []


def is_from_here(request: HttpRequest) -> bool:
    """Tell whether the reader sits at the machine that serves."""
    return is_here(request.build_absolute_uri("/"))


def moved(request: HttpRequest) -> str:
    """Return in a sentence that codes printed earlier lead elsewhere; or nothing."""
    before, now = read(note("printed")), phone_root(request)
    if not is_alone() or before in ("", now):
        return ""
    return _(
        "The network has changed: codes printed earlier lead to %(before)s, now it is "
        "%(now)s."
    ) % {"before": before, "now": now}


def remember_printed(root: str) -> None:
    """Keep the address that stands on paper now."""
    if read(note("printed")) != root:
        write(note("printed"), root)


def wifi_name() -> str:
    """Return what the Wi-Fi of the room is called, if somebody has typed it."""
    return "" if is_hosted() else read(note("wifi"))


def call_wifi(name: str) -> None:
    """Keep what the Wi-Fi of the room is called."""
    write(note("wifi"), name)


def note(name: str) -> Path:
    """Return the file of one line about the room; it concerns this machine only."""
    path: Path = settings.DATA_DIR / name
    return path


class RoomForm(NeedsMixin, forms.Form):
    """What the Wi-Fi is called, in at most 32 characters, and which way phones come."""

    needs = ("roots",)
    roots: list[str]

    name = forms.CharField(
        label=gettext_lazy("Name of the Wi-Fi"),
        max_length=32,
        required=False,
        strip=True,
    )
    address = forms.ChoiceField(
        label=gettext_lazy("Address for phones"),
        help_text=gettext_lazy(
            "Where the code does not work, another may: a VPN has its own."
        ),
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
