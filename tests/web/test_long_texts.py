"""Texts as long as nobody types them, in every field, address and header: twice as much takes at most about twice the time.

The routes, and the fields of the forms on their pages, are those that there are; what a module
reads besides is found in its source.
"""

import inspect
import re
from itertools import cycle

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.test import EnvironBuilder, run_wsgi_app

from tests.growth import grows_evenly
from tests.web.playing import b3, f4
from tests.web.test_access import own_token
from tests.web.test_anything import WITHIN_THE_FORM
from tests.web.test_groups import make, person

SHORT, LONG = 20_000, 40_000  # bytes
MARKS = "\u0301|\u0316"
KINDS = (" |x", "9|9", "1,|1,", "+1|+1", "{|[", "\uff9e|\u0344", "a|\u0f73", '{"a":|', "1=|1;", "-|\0")
READ = re.compile(r"""request\.(form|args|values)(?:\.get|\.getlist)?[(\[]f?"([\w-]+)""")
STEADY = {"csrf_token", "do"}
SETUP = {"picking", "own_points"}  # pages within the form of a new game, and its fields


def nasty(kind: str, size: int) -> str:
    """A text of so many bytes of this kind: many of one, and then as many of the other."""
    one, other = kind.split("|")
    number = size // len((one + other).encode())
    return one * number + other * number


def routes(app, known):
    """Every address a request may go to: the rule, its view, an address and the methods."""
    for rule in app.url_map.iter_rules():
        if rule.endpoint not in {"static", "assets.bundle"}:
            values = {name: known.get(name, "x") for name in rule.arguments}
            url = rule.build(values, append_unknown=False)[1]
            yield rule.endpoint, url, rule.methods


def read_by(app, endpoint, *, whence):
    """What the module of a view reads of a request besides the forms of its page."""
    source = inspect.getsource(inspect.getmodule(app.view_functions[endpoint]))
    return {name for where, name in READ.findall(source) if where in whence}


def forms_on(phone, screen):
    """What each button of a page sends: address and fields."""
    for button in screen.main.all("button"):
        if "disabled" not in button and button.above("form") and screen.form_of(button)["method"] == "post":
            yield phone.would_send(button)


def plain(name: str) -> str:
    """The name of a field without the number of its line or seat."""
    return re.sub(r"\d+", "0", name)


class Found:
    """The fields of all forms, each of an area once, with a form that sends it."""

    def __init__(self, phone, known) -> None:
        self.fields: dict[str, list[tuple[str, list[tuple[str, str]], str]]] = {}
        self._phone = phone
        self._adapter = phone.app.url_map.bind("localhost")
        self._seen: set[tuple[str, str]] = set()
        pages = list(routes(phone.app, known))
        for _endpoint, url, methods in pages:
            if "GET" in methods:
                self._forms_on(phone.open(url))
        phone.open("/new")
        setup = phone.would_send("Start game")[1]
        for url in WITHIN_THE_FORM:
            self._forms_on(phone.send(url, [*setup, ("do", "")]))
        token = [("csrf_token", own_token(phone))]
        for endpoint, url, methods in pages:
            if "POST" in methods:
                self._note(url, token, *sorted(read_by(phone.app, endpoint, whence={"form", "values"})))

    def _forms_on(self, screen) -> None:
        if self._phone.response.mimetype == "text/html":
            for form in forms_on(self._phone, screen):
                self._note(*form)

    def _note(self, url, fields, *more) -> None:
        area = self._adapter.match(url.partition("?")[0], method="POST")[0].partition(".")[0]
        area = "setup" if area in SETUP else area
        for name in [*(name for name, _ in fields), *more]:
            if name not in STEADY and (area, plain(name)) not in self._seen:
                self._seen.add((area, plain(name)))
                self.fields.setdefault(area, []).append((url, fields, name))


@pytest.fixture
def known(phone):
    """A game in its second hand, and a group with one of its own, that is over."""
    group = make(phone)
    b3(phone, choices={"Group": "Friday"})
    one = person(phone, group)
    table = f4(phone, hands=1)
    token = phone.open(f"{table.url}/scoring").main.all("input")[0]["value"].rsplit("/", 1)[-1]
    group, person_id = group.rsplit("/", 1)[-1], one.rsplit("/", 1)[-1]
    phone.client.checking = False
    return {"slug": table.slug, "group": group, "person": person_id, "number": 1, "token": token, "what": "game", "ending": ".json"}


