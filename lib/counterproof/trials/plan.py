"""Which trials a study has: every decidable item x arm x variant x agent x replicate."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from counterproof.agents.handout import agent_digest, handout_for
from counterproof.agents.numbers.agents import COMPUTING
from counterproof.agents.numbers.problems import PROBLEMS
from counterproof.construct.anonymise.run import anonymised_arm, read_anonymised
from counterproof.construct.prompts import abstain_letter, prompt_for
from counterproof.domain.agent import AgentSpec, ReferenceAgent
from counterproof.domain.anonymised import Anonymised
from counterproof.domain.arm import Arm
from counterproof.domain.construction import Construction
from counterproof.domain.item import Item
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.registration import Registration
from counterproof.domain.served import served_by
from counterproof.domain.study import Study
from counterproof.domain.table_item import TableItem
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.trial import TrialKey
from counterproof.domain.variant import PROMPT_VARIANTS, Variant, VariantName
from counterproof.jobs.sweeps import no_sweeps
from counterproof.store.digest import canonical_json, digest_of
from counterproof.store.study import OpenStudy
from counterproof.trials.many import ManyTrials, files_of, trials_without
from counterproof.trials.planned import PlannedTrial
from counterproof.trials.trial_file import TrialFile


class Asked(NamedTuple):
    """What one arm gives to agents: the item's words, the registration in their terms, and the files by variant."""

    item: Item
    registration: Registration | TableRegistration
    files: dict[VariantName, Variant]


def planned_trials(
    study: OpenStudy, constructions: Sequence[Construction], *, without: Collection[str] = ()
) -> tuple[PlannedTrial, ...]:
    """Every trial of the study, item by item; none of an excluded item.

    Parameters
    ----------
    without
        Trials to leave out, by the names of their files (`TrialFile.name`).

    Raises
    ------
    InputError
        If a decidable item lacks the file of a variant that its registration promises, or what the arm
        `anonymised` needs; all of them are named.
    """
    return trials_without(_planned(study, constructions), without)


def planned_files(study: OpenStudy, constructions: Sequence[Construction]) -> tuple[TrialFile, ...]:
    """Where the record of each trial of the plan lies, in the order of `planned_trials`; in a part of its time.

    Raises
    ------
    InputError
        As `planned_trials`.
    """
    with no_sweeps():
        return files_of(_planned(study, constructions))


def n_planned(study: OpenStudy, constructions: Sequence[Construction], *, arm: Arm) -> int:
    """How many trials of one arm the plan has.

    Raises
    ------
    InputError
        As `planned_trials`.
    """
    return sum(len(many) for many in _planned(study, constructions) if many.arm == arm)


def _planned(study: OpenStudy, constructions: Sequence[Construction]) -> Iterator[ManyTrials]:
    decidable = [made for made in constructions if made.excluded is None]
    missing = [problem for made in decidable for problem in _missing_variants(made, study.study)]
    hidden = read_anonymised(study, decidable)
    if anonymised_arm(study.study) is not None:
        missing += [_not_anonymised(made) for made in decidable if _has_genes(made) and made.item not in hidden]
    missing += [problem for made in decidable for problem in _not_computed(made, study.study)]
    if missing:
        raise InputError(missing)
    return (
        many for made in decidable for many in _trials_of(study, study.item(made.item), made, hidden.get(made.item))
    )


def trial_seeds(seed: int, *, item: str, agent: str, replicates: Iterable[int]) -> dict[int, int]:
    """The seed of each replicate, below 2**32: from the digest of all four, as `digest_of` makes it of a list.

    The variants of an item share it, so that nothing but the data differs.
    """
    shared = hashlib.sha256(canonical_json([seed, item, agent]).removesuffix("]").encode())
    found = {}
    for replicate in replicates:
        whole = shared.copy()
        whole.update(f",{replicate}]".encode())
        found[replicate] = int(whole.hexdigest()[:8], 16)
    return found


def _missing_variants(made: Construction, study: Study) -> Iterator[Problem]:
    written = {variant.name for variant in made.variants}
    for name in made.registration.edits:
        if name in study.variants and name not in written:
            yield Problem(
                file=f"construction of {made.item}",
                wrong=f"the variant {name!r} is registered and has no file",
                seen=", ".join(sorted(written)) or "no variant",
                fix="construct the item again",
            )


def _has_genes(made: Construction) -> bool:
    return isinstance(made.registration, Registration)


