"""The pages: one module per area, with what they share (headers, forms, sentences). A view loads, checks the form, asks the
domain, appends and redirects.
"""

from flask import Flask

from scorekeeper.web import (
    assets,
    board,
    change,
    correct,
    deleting,
    entry_words,
    errors,
    extra_words,
    gathering,
    groups,
    hand_page,
    hand_words,
    home,
    imports,
    keys,
    own_points,
    pages,
    people,
    picking,
    record_words,
    rules_card,
    security,
    sent,
    setup,
    setup_words,
    share,
    sheet,
    sheet_words,
    table,
    texts,
    words,
)


def init_app(app: Flask) -> None:
    """Register pages, error pages, headers and what templates may call."""
    rooms = (
        assets,
        home,
        deleting,
        groups,
        gathering,
        setup,
        picking,
        own_points,
        imports,
        table,
        sheet,
        board,
        people,
        hand_page,
        change,
        correct,
        share,
    )
    for room in rooms:
        app.register_blueprint(room.pages)
    for part in (
        assets,
        entry_words,
        errors,
        extra_words,
        hand_words,
        keys,
        pages,
        record_words,
        rules_card,
        security,
        sent,
        setup_words,
        sheet_words,
        texts,
        words,
    ):
        part.init_app(app)
    pages.share_parts(app)
