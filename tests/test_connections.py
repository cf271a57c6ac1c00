"""The embedded server's connections: whoever knocks gets in, and nobody waits for anybody else."""

import logging
import re
import socket
import threading
import time
from contextlib import ExitStack, closing, contextmanager

import pytest
from waitress import wasyncore

from scorekeeper import connections
from scorekeeper.connections import BREATH, LARGE, LONGEST_HEAD, LONGEST_LINE, Server
from tests.test_cli import fetch, port_in, serving

PATIENCE = 20  # seconds, for a slow machine


def hello(environ, start_response):
    body = environ.get("wsgi.input").read() or b"hello"
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


class Running:
    """A server in a thread of this process."""

    def __init__(self, app, threads=4, **options):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.address = self.listener.getsockname()
        self.server = Server(app, self.listener, threads=threads, **options)
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.ended.is_set():
            wasyncore.loop(timeout=0.02, use_poll=True, map=self.server._map, count=1)

    def end(self):
        self.ended.set()
        self.thread.join()
        self.server.task_dispatcher.shutdown()
        wasyncore.close_all(self.server._map)

    def connect(self):
        return socket.create_connection(self.address, timeout=PATIENCE)

    def open(self, number):
        """So many connections on which nothing is sent, all of them let in."""
        before = len(self.server.active_channels)
        made = [self.connect() for _ in range(number)]
        wait(lambda: len(self.server.active_channels) >= min(before + number, self.server.adj.connection_limit))
        return made

    def open_and_use(self, number):
        """So many connections that were used, each before the next."""
        made = []
        for _ in range(number):
            made += self.open(1)
            assert ask(made[-1])
            wait(lambda: all(channel.answered and channel.idle for channel in self.server.active_channels.values()))
        return made