def _not_anonymised(made: Construction) -> Problem:
    return Problem(
        file=f"construction of {made.item}",
        wrong="the study has the arm `anonymised`, and this item has no current files under opaque names",
        fix="construct the study again",
    )


def _not_computed(made: Construction, study: Study) -> Iterator[Problem]:
    """The study's reference agents that would have to compute what none of their computations gives."""
    if not isinstance(made.registration, TableRegistration):
        return
    name = made.registration.statistic.reference.partition(":")[2]
    for agent in study.agents:
        if isinstance(agent, ReferenceAgent) and agent.route in COMPUTING and name not in PROBLEMS:
            yield Problem(
                file="study.yaml",
                place=f"agents.{agent.name}",
                wrong=f"the route {agent.route!r} has no computation for the table item {made.item!r}",
                seen=name,
                fix=f"take the agent out: on tables it computes {', '.join(PROBLEMS)} alone; a reciter may stay",
            )


def _asked_in(item: Item, made: Construction, hidden: Anonymised | None) -> dict[Arm, Asked]:
    # A shuffle that happens to support an option does not exclude its item, but it withdraws nothing.
    failed = {check.variant for check in made.verifications if not check.passed}
    files: dict[VariantName, Variant] = {
        variant.name: variant for variant in made.variants if variant.name not in failed
    }
    named = Asked(item, made.registration, files)
    asked: dict[Arm, Asked] = {"standard": named, "abstain_option": named}
    if hidden is not None and hidden.registration is not None and hidden.excluded is None:
        renamed: dict[VariantName, Variant] = {one.name: one for one in hidden.variants if one.name in files}
        asked["anonymised"] = Asked(hidden.item, hidden.registration, renamed)
    return asked


def _trials_of(study: OpenStudy, item: Item, made: Construction, hidden: Anonymised | None) -> Iterator[ManyTrials]:
    asked = _asked_in(item, made, hidden)
    arms = [arm for arm in study.study.arm_specs if arm.name in asked]
    files = asked["standard"].files
    variants = [name for name in study.study.variants if name in files or name in PROMPT_VARIANTS]
    prompts = {
        (arm.name, name): prompt_for(asked[arm.name].item, name, arm=arm.name) for arm in arms for name in variants
    }
    prompt_digests = {place: digest_of(prompt) for place, prompt in prompts.items()}
    item_sha256 = digest_of(item)
    for spec in study.study.agents:
        endpoint, price = served_by(spec, endpoints=study.study.endpoints, prices=study.study.prices)
        handouts = {
            arm.name: _handout(spec, asked[arm.name], made, abstain=abstain_letter(item, arm=arm.name)) for arm in arms
        }
        digests = {arm: agent_digest(spec, handout, endpoint=endpoint) for arm, handout in handouts.items()}
        replicates = range(1, study.study.replicates + 1)
        seeds = trial_seeds(study.study.seed, item=item.id, agent=spec.name, replicates=replicates)
        for arm, name in product(arms, variants):
            if not spec.takes(name):
                continue
            file = asked[arm.name].files.get(name)
            key = TrialKey(
                item=item.id,
                variant=name,
                arm=arm.name,
                agent=spec.name,
                replicate=0,
                seed=0,
                item_sha256=item_sha256,
                data_sha256=None if file is None else file.sha256,
                prompt_sha256=prompt_digests[arm.name, name],
                agent_sha256=digests[arm.name],
            )
            one = PlannedTrial(
                key=key,
                agent=spec,
                handout=handouts[arm.name],
                prompt=prompts[arm.name, name],
                data=None if file is None else study.layout.work / file.path,
                option_texts=dict(asked[arm.name].item.options),
                limits=study.study.limits,
                sandbox=study.study.sandbox,
                endpoint=endpoint,
                price=price,
                abstain=abstain_letter(item, arm=arm.name),
                numbers=isinstance(item, TableItem),
            )
            yield ManyTrials(
                one,
                {
                    replicate: seed
                    for replicate, seed in seeds.items()
                    if arm.runs(agent=spec.name, variant=name, replicate=replicate)
                },
            )


def _handout(spec: AgentSpec, asked: Asked, made: Construction, *, abstain: str | None) -> dict[str, Any]:
    # What an agent remembers, it remembers by the real names, whatever those of the question are.
    named = made.registration if isinstance(made.registration, Registration) else None
    return handout_for(spec, asked.registration, named=named, abstain=abstain)
