"""Where the record of one trial lies, and of which trial it is: known without reading it."""

from typing import NamedTuple

from counterproof.domain.arm import Arm
from counterproof.domain.variant import VariantName


class TrialFile(NamedTuple):
    """A trial's record: `name` is its path below the work folder, `digest` that of the trial's key (SHA-256 in hex)."""

    name: str
    digest: str
    item: str
    agent: str
    variant: VariantName
    arm: Arm
    replicate: int
    imported: bool = False
