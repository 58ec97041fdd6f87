"""All that construction made and found for one item."""

from typing import Literal

from counterproof.domain.finding import LeakCheck, Predictability, Screening, Verification
from counterproof.domain.record import Record
from counterproof.domain.registration import Registration
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.variant import Variant


class Construction(Record):
    """One item's registration, screening, written variants and their checks.

    `excluded` is null for an item that goes to the agents, else the reason in a word or two (`tied`, `gene absent`,
    `stronger alternative`, `second answer`, ...); `detail` says it in a sentence. `packed` says whether the matrices of
    all variants are compressed, which follows the source (null where none was written). `analysis_sandbox` are the
    walls in which a table's registered analysis ran, null for an item that has none. `version` is the library's: what
    another version made is made again.
    """

    item: str
    excluded: str | None
    detail: str = ""
    registration: Registration | TableRegistration
    screening: Screening
    variants: tuple[Variant, ...] = ()
    packed: bool | None = None
    verifications: tuple[Verification, ...] = ()
    leaks: tuple[LeakCheck, ...] = ()
    predictability: tuple[Predictability, ...] = ()
    analysis_sandbox: Literal["bubblewrap", "none"] | None = None
    version: str = ""
