import json

import pytest

from counterproof.benchmarks.candidates import read_candidates
from counterproof.domain.problem import InputError


def written(tmp_path, *rows):
    path = tmp_path / "tasks.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(
    "row",
    [
        {"prompt": "Which gene causes Lupus? Candidates: TP53, EGFR, MYC"},
        {"prompt": "Find the causal gene for Lupus.\nGenes in locus: {TP53}, {EGFR}".replace("}, {", ", ")},
        {"prompt": "Which gene causes Lupus?", "candidates": ["TP53", "EGFR", "MYC"]},
    ],
)
def test_the_list_becomes_options_and_every_option_is_a_name(tmp_path, row):
    (one,) = read_candidates(written(tmp_path, {"id": "t1", "answer": "EGFR"} | row), seed=1).instances
    assert one.options[one.key] == "EGFR"
    assert {"TP53", "EGFR"} <= {entity.name for entity in one.entities}
    assert "TP53" not in one.question
    assert one.evidence == ""


def test_a_task_that_cannot_be_asked_is_refused_with_the_reason(tmp_path):
    rows = [
        {"id": "a", "prompt": "Which gene?", "answer": "TP53"},
        {"id": "b", "prompt": "Which? Genes: TP53, EGFR", "answer": "MYC"},
        {"id": "c", "prompt": "Which? Genes: TP53, TP53", "answer": "TP53"},
    ]
    reasons = [one.wrong for one in read_candidates(written(tmp_path, *rows), seed=1).refused]
    assert reasons[0] == "its prompt holds no list of candidates"
    assert reasons[1] == "the answer 'MYC' is none of the candidates"
    assert reasons[2] == "it has 1 candidates; 2 to 26 can be asked"


def test_a_line_without_a_prompt_is_an_error(tmp_path):
    with pytest.raises(InputError, match="has not all of id, prompt, answer"):
        read_candidates(written(tmp_path, {"id": "a"}), seed=1)
