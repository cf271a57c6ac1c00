"""A thousand games imported into a group: every statistic is reckoned here once more, from the game files alone.

Nothing of the program is used for that: points, places, runs and averages are counted the plain way, game by game.
"""

import json
import random
import re
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.storage import groups, upkeep
from scorekeeper.web import record_words
from tests.web.test_groups import choose, figures, make, people

GAMES = 1000
CROWD = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal")
BEGIN = datetime(2023, 1, 6, 19, 30, tzinfo=UTC)
PLAIN = {"made": {"k": 10, "b": 1}}
MISSED_COSTS = {"made": {"k": 20, "b": 10}, "over": {"d": -10}, "under": {"d": -10}}
LOW = {"direction": "low", "made": {"k": 0}, "over": {"d": 3}, "under": {"d": 5}}


def hand_of(chance, players, size):
    """A hand as chance has it: about half of the bids are made; now and then somebody sits out, or points are set by hand."""
    absent = [chance.randrange(players)] if players > 3 and chance.random() < 0.05 else []
    there = [seat for seat in range(players) if seat not in absent]
    tricks = Counter(chance.choice(there) for _ in range(size))
    bids = [tricks[seat] if chance.random() < 0.5 else chance.randint(0, size) for seat in range(players)]
    hand = {
        "bids": [bids[seat] if seat in there else None for seat in range(players)],
        "tricks": [tricks[seat] if seat in there else None for seat in range(players)],
    }
    if absent:
        hand["absent"] = absent
    if chance.random() < 0.02:
        hand["set_points"] = {"points": [chance.randint(-20, 90) if seat in there else None for seat in range(players)]}
    if chance.random() < 0.02:
        hand["adjustments"] = [{"player": chance.choice(there), "points": chance.choice([-7, 5.5, 40])}]
    return hand


def game_of(chance, number):
    """A game of three to six, by one of three scorings, of which a few were left or stopped before their end."""
    names = chance.sample(CROWD, chance.randint(3, 6))
    sizes = chance.choice([[1, 2, 3], [3, 2, 1], [1, 3, 5, 7], [2, 2, 2]])
    scoring = chance.choice([PLAIN, PLAIN, MISSED_COSTS, LOW])
    played = [hand_of(chance, len(names), size) for size in sizes]
    end = chance.random()
    left = {} if end > 0.06 else {"stopped": True} if end > 0.03 else {}
    return {
        "format": "scorekeeper-game",
        "version": 1,
        "started": (BEGIN + timedelta(hours=7 * chance.randrange(3 * GAMES), seconds=number)).isoformat(),
        "players": names,
        "rules": {"scoring": scoring, "schedule": {"shape": "list", "hands": sizes}},
        "hands": played if end > 0.06 else played[:-1] if end > 0.03 else played[:1],
        **left,
    }


# Reckoned once more


def points(scoring, bid, tricks):
    made = {"b": bid, "k": 1}
    off = abs(tricks - bid)
    if off == 0:
        return sum(value * made[key] for key, value in scoring["made"].items())
    return scoring.get("over" if tricks > bid else "under", {}).get("d", 0) * off


class Expected:
    """What one person did, game by game."""

    def __init__(self):
        self.games = self.wins = self.shared = self.places = self.players = self.over = self.under = self.beyond = 0
        self.by_bid, self.by_size = defaultdict(lambda: [0, 0]), defaultdict(lambda: [0, 0])
        self.run_made = self.run_missed = self.row_won = self.rows_won = 0
        self.totals, self.hands = defaultdict(list), defaultdict(list)
        self.low = {}
        self.against = defaultdict(Counter)


def reckon(files):
    """Everybody's statistics."""
    found = defaultdict(Expected)
    for file in sorted(files, key=lambda file: datetime.fromisoformat(file["started"])):
        sizes = file["rules"]["schedule"]["hands"]
        if len(file["hands"]) == len(sizes) or file.get("stopped"):
            add(found, file, sizes)
    return found


def add(found, file, sizes):
    names, low = file["players"], file["rules"]["scoring"].get("direction") == "low"
    rules = json.dumps(file["rules"], sort_keys=True)
    totals = dict.fromkeys(names, 0)
    for size, hand in zip(sizes, file["hands"], strict=False):
        add_hand(found, totals, file, size, hand)
    ranked = sorted(totals.values(), reverse=not low)
    place = {name: ranked.index(total) + 1 for name, total in totals.items()}
    for seat, name in enumerate(names):
        one = found[name]
        won = place[name] == 1
        one.games, one.wins = one.games + 1, one.wins + won
        one.shared += won and list(place.values()).count(1) > 1
        one.places, one.players = one.places + place[name], one.players + len(names)
        one.row_won = one.row_won + 1 if won else 0
        one.rows_won = max(one.rows_won, one.row_won)
        one.totals[rules].append(totals[name])
        one.low[rules] = low
        for other in set(names) - {name}:
            one.against[other][(place[name] > place[other]) - (place[name] < place[other])] += 1
        runs(one, file, seat)


