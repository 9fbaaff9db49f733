"""Tries to reach what listens on this machine, and the world."""

import socket

from main import attempt, targets


def _tcp(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as end:
        end.settimeout(0.5)
        end.connect(address)
        return end.send(b"x")


def _udp(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        return end.sendto(b"x", address)


def _datagram_pair(address):
    one, _other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return one.sendto(b"x", address)


def attack(question):
    aims = targets()
    port = aims["port"]
    attempt("tcp", lambda: _tcp(socket.AF_INET, ("127.0.0.1", port)))
    attempt("tcp6", lambda: _tcp(socket.AF_INET6, ("::1", port)))
    attempt("udp", lambda: _udp(("127.0.0.1", port)))
    attempt("local", lambda: _tcp(socket.AF_UNIX, aims["stream_socket"]))
    attempt("abstract", lambda: _tcp(socket.AF_UNIX, "\0" + aims["abstract_socket"]))
    attempt("datagram pair", lambda: _datagram_pair(aims["datagram_socket"]))
    attempt("name", lambda: socket.getaddrinfo("localhost", port))
    attempt("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1).fileno())
    attempt("listening", lambda: socket.create_server(("127.0.0.1", 0)).getsockname())
    for family in (socket.AF_PACKET, socket.AF_NETLINK, 38, 40):
        attempt(f"family {family}", lambda family=family: socket.socket(family, socket.SOCK_RAW).fileno())