def wait(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def ask(phone, path="/", head=""):
    """A request on an open connection, and whether it is answered."""
    phone.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{head}\r\n".encode())
    return answered(phone)


def answered(phone):
    """Whether an answer comes, read to its end."""
    came = b""
    while b"\r\n\r\n" not in came:
        if not (more := phone.recv(65536)):
            return False
        came += more
    head, _, body = came.partition(b"\r\n\r\n")
    length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
    while len(body) < length:
        body += phone.recv(65536)
    return head.startswith(b"HTTP/1.1 200")


def is_open(phone):
    """Whether the other side has not closed it."""
    phone.setblocking(False)
    try:
        return bool(phone.recv(1))
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    finally:
        phone.settimeout(PATIENCE)


@pytest.fixture
def run(monkeypatch):
    """Starts a server that holds so many connections."""
    with ExitStack() as stack:

        def start(app=hello, *, most=20, **options):
            monkeypatch.setattr(connections, "_room", lambda: most)
            running = Running(app, **options)
            stack.callback(running.end)
            return running

        yield start


@contextmanager
def hung_up(phones):
    try:
        yield phones
    finally:
        for phone in phones:
            phone.close()


def test_somebody_new_always_gets_in(run, monkeypatch):
    """However many connections one client holds open; and those of others stay."""
    monkeypatch.setattr(connections, "FEW", 3)
    server = run()
    with hung_up(server.open_and_use(10)) as used, hung_up([]) as held:
        for _ in range(60):
            held.append(server.connect())
        for _ in range(5):
            with closing(server.connect()) as phone:
                assert ask(phone)
        assert all(ask(phone) for phone in used)


def test_what_was_never_used_goes_first_of_it_the_oldest(run):
    server = run(most=4)
    with hung_up(server.open_and_use(2)) as used, hung_up(server.open(2)) as held:
        later(server, BREATH + 1)
        with hung_up(server.open(1)) as new:
            wait(lambda: not is_open(held[0]))
            assert all(map(is_open, [*used, held[1], *new]))


def test_who_has_just_come_stays_before_who_is_through(run):
    server = run(most=4)
    with hung_up(server.open_and_use(2)) as used, hung_up(server.open(3)) as new:
        wait(lambda: not is_open(used[0]))
        assert all(ask(phone) for phone in [used[1], *new])


def test_who_has_most_connections_gives_one(run):
    server = run(most=4)
    with hung_up(server.open(4)) as phones:
        channels = sorted(server.server.active_channels.values(), key=lambda channel: channel.since)
        for channel, client in zip(channels, ("10.0.0.1", "10.0.0.2", "10.0.0.2", "10.0.0.3"), strict=True):
            channel.addr = (client, 1)
        with hung_up(server.open(1)):
            wait(lambda: not is_open(phones[1]))
            assert all(map(is_open, [phones[0], *phones[2:]]))


def later(server, seconds):
    """So long ago everything on the connections was."""
    for channel in list(server.server.active_channels.values()):
        channel.since -= seconds
        channel._active -= seconds


def test_a_connection_in_use_is_never_closed_for_another(run):
    going, entered = threading.Event(), threading.Semaphore(0)

    def slow(environ, start_response):
        if environ["PATH_INFO"] == "/slow":
            entered.release()
            going.wait(PATIENCE)
        return hello(environ, start_response)

    server = run(slow, most=4)
    with hung_up(server.open(2)) as busy, hung_up([]) as held:
        for phone in busy:
            phone.sendall(b"GET /slow HTTP/1.1\r\n\r\n")
            assert entered.acquire(timeout=PATIENCE)
        held += [server.connect() for _ in range(8)]
        with closing(server.connect()) as phone:
            assert ask(phone)
        going.set()
        assert all(answered(phone) for phone in busy)


@pytest.mark.parametrize("step", [-86_400, 86_400])
def test_the_clock_on_the_wall_closes_nothing_and_keeps_nothing_open(run, monkeypatch, step):
    server = run(channel_timeout=1000, cleanup_interval=0)
    with hung_up(server.open(2)) as phones:
        assert all(ask(phone) for phone in phones)
        monkeypatch.setattr(time, "time", lambda real=time.time: real() + step)
        assert all(ask(phone) for phone in phones)

        def closed():
            later(server, 2000)  # again: the server notes the time of an answer a little after it
            return not any(map(is_open, phones))

        wait(closed)


def test_who_reads_nothing_keeps_no_thread(run):
    def large(environ, start_response):
        if environ["PATH_INFO"] != "/large":
            return hello(environ, start_response)
        start_response("200 OK", [("Content-Length", "2000000")])
        return [b"x" * 2_000_000]

    server = run(large, threads=1)
    with closing(server.connect()) as greedy, closing(server.connect()) as phone:
        greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        greedy.sendall(b"GET /large HTTP/1.1\r\n\r\n" * 40)
        assert all(ask(phone) for _ in range(40))


def test_an_answer_that_nobody_reads_is_given_up(run):
    server = run(lambda environ, start: (start("200 OK", []), [b"x" * 8_000_000])[1], channel_timeout=30, cleanup_interval=0)
    with closing(server.connect()) as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.sendall(b"GET / HTTP/1.1\r\n\r\n")
        wait(lambda: [one for one in server.server.active_channels.values() if one.total_outbufs_len and not one.requests])

        def given_up():
            later(server, 60)  # again, as the system may still have taken some of it
            return not server.server.active_channels

        wait(given_up)


def test_large_requests_take_turns_and_leave_the_threads_to_others(run):
    going, inside, most = threading.Semaphore(0), [], []

    def upload(environ, start_response):
        if environ["REQUEST_METHOD"] == "POST":
            inside.append(environ)
            most.append(len(inside))
            going.acquire(timeout=PATIENCE)
            inside.pop()
            environ["wsgi.input"].read()
            start_response("200 OK", [("Content-Length", "2")])
            return [b"ok"]
        return hello(environ, start_response)

    server = run(upload)
    head = f"POST / HTTP/1.1\r\nContent-Length: {LARGE + 1}\r\n\r\n".encode()
    with hung_up(server.open(10)) as uploads, closing(server.connect()) as phone:
        for one in uploads:
            one.sendall(head + b"x" * (LARGE + 1))
        wait(lambda: inside)
        assert all(ask(phone) for _ in range(3))
        for _ in uploads:
            going.release()
        assert all(answered(one) for one in uploads)
        assert set(most) == {1}


def test_who_sends_slowly_keeps_no_thread(run):
    server = run(threads=1, most=50)
    with hung_up(server.open(20)) as slow, closing(server.connect()) as phone:
        for number, one in enumerate(slow):
            one.sendall(b"POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\n"[: 20 + number])
        for _ in range(3):
            assert ask(phone)
            for one in slow:
                one.sendall(b"x")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nX: " + b"x" * LONGEST_HEAD, b"431"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;" + b"x" * LONGEST_LINE, b"400"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: " + b"x" * LONGEST_LINE, b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n", b"413"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", b"200"),
    ],
)
def test_what_is_too_long_is_refused_before_all_of_it_is_there(run, sent, status):
    with closing(run().connect()) as phone:
        phone.sendall(sent)
        assert phone.recv(65536).split()[1] == status


def test_a_fault_is_logged_without_the_address_of_the_game(run, caplog):
    def fail(environ, start_response):
        raise ZeroDivisionError

    caplog.set_level(logging.INFO)
    with closing(run(fail).connect()) as phone:
        assert not ask(phone, "/g/secret")
    assert "ZeroDivisionError" in caplog.text
    assert "secret" not in caplog.text


def test_more_connections_than_there_may_be_do_not_keep_phones_out(tmp_path):
    """The real server: 1,300 half-open connections of one client, then phones that come and go."""
    resource = pytest.importorskip("resource", reason="only Unix has limits of this kind")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] != resource.RLIM_INFINITY and before[1] < 2000:
        pytest.skip("this system opens too few files at once")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], 2000), before[1]))
    try:
        with serving(tmp_path, "--port", "0") as (_, said), hung_up([]) as held:
            held += [socket.create_connection(("127.0.0.1", port_in(said)), timeout=PATIENCE) for _ in range(1300)]
            assert [fetch(port_in(said)) for _ in range(5)] == [200] * 5
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
