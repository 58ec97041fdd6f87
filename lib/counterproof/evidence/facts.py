"""What the shared runner must know about a statistic."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from counterproof.matter.cells import Cells


class Needs(NamedTuple):
    """What a statistic reads of a file: gene names and obs columns."""

    genes: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    """A statistic and what it promises.

    `values` gives one number per option letter, NaN where undefined. `floor` says that the best value must itself reach
    the margin: a gene that is down in a group does not mark it, however far below the others lie. `unit` names the
    scale.
    """

    name: str
    unit: str
    floor: bool
    needs: Callable[[Any, Mapping[str, str]], Needs]
    values: Callable[[Any, Mapping[str, str], Cells], dict[str, float]]
