"""A whole game, by what the pages offer and nothing else."""

import pytest

from tests.web.playing import b3, start


def test_it_works(any_phone):
    table = b3(any_phone)
    assert table.screen.heading == "Finished"
    assert "Ana wins with 23" in table.screen.text


@pytest.mark.parametrize("players", ["Ana Bo Cy Dee", "Ana Bo Cy Dee Eli Fay Gus"])
def test_a_game_by_the_book_is_played_from_setup_to_the_sheet(any_phone, players):
    table = start(any_phone, players.split())
    table.play_any(len(table.game.sizes))
    assert any_phone.follow("Score sheet").heading == "Score sheet"
    assert f"{len(table.game.sizes)} of {len(table.game.sizes)} hands played" in any_phone.screen.text
