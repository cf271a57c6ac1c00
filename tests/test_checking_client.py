"""The checking client is itself checked: a fault it doesn't see would hide everywhere."""

import pytest

from tests.checking_client import Page

GOOD = """<!doctype html><html><title>Score sheet · Friday</title>
<h1>Score <bdi>sheet</bdi></h1><label>Bid <input name="bid"></label></html>"""


def test_a_good_page_has_no_faults():
    assert Page(GOOD).check() == []


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        (GOOD.replace("</html>", "<h1>Again</h1></html>"), "2 h1"),
        (GOOD.replace("<h1>Score", "<h1>Table"), "doesn't begin"),
        ('<p id="a"></p><p id="a"></p>', "twice"),
        ('<input name="bid">', "no label"),
        ('<label for="other">Bid</label><select id="bid"></select>', "no label"),
        ('<textarea aria-labelledby="nothing"></textarea>', "no label"),
        ('<p style="color: red">', "inline style"),
        ("<style>p {}</style>", "inline <style>"),
        ("<script>go()</script>", "inline <script>"),
        ('<button onclick="go()">Go</button>', "inline onclick"),
        ('<button hx-on:click="go()">Go</button>', "inline hx-on"),
        ('<a href="javascript:go()">Go</a>', "evaluate"),
        ('<p hx-trigger="every 2s [open]">', "evaluate"),
    ],
)
def test_each_fault_is_seen(html, fault):
    faults = Page(html).check()
    assert len(faults) == 1
    assert fault in faults[0]


@pytest.mark.parametrize(
    "html",
    [
        '<label for="bid">Bid</label><input id="bid">',
        '<input aria-label="Bid">',
        '<p id="what">Bid</p><input aria-labelledby="what">',
        '<input type="hidden" name="key"><input type="submit">',
        '<script src="/static/js/poll.js"></script>',
    ],
)
def test_what_is_right_is_left_alone(html):
    assert Page(html).check() == []


def test_a_form_is_filled_as_a_browser_would():
    (form,) = Page("""
        <form action="/bid" method="post">
          <input type="hidden" name="csrf_token" value="t"><input name="bid" value="2">
          <label><input type="radio" name="trump" value="♠"><input type="radio" name="trump" value="♥" checked></label>
          <label><input type="checkbox" name="even"></label><label><input type="checkbox" name="drawn" checked></label>
          <select name="dealer"><option value="0">Ana</option><option value="1" selected>Boris</option></select>
          <select name="size"><option value="7">7</option><option value="8">8</option></select>
          <textarea name="note">\nWell & done</textarea><button name="save" value="1">Save</button>
        </form><input name="outside" value="1">
    """).forms
    assert (form.action, form.method) == ("/bid", "post")
    wanted = {"csrf_token": "t", "bid": "2", "trump": "♥", "drawn": "on", "dealer": "1", "size": "7", "note": "Well & done"}
    assert form.fields == wanted
