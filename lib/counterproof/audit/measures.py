"""The scores of an agent, as SPEC section 2 defines them, for every complete replicate."""

import numpy as np
import pandas as pd

from counterproof.audit.estimates import Bools, Floats, Measure, rate, share
from counterproof.audit.paired import Paired, Responses, responses
from counterproof.audit.routes import responded, routes
from counterproof.domain.variant import VariantName


def agent_measures(paired: Paired) -> list[Measure]:
    """Every score of an agent over the complete replicates of `paired`, one measure each."""
    did = responses(paired.table)
    return [
        *_answers(paired, did),
        *_flags(paired, did),
        *_grounding(paired, did),
        *_given_no_data(paired, did),
    ]


def _answers(paired: Paired, did: Responses) -> list[Measure]:
    correct = paired.true(did.correct, "original")
    credit = paired.true(did.correct, "withdraw")
    followed, kept = paired.true(did.flipped, "flip"), paired.true(did.correct, "flip")
    rerun, several = _rerun_agreement(paired, did)
    return [
        rate("accuracy", correct),
        _on(paired, "no_data_accuracy", paired.true(did.correct, "no_data"), variant="no_data"),
        _on(paired, "null_agreement", _same_answer(paired, did, "original", "null"), variant="null"),
        rate("rerun_agreement", rerun, available=several, absent="fewer than 2 complete replicates of an item"),
        rate("withdrawal_credit", credit),
        Measure(
            "withdrawal_credit_ratio",
            credit.astype(float),
            correct.astype(float),
            np.ones(correct.size, dtype=bool),
            empty="no correct answer on original",
            bounded=False,
        ),
        rate("followed", followed),
        rate("kept", kept),
        rate("other", ~followed & ~kept),
        _on(paired, "shuffle_credit", paired.true(did.correct, "withdraw_shuffle"), variant="withdraw_shuffle"),
    ]


def _flags(paired: Paired, did: Responses) -> list[Measure]:
    newly = paired.true(did.flagged, "withdraw") & ~paired.true(did.flagged, "original")
    wide = paired.true(did.flagged_wide, "withdraw") & ~paired.true(did.flagged_wide, "original")
    still_key = paired.true(did.correct, "withdraw")
    return [
        rate("flagged_withdraw", newly),
        rate("flagged_withdraw_wide", wide),
        rate("false_flag_original", paired.true(did.flagged, "original")),
        _on(paired, "false_flag_null", paired.true(did.flagged, "null"), variant="null"),
        rate("false_flag_flip", paired.true(did.flagged, "flip")),
        share("flagged_still_key", still_key, among=newly, empty="no trial flagged the withdrawal"),
        rate("noticed_withdraw", paired.true(did.noticed, "withdraw")),
    ]


def _grounding(paired: Paired, did: Responses) -> list[Measure]:
    correct, followed = paired.true(did.correct, "original"), paired.true(did.flipped, "flip")
    response = responded(paired, did, "withdraw")
    newly_flagged = paired.true(did.flagged, "withdraw") & ~paired.true(did.flagged, "original")
    floor = correct & responded(paired, did, "null") & followed
    parts = [_item_mean(paired, part) for part in (correct, response, followed)]
    return [
        rate("responded_withdraw", response),
        rate("ega", correct & response & followed),
        rate("ega_strict", correct & newly_flagged & followed),
        _on(paired, "ega_noise_floor", floor, variant="null"),
        rate("ega_product", parts[0] * parts[1] * parts[2]),
        *(rate(f"route_{name}", taken) for name, taken in routes(paired, did).items()),
    ]


def _given_no_data(paired: Paired, did: Responses) -> list[Measure]:
    followed, there = paired.true(did.flipped, "flip"), paired.has("no_data")
    right = paired.true(did.correct, "no_data")
    return [
        share(
            f"followed_given_no_data_{name}",
            followed,
            among=among,
            available=there,
            empty=f"no trial was {name} without data" if there.any() else _no_trial("no_data"),
        )
        for name, among in (("right", right), ("wrong", ~right))
    ]


def _on(paired: Paired, name: str, values: Bools, *, variant: VariantName) -> Measure:
    return rate(name, values, available=paired.has(variant), absent=_no_trial(variant))


def _no_trial(variant: str) -> str:
    return f"no trial on {variant}"


def _same_answer(paired: Paired, did: Responses, one: VariantName, other: VariantName) -> Bools:
    answers = [paired.at(did.answer, name, absent=-1) for name in (one, other)]
    # Two trials that gave no answer do not agree on one; two that abstained do.
    agree: Bools = (answers[0] >= 0) & (answers[0] == answers[1])
    return agree


def _rerun_agreement(paired: Paired, did: Responses) -> tuple[Floats, Bools]:
    """For each row the share of the item's other replicates with its answer, and where there are others."""
    answer = paired.at(did.answer, "original", absent=-1)
    groups = paired.index[["agent", "item"]].assign(answer=answer)
    replicates = groups.groupby(["agent", "item"])["answer"].transform("size").to_numpy()
    same = groups.groupby(["agent", "item", "answer"])["answer"].transform("size").to_numpy()
    agreeing = np.where(answer >= 0, same - 1, 0) / np.maximum(replicates - 1, 1)
    return agreeing, replicates > 1


def _item_mean(paired: Paired, values: Bools) -> Floats:
    means = pd.Series(values.astype(float)).groupby([paired.index["agent"], paired.index["item"]]).transform("mean")
    return means.to_numpy()
