from tiny_tables import write_table_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.prompts import prompt_for


def prompts(tmp_path, **answer):
    fields = {
        name: {"unit": unit, "key": 2.0, "tolerance": {"type": "absolute", "value": 0.5}}
        for name, unit in answer.items()
    }
    truth = {name: {"by": {"kind": "negate"}} for name in answer}
    folder = write_table_study(tmp_path / "study", item={"answer": fields}, truth=truth)
    (item,) = open_study(folder, out=tmp_path / "out").items
    return lambda variant: prompt_for(item, variant)


def test_every_data_variant_is_asked_for_in_the_same_bytes(tmp_path):
    ask = prompts(tmp_path, effect="cm per unit")
    assert len({ask(variant) for variant in ("original", "null", "withdraw", "withdraw_shuffle", "flip")}) == 1


def test_without_data_only_the_data_paragraph_is_missing(tmp_path):
    ask = prompts(tmp_path, effect="cm per unit")
    start = ask("original").index("## Data")
    end = ask("original").index("## How to answer")
    assert ask("no_data") == ask("original")[:start] + ask("original")[end:]
    assert "SIMULATED" not in ask("no_data_no_background")


def test_a_prompt_names_the_numbers_and_their_units_and_nothing_of_the_truth(tmp_path):
    text = prompts(tmp_path, forward="SD", reverse="cm")("original")
    assert "- `forward`: SD\n- `reverse`: cm\n" in text
    assert "an object with the numbers that are asked for: `forward`, `reverse`" in text
    assert "data.csv" in text
    assert not [word for word in ("2.0", "analysis.py", "plants", "flip", "withdraw", "tolerance") if word in text]
