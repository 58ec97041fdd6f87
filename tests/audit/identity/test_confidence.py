import numpy as np
import pandas as pd
import pytest

from counterproof.audit.identity.confidence import confidence_slope, confidence_table

ACCURACY = pd.DataFrame(
    {"agent": "one", "condition": list("abc"), "mean": [0.2, 0.5, 0.8], "confidence": [70.0, 75.0, 82.0]}
)


def test_overconfidence_is_confidence_minus_accuracy():
    assert confidence_table(ACCURACY)["overconfidence"].tolist() == pytest.approx([0.5, 0.25, 0.02])


def test_the_slope_is_that_of_a_line_through_the_conditions():
    row = confidence_slope(confidence_table(ACCURACY)).iloc[0]
    assert row["slope"] == pytest.approx(np.polyfit([0.2, 0.5, 0.8], [0.7, 0.75, 0.82], 1)[0])
    assert (row["accuracy_span"], row["confidence_span"]) == pytest.approx((0.6, 0.12))


def test_a_constant_accuracy_has_no_slope():
    row = confidence_slope(confidence_table(ACCURACY.assign(mean=0.5))).iloc[0]
    assert pd.isna(row["slope"])
    assert row["reason"] == "accuracy is the same under all conditions"
