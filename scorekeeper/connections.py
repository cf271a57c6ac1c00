"""The connections of the embedded server. Whoever knocks gets in, and nobody waits for anybody else.

Waitress lets nobody in when it has as many connections as it may, closes them by the clock on the
wall, and lends its threads to whoever sends or reads slowly. Here the connection that can best be
done without makes room, time is what has passed, and what is large waits for its turn.
"""

import errno
import logging
import select
import socket
from collections import Counter, deque
from collections.abc import MutableMapping
from contextlib import suppress
from time import monotonic
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import BadRequest, logger

from scorekeeper.web.imports import MOST_BYTES

MOST = 1200  # connections; phones keep theirs open
SPARE = 200  # files beside them: the database, large requests and answers
BREATH = 2.0  # seconds in which somebody who has just come sends a request
AT_ONCE = 100  # connections let in before others are looked after again
FEW = 50  # connections of one client that have just come
LARGE = 1_000_000  # bytes; no form of a game is as large
LONGEST_LINE = 4096  # bytes between the parts of a request that comes in parts
LONGEST_HEAD = 65_536  # bytes


class Parser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request as it comes in."""

    def received(self, data: bytes) -> int:
        """Waitress looks at an unfinished line again with every piece of it: at a long one for ever."""
        consumed: int = super().received(data)
        body = self.body_rcv
        if self.chunked and len(body.control_line) + len(body.trailer) > LONGEST_LINE:
            self.error = BadRequest("A part of this request has too long a line.")
            self.completed = True
        return consumed

    @property
    def is_large(self) -> bool:
        """Whether it is one of those that may take long."""
        return bool(self.body_bytes_received > LARGE)


class Discreet(logging.LoggerAdapter[logging.Logger]):
    """The address of a game is its key: it has no place in a log."""

    def process(self, msg: Any, kwargs: MutableMapping[str, Any]) -> tuple[Any, MutableMapping[str, Any]]:
        """Waitress ends its sentence with it."""
        return str(msg).partition(" serving ")[0], kwargs


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """One connection. `since` is when it was last answered, or made."""

    parser_class = Parser
    logger = Discreet(logger)
    answered = False

    def __init__(self, server: "Server", sock: socket.socket, addr: Any, adj: Adjustments, **kw: Any) -> None:
        self.since = monotonic()
        super().__init__(server, sock, addr, adj, **kw)

    @property
    def last_activity(self) -> float:
        """When anything was last sent or received."""
        return self._active

    @last_activity.setter
    def last_activity(self, _clock: float) -> None:
        self._active = monotonic()

    @property
    def idle(self) -> bool:
        """Whether nothing that was asked is to be answered."""
        return not (self.requests or self.total_outbufs_len or self.will_close or self.close_when_flushed)

    def service(self) -> None:
        """Answer a request, in a thread."""
        large = self.requests[0].is_large
        try:
            super().service()
        finally:
            self.answered, self.since = True, monotonic()
            if large:
                self.server.task_dispatcher.next_large()

    def _flush_outbufs_below_high_watermark(self) -> None:
        """Waitress would keep the thread until what was sent is read."""
        if self.total_outbufs_len > self.adj.outbuf_high_watermark:
            self.hang_up()

    def hang_up(self) -> None:
        """End the connection, from any thread and also if nobody reads: the loop closes what is left of it."""
        self.connected = False
        self.will_close = True
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


class Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]  # waitress has no types
    """The threads. Of the large requests one is answered at a time, so that the other threads are there for all others."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.waiting: deque[Channel] = deque()
        self.large = False
        self.set_thread_count(threads)

    def add_task(self, task: Channel) -> None:
        if task.requests[0].is_large:
            with self.lock:
                if self.large:
                    self.waiting.append(task)
                    return
                self.large = True
        super().add_task(task)

    def next_large(self) -> None:
        """A large request is answered."""
        with self.lock:
            following = self.waiting.popleft() if self.waiting else None
            self.large = following is not None
        if following is not None:
            super().add_task(following)


class Server(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """The open port and its connections."""

    channel_class = Channel
    next_channel_cleanup: float = 0

    def __init__(self, application: Any, listener: socket.socket, *, threads: int, **options: Any) -> None:
        polling = hasattr(select, "poll")
        super().__init__(
            application,
            _sock=listener,
            bind_socket=False,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            dispatcher=Dispatcher(threads),
            adj=Adjustments(
                asyncore_use_poll=polling,
                connection_limit=_room() if polling else 480,  # select() stops at 512 files on Windows
                max_request_body_size=MOST_BYTES * 3 // 2 + LARGE,  # a little more than any page takes, which says so
                max_request_header_size=LONGEST_HEAD,
                log_socket_errors=False,  # a phone that leaves is no news
                ident=None,
                **options,
            ),
        )

    def readable(self) -> bool:
        """Always, for whoever is new; now and then it is looked for those who have left."""
        now = monotonic()
        if now >= self.next_channel_cleanup:
            self.next_channel_cleanup = now + self.adj.cleanup_interval
            self.maintenance(now)
        return bool(self.accepting)

    def maintenance(self, now: float) -> None:
        """Close connections on which nothing happens any more, also those that do not read what they were sent."""
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.total_outbufs_len and channel.last_activity < now - self.adj.channel_timeout:
                channel.hang_up()

    def handle_accept(self) -> None:
        """Let in whoever knocks, some at a time; for each of them that is one too many, somebody leaves."""
        for _ in range(AT_ONCE):
            try:
                found = self.accept()
            except OSError as error:
                if error.errno in {errno.EMFILE, errno.ENFILE}:
                    self.make_room(1)
                break
            if found is None:
                break
            connection, client = found
            try:
                self.set_socket_options(connection)
                self.channel_class(self, connection, client, self.adj, map=self._map)
            except OSError:  # gone already
                connection.close()
        self.make_room(len(self.active_channels) - self.adj.connection_limit)

    def make_room(self, number: int) -> None:
        """Close so many connections, those that can best be done without.

        First those that were made and never used, then those used before, last those that have just come; of each those of
        the client who has most of them; of these the one that has waited longest. A client who makes many at once has not
        just come with them.
        """
        if number <= 0:
            return
        now = monotonic()
        idle = [channel for channel in self.active_channels.values() if channel.idle]
        unused = Counter(channel.addr[0] for channel in idle if not channel.answered)

        def kind(channel: Channel) -> int:
            if channel.answered:
                return 1
            return 0 if now - channel.since > BREATH or unused[channel.addr[0]] > FEW else 2

        counted = Counter((kind(channel), channel.addr[0]) for channel in idle)
        order = sorted(idle, key=lambda one: (kind(one), -counted[kind(one), one.addr[0]], one.since))
        for channel in order[:number]:
            channel.handle_close()


def _room() -> int:
    """How many connections there may be: as many as files can be open, some of which are needed for other things."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, max(soft - SPARE, 100))
