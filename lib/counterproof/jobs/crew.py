"""Who of a joined cluster may take work: a worker that joins late and cannot do it is told once, and gets none."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from distributed import Client, Future
from tqdm import tqdm

from counterproof.domain.problem import Problem
from counterproof.jobs.joined import Lacking, lacking
from counterproof.jobs.pledge import BrokenPledgeError, Pledge, raise_if_any

if TYPE_CHECKING:
    from distributed import Scheduler


class Crew:
    """Who may take work of a pledge, beginning with the workers `able`, which have kept it."""

    def __init__(self, client: Client, pledge: Pledge, able: Iterable[str]) -> None:
        self._client = client
        self._pledge = pledge
        self._asked: dict[str, Lacking] = {address: Lacking(address, []) for address in able}
        self._told: set[tuple[str, Problem]] = set()

    def restrictions(self) -> dict[str, Any]:
        """What `Client.submit` is told of where to run: nothing while no worker is refused.

        Other workers stay allowed, for those named may all die and others come. One that was refused and takes work all
        the same does nothing with it.
        """
        refused = {address for address, told in self._asked.items() if told.problems}
        if not refused:
            return {}
        able = sorted(set(self._client.nthreads()) - refused)
        return {"workers": able, "allow_other_workers": True} if able else {}

    def was_unable(self, failed: "Future[Any]") -> bool:
        """Whether a task failed because its worker cannot do the work, so that another one should take it.

        Workers that joined since are asked now.

        Raises
        ------
        InputError
            If no worker that can do the work is left; what each lacks.
        """
        there = set(self._client.nthreads())
        late = sorted(there - self._asked.keys())
        self._asked |= lacking(self._client, self._pledge, late)
        self._tell(late)
        where = set(self._client.run_on_scheduler(failed_on, failed.key))
        unable = isinstance(failed.exception(), BrokenPledgeError) or any(
            self._asked[address].problems for address in where & self._asked.keys()
        )
        if unable and there and all(self._asked[address].problems for address in there):
            raise_if_any(self._asked[address] for address in there)
        return unable

    def _tell(self, late: list[str]) -> None:
        for host, problems in (self._asked[address] for address in late):
            for problem in problems:
                if (host, problem) not in self._told:
                    self._told.add((host, problem))
                    text = f"a worker on {host} joined the cluster and gets no work, which the others do: {problem}"
                    tqdm.write(text, file=sys.stderr)


def failed_on(key: str, dask_scheduler: "Scheduler") -> list[str]:
    """The addresses of workers on which a task failed, as its scheduler knows them."""
    task = dask_scheduler.tasks.get(key)
    return sorted(task.erred_on or ()) if task else []
