"""Grader blocks as the SpatialBench and scBench evals write them, read into this library's grader records."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from counterproof.domain.problem import InputError, Problem
from counterproof.evaluators.graders.registry import GRADERS, Grader

Block = Mapping[str, Any]


def read_block(block: Block, *, file: str = "grader") -> Grader:
    """The grader that an eval's `grader` block describes.

    Raises
    ------
    InputError
        With every fault of the block: an unknown type, a missing truth, a relative tolerance at truth 0.
    """
    kind = str(block.get("type", ""))
    reader = READERS.get(kind)
    if reader is None:
        fix = f"one of {', '.join(sorted(READERS))}"
        raise InputError([Problem(file=file, place="grader.type", wrong="no such grader", seen=kind, fix=fix)])
    facts = next(each for each in GRADERS if kind in each.block_types)
    try:
        return facts.record.model_validate(reader(block.get("config") or {}))
    except ValidationError as error:
        raise InputError(_problems(error, file)) from error


def _problems(error: ValidationError, file: str) -> list[Problem]:
    return [
        Problem(
            file=file,
            place=".".join(("grader", *map(str, each["loc"]))),
            wrong=each["msg"],
            seen=str(each["input"])[:80],
            fix="correct the eval's grader block",
        )
        for each in error.errors()
    ]


def _numbers(config: Block) -> dict[str, Any]:
    truths = config.get("ground_truth") or {}
    shared = config.get("tolerances", config.get("tolerance")) or {}
    return {
        "targets": {
            name: {"truth": truth, "tolerance": _tolerance(shared if "type" in shared else shared.get(name) or {})}
            for name, truth in truths.items()
        }
    }


def _tolerance(entry: Block) -> dict[str, Any]:
    """An entry without a value asks for equality; `lower` and `upper` are distances; `min` and `max` are limits."""
    kind, value = entry.get("type", "absolute"), entry.get("value", 0)
    if "lower" in entry or "upper" in entry:
        return {"type": "bounds", **{side: entry.get(side, value) for side in ("lower", "upper")}}
    if kind in {"min", "max"}:
        return {"type": "limit", "at_least" if kind == "min" else "at_most": value}
    return {"type": kind, "value": value}


def _choice(config: Block) -> dict[str, Any]:
    accepted = config["correct_answers"] if "correct_answers" in config else [config.get("correct_answer", "")]
    return {"accepted": [[letter] for letter in accepted]}


def _labels(config: Block) -> dict[str, Any]:
    scoring = config.get("scoring") or {}
    return {
        "labels": config.get("ground_truth_labels", ()),
        "field": config.get("answer_field"),
        **({"threshold": scoring["pass_threshold"]} if "pass_threshold" in scoring else {}),
    }


def _ranking(config: Block) -> dict[str, Any]:
    # Some evals put the thresholds beside `scoring`, not into it: they are meant all the same.
    thresholds = (config.get("scoring") or {}).get("pass_thresholds") or config.get("pass_thresholds") or {}
    names = {"precision_at_k": "precision", "recall_at_k": "recall", "k": "k"}
    return {
        "names": config.get("canonical_markers", config.get("ground_truth_labels", ())),
        **({"field": config["answer_field"]} if "answer_field" in config else {}),
        **{ours: thresholds[theirs] for theirs, ours in names.items() if theirs in thresholds},
    }


def _distribution(config: Block) -> dict[str, Any]:
    truth, tolerances = config.get("ground_truth") or {}, config.get("tolerances") or {}
    total = truth.get("total_cells")
    share = tolerances.get("cell_type_percentages")
    return {
        "shares": truth.get("cell_type_distribution") or {},
        **({"tolerance": _tolerance(share)} if share else {}),
        **(
            {"total": {"truth": total, "tolerance": _tolerance(tolerances.get("total_cells") or {})}}
            if total is not None
            else {}
        ),
    }


def _fields(config: Block) -> dict[str, Any]:
    rule = config.get("pass_rule", "all")
    return {
        "checks": [_check(child, place) for place, child in enumerate(config.get("children") or ())],
        "min_passing": config.get("min_passing_children") if rule == "min_passing" else None,
        # A rule that this library does not know must not be read as `all`: the record refuses the extra field.
        **({} if rule in {"all", "min_passing"} else {"pass_rule": rule}),
    }


def _check(child: Block, place: int) -> dict[str, Any]:
    config = child.get("config") or {}
    return {
        "name": child.get("name") or f"children[{place}].{child.get('type')}",
        "grader": read_block(child, file=f"children[{place}]"),
        "hard_fail": "hard_fail" in {child.get("role"), config.get("role")},
    }


READERS: dict[str, Callable[[Block], dict[str, Any]]] = {
    "numeric_tolerance": _numbers,
    "multiple_choice": _choice,
    "jaccard_label_set": _labels,
    "label_set_jaccard": _labels,
    "marker_gene_precision_recall": _ranking,
    "distribution_comparison": _distribution,
    "all_of": _fields,
}
