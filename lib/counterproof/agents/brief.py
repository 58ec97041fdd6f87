"""The question in a form that a program can compute: a reference agent's reading of the prompt."""

from counterproof.domain.record import Record
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import BlockClass, Statistic


class Brief(Record):
    """What is asked, of which matrix, and how large a lead decides.

    `options` maps each letter to the gene or group behind it; `block` is `X`, `raw` or `layers/NAME`; `margin` has the
    unit of the statistic. There is no key here, no flip answer and no variant.
    """

    question: Statistic
    options: dict[str, str]
    block: str
    block_class: BlockClass
    margin: float


def brief_of(registration: Registration) -> Brief:
    """The part of a registration that the question itself tells."""
    return Brief(
        question=registration.statistic,
        options=registration.targets,
        block=registration.block,
        block_class=registration.block_class,
        margin=registration.margin,
    )
