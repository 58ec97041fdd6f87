"""Where a run's trials or calls are done: on this machine, or on the workers of a running cluster."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from counterproof.jobs.pool import Pool
from counterproof.trials.calls import PlannedCall
from counterproof.trials.elsewhere import cluster_for
from counterproof.trials.local import with_local
from counterproof.trials.planned import PlannedTrial
from counterproof.trials.ready import check_ready

Planned = TypeVar("Planned", PlannedTrial, PlannedCall)


class Workplace(NamedTuple):
    """So many processes of this machine, with `scratch` for their files; or a `cluster` that does all of the work.

    `folder` is the study's work folder, which all of them see.
    """

    folder: Path
    jobs: int
    scratch: Path
    cluster: Pool | None

    @property
    def shared_scratch(self) -> Path | None:
        """The scratch folder of all who work here; null on a cluster, where each machine has one of its own."""
        return self.scratch if self.cluster is None else None


class Ready(NamedTuple, Generic[Planned]):
    """Trials or calls that can start, none of which has a record, and where they are done."""

    todo: list[Planned]
    place: Workplace


@contextmanager
def workplace_for(
    todo: Sequence[Planned],
    *,
    folder: Path,
    jobs: int,
    scratch: Path,
    scheduler: str | None,
    record_of: Callable[[Planned], Path],
) -> Iterator[Ready[Planned]]:
    """The trials or calls, and the place that is ready for them; what it takes is let go at the end.

    Parameters
    ----------
    record_of
        Where the record of one lies. A record that is there is removed, once all else is ready.

    Raises
    ------
    InputError
        If an agent cannot start, or the cluster cannot do the work. No record is removed then.
    """
    check_ready(todo, elsewhere=scheduler is not None)
    with ExitStack() as stack:
        # Before any old record goes: a cluster that cannot be joined must cost nothing.
        cluster = stack.enter_context(cluster_for(todo, scheduler=scheduler, work=folder))
        served = with_local(todo, stack)
        for one in served:
            record_of(one).unlink(missing_ok=True)
        yield Ready(served, Workplace(folder, jobs, scratch, cluster))
