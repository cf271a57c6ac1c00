import json
from itertools import groupby

import pytest

from scorekeeper.rules import catalogue
from scorekeeper.rules.bidding import Bidding
from scorekeeper.rules.catalogue import preset, presets, read_presets
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.ruleset import Ruleset

every_preset = pytest.mark.parametrize("chosen", presets(), ids=[chosen.id for chosen in presets()])
DOCUMENTED = """
    seed seed+tricks seed+zero seed+both wiki-basic wiki-exact variable-bonus ohca psalaets minus-ten-d skating-bonus
    tricks-5-table jaylipp to-101 wiki-basic-5 adjusted-zero reduced-zero montreal progressive oy-vey progressive-d get-fred
    trick-scoring ten-times ten-times-penalty double-whammy hassenpfeffer penalty-under ermilia set-penalty
    progressive-penalty penalty-15 cypriot novacastrian gentleman kata basas adjusted-exact binary binary-nil blind-20
    spades-double cardzmania rickytann rickytann-7 negative negative-square negative-hand scratch wizard wizard-tournament
    skull-king skull-king-initial skull-king-rascal skull-king-cannonball romanian-whist romanian-triangular nomination blob
    pocha pocha-5-2 podrida podrida-zero boerenbridge-10-2 boerenbridge-10-3-3 boerenbridge-10-3 boerenbridge-10-1-2
    boerenbridge-5-1 boerenbridge-10-10 boerenbridge-nl boerenbridge-wk rikiki rikiki-4 ascenseur ascenseur-2 ascenseur-5
    ascenseur-5-strict ascenseur-0 ascenseur-25 plump plump-tricks bankeren judgement judgement-10x judgement-25
    judgement-11x stiche-raten nullern hook-only must-exceed schedules
""".split()  # noqa: SIM905 (one name after the other is easier to compare)
ENTRY = {"id": "mine", "family": "House", "name": "Mine", "sentence": "My own game.", "sources": ["me"]}


@every_preset
def test_rules_survive_being_written_down(chosen):
    written = json.loads(json.dumps(chosen.ruleset.to_data()))
    assert Ruleset.from_data(written) == chosen.ruleset


@every_preset
def test_every_game_is_told_in_one_sentence(chosen):
    assert chosen.sentence.endswith(".")
    assert ". " not in chosen.sentence
    assert len(chosen.sentence) <= 170
    assert all(chosen.sources)
    assert chosen.sources


CLAIMS = {
    "hook on": lambda rules: rules.bidding.hook == "always",
    "hook from": lambda rules: rules.bidding.hook == "min_cards",
    "above the number of tricks": lambda rules: rules.bidding.hook == "must_exceed",
    "at once": lambda rules: rules.bidding.order == "simultaneous",
    "lowest total wins": lambda rules: rules.scoring.direction == "low",
    "highest bidder leads": lambda rules: rules.lead == "highest-bidder",
    "names trump": lambda rules: rules.trump.policy == "highest-bidder",
    "and back": lambda rules: rules.schedule.shape == "up-down",
    "up again": lambda rules: rules.schedule.shape == "down-up",
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_sentences_claim_only_what_the_rules_do(claim):
    claiming = [chosen for chosen in presets() if claim in chosen.sentence]
    assert claiming
    assert [chosen.id for chosen in claiming if not CLAIMS[claim](chosen.ruleset)] == []


def test_no_two_games_have_the_same_name():
    assert len({chosen.name for chosen in presets()}) == len(presets())


def test_no_game_of_the_catalogue_gets_lost():
    assert len(DOCUMENTED) == len(set(DOCUMENTED)) == 91
    assert [id_ for id_ in DOCUMENTED if id_ not in {chosen.id for chosen in presets()}] == []
    assert sum(chosen.has_scoring for chosen in presets()) >= 83
    assert sum(chosen.has_schedule for chosen in presets()) >= 41


def test_the_base_game_comes_first_and_is_what_rules_are_by_themselves():
    assert [chosen.id for chosen in presets()][:4] == ["seed", "seed+tricks", "seed+zero", "seed+both"]
    assert preset("seed").ruleset == Ruleset()


def test_families_stand_together():
    families = [family for family, _ in groupby(presets(), key=lambda chosen: chosen.family)]
    assert len(families) == len(set(families))


def test_what_a_source_leaves_out_is_as_in_the_base_game():
    hook = preset("hook-only")
    assert not hook.has_scoring
    assert not hook.has_schedule
    assert hook.ruleset == Ruleset(bidding=Bidding(hook="always"), players=(3, 7))


def test_to_101_ends_on_a_score():
    rules = preset("to-101").ruleset
    assert rules.open_ended
    assert rules.end_score == 101


@pytest.mark.parametrize("unknown", ["oh-hell", "", None, [], 7])
def test_an_unknown_game_is_refused(unknown):
    with pytest.raises(RuleError) as refusal:
        preset(unknown)
    assert refusal.value.code == "rules"


def test_one_entry_is_one_game():
    assert read_presets([ENTRY | {"tie": "most-made"}])["mine"].ruleset == Ruleset(tie="most-made")


@pytest.mark.parametrize(
    ("entries", "fault"),
    [
        ([ENTRY | {"titel": "x"}], "Catalogue entry “mine”: The rules have no key “titel”."),
        (
            [ENTRY | {"lead": "nobody"}],
            "Catalogue entry “mine”: In the rules, “lead” must be one of: left, highest-bidder, opposite.",
        ),
        ([ENTRY | {"name": " "}], "Catalogue entry “mine”: In the rules, “name” must be a text."),
        ([ENTRY | {"sentence": None}], "Catalogue entry “mine”: In the rules, “sentence” must be a text."),
        ([ENTRY | {"sources": None}], "Catalogue entry “mine”: In the rules, “sources” is missing."),
        ([ENTRY | {"sources": []}], "Catalogue entry “mine”: In the rules, “sources” is missing."),
        ([ENTRY | {"sources": [""]}], "Catalogue entry “mine”: In the rules, “sources” must be a text."),
        (
            [ENTRY | {"schedule": {"max": {"tabel": {}}}}],
            "Catalogue entry “mine”: The rules have no key “schedule.max.tabel”.",
        ),
        (
            [ENTRY | {"scoring": {"made": {"k": "ten"}}}],
            "Catalogue entry “mine”: In the rules, “scoring.made.k” must be a whole number or a half, from -1000000 to 1000000.",
        ),
        ([ENTRY, ENTRY], "Catalogue entry “mine”: This id is there twice."),
        (["mine"], "Catalogue entry “None”: In the rules, “rules” must be an object with keys and values."),
        ({}, "In the rules, “catalogue” must be a list of at most 10000 items."),
    ],
)
def test_a_wrong_entry_is_refused_with_its_name_and_the_key(entries, fault):
    with pytest.raises(RuleError) as refusal:
        read_presets(entries)
    assert str(refusal.value) == fault


def test_a_catalogue_that_is_no_json_is_told(monkeypatch, tmp_path):
    (tmp_path / "catalogue.json").write_text("[")
    monkeypatch.setattr(catalogue.resources, "files", lambda _: tmp_path)
    with pytest.raises(RuleError) as refusal:
        catalogue.as_written()
    assert str(refusal.value).startswith("The catalogue is not JSON")


def test_every_entry_can_be_copied_as_it_is_written():
    assert tuple(read_presets(catalogue.as_written()).values()) == presets()
