"""A page as its reader has it: what it says, and its controls by the names a screen reader would speak. No game in here."""

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNSPOKEN = {"script", "style", "title", "head"}


class Element:
    """A tag with its attributes and what is inside it."""

    def __init__(self, tag: str, attrs: dict[str, str], parent: "Element | None", page: "list[Element]") -> None:
        self.tag = tag
        self.attrs = attrs
        self.parent = parent
        self.children: list[Element | str] = []
        self.page = page  # all elements in the order of the page: those inside this one follow it directly, up to `end`
        self.start = self.end = len(page) + 1
        page.append(self)

    def __getitem__(self, name: str) -> str:
        return self.attrs.get(name, "")

    def __contains__(self, name: str) -> bool:
        return name in self.attrs

    def all(self, *tags: str, **attrs: str) -> list["Element"]:
        """The elements inside with one of these tags and all of these attributes (`class_` looks for one class)."""
        inside = self.page[self.start : self.end]
        return [element for element in inside if (not tags or element.tag in tags) and (not attrs or element.matches(attrs))]

    def matches(self, attrs: dict[str, str]) -> bool:
        """Whether each attribute has its value."""
        return all(
            value in self["class"].split() if name == "class_" else self[name.replace("_", "-")] == value
            for name, value in attrs.items()
        )

    def above(self, tag: str) -> "Element | None":
        """The nearest element of that tag around this one."""
        parent = self.parent
        while parent is not None and parent.tag != tag:
            parent = parent.parent
        return parent

    @property
    def unseen(self) -> bool:
        """Not there for the eye or the ear: hidden itself, or inside something hidden."""
        return "hidden" in self or (self.parent is not None and self.parent.unseen)

    @property
    def raw(self) -> str:
        """All text inside, as it stands."""
        return "".join(child if isinstance(child, str) else child.raw for child in self.children)

    @property
    def text(self) -> str:
        """What a screen reader speaks of it."""
        return " ".join(self._spoken().split())

    def _spoken(self) -> str:
        if "hidden" in self or self["aria-hidden"] == "true" or self.tag in UNSPOKEN:
            return " "
        gap = "" if self.tag == "bdi" else " "
        named = self["aria-label"] if self.tag in {"a", "button", "svg"} else ""
        return gap + (named or "".join(child if isinstance(child, str) else child._spoken() for child in self.children)) + gap

    def __repr__(self) -> str:
        return f"<{self.tag} {self.attrs}>"


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page: list[Element] = []
        self.root = self.open = Element("document", {}, None, self.page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open, self.page)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.children.append(Element(tag, {name: value or "" for name, value in attrs}, self.open, self.page))

    def handle_endtag(self, tag: str) -> None:
        if not any(element.tag == tag for element in self.around()):
            return
        for element in self.around():
            element.end = len(self.page)
            if element.parent is not None:
                self.open = element.parent
            if element.tag == tag:
                return

    def around(self) -> Iterator[Element]:
        """The open elements, the innermost first."""
        element: Element | None = self.open
        while element is not None:
            yield element
            element = element.parent

    def close(self) -> None:
        super().close()
        for element in self.around():
            element.end = len(self.page)

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)


