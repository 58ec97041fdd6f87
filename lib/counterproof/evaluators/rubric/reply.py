"""What a rubric judge is asked and must reply: points for each criterion of the rubric, on that criterion's scale."""

from functools import cache
from typing import Annotated, Any

from pydantic import Field, create_model

from counterproof.domain.item import Item
from counterproof.domain.judge import JudgeStatus
from counterproof.domain.record import Record
from counterproof.domain.trial import Trial
from counterproof.evaluators.judge.condense import condensed
from counterproof.evaluators.judge.fence import PLACE, fenced
from counterproof.evaluators.judge.prompts import FENCE, Asked, final_answer
from counterproof.evaluators.judge.replies import Rationale, Reply
from counterproof.evaluators.rubric.rubric import Rubric

RUBRIC = """You score the work of an analyst who answered a multiple-choice question about single-cell data by working
with a data file. You are given the question, the analyst's final answer and a record of the work, and below a rubric.
Score each criterion by itself from what the record shows: all of its points where it is met, none where it is not, and
a part where it is met in part. Whether the final answer is right is no criterion unless the rubric says so."""

REPLY = """Reply with one JSON object of the given schema and nothing else. Write the rationale first, in at most three
sentences. Give every criterion a number from 0 to its points."""

ENDING = "_points"
"""What a criterion's name ends in within a reply: no criterion can then take the name of another field."""


class RubricReply(Reply):
    """Points for every criterion of a rubric; each rubric has a schema of its own below this one."""

    @property
    def scores(self) -> dict[str, float]:
        """The points by the criterion's id."""
        return {name.removesuffix(ENDING): float(getattr(self, name)) for name in self.PARTS}

    @property
    def flags(self) -> tuple[str, ...]:
        """No doubts: there is no overall score that could contradict its parts."""
        return ()


class RubricVerdict(Record):
    """What became of one request to a rubric judge about one trial.

    `points` are on each criterion's own scale, empty unless the status is `ok`; the other fields are as in `Verdict`.
    """

    request: str
    judge: str
    rubric: str
    trial: str
    status: JudgeStatus
    points: dict[str, float] = Field(default_factory=dict)
    reason: str | None = None
    rationale: str = ""
    reply: str = ""
    requests: int = 1
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float
    at: str


@cache
def schema_of(rubric: Rubric) -> type[RubricReply]:
    """The schema that binds the replies to one rubric."""
    parts = {f"{part.id}{ENDING}": Annotated[float, Field(ge=0, le=part.points, strict=True)] for part in rubric.parts}
    fields: dict[str, Any] = {name: (kind, ...) for name, kind in {"rationale": Rationale, **parts}.items()}
    made: type[RubricReply] = create_model("RubricReply", __base__=RubricReply, __doc__=RubricReply.__doc__, **fields)
    made.PARTS = tuple(parts)
    return made


def rubric_request(item: Item, trial: Trial, rubric: Rubric, *, characters: int, mark: str = PLACE) -> Asked:
    """What a rubric judge is asked about one trial; it learns neither the variant nor the agent nor the key.

    Parameters
    ----------
    characters, mark
        As in `judge.prompts.judge_request`.
    """
    record = condensed(trial.trajectory, characters=characters)
    criteria = "\n".join(f"- {part.id}{ENDING}, 0 to {part.points:g}: {part.ask}" for part in rubric.parts)
    about = f"About the record: {record.rule}"
    instructions = "\n\n".join([RUBRIC, f"RUBRIC\n{criteria}", REPLY, FENCE.format(mark=mark), about])
    own = f"FINAL ANSWER\n{final_answer(item, trial)}\n\nRECORD OF THE WORK\n{record.text}"
    options = "\n".join(f"{letter}. {text}" for letter, text in item.options.items())
    background = [f"BACKGROUND\n{item.background.strip()}"] if item.background else []
    parts = [f"QUESTION\n{item.question.strip()}", *background, f"OPTIONS\n{options}", fenced(own, mark=mark)]
    return Asked(instructions, "\n\n".join(parts))