def add_hand(found, totals, file, size, hand):
    names, by_hand = file["players"], hand.get("set_points", {}).get("points")
    for seat, name in enumerate(names):
        bid, tricks = hand["bids"][seat], hand["tricks"][seat]
        if tricks is not None:
            gained = by_hand[seat] if by_hand else points(file["rules"]["scoring"], bid, tricks)
            totals[name] += gained
            found[name].hands[json.dumps(file["rules"], sort_keys=True)].append(gained)
            if not by_hand:
                count(found[name], size, bid, tricks)
    for given in hand.get("adjustments", []):
        totals[names[given["player"]]] += given["points"]


def count(one, size, bid, tricks):
    for table, key in ((one.by_bid, bid), (one.by_size, size)):
        table[key][0] += bid == tricks
        table[key][1] += 1
    one.over += tricks > bid
    one.under += tricks < bid
    one.beyond += tricks - bid


def runs(one, file, seat):
    told = "".join(
        "m" if hand["bids"][seat] == hand["tricks"][seat] else "x"
        for hand in file["hands"]
        if hand["tricks"][seat] is not None and "set_points" not in hand
    )
    one.run_made = max(one.run_made, *map(len, told.split("x")))
    one.run_missed = max(one.run_missed, *map(len, told.split("m")))


def told(tally):
    """What the program has added up, in the same shape."""
    names = (
        "games",
        "wins",
        "shared",
        "places",
        "players",
        "over",
        "under",
        "beyond",
        "run_made",
        "run_missed",
        "row_won",
        "rows_won",
    )
    return {name: getattr(tally, name) for name in names} | {
        "by_bid": {key: list(tried) for key, tried in tally.by_bid.items()},
        "by_size": {key: list(tried) for key, tried in tally.by_size.items()},
    }


def by_rules(one):
    """Games, sum, best and worst of totals and of hands, for each rules."""
    found = []
    for rules, totals in one.totals.items():
        best, worst = (min, max) if one.low[rules] else (max, min)
        hands = one.hands[rules]
        found.append((len(totals), sum(totals), best(totals), worst(totals), best(hands), worst(hands)))
    return sorted(found)


@pytest.fixture
def files():
    chance = random.Random(2026)
    return [game_of(chance, number) for number in range(GAMES)]


def test_every_statistic_of_a_thousand_imported_games_agrees(app, phone, files):
    with phone.hurrying():
        address = make(phone)
        slug = address.rsplit("/", 1)[-1]
        lines = "\n".join(map(json.dumps, files)).encode()
        choose(phone, lines, "games.jsonl", group=slug)
    assert phone.status == 200
    expected = reckon(files)
    with app.app_context():
        found = {person.name: person for person in groups.people_of(groups.find(slug))}
    assert set(found) == set(CROWD) == set(expected)
    ids = {person.id: person.name for person in found.values()}
    for name, person in found.items():
        wanted = expected[name]
        assert told(person.tally) == {key: getattr(wanted, key) for key in told(person.tally)}, name
        pairs = {ids[other]: (one.ahead, one.level, one.behind) for other, one in person.against.items()}
        assert pairs == {other: (one[-1], one[0], one[1]) for other, one in wanted.against.items()}, name
        summed = sorted(
            (one.games, one.points, one.best, one.worst, one.best_hand[0], one.worst_hand[0])
            for one in person.tally.totals.values()
        )
        assert summed == by_rules(wanted), name
    with app.app_context():
        assert upkeep.rebuild() == (GAMES, [])
        assert {person.name: person for person in groups.people_of(groups.find(slug))} == found
    shown = people(phone.open(address))
    for name, wanted in expected.items():
        made, played = map(sum, zip(*wanted.by_bid.values(), strict=True))
        assert shown[name] == [
            str(wanted.games),
            f"{wanted.wins / wanted.games:.0%}",
            f"{wanted.places / wanted.games:.1f}",
            f"{made / played:.0%}",
        ]
        check_person(phone.open(f"{address}/people/{found[name].id}"), wanted)
    check_together(phone.open(address), expected)


def check_person(screen, wanted):
    """Every figure that somebody's page shows."""
    made, played = map(sum, zip(*wanted.by_bid.values(), strict=True))
    assert figures(screen) == {
        "Games": str(wanted.games),
        "Won": f"{wanted.wins / wanted.games:.0%} ({wanted.wins} of {wanted.games}) {wanted.shared} of them shared",
        "Average place": f"{wanted.places / wanted.games:.1f} of {wanted.players / wanted.games:.1f}",
        "Bids made": f"{made / played:.0%} ({made} of {played})",
        "Tricks beyond the bid, a hand": tenths(wanted.beyond, played),
        "Made in a row, in one game": str(wanted.run_made),
        "Missed in a row, in one game": str(wanted.run_missed),
        "Games won in a row": f"{wanted.rows_won}" + (f" now {wanted.row_won}" if wanted.row_won else ""),
    }
    assert tendency(screen) == [f"{wanted.under} too few", f"{made} made", f"{wanted.over} too many"]
    assert charts(screen) == {"Made, by bid": rates(wanted.by_bid), "Made, by cards in the hand": rates(wanted.by_size)}
    (duels,) = screen.main.all("table", class_="duels")
    assert {row[0]: row[2:] for row in rows(duels)} == {
        other: [str(one[-1]), str(one[0]), str(one[1])] for other, one in wanted.against.items()
    }
    assert sorted(shown_points(screen)) == sorted(expected_points(wanted))


