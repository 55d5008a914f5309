"""Under which addresses phones in the room find the site."""

import os
import shutil
import subprocess
import sys

import pytest
from django.test import RequestFactory
from django.urls import reverse

from skatclub.machine.networks import network, reach
from skatclub.machine.qr_codes import drawing_of
from tests.factories import make_secretary, make_sheet, make_user
from tests.processes import ROOT
from tournaments.events.models import Event
from tournaments.organisations.services import add_organisation
from tournaments.scope.scope import scope

FOREIGN = "192.168.213.77"
ASK = "from skatclub.machine.networks import network; print(*network.addresses())"


@pytest.fixture
def own():
    """Return an address of this machine."""
    if not network.addresses():
        pytest.skip("this machine is in no network")
    return network.addresses()[0]


def request_from(host):
    return RequestFactory().get("/", headers={"host": f"{host}:8000"})


def addresses_with(*commands):
    """Return the addresses of a machine that has only these networks."""
    if not all(map(shutil.which, ("unshare", "ip"))) or not os.path.exists(
        "/dev/net/tun"
    ):
        pytest.skip("no networks to make here")
    ask = f"'{sys.executable}' -c '{ASK}'"
    script = " && ".join(["ip link set lo up", *commands, "echo made", ask])
    done = subprocess.run(
        ["unshare", "-rn", "sh", "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    made, *found = done.stdout.split() or [""]
    if made != "made":
        pytest.skip(done.stderr)
    assert not done.returncode, done.stderr
    return found


def net(name, address, mode="tap"):
    return (
        f"ip tuntap add {name} mode {mode} && ip addr add {address}/24 dev {name} "
        f"&& ip link set {name} up"
    )


def test_a_hotspot_without_a_way_to_the_internet_is_a_network():
    assert addresses_with("true") == []
    assert addresses_with(net("wlan0", "192.168.43.7")) == ["192.168.43.7"]


def test_a_vpn_is_not_what_phones_are_told():
    found = addresses_with(
        net("wlan0", "192.168.178.7"),
        net("tun0", "10.8.0.2", mode="tun"),
        "ip route add default dev tun0",
    )

    assert found == ["192.168.178.7", "10.8.0.2"]


@pytest.mark.django_db
def test_in_the_room_only_the_machine_s_own_addresses_are_answered(
    client, settings, own
):
    make_secretary()
    settings.ALLOWED_HOSTS = network.OwnHosts(["*", "localhost"])

    answers = [client.get("/", headers={"host": host}) for host in (own, FOREIGN)]

    assert [answer.status_code for answer in answers] == [200, 404]


def test_phones_are_sent_to_the_network_never_to_the_reader_s_own_machine(
    own, settings
):
    for host in ("127.0.0.1", "localhost"):
        assert reach.phone_root(request_from(host)) == f"http://{own}:8000/"
    settings.ALLOWED_HOSTS = [FOREIGN, "127.0.0.1"]
    assert reach.phone_root(request_from(FOREIGN)) == f"http://{FOREIGN}:8000/"
    settings.ADDRESS = "https://skat.example/"
    assert reach.phone_root(request_from("127.0.0.1")) == "https://skat.example/"
    assert reach.obstacles(request_from("127.0.0.1")) == []


def test_serving_this_machine_only_is_said(settings, own):
    (sentence,) = reach.obstacles(request_from("127.0.0.1"))
    settings.IN_THE_ROOM = True

    assert "im Saal starten" in sentence
    assert reach.obstacles(request_from("127.0.0.1")) == []


@pytest.mark.django_db
def test_where_several_keep_their_books_phones_go_where_the_reader_came_by(
    client, settings, many_organisations
):
    settings.ADDRESS = "https://skat.example/"
    reach.call_wifi("Gasthof Linde")
    reach.remember_printed("http://192.168.1.20:8000/")
    herz7 = add_organisation(name="Herz Sieben", host="herz-sieben.localhost")
    with scope(herz7.organisation.pk):
        make_secretary()

    page = client.get("/join/", headers={"host": "herz-sieben.localhost"}).text

    assert drawing_of("http://herz-sieben.localhost/") in page
    assert "Das geht von überall" in page
    assert "Linde" not in page
    assert reach.moved(request_from("herz-sieben.localhost")) == ""


def test_codes_printed_in_another_network_are_remembered(settings):
    settings.ALLOWED_HOSTS = [FOREIGN, "localhost"]
    request = request_from(FOREIGN)

    assert reach.moved(request) == ""
    reach.remember_printed("http://192.168.1.20:8000/")
    assert "192.168.1.20" in reach.moved(request)
    reach.remember_printed(reach.phone_root(request))
    assert reach.moved(request) == ""


@pytest.mark.django_db
def test_the_page_for_phones_shows_code_and_wifi_to_everybody(client):
    client.force_login(make_secretary())
    client.post("/join/", {"name": " Gasthof <Linde> "})
    client.logout()

    page = client.get("/join/")

    assert page.status_code == 200
    assert "Gasthof &lt;Linde&gt;" in page.text
    assert drawing_of("http://testserver/") in page.text
    assert "<form method" not in page.text.split("<main")[1].split("</main")[0]


@pytest.mark.django_db
def test_one_of_the_machine_s_addresses_is_chosen_for_phones(client, monkeypatch):
    monkeypatch.setattr(network, "addresses", lambda: ("192.168.1.20", "10.8.0.2"))
    client.force_login(make_secretary())
    here = {"host": "localhost:8000"}
    vpn = "http://10.8.0.2:8000/"

    offered = client.get("/join/", headers=here).text
    client.post("/join/", {"name": "", "address": vpn}, headers=here)
    chosen = client.get("/join/", headers=here).text

    assert f'value="{vpn}"' in offered
    assert drawing_of("http://192.168.1.20:8000/") in offered
    assert drawing_of(vpn) in chosen
    monkeypatch.setattr(network, "addresses", lambda: ("192.168.1.20",))
    assert reach.phone_root(request_from("localhost")) == "http://192.168.1.20:8000/"


@pytest.mark.django_db
def test_visitors_read_nothing_of_how_the_machine_is_started(client, settings, own):
    code = drawing_of(f"http://{own}/")
    here = {"host": "localhost"}
    secretary = make_secretary()
    visitors = client.get("/join/", headers=here).text
    client.force_login(secretary)
    secretarys = client.get("/join/", headers=here).text

    assert "Telefone kommen noch nicht hierher" in visitors
    assert "im Saal starten" not in visitors
    assert code not in visitors
    assert "im Saal starten" in secretarys
    assert code in secretarys


@pytest.mark.django_db
@pytest.mark.parametrize("screen", ["beamer", "clock"])
def test_the_screen_in_the_hall_shows_the_way_in(client, screen):
    event = make_sheet().series.event
    reach.call_wifi("Gasthof Linde")
    page = reverse(f"events:{screen}", args=[event.pk])
    client.force_login(make_user("emil"))
    hidden = client.get(page)
    Event.objects.update(is_published=True)

    shown = client.get(page)

    address = f"http://testserver/events/{event.pk}/me/"
    assert drawing_of(address) in shown.text
    assert "Gasthof Linde" in shown.text
    assert "Gasthof Linde" not in hidden.text


@pytest.mark.django_db
def test_the_screen_in_the_hall_follows_a_change_of_network(client, settings):
    make_secretary()
    event = make_sheet().series.event
    Event.objects.update(is_published=True)
    page = reverse("events:clock", args=[event.pk])
    before = {"revision": client.get(page).context["revision"]}
    htmx = {"HX-Request": "true"}

    same = client.get(page, before, headers=htmx)
    settings.ADDRESS = "https://skat.example/"
    moved = client.get(page, before, headers=htmx)

    assert same.status_code == 204
    assert "https://skat.example/" in moved.text


def test_a_port_that_there_cannot_be_is_no_server_error(own):
    odd = RequestFactory().get("/", headers={"host": "localhost:99999"})

    assert all(root.count(":") == 1 for root in reach.network_roots(odd))
