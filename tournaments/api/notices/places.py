"""Resolving addresses, and refusing those that lead into a private network."""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
# IPv4 addresses embedded in IPv6: what counts is where they lead.
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
# All IPv6 addresses assigned so far; those outside are private or special.
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
# Special networks that Python, at least in some versions, considers global.
SPECIAL = (
    *(ipaddress.ip_network(network) for network in ("192.0.0.0/24", "192.88.99.0/24")),
    *(ipaddress.ip_network(network) for network in ("2001::/23", "3fff::/20")),
)
PORTS = {"https": 443, "http": 80}
FIRST_FREE_PORT = 1024
"""Lower ports belong to system services such as mail, not to receivers."""


class UnknownPlace(Exception):
    """No machine has this name."""


class PrivatePlace(Exception):
    """At least one of the numbers of a name is in a private network."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A machine by its numbers, so that its name is not looked up again."""

    numbers: tuple[str, ...]
    port: int


def port_of(parts: SplitResult) -> int:
    """Return the port of an address: the default of its scheme, or one from 1024 up.

    Raises ``ValueError`` for other ports.

    >>> [port_of(urlsplit(f"https://a.example{end}/")) for end in ("", ":", ":8443")]
    [443, 443, 8443]
    """
    usual = PORTS[parts.scheme]
    port = usual if parts.port is None else parts.port
    if port != usual and port < FIRST_FREE_PORT:
        raise ValueError(port)
    return port


def look_up_place(address: str) -> Place:
    """Return the place that an address leads to.

    Every number of its name is checked: one in a private network is enough to refuse.
    Raises ``UnknownPlace``, ``PrivatePlace``, and ``ValueError`` for no address.
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
    """Return the IP addresses of a name. Raises ``UnknownPlace``."""
    try:
        addresses = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise UnknownPlace(name) from None
    return tuple(dict.fromkeys(str(address[4][0]) for address in addresses))


def is_public_number(number: str) -> bool:
    """Return whether an IP address is public.

    >>> public = ("93.184.216.34", "2606:2800:220:1::1")
    >>> all(is_public_number(number) for number in public)
    True
    >>> private = ("127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "::1",
    ...     "fe80::1%eth0", "fd00::1", "::ffff:192.168.0.1", "64:ff9b::10.0.0.1",
    ...     "2002:7f00:1::", "0.0.0.0", "224.0.0.1", "255.255.255.255",
    ...     "fec0::1", "::127.0.0.1", "64:ff9b:1::7f00:1", "192.0.0.8")
    >>> any(is_public_number(number) for number in private)
    False
    """
    address = embedded_address(ipaddress.ip_address(number.partition("%")[0]))
    if address.version == 6 and address not in GLOBAL_UNICAST:
        return False
    is_special = any(address in network for network in SPECIAL)
    return address.is_global and not address.is_multicast and not is_special


def embedded_address(address: IpAddress) -> IpAddress:
    """Return the IPv4 address embedded in one of IPv6; otherwise the address itself."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in TRANSLATED:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address
