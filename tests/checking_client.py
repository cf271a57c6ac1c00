"""A test client that reads every page it fetches as strictly as a browser and a screen reader would together."""

from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

UNLABELLED = {"hidden", "submit", "button", "reset", "image"}
EVALUATED = ("hx-on", "hx-vars")


class Page(HTMLParser):
    """A parsed answer: its headings, ids, controls, forms, and everything that must not be there."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.whole = "<html" in html[:1000].lower()
        self.title = ""
        self.h1s: list[str] = []
        self.ids: list[str] = []
        self.labels: set[str] = set()
        self.controls: list[dict[str, str]] = []
        self.forms: list[Form] = []
        self.faults: list[str] = []
        self._open: list[str] = []
        self._select: dict[str, str] = {}
        self._textarea = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self._open.append(tag)
        if "id" in named:
            self.ids.append(named["id"])
        if tag == "h1":
            self.h1s.append("")
        if tag == "label" and "for" in named:
            self.labels.add(named["for"])
        if tag in {"input", "select", "textarea"} and named.get("type", "text") not in UNLABELLED:
            self.controls.append({**named, "wrapped": "yes" if "label" in self._open else ""})
        self._check_inline(tag, named)
        self._note_form(tag, named)

    def _check_inline(self, tag: str, named: dict[str, str]) -> None:
        if tag == "style" or (tag == "script" and "src" not in named and named.get("type") != "application/json"):
            self.faults.append(f"inline <{tag}>")
        for name, value in named.items():
            if name == "style" or name.startswith(("on", *EVALUATED)):
                self.faults.append(f"inline {name}={value!r} on <{tag}>")
            if value.strip().lower().startswith(("javascript:", "js:")) or (name.startswith("hx-trigger") and "[" in value):
                self.faults.append(f"code to evaluate in {name}={value!r} on <{tag}>")

    def _note_form(self, tag: str, named: dict[str, str]) -> None:
        if tag == "form":
            self.forms.append(Form(named.get("action", ""), named.get("method", "get").lower()))
        if not self.forms or "form" not in self._open:
            return
        fields, name, kind = self.forms[-1].fields, named.get("name", ""), named.get("type", "text")
        if tag == "input" and name and kind not in UNLABELLED - {"hidden"}:
            if kind not in {"checkbox", "radio"} or "checked" in named:
                fields[name] = named.get("value", "on" if kind in {"checkbox", "radio"} else "")
        elif tag == "select":
            self._select = named
        elif tag == "textarea":
            self._textarea = name
            fields[name] = ""
        elif tag == "option" and self._select.get("name") and ("selected" in named or self._select["name"] not in fields):
            fields[self._select["name"]] = named.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        while tag in self._open and self._open.pop() != tag:
            pass  # void elements are never closed

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "title" and "svg" not in self._open:
            self.title += data
        if "h1" in self._open and self.h1s:
            self.h1s[-1] += data
        if self._open and self._open[-1] == "textarea" and self.forms:
            self.forms[-1].fields[self._textarea] = data.removeprefix("\n")

    def check(self) -> list[str]:
        """Everything that is wrong with the page, in words."""
        faults = list(self.faults)
        faults += [f"id {name!r} twice" for name in sorted({name for name in self.ids if self.ids.count(name) > 1})]
        faults += [f"no label for {control}" for control in self.controls if not self._labelled(control)]
        if self.whole and len(self.h1s) != 1:
            faults.append(f"{len(self.h1s)} h1 instead of one")
        elif self.whole and not (_plain(self.h1s[0]) and _plain(self.title).startswith(_plain(self.h1s[0]))):
            faults.append(f"the title {_plain(self.title)!r} doesn't begin with the h1 {_plain(self.h1s[0])!r}")
        return faults

    def _labelled(self, control: dict[str, str]) -> bool:
        named_by = control.get("aria-labelledby", "").split()
        by_ids = bool(named_by) and all(name in self.ids for name in named_by)
        return bool(control["wrapped"] or control.get("aria-label") or control.get("id") in self.labels or by_ids)


class Form:
    """A form of a page, with the fields a browser would send if nobody touched it."""

    def __init__(self, action: str, method: str) -> None:
        self.action = action
        self.method = method
        self.fields: dict[str, str] = {}


def _plain(text: str) -> str:
    for isolate in "\u2066\u2067\u2068\u2069":  # a title has no <bdi>
        text = text.replace(isolate, "")
    return " ".join(text.split())


class CheckingClient(FlaskClient):
    """Checks each HTML answer, and fills in forms the way a browser does: with the CSRF token and the hidden fields of the page.

    `checking` may be switched off on the way to what a test is about, for speed.
    """

    checking = True

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        foreign = [f"{name}: {value}" for name, value in response.headers if not value.isascii()]
        assert not foreign, f"a server can't send {foreign}"
        if self.checking and response.mimetype == "text/html" and response.data and not 300 <= response.status_code < 400:
            page = Page(response.text)
            faults = page.check()
            if "Content-Security-Policy" not in response.headers:
                faults.append("no Content-Security-Policy")
            if not page.whole and "hx-request" not in response.headers.get("Vary", "").lower():
                faults.append("a fragment without Vary: HX-Request")
            assert not faults, f"{response.request.path}: " + "; ".join(faults)
        return response

    def page(self, url: str) -> Page:
        """The page at `url`, parsed."""
        response = self.get(url)
        assert response.status_code == 200, f"{url} answers {response.status}"
        return Page(response.text)

    def form(self, url: str, action: str | None = None) -> Form:
        """The form that posts on the page at `url`: the one with that action (a path), or the first."""
        forms = [form for form in self.page(url).forms if form.method == "post"]
        for form in forms:
            form.action = urlsplit(urljoin(url, form.action or url)).path
        wanted = [form for form in forms if action is None or form.action == action]
        assert wanted, f"no form for {action} on {url}, only {[form.action for form in forms]}"
        return wanted[0]

    def submit(self, url: str, values: dict[str, Any] | None = None, *, action: str | None = None, **kwargs: Any) -> TestResponse:
        """Fetch the page at `url`, change `values` in its form and send it. A value of `None` takes the field out."""
        form = self.form(url, action)
        fields = {**form.fields, **(values or {})}
        return self.post(form.action, data={name: value for name, value in fields.items() if value is not None}, **kwargs)
