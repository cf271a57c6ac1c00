"""Whatever happens on an evening, in whatever order: it can be told, put on a sheet and exported."""

from flask import Flask, render_template
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from scorekeeper.export import spreadsheet, table
from scorekeeper.ledger.history import history, late_changes
from scorekeeper.ledger.sheet import score_sheet
from scorekeeper.web.entry_words import fact_sentence, status_sentence, step_sentence, was_sentence
from tests.ledger.playing import PATIENT
from tests.ledger.test_evening import EVENINGS, Evening


class Told(Evening):
    """An evening of which everything is told at its end."""

    # Looked at in tests/ledger already.
    tricks_add_up = the_pack_is_never_exceeded = totals_are_points_and_adjustments = None  # type: ignore[assignment]  # an invariant less
    the_deal_goes_round_those_who_are_there = everything_follows_from_the_entries = None  # type: ignore[assignment]  # an invariant less
    the_file_is_the_game = the_hands_alone_tell_the_same_hands = None  # type: ignore[assignment]  # an invariant less

    def teardown(self) -> None:
        game = getattr(self, "game", None)
        if game is None:
            return
        for step in history(game):
            assert step_sentence(game, step)
            was_sentence(game, step)
        assert status_sentence(game, scoring=True)
        assert all(fact_sentence(game, entry.fact) for entry in (*game.undone[-1:], game.active[-1]))
        sheet, changes = score_sheet(game), late_changes(game)
        shown = {"layout": "_fragment.html", "slug": "x", "game": game, "sheet": sheet, "ways": {False}}
        html = render_template("sheet/sheet.html", **shown, scoring=True, changes=changes)
        assert all(f'id="hand-{line.hand.number}"' in html for line in sheet.lines)
        assert render_template("sheet/rules.html", **shown)
        assert spreadsheet.write(sheet)
        placed = [row for row in table.rows(sheet) if row[table.COLUMNS.index("Place")] is not None]
        assert len(placed) == len(sheet.players) or not sheet.lines
        assert not sheet.rows or tuple(total or 0 for total in sheet.rows[-1].totals) == sheet.totals


def test_every_evening_can_be_told(app: Flask):
    with app.test_request_context():
        run_state_machine_as_test(Told, settings=settings(PATIENT, max_examples=EVENINGS, stateful_step_count=30))
