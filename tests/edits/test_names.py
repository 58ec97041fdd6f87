from counterproof.benchmarks.invented import invented_instances
from counterproof.domain.instance import Entity, Instance
from counterproof.edits.names import name_spans, opaque_tokens, residue
from counterproof.edits.spans import replaced

CASES = invented_instances(12, seed=4)


def test_a_token_is_opaque_and_drawn_anew_for_every_instance():
    tokens = [opaque_tokens(one, seed=1) for one in CASES]
    assert len(set(tokens)) == len(CASES)
    assert all(len(set(some)) == 3 for some in tokens)
    assert opaque_tokens(CASES[0], seed=1) == tokens[0]
    assert opaque_tokens(CASES[0], seed=2) != tokens[0]


def test_one_entity_has_one_token_in_every_part_and_form():
    entity = Entity(name="TP53", aliases=("p53",))
    one = Instance.model_validate(
        {
            "id": "x",
            "question": "Does TP53 rise?",
            "evidence": "p53's rise",
            "options": {"A": "tp53 rises", "B": "no"},
            "key": "A",
            "entities": [entity],
            "mentions": [
                {"part": "question", "start": 5, "end": 9, "entity": 0},
                {"part": "evidence", "start": 0, "end": 3, "entity": 0},
                {"part": "option A", "start": 0, "end": 4, "entity": 0},
            ],
        }
    )
    masked = {part: replaced(text, name_spans(one, part, names=["T"])) for part, text in one.parts.items()}
    assert list(masked.values()) == ["T's rise", "Does T rise?", "T rises", "no"]


def test_what_may_give_an_entity_away_is_told():
    one = CASES[0]
    text = "See rs1234 and NCT00001234: BRCA2 in the syndrome, by 10.1000/xyz"
    kinds = {(left.kind, left.text) for left in residue(one, {"evidence": text})}
    assert ("identifier", "rs1234") in kinds
    assert ("identifier", "NCT00001234") in kinds
    assert ("symbol", "BRCA2") in kinds
    assert ("word of a name", "syndrome") in kinds


def test_the_masked_invented_passages_leave_nothing_behind():
    for one in CASES:
        tokens = opaque_tokens(one, seed=1)
        masked = {part: replaced(text, name_spans(one, part, names=tokens)) for part, text in one.parts.items()}
        assert residue(one, masked) == ()
