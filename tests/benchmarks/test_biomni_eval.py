import pandas as pd
import pytest

from counterproof.benchmarks.biomni_eval import load_biomni_eval
from counterproof.domain.problem import InputError

ROWS = [
    ("lab_bench_dbqa", 0, "Which gene?\nA. BRCA1\nB. TP53", "b"),
    ("hle", 1, "A riddle without lettered lines", "C"),
    ("gwas_causal_gene_opentargets", 2, "Which gene is causal?", "PCSK9"),
    ("rare_disease_diagnosis", 3, "Which disease?", '{"OMIM_ID": "123", "disease_name": "x"}'),
    ("patient_gene_detection", 4, "Which gene?", "ENSG1, ENSG2"),
    ("lab_bench_seqqa", 5, "Which?", "42"),
    ("a_new_task", 6, "Which?", "x"),
    ("hle", 7, "", "A"),
]


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_every_task_gets_the_grading_of_its_kind(tmp_path, suffix):
    table = pd.DataFrame(ROWS, columns=["task_name", "task_instance_id", "prompt", "answer"]).assign(split="val")
    path = tmp_path / f"eval.{suffix}"
    {
        "parquet": table.to_parquet,
        "csv": lambda file: table.to_csv(file, index=False),
        "jsonl": lambda file: table.to_json(file, orient="records", lines=True),
    }[suffix](path)
    found = load_biomni_eval(path)
    letter, riddle, gene, disease, genes = found.items
    assert (letter.key, letter.options, letter.question) == ("B", {"A": "BRCA1", "B": "TP53"}, "Which gene?")
    assert (riddle.key, riddle.options) == ("C", {})
    assert gene.grader == {"type": "term", "field": "answer", "accepted": ["PCSK9"]}
    assert disease.grader["accepted"] == ["123"]
    assert genes.grader["accepted"] == ["ENSG1", "ENSG2"]
    assert [note.row for note in found.refused] == ["row 6", "row 7", "row 8"]


def test_another_table_is_refused(tmp_path):
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="it has no column task_name"):
        load_biomni_eval(tmp_path / "x.csv")
