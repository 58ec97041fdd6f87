"""Our own format: one step a line, as the reference agents write it, or one whole trajectory as a document."""

from typing import Any

from pydantic import ValidationError

from counterproof.domain.trajectory import Step, Totals, Trajectory
from counterproof.trajectories.fields import as_text, mapping, string
from counterproof.trajectories.parser import LogParser

_KINDS = {"message", "thinking", "tool_call"}
_STEP_FIELDS = set(Step.model_fields)


class Own(LogParser):
    """A line that is no step is kept as a note; a document that is a trajectory is taken as it is."""

    def __init__(self) -> None:
        super().__init__()
        self._steps: list[Step] = []
        self._whole: Trajectory | None = None

    @staticmethod
    def claims(value: Any) -> bool:
        """Whether this value can only be a step or a trajectory of ours."""
        fields = mapping(value)
        is_step = string(fields.get("kind")) in _KINDS and set(fields) <= _STEP_FIELDS
        return is_step or {"format", "steps", "totals"} <= set(fields)

    def event(self, value: dict[str, Any], *, at: int) -> bool:
        """Take one step, or the whole trajectory."""
        try:
            if "steps" in value and self._whole is None:
                self._whole = Trajectory.model_validate_json(self.log.cleaned(as_text(value)))
            else:
                step = as_text({"source_index": at} | value)
                self._steps.append(Step.model_validate_json(self.log.cleaned(step)))
        except ValidationError:
            return False
        return True

    def finish(self, *, replaced: int) -> Trajectory:
        """The trajectory; a list of steps states no totals and no ending."""
        gathered = self.log.finish("own", totals=Totals(), ending=None, replaced=replaced, tells_ending=False)
        if self._whole is None:
            return gathered.model_copy(update={"steps": tuple(self._steps), "ending": None})
        found = {
            "steps": self._whole.steps + tuple(self._steps),
            "notes": self._whole.notes + gathered.notes,
            "replaced": self._whole.replaced + gathered.replaced,
        }
        return self._whole.model_copy(update=found)
