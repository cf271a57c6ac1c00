"""`make conformance`: games that were really played, replayed and compared with the points their players wrote down.

A game file is made of what a record tells: the variant's scoring, the hands' sizes as a list, bids made at once, and cards enough
for any table. Where tricks are missing, some that fit the marks "made" and "missed" stand in. The records are not part of the
project.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.ledger.replay import replay
from scorekeeper.rules.catalogue import preset
from tests.game_files import fitting_tricks, game_file

RECORDS = Path("../shared/rules/real_games.json")
MORE_THAN_SIX = {"rickytann": "rickytann-7"}  # what a variant is called at a large table
Record = Mapping[str, Any]


class CannotBuildError(Exception):
    """The record lacks what a game file needs; the words say what."""


def main(path: Path = RECORDS) -> int:
    """Compare all games whose record is free of slips, print what disagrees, and answer the exit status."""
    if not path.is_file():
        print(f"No recorded games to compare with: there is no {path}.")
        return 0
    games = json.loads(path.read_text("utf-8"))["games"]
    clean = [game for game in games if game["clean"]]
    agreeing, lacking, faults = 0, Counter[str](), 0
    for game in clean:
        try:
            found = list(disagreements(game))
        except CannotBuildError as reason:
            lacking[str(reason)] += 1
            continue
        agreeing += not found
        faults += bool(found)
        for fault in found:
            print(f"{game['id']}: {fault}")
    why = "".join(f"; {number} cannot be built: {reason}" for reason, number in lacking.items())
    print(f"{agreeing} of {agreeing + faults} games agree{why}; {len(games) - len(clean)} with slips of their own are left out.")
    return int(faults > 0)


def disagreements(game: Record) -> Iterator[str]:
    """Where the replayed game differs from the record, in words."""
    hands = [hand for hand in game["rounds"] if not hand.get("unscored")]
    found = replay(json.dumps(built(game, hands)))
    if "error" in found:
        yield f"refused in hand {found['error']['hand']}: {found['error']['message']}"
        return
    for hand, line in zip(hands, found["hands"], strict=True):
        points = [one + more for one, more in zip(line["points"], adjusted(hand), strict=True)]
        yield from difference(f"points of hand {hand['n']}", points, hand.get("points"))
        yield from difference(f"totals after hand {hand['n']}", line["totals"], hand.get("recorded_cumulative"))
    yield from difference("totals", found["totals"], game["recorded_totals"])


def difference(what: str, found: Sequence[object], recorded: Sequence[object] | None) -> Iterator[str]:
    """Nothing where the record says nothing, or the same."""
    if recorded is not None and list(found) != list(recorded):
        yield f"{what} are {found}, recorded {recorded}"


def built(game: Record, hands: Sequence[Record]) -> dict[str, Any]:
    """The record as a game file."""
    players, name = game["players"], game["variant"]
    rules = preset(MORE_THAN_SIX.get(name, name) if players > 6 else name).ruleset.to_data()
    sizes = {"schedule": {"shape": "list", "hands": [hand["cards"] for hand in hands]}, "deck": 10_000}
    rules |= {**sizes, "bidding": {"order": "simultaneous"}, "players": [2, 10]}
    return game_file(players, [built_hand(hand) for hand in hands], rules=rules)


def built_hand(hand: Record) -> dict[str, Any]:
    """A hand of the record. Who was absent is written as a bid of 0 missed with nothing at stake, which is worth nothing there."""
    absent = hand.get("absent", ())
    wager = [0 if seat in absent else points for seat, points in enumerate(hand.get("wager", ()))]
    adjustments = [{"player": seat, "points": points} for seat, points in enumerate(adjusted(hand)) if points]
    return {"bids": hand["bids"], "tricks": tricks_of(hand), "wager": wager or None, "adjustments": adjustments}


def tricks_of(hand: Record) -> list[int]:
    """The tricks as recorded, or such as fit the marks."""
    if hand.get("tricks"):
        return list(hand["tricks"])
    if "made" not in hand:
        raise CannotBuildError("neither tricks nor marks are recorded")
    fitting = fitting_tricks(hand["cards"], hand["bids"], [bool(made) for made in hand["made"]])
    if fitting is None:
        raise CannotBuildError("no tricks fit the marks")
    return fitting


def adjusted(hand: Record) -> list[int]:
    """The points given or taken by hand, in seat order."""
    return list(hand.get("adjust") or [0] * len(hand["bids"]))


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
