"""Which steps of several trajectories belong together."""

from collections.abc import Hashable, Sequence
from difflib import Match, SequenceMatcher
from itertools import zip_longest

from counterproof.domain.trajectory import Step

Rows = tuple[tuple[int | None, ...], ...]


def align_steps(trajectories: Sequence[Sequence[Step]]) -> Rows:
    """Rows of step numbers, one place per trajectory, so that the same tool calls stand in one row.

    Steps are matched to those of the first trajectory: first identical ones, then, between these, calls of the same
    tool (or steps of the same kind) in their order. What has no match stands in rows of its own, in order; a place is
    null where a trajectory has nothing beside the others.
    """
    first, *others = trajectories
    matches = [_match(first, other) for other in others]
    stops = [_stops(match, len(first), len(other)) for match, other in zip(matches, others, strict=True)]
    rows: list[tuple[int | None, ...]] = []
    done = [0] * len(others)
    for place in range(len(first) + 1):
        reached = [stop[place] for stop in stops]
        waiting = [range(start, stop) for start, stop in zip(done, reached, strict=True)]
        rows += [(None, *rest) for rest in zip_longest(*waiting)]
        if place < len(first):
            rows.append((place, *(match.get(place) for match in matches)))
        done = [stop + (place in match) for match, stop in zip(matches, reached, strict=True)]
    return tuple(rows)


def _stops(match: dict[int, int], length: int, other_length: int) -> list[int]:
    """Up to where the other trajectory may run before each step of the first: to its next step that has a match."""
    stops = [other_length] * (length + 1)
    for place in reversed(range(length)):
        stops[place] = match.get(place, stops[place + 1])
    return stops


def _match(first: Sequence[Step], other: Sequence[Step]) -> dict[int, int]:
    found: dict[int, int] = {}
    same = _blocks([_whole(step) for step in first], [_whole(step) for step in other])
    ends = [*same, Match(len(first), len(other), 0)]
    here = there = 0
    for start, other_start, size in ends:
        kinds = [_kind(step) for step in first[here:start]], [_kind(step) for step in other[there:other_start]]
        for sub, other_sub, length in _blocks(*kinds):
            found |= {here + sub + k: there + other_sub + k for k in range(length)}
        found |= {start + k: other_start + k for k in range(size)}
        here, there = start + size, other_start + size
    return found


def _blocks(first: Sequence[Hashable], other: Sequence[Hashable]) -> list[Match]:
    matcher = SequenceMatcher(None, first, other, autojunk=False)
    return [block for block in matcher.get_matching_blocks() if block.size]


def _whole(step: Step) -> Hashable:
    return (step.kind, step.tool, step.input if step.kind == "tool_call" else step.text)


def _kind(step: Step) -> Hashable:
    return (step.kind, step.tool)
