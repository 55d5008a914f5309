"""Under which address the other machines in the room find this one."""

import io
import socket

import segno


def lan_address() -> str | None:
    """Return this machine's address in its network; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: it only asks which way a packet to this address of
            # the documentation network would leave.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def is_taken(host: str, port: int) -> bool:
    """Tell whether something answers there already."""
    here = "127.0.0.1" if host == "0.0.0.0" else host
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(0.5)
        try:
            return probe.connect_ex((here, port)) == 0
        except OSError:
            return False


def qr_code(url: str) -> str:
    """Return ``url`` as a QR code made of half-block characters."""
    drawing = io.StringIO()
    segno.make(url, error="m").terminal(drawing, border=2, compact=True)
    return drawing.getvalue()
