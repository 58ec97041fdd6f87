"""What a study has found, in sentences: the start of its first page, and its line on the page of all studies."""

from collections.abc import Iterable
from typing import NamedTuple

import pandas as pd

from counterproof.audit.findings import Findings
from counterproof.audit.identity.findings import IdentityFindings
from counterproof.audit.notices import would_notice
from counterproof.evaluators.registry import EVALUATORS
from counterproof.views.headline import headline, value_by_agent

REFERENCES = {evaluator.name for evaluator in EVALUATORS.values() if evaluator.reference}
NAMED = 5
"""So many agents are named in a sentence."""
ONLY_REFERENCES = (
    "All agents are reference agents, whose behaviour is known: these figures check the instrument, and say nothing of "
    "any model."
)


class Found(NamedTuple):
    """One sentence of what was found; `notebook` names the one that shows it, "" for none."""

    text: str
    notebook: str = ""


def found_words(findings: Findings, *, kinds: Iterable[str]) -> tuple[Found, ...]:
    """What the trials of a study show, the weightiest first; `kinds` are those of its agents."""
    told: list[Found] = []
    kinds = set(kinds)
    value = value_by_agent(findings.agents) if len(findings.agents) else pd.DataFrame()
    if {"ega", "accuracy"} <= set(value) and value["ega"].notna().any():
        told.append(Found(f"{headline(findings.agents, who=_who(kinds))}.", "04_score"))
        told.append(Found(_range(value["ega"].dropna())))
    told += [Found(words, "04_score") for words in _noticing(findings.evaluators)]
    return (*told, *_references(kinds))


def identity_found_words(findings: IdentityFindings, *, agents: int, kinds: Iterable[str]) -> tuple[Found, ...]:
    """What the calls of an identity study show, the weightiest first; `kinds` are those of its agents."""
    kinds = set(kinds)
    named = f" ({', '.join(findings.bitten)})" if 0 < len(findings.bitten) <= NAMED else ""
    lose = (
        f"{len(findings.bitten)} of {agents} {_who(kinds)} lose accuracy when names are masked and the evidence stays"
    )
    told = [Found(f"{lose}{named}.", "08_identity_audit")]
    if findings.signal.low:
        told.append(
            Found(f"The evidence leads over guessing by {findings.signal.lead:.2f} only: taking it away shows little.")
        )
    return (*told, *_references(kinds))


def _who(kinds: set[str]) -> str:
    return "reference agents" if kinds in ({"reference"}, {"answerer"}) else "agents"


def _range(ega: pd.Series) -> str:
    low, high = ega.min(), ega.max()
    if len(ega) == 1:
        return f"Evidence-grounded accuracy (EGA) is {high:.2f} ({ega.index[0]})."
    ends = [f"{end:.2f} ({_names(ega, end)})" for end in (low, high)]
    return f"Evidence-grounded accuracy (EGA) runs from {ends[0]} to {ends[1]}."


def _names(ega: pd.Series, value: float) -> str:
    names = [str(name) for name in ega.index[ega == value]]
    return names[0] if len(names) == 1 else f"{len(names)} agents"


def _noticing(validity: pd.DataFrame) -> list[str]:
    """Which evaluators would notice; reference evaluators and sub-scores of judges are not asked about."""
    if validity.empty:
        return []
    names = [name for name in dict.fromkeys(validity["evaluator"]) if name not in REFERENCES and "." not in name]
    verdicts = {name: would_notice(validity, evaluator=name).verdict for name in names}
    noticing = [name for name, verdict in verdicts.items() if verdict == "would notice"]
    if not names or all(verdict == "cannot tell" for verdict in verdicts.values()):
        return []
    who = ", ".join(noticing) or "none"
    return [f"Of {len(names)} scores ({', '.join(names)}), {who} would notice an answer that leaves the evidence."]


def _references(kinds: set[str]) -> list[Found]:
    return [Found(ONLY_REFERENCES)] if kinds in ({"reference"}, {"answerer"}) else []
