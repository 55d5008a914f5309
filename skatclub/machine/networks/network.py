"""Under which addresses the other machines in the room find this one."""

import ctypes
import ipaddress
import socket
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

# Where an address says its family: macOS has the length before it.
FAMILY = 1 if sys.platform == "darwin" else 0
IS_UP, IS_POINT_TO_POINT = 0x1, 0x10
VIRTUAL = ("docker", "br-", "virbr", "veth", "vbox", "vmnet", "lxc", "podman", "cni")
# Where this machine is the hotspot: of Windows, of NetworkManager, of macOS.
HOTSPOTS = frozenset({"192.168.137.1", "10.42.0.1", "192.168.2.1"})
CARRIER = ipaddress.ip_network("100.64.0.0/10")  # providers use it, and VPNs
FRESH = 3  # seconds


class Interface(NamedTuple):
    """One address of this machine; phones hardly come in by a tunnel."""

    address: str
    is_tunnel: bool = False


def addresses() -> tuple[str, ...]:
    """Return this machine's addresses, the likeliest for phones first.

    Asked again after some seconds: a laptop changes its network while it serves.
    """
    return addresses_at(int(time.monotonic()) // FRESH)


@lru_cache(maxsize=1)
def addresses_at(_moment: int) -> tuple[str, ...]:
    """Return the addresses, once a moment."""
    return ranked(interfaces(), way_out())


def ranked(found: Iterable[Interface], out: str = "") -> tuple[str, ...]:
    """Order addresses by how likely a phone in the room reaches them.

    The network that leads ``out`` to the internet is the likeliest, but not where it
    is a VPN, and not where this machine is the hotspot itself.

    >>> ranked([Interface("10.8.0.2", True), Interface("192.168.1.20")], "10.8.0.2")
    ('192.168.1.20', '10.8.0.2')
    >>> ranked([Interface("10.23.4.5"), Interface("192.168.137.1")], "10.23.4.5")
    ('192.168.137.1', '10.23.4.5')
    """

    def distance(each: Interface) -> tuple[bool, ...]:
        address = ipaddress.ip_address(each.address)
        return (
            each.is_tunnel or address in CARRIER,
            address.is_link_local,
            each.address not in HOTSPOTS,
            each.address != out,
            not address.is_private,
        )

    usable = {each.address: each for each in found if is_usable(each.address)}
    return tuple(each.address for each in sorted(usable.values(), key=distance))


def is_usable(address: str) -> bool:
    """Tell whether somebody else may reach this machine by ``address``."""
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_unspecified)


def interfaces() -> list[Interface]:
    """Return what the system says about its networks; no name server is asked."""
    if sys.platform == "win32":
        with suppress(OSError):
            named = socket.gethostbyname_ex(socket.gethostname())[2]
            return [Interface(address) for address in named]
        return []
    return list(listed_interfaces())


class Listed(ctypes.Structure):
    """How the C libraries of Linux and macOS list an address of an interface."""

    _fields_ = [
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("flags", ctypes.c_uint),
        ("address", ctypes.c_void_p),
    ]


def listed_interfaces() -> Iterator[Interface]:
    """Yield every IPv4 address; one interface may have several."""
    library, first = ctypes.CDLL(None), ctypes.c_void_p()
    if library.getifaddrs(ctypes.byref(first)):
        return
    at = first.value
    while at:
        listed = Listed.from_address(at)
        if listed.address and listed.flags & IS_UP:
            raw = ctypes.string_at(listed.address, 8)
            if raw[FAMILY] == socket.AF_INET:
                is_tunnel = bool(listed.flags & IS_POINT_TO_POINT)
                virtual = is_tunnel or listed.name.decode().startswith(VIRTUAL)
                yield Interface(socket.inet_ntoa(raw[4:]), virtual)
        at = listed.next
    library.freeifaddrs(first)


def way_out() -> str:
    """Return the address by which a packet would leave for the internet, or nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: it only asks for the way to the documentation network.
            probe.connect(("198.51.100.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


class OwnHosts(list[str]):
    """Allowed hosts, to which this machine's addresses belong as they are now."""

    def __iter__(self) -> Iterator[str]:
        yield from super().__iter__()
        yield from addresses()


def is_taken(host: str, port: int) -> bool:
    """Tell whether something answers there already; no such host is an error."""
    here = "127.0.0.1" if host in ("0.0.0.0", "*") else host
    try:
        socket.create_connection((here, port), timeout=0.5).close()
    except socket.gaierror:
        raise
    except OSError:
        return False
    return True
