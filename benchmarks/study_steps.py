"""The steps that `study.py` times, each over a study on the disk."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ITEMS = 18


class Step(NamedTuple):
    """A step: what it does, whether it begins without anything kept, and whether it makes pages."""

    does: Callable[[Path], object]
    cold: bool = False
    pages: bool = False

    def timed(self, study: Path) -> float:
        """Wall seconds, without those of the imports that every step needs."""
        import counterproof.audit.findings
        import counterproof.evaluators.run  # noqa: F401 the clock starts after it

        clock = time.perf_counter()
        with contextlib.redirect_stdout(sys.stderr):
            self.does(study)
        return time.perf_counter() - clock


def write(folder: Path, agents: int, replicates: int, calls: int) -> None:
    """Write the study with all its trials."""
    from large_study import write_study, write_trials

    study, constructions = _opened(write_study(folder, items=ITEMS, agents=agents, replicates=replicates))
    write_trials(study, constructions, calls=calls, seed=1)


def page_sizes(study: Path) -> Iterator[tuple[str, int]]:
    """The first page, each notebook's, and the largest of the others, with their bytes."""
    reports = study / "reports"
    for page in sorted(reports.glob("*.html")):
        yield page.name, page.stat().st_size
    others = sorted((reports / "items").glob("*.html"), key=lambda path: path.stat().st_size)
    if others:
        yield f"{len(others)} pages of items, the largest ({others[-1].name})", others[-1].stat().st_size


def _opened(study: Path) -> tuple:
    from counterproof.benchmarks.own import open_study
    from counterproof.construct.run import read_constructions

    opened = open_study(study)
    return opened, read_constructions(opened)


def _plan(study: Path) -> None:
    from counterproof.trials.plan import planned_trials

    planned_trials(*_opened(study))


def _resume(study: Path) -> None:
    from counterproof.trials.run import run_trials

    summary = run_trials(*_opened(study))
    if summary.ran:
        sys.exit(f"{summary.ran} trials were run again")


def _tables(study: Path) -> None:
    from counterproof.audit.loaded import load_trials

    load_trials(*_opened(study))


def _scores(study: Path) -> None:
    """What notebook 04 computes."""
    from counterproof.audit.behaviour import behaviour
    from counterproof.audit.findings import find
    from counterproof.audit.grounding import score_agents
    from counterproof.audit.ranks import rank_agents
    from counterproof.trials.read import read_trials

    opened, constructions = _opened(study)
    findings = find(opened, constructions, read_trials(opened, constructions))
    rank_agents(findings.agents)
    score_agents(findings.trials, without_second_analysis=True, seed=1)
    score_agents(findings.trials, by="ordinary_looking", seed=1)
    behaviour(findings.trials, seed=1)


def _pairs(study: Path) -> None:
    from counterproof.audit.loaded import load_trials
    from counterproof.audit.ranks import agent_differences

    agent_differences(load_trials(*_opened(study)).trials, seed=1, resamples=2000)


def _notebook(study: Path, *names: str) -> None:
    from rich.console import Console

    from counterproof.reports.audit import execute_notebooks
    from counterproof.reports.library import chosen_notebooks
    from counterproof.views.caveats import caveats_of

    opened, constructions = _opened(study)
    say = Console(stderr=True).print
    parameters = {"study": str(study), "out": ""}
    caveats = caveats_of(opened.study, constructions)
    wanted = chosen_notebooks(names)
    for run in execute_notebooks(opened, wanted, parameters=parameters, caveats=caveats, jobs=1, say=say):
        if run.status == "failed":
            sys.exit(f"{run.name}: {run.reason}")


def _pages(study: Path) -> None:
    from counterproof.audit.findings import find
    from counterproof.reports.audit import write_report_index
    from counterproof.reports.items import write_item_pages
    from counterproof.trials.read import read_trials

    opened, constructions = _opened(study)
    trials = read_trials(opened, constructions)
    findings = find(opened, constructions, trials)
    items = write_item_pages(opened, constructions, trials, table=findings.trials, routes=findings.routes)
    write_report_index(opened, constructions, findings, (), items=items)


STEPS = {
    "plan": Step(_plan),
    "resume, first": Step(_resume, cold=True),
    "resume, again": Step(_resume),
    "tables, first": Step(_tables, cold=True),
    "tables, again": Step(_tables),
    "scores of notebook 04": Step(_scores),
    "scores again": Step(_scores),
    "differences of all pairs of agents": Step(_pairs),
    "notebook 03 and its page": Step(lambda study: _notebook(study, "03"), pages=True),
    "notebook 04 and its page": Step(lambda study: _notebook(study, "04"), pages=True),
    "notebook 07 and its page": Step(lambda study: _notebook(study, "07"), pages=True),
    "pages of the items, first page": Step(_pages, pages=True),
}
