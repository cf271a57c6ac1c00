"""The comparison with recorded games, on records made up for the purpose."""

import json

import pytest

from tests.conformance import main
from tests.game_files import fitting_tricks

COUNTED = {
    "id": "counted",
    "variant": "seed",
    "players": 3,
    "clean": True,
    "recorded_totals": [11, 20, 11],
    "rounds": [
        {"n": 1, "cards": 1, "bids": [1, 0, 1], "tricks": [1, 0, 0], "points": [11, 10, 0], "recorded_cumulative": [11, 10, 0]},
        {"n": 2, "cards": 2, "bids": [0, 0, 1], "tricks": [1, 0, 1], "points": [0, 10, 11]},
    ],
}
MARKED = {
    "id": "marked",
    "variant": "rickytann",
    "players": 7,
    "clean": True,
    "recorded_totals": [18, 0, -5, 11, 11, 11, -2],
    "rounds": [
        {
            "n": 1,
            "cards": 8,
            "bids": [0, 0, 0, 1, 1, 1, 1],
            "made": [True, None, False, True, True, True, False],
            "wager": [5, 5, 5, 0, 0, 0, 0],
            "adjust": [0, 0, 0, 0, 0, 0, -2],
            "absent": [1],
            "points": [18, 0, -5, 11, 11, 11, -2],
        },
        {"n": 2, "cards": 9, "bids": [0] * 7, "made": [None] * 7, "wager": [5] * 7, "points": None, "unscored": True},
    ],
}


@pytest.fixture
def compare(tmp_path, capsys):
    def compare(*games):
        path = tmp_path / "games.json"
        path.write_text(json.dumps({"games": games}))
        return main(path), capsys.readouterr().out.splitlines()

    return compare


def test_it_works(compare):
    assert compare(COUNTED, MARKED) == (0, ["2 of 2 games agree; 0 with slips of their own are left out."])


def test_every_disagreement_has_a_line(compare):
    status, said = compare(COUNTED | {"recorded_totals": [11, 20, 12]}, MARKED)
    assert status == 1
    assert said[0] == "counted: totals are [11, 20, 11], recorded [11, 20, 12]"
    assert said[1].startswith("1 of 2 games agree")
    wrong = COUNTED["rounds"][1] | {"points": [0, 10, 10], "recorded_cumulative": [11, 20, 10]}
    status, said = compare(COUNTED | {"rounds": [COUNTED["rounds"][0], wrong]})
    assert [line.partition(" are ")[0] for line in said[:2]] == ["counted: points of hand 2", "counted: totals after hand 2"]


def test_a_game_that_is_refused_is_a_disagreement(compare):
    wrong = COUNTED["rounds"][1] | {"tricks": [1, 1, 1]}
    status, said = compare(COUNTED | {"rounds": [COUNTED["rounds"][0], wrong]})
    assert (status, said[0]) == (1, "counted: refused in hand 2: The tricks add up to 3 of 2: 1 too many.")


def test_games_that_cannot_be_built_are_counted_with_the_reason(compare):
    nothing = {"n": 1, "cards": 1, "bids": [1, 0, 1], "tricks": None}
    unfit = {"n": 1, "cards": 1, "bids": [1, 0, 1], "made": [True, True, True]}
    status, (said,) = compare(COUNTED | {"rounds": [nothing]}, COUNTED | {"rounds": [unfit]}, COUNTED | {"clean": False}, COUNTED)
    assert status == 0
    assert said == (
        "1 of 1 games agree; 1 cannot be built: neither tricks nor marks are recorded; "
        "1 cannot be built: no tricks fit the marks; 1 with slips of their own are left out."
    )


def test_without_records_there_is_nothing_to_compare(tmp_path, capsys):
    assert main(tmp_path / "nowhere.json") == 0
    assert "nowhere.json" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("size", "bids", "made", "tricks"),
    [
        (3, [1, 1, 1], [True, True, True], [1, 1, 1]),
        (3, [1, 1, 1], [False, False, False], [0, 0, 3]),
        (2, [1, 1, 0], [False, False, True], [0, 2, 0]),
        (1, [1, 0, 1], [True, True, True], None),
        (8, [3, 0, 1], [True, True, False], [3, 0, 5]),
        (4, [3, 0, 1], [True, True, False], None),
    ],
)
def test_tricks_are_fitted_to_the_marks(size, bids, made, tricks):
    assert fitting_tricks(size, bids, made) == tricks