class Screen:
    """One page or fragment, with what was typed and chosen on it."""

    def __init__(self, html: str) -> None:
        builder = _Builder()
        builder.feed(html)
        builder.close()
        self.html = html
        self.root = builder.root
        self.labels = {label["for"]: label for label in reversed(self.root.all("label"))}
        self.whole = bool(self.root.all("html"))

    @property
    def main(self) -> Element:
        """The page without its head."""
        return next(iter(self.root.all("main")), self.root)

    @property
    def heading(self) -> str:
        """The one heading of level 1."""
        return self.root.all("h1")[0].text

    @property
    def text(self) -> str:
        """Everything the page says."""
        return self.main.text

    @property
    def alerts(self) -> list[str]:
        """What the page says at once."""
        return [element.text for element in self.main.all(role="alert") if not element.unseen]

    @property
    def status(self) -> str:
        """What the live region says."""
        return " ".join(element.text for element in self.main.all(role="status"))

    def element(self, id_: str) -> Element:
        """The element of that id."""
        found = self.root.all(id=id_)
        assert len(found) == 1, f"{len(found)} elements with the id {id_}"
        return found[0]

    def name(self, control: Element) -> str:
        """The accessible name of a control."""
        if control["aria-label"]:
            return control["aria-label"]
        if control.tag in {"button", "a", "summary"}:
            return control.text
        label = control.above("label") or (self.labels.get(control["id"]) if control["id"] else None)
        return label.text if label else ""

    def description(self, control: Element) -> str:
        """What is said about a control besides its name: why it can't be used, what is wrong with it."""
        told = (self.element(id_) for id_ in control["aria-describedby"].split())
        return " ".join(" ".join(one.raw.split()) if "hidden" in one else one.text for one in told)

    def controls(self, *tags: str) -> dict[str, Element]:
        """The visible controls of these tags by name."""
        return {
            self.name(control): control for control in self.main.all(*tags) if not control.unseen and control["type"] != "hidden"
        }

    @property
    def buttons(self) -> dict[str, Element]:
        """The buttons, the disabled ones too."""
        return {name: button for name, button in self.controls("button").items() if button["aria-hidden"] != "true"}

    @property
    def fields(self) -> dict[str, Element]:
        """What can be typed into, ticked or chosen from."""
        return self.controls("input", "select", "textarea")

    @property
    def links(self) -> dict[str, Element]:
        """The links."""
        return self.controls("a")

    def button(self, name: str) -> Element:
        """The button that has this name, or the only one whose name begins with it."""
        return _one(self.buttons, name)

    def field(self, name: str) -> Element:
        """The field that has this label."""
        return _one(self.fields, name)

    def link(self, name: str) -> Element:
        """The link that has this name, or the only one whose name begins with it."""
        return _one(self.links, name)

    def choose(self, name: str, *, checked: bool = True) -> None:
        """Tick a radio button (the others of its group go out) or a box."""
        control = self.field(name)
        if control["type"] == "radio":
            for other in self.root.all("input", type="radio", name=control["name"]):
                other.attrs.pop("checked", None)
        control.attrs.pop("checked", None)
        if checked:
            control.attrs["checked"] = ""

    def type(self, name: str, text: str) -> None:
        """Type a text into a field, or choose what reads like it from a list."""
        control = self.field(name)
        if control.tag == "textarea":
            control.children = [text]
            return
        if control.tag != "select":
            control.attrs["value"] = text
            return
        options = {option.text: option for option in control.all("option") if not option.unseen and "disabled" not in option}
        chosen = _one(options, text)
        for option in control.all("option"):
            option.attrs.pop("selected", None)
        chosen.attrs["selected"] = ""

    def value(self, name: str) -> str:
        """What a field holds: its text, the chosen option's text, `yes` or `no` for a box."""
        control = self.field(name)
        if control.tag == "select":
            return _selected(control).text
        if control["type"] in {"checkbox", "radio"}:
            return "yes" if "checked" in control else "no"
        return control.raw.removeprefix("\n") if control.tag == "textarea" else control["value"]

    def form_of(self, control: Element) -> Element:
        """The form a control belongs to."""
        form = self.element(control["form"]) if control["form"] else control.above("form")
        assert form is not None, f"{control} belongs to no form"
        return form

    def sent_by(self, button: Element) -> list[tuple[str, str]]:
        """The fields a browser sends when this button is pressed."""
        assert "disabled" not in button, f"{button} is disabled"
        form = self.form_of(button)
        pairs: list[tuple[str, str]] = []
        for control in self.root.all("input", "select", "textarea", "button"):
            belongs = control["form"] == form["id"] if control["form"] else control.above("form") is form
            if belongs and control["name"] and "disabled" not in control:
                pairs += _pairs(control, button)
        return pairs


def _pairs(control: Element, button: Element) -> list[tuple[str, str]]:
    if control.tag == "button":
        return [(control["name"], control["value"])] if control is button else []
    if control.tag == "select":
        return [(control["name"], _selected(control)["value"])]
    if control.tag == "textarea":
        return [(control["name"], control.raw.removeprefix("\n"))]
    if control["type"] in {"checkbox", "radio"}:
        return [(control["name"], control.attrs.get("value", "on"))] if "checked" in control else []
    return [(control["name"], control["value"])]


def _selected(select: Element) -> Element:
    options = [option for option in select.all("option") if "disabled" not in option]
    return next((option for option in options if "selected" in option), options[0])


def _one(named: dict[str, Element], name: str) -> Element:
    if name in named:
        return named[name]
    found = [one for one in named if one.startswith(name)]
    assert len(found) == 1, f"{name!r} is not there once, only {list(named)}"
    return named[found[0]]
