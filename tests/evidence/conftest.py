"""Small cells whose statistics can be worked out by hand."""

import numpy as np
import pandas as pd
import pytest

from counterproof.matter.cells import Cells, labels_of


@pytest.fixture
def make_cells():
    def make(expression, *, block_class="log", totals=None, **columns):
        n_cells = len(next(iter([*expression.values(), *columns.values()])))
        return Cells(
            n_cells=n_cells,
            labels={name: labels_of(pd.Series(labels, dtype=object)) for name, labels in columns.items()},
            expression={name: np.asarray(values, dtype=float) for name, values in expression.items()},
            totals=None if totals is None else np.asarray(totals, dtype=float),
            block_class=block_class,
        )

    return make
