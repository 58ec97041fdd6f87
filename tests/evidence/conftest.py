"""Small cells whose statistics can be worked out by hand."""

import numpy as np
import pandas as pd
import pytest

from counterproof.matter.cells import Cells


@pytest.fixture
def make_cells():
    def make(expression, *, block_class="log", totals=None, **columns):
        return Cells(
            obs=pd.DataFrame(columns, dtype=object),
            expression=pd.DataFrame(expression, dtype=float),
            totals=None if totals is None else np.asarray(totals, dtype=float),
            block_class=block_class,
        )

    return make
