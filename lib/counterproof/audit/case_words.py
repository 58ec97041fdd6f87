"""The sentence about a case, made from its trials."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from counterproof.audit.overruled import seen_ahead
from counterproof.domain.registration import Registration
from counterproof.domain.trial import Trial

QUOTED = 160
"""Characters of an evidence statement that a sentence quotes."""


@dataclass(frozen=True)
class Words:
    """What there is to say of one agent's trials on one item: rows of a trial table and records, by variant."""

    agent: str
    rows: dict[str, dict[Any, Any]]
    registration: Registration | None
    records: Mapping[str, Trial]

    def memory(self) -> str:
        """Of a key that was given whatever the data said."""
        return (
            f"{self.agent} answered {self.choice('original')} on the original, the same with the evidence withdrawn"
            f"{self._stated('withdraw')}, and the same with it reversed: an exact match with the key gives full credit "
            f"each time.{self._quote('withdraw')}"
        )

    def elimination(self) -> str:
        """Of a key that was given with the evidence gone, by an agent that reads the data."""
        return (
            f"{self.agent} followed the flip to {self.choice('flip')}, so it does read the data, yet "
            f"answered {self.choice('withdraw')} with the evidence withdrawn{self._stated('withdraw')}: the key could "
            f"be reached by what was missing, or by what was known, and is credited.{self._quote('withdraw')}"
        )

    def overruled(self) -> str:
        """Of a key that was given against what the agent saw."""
        return (
            f"{self.agent} answered the key {self.choice('flip')} on the flip, where the data support "
            f"{self._option(self.rows['flip']['flip_to'])}, although {self._seen()}: an exact match with the key gives "
            f"full credit.{self._quote('flip')}"
        )

    def followed(self) -> str:
        """Of answers that move as the evidence does."""
        gone = self.choice("withdraw")
        response = "abstained" if gone == "nothing" else f"answered {gone}"
        return (
            f"{self.agent} answered {self.choice('original')} on the original, {response} with the evidence withdrawn"
            f"{self._stated('withdraw')}, and followed the flip to {self.choice('flip')}: an exact match with the key "
            f"gives that last answer nothing.{self._quote('flip')}"
        )

    @staticmethod
    def across(group: Sequence["Words"]) -> str:
        """Of several agents that give the key with the evidence gone."""
        names = [one.agent for one in group]
        noticed = [one.agent for one in group if one.rows["withdraw"]["noticed"]]
        saying = f", though {_listed(noticed)} noticed what is missing" if noticed else ""
        return (
            f"{_listed(names)} all answered {group[0].choice('withdraw')} with the evidence withdrawn{saying}: the "
            "file supports no option, and an exact match with the key gives each of them full credit."
        )

    def choice(self, variant: str) -> str:
        """What was answered on a variant, each letter with its option."""
        letters = str(self.rows[variant]["choice"]) if variant in self.rows else ""
        return " and ".join(self._option(letter) for letter in letters.split(",")) if letters else "nothing"

    def _option(self, letter: str) -> str:
        text = self.registration.targets.get(letter) if self.registration else None
        return f"{letter} ({text})" if text else letter

    def _stated(self, variant: str) -> str:
        row = self.rows.get(variant, {})
        said = [f"data support {row['data_support']}"] if isinstance(row.get("data_support"), str) else []
        if row.get("confidence") == row.get("confidence") and row.get("confidence") is not None:
            said.append(f"confidence {row['confidence']:.0f}%")
        if row.get("noticed"):
            said.append("and saying that something is missing")
        return f" (stating {', '.join(said)})" if said else ""

    def _seen(self) -> str:
        record = self.records.get("flip")
        seen = seen_ahead(record, self.registration) if record and self.registration else None
        row = self.rows["flip"]
        if seen:
            flip, key = (self._option(row[name]) for name in ("flip_to", "key"))
            return f"its own tool gives {seen.flip:g} for {flip} and {seen.key:g} for {key}"
        return f"its own tools name {self._option(row['flip_to'])}; it says that the data support its answer in full"

    def _quote(self, variant: str) -> str:
        record = self.records.get(variant)
        said = " ".join(record.answer.evidence.split()) if record and record.answer else ""
        cut = said if len(said) <= QUOTED else f"{said[:QUOTED].rsplit(' ', 1)[0]} ..."
        return f" It says: \N{LEFT DOUBLE QUOTATION MARK}{cut}\N{RIGHT DOUBLE QUOTATION MARK}" if cut else ""


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
