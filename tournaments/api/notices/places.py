"""Where an address leads: never into the network behind our own door."""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
# Addresses of IPv4 inside those of IPv6: what counts is where they come out.
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
# All that was ever given out of IPv6; beside it lie only networks of one's own.
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
# Special networks that Python, or one version of it, takes for the internet.
SPECIAL = (
    *(ipaddress.ip_network(each) for each in ("192.0.0.0/24", "192.88.99.0/24")),
    *(ipaddress.ip_network(each) for each in ("2001::/23", "3fff::/20")),
)
PORTS = {"https": 443, "http": 80}
FIRST_FREE_PORT = 1024
"""Below it listen a machine's own services, such as mail; they are no receivers."""


class UnknownPlace(Exception):
    """No machine has this name."""


class PrivatePlace(Exception):
    """The address leads into a private network, or one of several does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A machine as it is connected to: by number, so that no name is asked again."""

    numbers: tuple[str, ...]
    port: int


def port_of(parts: SplitResult) -> int:
    """Return the port of an address: its scheme's own, or one from 1024 up.

    Raises ``ValueError`` for another one.

    >>> [port_of(urlsplit(f"https://a.example{each}/")) for each in ("", ":", ":8443")]
    [443, 443, 8443]
    """
    usual = PORTS[parts.scheme]
    port = usual if parts.port is None else parts.port
    if port != usual and port < FIRST_FREE_PORT:
        raise ValueError(port)
    return port


def look_up_place(address: str) -> Place:
    """Look a name up and return where it leads.

    Every number is looked at: one in a private network is enough to refuse. Raises
    ``UnknownPlace``, ``PrivatePlace``, and ``ValueError`` for what is no address.
    """
    parts = urlsplit(address)
    port = port_of(parts)
    if not parts.hostname:
        raise UnknownPlace(address)
    numbers = look_up_numbers(parts.hostname)
    may_be_private = settings.PRIVATE_NOTICES
    if not may_be_private and not all(is_public_number(number) for number in numbers):
        raise PrivatePlace(parts.hostname)
    return Place(numbers=numbers, port=port)


def look_up_numbers(name: str) -> tuple[str, ...]:
    """Return the numbers behind the name of a machine; raise ``UnknownPlace``."""
    try:
        found = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise UnknownPlace(name) from None
    return tuple(dict.fromkeys(str(each[4][0]) for each in found))


def is_public_number(number: str) -> bool:
    """Return whether a number is one of the internet's.

    >>> [is_public(each) for each in ("93.184.216.34", "2606:2800:220:1::1")]
    [True, True]
    >>> private = ("127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "::1",
    ...     "fe80::1%eth0", "fd00::1", "::ffff:192.168.0.1", "64:ff9b::10.0.0.1",
    ...     "2002:7f00:1::", "0.0.0.0", "224.0.0.1", "255.255.255.255",
    ...     "fec0::1", "::127.0.0.1", "64:ff9b:1::7f00:1", "192.0.0.8")
    >>> [each for each in private if is_public(each)]
    []
    """
    address = embedded_address(ipaddress.ip_address(number.partition("%")[0]))
    if address.version == 6 and address not in GLOBAL_UNICAST:
        return False
    is_special = any(address in network for network in SPECIAL)
    return address.is_global and not address.is_multicast and not is_special


def embedded_address(address: IpAddress) -> IpAddress:
    """Return the address of IPv4 that one of IPv6 stands for; otherwise itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in TRANSLATED:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address
