"""Tables of an identity audit: what was made, what was found, and what each figure can say."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from counterproof.audit.identity.findings import IdentityFindings
from counterproof.construct.conditions import Conditions, Refused
from counterproof.domain.instance import Instance
from counterproof.edits.names import residue
from counterproof.store.identity import OpenIdentity
from counterproof.trials.calls import CallPlan
from counterproof.views.tables.frame import frame_table
from counterproof.views.tables.table import Cell, Column, Table, number, p_value, verdict


def entities_table(study: OpenIdentity) -> Table:
    """Every entity of every instance with how it was found and where it is named: to be looked through by a person."""
    columns = tuple(
        Column(name=name, numeric=name == "mentions", wide=name == "as written")
        for name in ("instance", "entity", "kind", "found by", "mentions", "as written", "aliases")
    )
    rows = []
    for one in study.instances:
        for number_, entity in enumerate(one.entities):
            places = [mention for mention in one.mentions if mention.entity == number_]
            written = dict.fromkeys(one.parts[place.part][place.start : place.end] for place in places)
            row = [one.id, entity.name, entity.kind, entity.found_by, str(len(places)), ", ".join(written)]
            rows.append(tuple(Cell(text=text) for text in [*row, ", ".join(entity.aliases)]))
    bare = sum(not one.entities for one in study.instances)
    caption = f"{len(rows):,} entities of {len(study.instances):,} instances; {bare} instances name none"
    return Table(caption=caption, columns=columns, rows=tuple(rows))


def refused_table(study: OpenIdentity, plan: CallPlan) -> Table:
    """What is not asked, and why: rows of the source that are no instance, versions that cannot be made, and versions
    that are made otherwise than their condition says.
    """
    rows = [
        (Cell(text=one.file), Cell(text=one.place or "every condition"), Cell(text=one.wrong)) for one in study.refused
    ]
    rows += [(Cell(text=one.instance), Cell(text=one.condition), Cell(text=one.reason)) for one in plan.refused]
    rows += [
        (Cell(text=one.instance), Cell(text=one.condition), Cell(text=f"made: {one.reason}")) for one in plan.noted
    ]
    columns = (Column(name="instance"), Column(name="condition"), Column(name="why", wide=True))
    caption = (
        f"{len(study.refused)} rows of the source lack something or are no instance, {len(plan.refused):,} versions "
        f"cannot be made, {len(plan.noted):,} are made with a remark"
    )
    return Table(caption=caption, columns=columns, rows=tuple(rows))


def residue_table(study: OpenIdentity) -> Table:
    """What the masked versions still hold that may give a name away. An empty table is no proof of blindness."""
    conditions = Conditions.of(study.instances, seed=study.study.seed)
    rows = []
    for one in study.instances:
        shown = conditions.show(one, "blind")
        if isinstance(shown, Refused):
            continue
        parts = {"evidence": shown.evidence or "", "question": shown.question}
        parts |= {f"option {letter}": text for letter, text in shown.options.items()}
        rows += [tuple(Cell(text=text) for text in (one.id, *left)) for left in residue(one, parts)]
    columns = (Column(name="instance"), Column(name="kind"), Column(name="part"), Column(name="text", wide=True))
    caption = f"{len(rows):,} strings in masked versions may still give a name away, by 3 checks"
    return Table(caption=caption, columns=columns, rows=tuple(rows))


def conditions_table(findings: IdentityFindings) -> Table:
    """Accuracy under every condition, beside chance, majority and the best fixed position, with retrieval telemetry."""
    names = [
        "agent",
        "condition",
        "value",
        "low",
        "high",
        "mean",
        "mean_low",
        "mean_high",
        "chance",
        "majority",
        "position",
    ]
    frame = findings.accuracy[[*names, "n", "excluded", "calls", "tool_calls", "retrievals", "exploratory"]]
    columns = (
        Column(name="agent"),
        Column(name="condition"),
        Column(name="accuracy", numeric=True, title="registered replicate, Wilson interval"),
        Column(name="all replicates", numeric=True, title="bootstrap over calls"),
        *(Column(name=name, numeric=True) for name in ("chance", "majority", "position", "n", "excluded", "calls")),
        Column(name="tool calls", numeric=True),
        Column(name="retrievals", numeric=True, title="fetches of outside text; a dash where nobody could look"),
        Column(name="exploratory"),
    )
    rows = tuple(
        (
            Cell(text=str(row["agent"])),
            Cell(text=str(row["condition"])),
            interval(row, ("value", "low", "high")),
            interval(row, ("mean", "mean_low", "mean_high")),
            *(number(row[name]) for name in ("chance", "majority", "position")),
            *(_count(row[name]) for name in ("n", "excluded", "calls", "tool_calls", "retrievals")),
            Cell(text=str(row["exploratory"]) or "no"),
        )
        for _, row in frame.iterrows()
    )
    return Table(caption="Accuracy by condition, 95% intervals", columns=columns, rows=rows)


def contrasts_table(findings: IdentityFindings, *, primary: bool = False) -> Table:
    """The registered contrasts: differences on the same instances, exact p-values, errors, and what could be found.

    With `primary` those that were registered as such alone; p-values are adjusted for all of them in any case.
    """
    columns = (
        Column(name="agent"),
        Column(name="contrast"),
        Column(name="role"),
        Column(name="difference", numeric=True, title="registered replicate, paired 95% interval"),
        Column(name="discordant", numeric=True, title="right under the first only / under the second only"),
        Column(name="p", numeric=True, title="exact McNemar, two-sided"),
        Column(name="Holm", numeric=True, title="adjusted for the registered family"),
        Column(name="p, replicates", numeric=True, title="sign-flip over instances, all replicates"),
        Column(name="over calls", numeric=True, title="bootstrap over calls, all replicates"),
        Column(name="SE", numeric=True, title="paired, instances independent"),
        Column(name="SE calls", numeric=True, title="paired, clustered by call"),
        Column(name="SE unpaired", numeric=True, title="clustered by call, pairing dropped"),
        Column(name="lead lost", numeric=True, title="share of the first condition's lead over chance"),
        Column(name="detectable", numeric=True, title="smallest difference found with power 0.8"),
        Column(name="note", wide=True),
    )
    shown = findings.contrasts[findings.contrasts["role"] == "primary"] if primary else findings.contrasts
    rows = tuple(_contrast(row) for _, row in shown.iterrows())
    family = int(findings.contrasts["family"].max()) if len(findings.contrasts) else 0
    caption = f"{'Primary' if primary else 'Registered'} contrasts; Holm over {family} tests an agent"
    return Table(caption=caption, columns=columns, rows=rows)


def _contrast(row: "pd.Series[Any]") -> tuple[Cell, ...]:
    bound = "" if pd.isna(row["bound"]) else f"no pair differs: |difference| at most {row['bound']:.3f}"
    notes = "; ".join(note for note in (bound, row["warning"], "" if bound else row["reason"]) if note)
    pairs = "" if pd.isna(row["only_a"]) else f"{int(row['only_a'])} / {int(row['only_b'])} of {int(row['n'])}"
    return (
        Cell(text=str(row["agent"])),
        Cell(text=str(row["contrast"])),
        Cell(text=str(row["role"])),
        interval(row, ("value", "low", "high"), reason=str(row["reason"])),
        Cell(text=pairs),
        *(p_value(row[name], reason=reason) for name, reason in P_VALUES),
        interval(row, ("value", "call_low", "call_high"), reason="no width, or fewer than 2 calls"),
        *(number(row[name], digits=4, reason=str(row["reason"])) for name in ("se_iid", "se_call", "se_unpaired")),
        number(row["margin_lost"], reason="the first condition has no lead over chance"),
        number(row["mde"], reason=str(row["mde_reason"])),
        Cell(text=notes),
    )


P_VALUES = (("p", "no pair"), ("p_holm", "no test"), ("p_replicates", "one replicate"))


def meanings_table(findings: IdentityFindings) -> Table:
    """The interpretive status of each contrast in words."""
    frame = findings.contrasts.drop_duplicates("contrast")[["contrast", "role", "can", "cannot"]]
    extra = [("redaction slope", "primary", findings.slopes), ("control lines", "supporting", findings.controls)]
    told = [
        {"contrast": name, "role": role, "can": table["can"].iloc[0], "cannot": table["cannot"].iloc[0]}
        for name, role, table in extra
        if len(table)
    ]
    columns = (
        Column(name="contrast"),
        Column(name="role"),
        Column(name="can establish", wide=True),
        Column(name="cannot establish", wide=True),
    )
    whole = pd.concat([frame, pd.DataFrame(told, columns=list(frame))])
    rows = tuple(tuple(Cell(text=str(value)) for value in row) for row in whole.itertuples(index=False))
    return Table(caption="What each contrast can say", columns=columns, rows=rows)


def identity_instrument_table(findings: IdentityFindings) -> Table:
    """The reference answerers: where each must land, and whether it does."""
    frame = findings.instrument
    columns = tuple(Column(name=name) for name in ("agent", "what", "expected", "found", "lands"))
    rows = tuple(
        (
            *(Cell(text=str(row[name])) for name in ("agent", "what", "expected", "found")),
            verdict(passed=bool(row["lands"]), yes="yes", no="NO", why=str(row["detail"])),
        )
        for _, row in frame.iterrows()
    )
    caption = f"{int(frame['lands'].sum())} of {len(frame)} expectations of reference answerers hold"
    held = bool(len(frame)) and bool(frame["lands"].all())
    if frame.empty:
        caption = "Not checked: no reference answerer shows that the figures would move if they should"
    # Where all land, the sentence says it.
    return Table(caption=caption, columns=columns, rows=rows, folded=held)


def gradient_table(findings: IdentityFindings) -> Table:
    """The mean slope of the gap between named and blind per unit redacted, a row an agent."""
    frame = findings.slopes[["agent", "value", "low", "high", "p_value", "p_holm", "n", "calls", "reason"]]
    return frame_table(frame, caption="Slope of (named - blind) per unit redacted; bootstrap and sign flips over calls")


def controls_table(findings: IdentityFindings) -> Table:
    """How often a planted line is followed, with the accuracy of the agent and of the line."""
    frame = findings.controls.drop(columns=["can", "cannot"])
    return frame_table(frame, caption="Planted lines followed (Wilson); `line` is the accuracy of the line itself")


def reidentification_table(findings: IdentityFindings) -> Table:
    """How often an entity is named exactly from masked and from described versions."""
    return frame_table(findings.reidentification, caption="Entities named exactly (Wilson)")


def floor_table(findings: IdentityFindings) -> Table:
    """What moves though nothing was changed: prompts without a name, and reruns."""
    return frame_table(findings.floor, caption="Share of equal choices where nothing differs (Wilson)")


def recognition_table(findings: IdentityFindings) -> Table:
    """How often a record is said to be known, by stratum."""
    return frame_table(findings.recognition, caption="Records said to be known, by stratum (Wilson)")


def recall_table(findings: IdentityFindings) -> Table:
    """What is recalled against what is recorded and what is predicted."""
    return frame_table(findings.recall, caption="Recall against record and prediction (Wilson; Fisher exact)")


def counts_table(findings: IdentityFindings) -> Table:
    """Recalled against recorded counts, by fame."""
    return frame_table(findings.counts, caption="Recalled against recorded counts: Spearman's rho, permutation p")


def confidence_slopes_table(findings: IdentityFindings) -> Table:
    """How far stated confidence moves with accuracy over the conditions."""
    return frame_table(findings.confidence_slopes, caption="Slope of stated confidence on accuracy over conditions")


def strata_table(findings: IdentityFindings) -> Table:
    """Accuracy under named and blind by every stratum."""
    return frame_table(findings.strata, caption="Accuracy by stratum, registered replicate (Wilson)")


def interval(row: "pd.Series[Any]", names: tuple[str, str, str], *, reason: str = "") -> Cell:
    """`0.41 (0.33, 0.49)`; the value alone where it has no interval."""
    value, low, high = (row[name] for name in names)
    if pd.isna(value):
        return number(None, reason=reason or "no value")
    if pd.isna(low) or pd.isna(high):
        return Cell(text=_signed(value), title=reason or "no interval", sort=f"{value!r}")
    return Cell(text=f"{_signed(value)} ({_signed(low)}, {_signed(high)})", sort=f"{value!r}")


def _signed(value: float) -> str:
    return f"{value:.3f}".replace("-", "\N{MINUS SIGN}")


def _count(value: float | None) -> Cell:
    return number(None, reason="nobody could look") if pd.isna(value) else Cell(text=f"{int(value):,}", sort=str(value))


def example(instances: Sequence[Instance]) -> Instance:
    """The first instance with evidence and names: the one to show."""
    return next((one for one in instances if one.evidence and one.mentions), instances[0])
