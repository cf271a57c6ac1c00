"""Which names this server answers to, and which addresses it can be reached at.

A page on the internet may let its own name point to a machine on the local network ("DNS rebinding") and then read along with the
visitor's browser. Such a request carries the attacker's name in its Host header, so only names that an attacker can't own are
accepted: addresses in figures (no DNS is involved), this machine's own name, localhost, and what the owner lists in
`SCOREKEEPER_HOSTS`.
"""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from flask import Flask, Response, request
from flask_babel import gettext


def own_names() -> frozenset[str]:
    """The names this machine goes by on its own network: its host name, plain and as announced with `.local`."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    return frozenset({"localhost", name, short, f"{short}.local"} - {"", ".local"})


def is_accepted(host: str, names: Iterable[str]) -> bool:
    """Whether a Host header names this server. `names` are lower case; one with a leading dot admits its subdomains too.

    >>> [is_accepted(host, {".club.example"}) for host in ("192.168.1.7:8000", "[::1]:8000", "A.club.example")]
    [True, True, True]
    >>> is_accepted("evilclub.example", {".club.example"})
    False
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if not _is_name(name):
        return _is_address(name)
    return _is_address(name) or name.endswith(".localhost") or any(_matches(name, known) for known in names)


def _is_name(name: str) -> bool:
    """Whether a machine can be called so, and its name be written into an address."""
    try:
        name.encode("ascii").decode("idna")
    except UnicodeError:
        return False
    return all(0 < len(label) < 64 for label in name.split("."))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _matches(name: str, known: str) -> bool:
    return name == known.lstrip(".") or (known.startswith(".") and name.endswith(known))


def init_app(app: Flask, names: Iterable[str]) -> None:
    """Answer 400 to requests for any other name, and to those that came by none of a browser's ways."""
    accepted = own_names() | frozenset(names)

    @app.before_request
    def refuse_foreign_hosts() -> Response | None:
        if request.scheme not in {"http", "https"}:
            sentence = gettext("The proxy in front of this server must set X-Forwarded-Proto to http or https.")
        elif not is_accepted(request.host, accepted):
            sentence = gettext("This server doesn't answer to this name. Its owner can add it to SCOREKEEPER_HOSTS.")
        else:
            return None
        return Response(sentence, 400, mimetype="text/plain")  # no page: its links would carry the foreign name


# One private network each, plus a documentation address that follows the default route. Nothing is ever sent there.
_PROBES = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")


def lan_addresses() -> list[str]:
    """This machine's addresses on its networks, the one towards the internet first.

    "Connecting" a UDP socket only asks the operating system which address it would use; no packet leaves the machine.
    """
    found: list[str] = []
    for probe in _PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
            try:
                udp.connect((probe, 9))
            except OSError:
                continue
            address = udp.getsockname()[0]
        if address not in found and not ipaddress.ip_address(address).is_loopback:
            found.append(address)
    return found
