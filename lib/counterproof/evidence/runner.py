"""Where a study's registered analyses run on this machine: inside walls, where it can build them."""

from functools import partial
from typing import Literal, NamedTuple

from counterproof.domain.problem import InputError
from counterproof.domain.study import Study
from counterproof.evidence.process import Runner, in_own_process
from counterproof.evidence.walled import in_walls
from counterproof.sandbox.available import check_sandbox
from counterproof.sandbox.run import SYSTEM_PATH


class Started(NamedTuple):
    """A way to make the calls, and the walls around it."""

    run: Runner
    sandbox: Literal["bubblewrap", "none"]


def runner_of(study: Study, *, path: str = SYSTEM_PATH) -> Started:
    """The way in which this study's analyses are run; `path` is where the programs of the walls are looked for.

    They are the study's own code and not an agent's: a machine that cannot build walls runs them without, and what was
    made of them says so. A study that writes `sandbox: bubblewrap` down asks for more than that.

    Raises
    ------
    InputError
        If the study's file asks for walls by name, and this machine cannot build them.
    """
    bare = Started(in_own_process, "none")
    if study.sandbox == "none":
        return bare
    try:
        check_sandbox(path=path)
    except InputError:
        if "sandbox" in study.model_fields_set:
            raise
        return bare
    return Started(partial(in_walls, limits=study.limits), "bubblewrap")