def test_every_field_of_every_form(phone, known):
    found, kinds = Found(phone, known), cycle(KINDS)
    phone.client.checking = False
    assert sum(map(len, found.fields.values())) > 100
    for area, fields in found.fields.items():
        todo = [(url, sent, name, kind) for url, sent, name in fields for kind in (MARKS, next(kinds))]

        def send(size, todo=todo):
            for url, sent, name, kind in todo:
                data = MultiDict(sent)
                data[name] = nasty(kind, size)
                assert phone.client.post(url, data=data).status_code < 500, (url, name, kind)

        assert grows_evenly(send, SHORT, LONG), area


def test_every_address_and_what_is_asked_for_in_it(phone, known):
    kinds = cycle((MARKS, *KINDS))
    for endpoint, url, _methods in routes(phone.app, known):
        asked = sorted(read_by(phone.app, endpoint, whence={"args", "values"}))
        longer = [(url, {name: kind}) for name in asked for kind in (MARKS, next(kinds))]
        longer += [(url.replace(str(value), "{}"), {"": next(kinds)}) for value in known.values() if str(value) in url]

        def look(size, longer=longer):
            for address, query in longer:
                texts = {name: nasty(kind, size) for name, kind in query.items()}
                place = address.replace("{}", texts.pop("", ""))
                assert phone.client.get(place, query_string=texts).status_code < 500, (address, query)

        assert not longer or grows_evenly(look, SHORT, LONG), endpoint


HEADERS = {
    "Accept-Language": ("en-|x", "a;q=0.1,|b,", ",|;"),
    "Accept-Encoding": ("gzip,|a;q=0,",),
    "Cookie": ("a=b;|;", "scorekeeper=|x", '="|\\1'),
    "Content-Type": ("multipart/form-data; boundary=|x", "a=b;|;"),
    "Host": ("a.|localhost", "1|.", "xn--a.|localhost", "[|:"),
    "If-None-Match": ('"a",|*',),
    "Origin": ("http://|[",),
    "Range": ("bytes=|0-1,",),
    "Referer": ("http://|[",),
    "User-Agent": ("(|)",),
    "X-CSRFToken": (".|a",),
    "X-Forwarded-For": ("1,|,",),
    **dict.fromkeys(("HX-Request", "HX-Boosted", "HX-Current-URL", "HX-Target", "HX-Trigger"), ("/|%",)),
}


def test_every_header_that_is_read(phone, known):
    """No test client in between: it reads some of them itself."""
    for header, kinds in HEADERS.items():
        for method, path in (("GET", "/read"), ("POST", "")):

            def ask(size, header=header, kinds=kinds, method=method, path=path):
                for kind in kinds:
                    environ = EnvironBuilder(f"/g/{known['slug']}{path}", method=method).get_environ()
                    name = header.upper().replace("-", "_")
                    environ[name if name == "CONTENT_TYPE" else f"HTTP_{name}"] = nasty(kind, size)
                    assert int(run_wsgi_app(phone.app.wsgi_app, environ)[1][:3]) < 500, (header, kind)

            assert grows_evenly(ask, SHORT, LONG), header


@pytest.mark.parametrize("host", ["xn--a.localhost", "xn--9.localhost", "xn--\x80.localhost", "a..localhost"])
def test_a_host_whose_name_cannot_be_read_is_refused(phone, known, host):
    environ = EnvironBuilder(f"/g/{known['slug']}/read").get_environ() | {"HTTP_HOST": host}
    assert run_wsgi_app(phone.app.wsgi_app, environ)[1].startswith("400")


def test_more_fields_than_any_form_has_are_refused(phone, known):
    """In a body and in an address; nobody reads hundreds of thousands of them."""
    phone.open("/new")
    url, fields = phone.would_send("Start game")
    for number, status in ((400, 303), (100_000, 413)):
        body = "&".join(f"{name}={value}" for name, value in fields) + "&a" * number
        sent = phone.client.post(url, data=body, content_type="application/x-www-form-urlencoded")
        assert sent.status_code in {status, 422}, number
    assert phone.client.get("/new/choices?" + "&a" * 100_000).status_code == 413
    assert phone.client.post("/import", data="&a" * 2_000_000, content_type="application/x-www-form-urlencoded").status_code == 413


def test_a_text_that_is_cut_is_never_taken_for_a_whole_one(phone, stored):
    """Nor is anything behind so many spaces lost in silence."""
    phone.open("/new")
    for number, name in enumerate(("Ana", "Bo"), start=1):
        phone.screen.type(f"Player {number}", name)
    phone.screen.type("Hands", "a list of one's own")
    before = stored()
    for label, text in (("Own list of hands", f"3{' ' * 20_000}5"), ("Player 1", "Ana" * 20_000)):
        was = phone.screen.value(label)
        phone.screen.type(label, text)
        screen = phone.press("Start game")
        assert phone.status == 422
        assert screen.description(screen.field(label))
        assert screen.value(label).startswith(text[:10_000])
        screen.type(label, was or "3 5")
    assert stored() == before