def check_together(screen, expected):
    """What a group's page tells of everybody together, and the best by each rules."""
    together = Expected()
    for one in expected.values():
        for name in ("over", "under"):
            setattr(together, name, getattr(together, name) + getattr(one, name))
        for mine, theirs in ((together.by_bid, one.by_bid), (together.by_size, one.by_size)):
            for key, (made, played) in theirs.items():
                mine[key] = [mine[key][0] + made, mine[key][1] + played]
    made = sum(made for made, _ in together.by_bid.values())
    assert tendency(screen) == [f"{together.under} too few", f"{made} made", f"{together.over} too many"]
    assert charts(screen) == {"Made, by bid": rates(together.by_bid), "Made, by cards in the hand": rates(together.by_size)}
    bests = [row[1:] for row in rows(screen.main.all("table", class_="people")[1])]
    wanted = list(expected_bests(expected))
    assert len(bests) == len(wanted)
    for shown in bests:
        assert [whose(told) for told in shown] in wanted, shown


def whose(told):
    """A figure, and the names beside it."""
    points, names = told.split(" ", 1)
    return points, set(re.split(", and |, | and ", names))


def expected_bests(expected):
    """For each rules what stands as the best total and as the best hand: the figure, and everybody who has reached it."""
    for rules in {rules for one in expected.values() for rules in one.totals}:
        best = min if json.loads(rules)["scoring"].get("direction") == "low" else max
        tables = [{name: best(getattr(one, table)[rules]) for name, one in expected.items()} for table in ("totals", "hands")]
        yield [
            (figure(best(table.values())), {name for name, points in table.items() if points == best(table.values())})
            for table in tables
        ]


def figure(points):
    """Points as a page writes them."""
    return f"{points:g}".replace("-", "\N{MINUS SIGN}")


def tenths(total, count):
    """An average as a page writes it."""
    return f"{round(total / count, 1) + 0:.1f}".replace("-", "\N{MINUS SIGN}")


def rates(tries):
    """Rows of a chart."""
    few = 10
    return [
        [str(key), "", f"{made / played:.0%}" if played >= few else f"{made} of {played}"]
        for key, (made, played) in sorted(tries.items())
    ]


def rows(table):
    """The cells of a table's body."""
    return [[cell.text for cell in row.all("th", "td")] for row in table.all("tbody")[0].all("tr")]


def charts(screen):
    """The charts by their captions, each bar as wide as its figure."""
    for row in (row for table in screen.main.all("table", class_="chart-table") for row in table.all("tbody")[0].all("tr")):
        told = row.all("td")[1].text
        made, _, played = told.partition(" of ")
        share = float(told.rstrip("%")) if told.endswith("%") else 100 * int(made) / int(played)
        assert abs(int(row.all("rect", class_="made")[0]["width"]) - share) <= 0.5
    return {table.all("caption")[0].text: rows(table) for table in screen.main.all("table", class_="chart-table")}


def tendency(screen):
    """Under, made and over, in words."""
    (drawn,) = screen.main.all("figure", class_="tendency")
    said = [part.text for part in drawn.all("span")]
    counts = [int(part.split()[0]) for part in said]
    assert [bar["class"] for bar in drawn.all("rect")] == ["under", "made", "over"]
    for bar, count in zip(drawn.all("rect"), counts, strict=True):
        assert abs(int(bar["width"]) - 100 * count / sum(counts)) <= 1
    return said


def shown_points(screen):
    """Games, and best, average and worst of totals and hands, for each rules."""
    for table in screen.main.all("table", class_="points"):
        games = table.all("caption")[0].text.rpartition("· ")[2]
        yield [games, *(row[1:] for row in rows(table))]


def expected_points(wanted):
    for rules, totals in wanted.totals.items():
        best, worst = (min, max) if wanted.low[rules] else (max, min)
        hands = wanted.hands[rules]
        yield [
            f"{len(totals)} game{'s' * (len(totals) > 1)}",
            [figure(best(totals)), tenths(sum(totals), len(totals)), figure(worst(totals))],
            [figure(best(hands)), "–", figure(worst(hands))],
        ]


def test_an_average_that_is_as_good_as_nothing_has_no_sign():
    assert record_words.average(-1, 100) == "0.0"
    assert record_words.average(-6, 100) == "\N{MINUS SIGN}0.1"
    assert record_words.average(0, 0) == "–"
