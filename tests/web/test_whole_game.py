"""A whole game, by what the pages offer and nothing else."""

import pytest

from tests.web.playing import B3, Phone, b3, start


def test_it_works(any_phone):
    table = b3(any_phone, hands=0)
    for said, taken in B3:
        table.play(said, taken)
    assert table.screen.heading == "Finished"
    assert "Ana wins with 23" in table.screen.text


@pytest.mark.parametrize(("htmx", "players"), [(False, "Ana Bo Cy Dee"), (True, "Ana Bo Cy Dee Eli Fay Gus")])
def test_a_game_by_the_book_is_played_from_setup_to_the_sheet(app, htmx, players):
    """13 hands with scripts off, 7 hands of 7 players with htmx."""
    phone = Phone(app, htmx=htmx)
    table = start(phone, players.split())
    table.play_any(len(table.game.sizes))
    assert phone.follow("Score sheet").heading == "Score sheet"
    assert f"{len(table.game.sizes)} of {len(table.game.sizes)} hands played" in phone.screen.text
