"""A card for each evaluator: would it notice, the numbers behind that, and the trials that show it best."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from counterproof.audit.findings import Findings
from counterproof.audit.notices import Notice, Verdict, would_notice
from counterproof.audit.telling import Telling, telling_trials
from counterproof.evaluators.registry import EVALUATORS
from counterproof.views.links import trial_place
from counterproof.views.palette import VARIANT_LABELS
from counterproof.views.tables.scores import EVALUATOR_COLUMNS, estimate
from counterproof.views.tables.table import STYLE, Tone

NUMBERS = ("null_sensitivity", "withdrawal_sensitivity", "flip_sensitivity", "blind_spot", "flip_auc")
TONES: dict[Verdict, Tone] = {
    "would notice": "good",
    "notices in part": "doubt",
    "would not notice": "bad",
    "cannot tell": "quiet",
}
CSS = f"<style>{(Path(__file__).parent / 'static' / 'validity.css').read_text(encoding='utf-8')}</style>"


@dataclass(frozen=True)
class ValidityCard:
    """What there is to say of one evaluator.

    `numbers` are rows of `validity.score_evaluators`, by metric; `agents` says over whose trials they are.
    """

    evaluator: str
    measures: str
    notice: Notice
    numbers: dict[str, pd.Series]
    telling: tuple[Telling, ...]
    agents: str

    def html(self) -> str:
        """The card as HTML in which no text can become an element."""
        tone = TONES[self.notice.verdict]
        word = "cp-quiet" if tone == "quiet" else f"cp-tag {tone}"
        head = f'<h4>{html.escape(self.evaluator)}<span class="{word}">{self.notice.verdict}</span></h4>'
        measures = f'<p class="cp-quiet">{html.escape(self.measures)}</p>' if self.measures else ""
        numbers = "".join(_number(metric, row) for metric, row in self.numbers.items())
        shown = "".join(_trial(trial) for trial in self.telling)
        seen = f"<ul>{shown}</ul>" if shown else '<p class="cp-quiet">No trial shows it.</p>'
        sentence = f"<p>{html.escape(self.notice.sentence)}</p>"
        counted = _counted(self.numbers, self.agents)
        return f'<section class="cp-verdict">{head}{measures}{sentence}<dl>{numbers}</dl>{counted}{seen}</section>'


@dataclass(frozen=True)
class ValidityCards:
    """The cards of a study's evaluators side by side. Notebooks show them by themselves."""

    cards: tuple[ValidityCard, ...]

    def html(self) -> str:
        """All cards with their style."""
        return f'{STYLE}{CSS}<div class="cp-cards">{"".join(card.html() for card in self.cards)}</div>'

    def _repr_html_(self) -> str:
        return self.html()

    def __repr__(self) -> str:
        told = "; ".join(f"{card.evaluator} {card.notice.verdict}" for card in self.cards)
        return f"ValidityCards({told})"


def validity_cards(findings: Findings, *, evaluators: Sequence[str] = ()) -> ValidityCards:
    """A card for each evaluator (those named, else all), without the sub-scores of judges.

    The trials of a card lead to their steppers in the report's pages of items.
    """
    every = [name for name in dict.fromkeys(findings.evaluators["evaluator"]) if "." not in name]
    return ValidityCards(tuple(_card(findings, name) for name in every if not evaluators or name in evaluators))


def _card(findings: Findings, evaluator: str) -> ValidityCard:
    whole = findings.evaluators
    own = whole[(whole["evaluator"] == evaluator) & (whole["agent"] == "all")]
    numbers = {str(row["metric"]): row for _, row in own.iterrows() if row["metric"] in NUMBERS}
    known = next((one.measures for one in EVALUATORS.values() if one.name == evaluator), "")
    auc = numbers["flip_auc"]["value"] if "flip_auc" in numbers else None
    telling = telling_trials(
        findings.trials, findings.scores, evaluator=evaluator, flip_auc=None if pd.isna(auc) else float(auc)
    )
    ordered = {metric: numbers[metric] for metric in NUMBERS if metric in numbers}
    return ValidityCard(
        evaluator, known, would_notice(whole, evaluator=evaluator), ordered, telling, _agents_words(findings)
    )


def _agents_words(findings: Findings) -> str:
    """Reference agents are named: what is over them and audited agents together is no figure of the audited ones."""
    agents = set(findings.trials["agent"])
    n_reference = len(agents & set(findings.instrument["agent"]))
    together = f"{len(agents)} agent{'s' if len(agents) != 1 else ''} together"
    if n_reference in (0, len(agents)):
        return f"{together}, all reference agents" if n_reference else together
    kind = "a reference agent" if n_reference == 1 else "reference agents"
    return f"{together}, {n_reference} of them {kind}: the table above has each alone"


def _counted(numbers: dict[str, pd.Series], agents: str) -> str:
    words = {
        "null_sensitivity": "pairs of original and null",
        "blind_spot": "withdrawals",
        "flip_auc": "answered flips",
    }
    told = [f"{numbers[name]['n_trials']:,} {word}" for name, word in words.items() if name in numbers]
    items = max((int(row["n_items"]) for row in numbers.values()), default=0)
    return f'<p class="cp-quiet">n: {items} items; {", ".join(told)}; {html.escape(agents)}</p>'


def _number(metric: str, row: pd.Series) -> str:
    name, meaning = EVALUATOR_COLUMNS[metric]
    cell = estimate(row)
    counts = f"{row['n_items']} items, {row['n_trials']} trials"
    return (
        f'<dt title="{html.escape(meaning)}">{html.escape(name)}</dt><dd>{_bar(row)}</dd>'
        f'<dd class="num" title="{html.escape(cell.title or counts)}">{html.escape(cell.text)}</dd>'
    )


def _bar(row: pd.Series) -> str:
    if pd.isna(row["value"]):
        return f'<span class="cp-quiet">{html.escape(str(row["reason"] or "no value"))}</span>'
    line = ""
    if pd.notna(row["low"]) and pd.notna(row["high"]):
        line = f'<i style="left:{row["low"]:.1%};width:{max(0.0, row["high"] - row["low"]):.1%}"></i>'
    return f'<div class="cp-bar" role="presentation">{line}<b style="left:{row["value"]:.1%}"></b></div>'


def _trial(trial: Telling) -> str:
    place = html.escape(trial_place(trial.item, trial.agent))
    where = f"{trial.item}, {VARIANT_LABELS[trial.variant]}, replicate {trial.replicate}"
    return f'<li>{html.escape(trial.sentence)} <a href="{place}">{html.escape(where)}</a></li>'
