"""One item under opaque names, as the arm `anonymised` gives it to agents."""

from counterproof.domain.finding import LeakCheck, Verification
from counterproof.domain.item import Item
from counterproof.domain.record import Record
from counterproof.domain.registration import Registration
from counterproof.domain.variant import Variant


class Anonymised(Record):
    """The renamed item and registration, its variants' files, and what was checked of them.

    `excluded` is null for an item that the arm asks, else the reason in a few words, and `detail` says it in a
    sentence. `named` is the digest of the registration with the real names and of the item's wording: another one, or
    another `version` of the library, makes it stale. The item has no registration of its own, since that holds names.
    """

    item: Item
    named: str
    excluded: str | None = None
    detail: str = ""
    groups: bool = False
    registration: Registration | None = None
    variants: tuple[Variant, ...] = ()
    verifications: tuple[Verification, ...] = ()
    leaks: tuple[LeakCheck, ...] = ()
    version: str = ""
