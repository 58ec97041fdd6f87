"""The computation in words and as code: what the analyst's steps show to a reader."""

from counterproof.agents.brief import Brief
from counterproof.domain.statistic import Abundance, Coexpression, Expression, Group, Marker, Specificity


def plan_of(brief: Brief) -> str:
    """What will be compared, in a sentence."""
    scale = {"counts": "log1p of counts per 10,000", "log": "log values as they are", "scaled": "scaled values"}
    unit = f"in {brief.block}, {scale[brief.block_class]}"
    match brief.question:
        case Marker(group=group):
            return f"For each gene I compare its mean in the cells of {group} with all other cells ({unit})."
        case Specificity(gene=gene, column=column):
            return f"I compare the mean of {gene} between the groups of {column} ({unit})."
        case Expression() as q:
            over = f"over the means of each {q.donor}" if q.donor else "over cells"
            sides = f"{q.a} with {q.b}{_within(q.within)}"
            return f"For each gene I compare {sides}, {over} ({unit}), looking for what goes {q.direction}."
        case Abundance() as q:
            over = f"of each {q.sample}" if q.sample else "of each side"
            sides = f"between {q.a} and {q.b}"
            return f"I compare each group's share of the cells {over} {sides}, looking for what {q.direction}."
        case Coexpression() as q:
            return f"I correlate each gene with {q.gene} over cells{_within(q.within)} (Spearman; {unit})."


def code_of(brief: Brief) -> str:
    """The computation as short code; `expression(block, gene)` is a gene's value per cell on the scale of the plan."""
    targets = list(brief.options.values())
    match brief.question:
        case Marker(group=group):
            return (
                f"inside = {_mask(group)}\nfor gene in {targets}:\n    x = expression({brief.block!r}, gene)\n"
                "    table(gene, x[inside].mean() - x[~inside].mean())"
            )
        case Specificity(gene=gene, column=column):
            return (
                f"x = expression({brief.block!r}, {gene!r})\nfor group in {targets}:\n"
                f"    table(group, x[obs[{column!r}] == group].mean())"
            )
        case Expression() as q:
            by = f".groupby(obs[{q.donor!r}]).mean()" if q.donor else ""
            if q.donor and brief.block_class == "counts":
                by = f".pseudobulk(obs[{q.donor!r}])"
            a, b = f"x[a]{by}.mean()", f"x[b]{by}.mean()"
            return (
                f"a = {_mask(q.a)}{_and(q.within)}\nb = {_mask(q.b)}{_and(q.within)}\nfor gene in {targets}:\n"
                f"    x = expression({brief.block!r}, gene)\n"
                f"    table(gene, {f'{a} - {b}' if q.direction == 'up' else f'{b} - {a}'})"
            )
        case Abundance() as q:
            by = f".groupby(obs[{q.sample!r}])" if q.sample else ""
            shares = [f"inside[{_mask(side)}]{by}.mean().mean()" for side in (q.a, q.b)]
            first, second = shares if q.direction == "grows" else reversed(shares)
            return (
                f"for group in {targets}:\n    inside = obs[{q.column!r}] == group\n"
                f"    table(group, {first} - {second})"
            )
        case Coexpression() as q:
            cells = f"[{_mask(q.within)}]" if q.within else ""
            return (
                f"x = expression({brief.block!r}, {q.gene!r}){cells}\nfor gene in {targets}:\n"
                f"    table(gene, spearman(x, expression({brief.block!r}, gene){cells}))"
            )


def columns_of(brief: Brief) -> tuple[str, ...]:
    """The obs columns that the question names, each once."""
    match brief.question:
        case Marker(group=group):
            names = [group.column]
        case Specificity(column=column):
            names = [column]
        case Expression() as q:
            names = [q.a.column, q.b.column, *([q.within.column] if q.within else []), *([q.donor] if q.donor else [])]
        case Abundance() as q:
            names = [q.column, q.a.column, q.b.column, *([q.sample] if q.sample else [])]
        case Coexpression() as q:
            names = [q.within.column] if q.within else []
    return tuple(dict.fromkeys(names))


def _mask(group: Group) -> str:
    return f"(obs[{group.column!r}] == {group.value!r})"


def _and(group: Group | None) -> str:
    return f" & {_mask(group)}" if group else ""


def _within(group: Group | None) -> str:
    return f" of {group}" if group else ""
