"""The arms of a study: treatments of the prompt that are crossed with the variants."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from counterproof.domain.record import Record
from counterproof.domain.variant import VariantName

Arm = Literal["standard", "abstain_option", "anonymised"]


class ArmSpec(Record):
    """One arm, and which part of the study runs in it.

    `abstain_option` adds an option to each question that says that the data cannot decide; choosing it is abstaining.
    `anonymised` gives genes opaque names in data and prompt, and with `groups` the labels of cells, too. Without it
    labels stay, but where some options hold the name of a gene: then all labels of that item's columns get one.
    `agents` are names of the study's agents, `variants` its variants; null takes all of them. `replicates` is how many
    run; null takes the study's number. The standard arm takes no part: it is the whole study.
    """

    name: Arm = "standard"
    agents: tuple[str, ...] | None = None
    variants: tuple[VariantName, ...] | None = None
    replicates: int | None = Field(default=None, ge=1)
    groups: bool = False

    def runs(self, *, agent: str, variant: VariantName, replicate: int) -> bool:
        """Whether such a trial is run in this arm."""
        return (
            (self.agents is None or agent in self.agents)
            and (self.variants is None or variant in self.variants)
            and (self.replicates is None or replicate <= self.replicates)
        )


def _written_as(value: Any) -> str:
    return "[name]" if isinstance(value, str) else "[part]"


# As with evaluators, a tag in brackets is the validator's step, not a key of the file.
NamedArm = Annotated[Annotated[Arm, Tag("[name]")] | Annotated[ArmSpec, Tag("[part]")], Discriminator(_written_as)]
"""An arm as a study's file has it: its name alone, or with the part of the study that it runs."""


def standard_first(arms: Sequence[NamedArm]) -> tuple[ArmSpec, ...]:
    """The arms with the standard one at their head.

    Raises
    ------
    ValueError
        If an arm is named twice, or the standard one is given a part of the study only.
    """
    parts = [ArmSpec(name=arm) if isinstance(arm, str) else arm for arm in arms]
    names = [arm.name for arm in parts]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        msg = f"named twice: {', '.join(twice)}"
        raise ValueError(msg)
    given = next((arm for arm in parts if arm.name == "standard"), ArmSpec())
    if given != ArmSpec():
        msg = "the standard arm runs the whole study: give a part of it to the other arms only"
        raise ValueError(msg)
    return (given, *(arm for arm in parts if arm.name != "standard"))
