"""Registrations: fixed, hashed and logged before any variant is made."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from counterproof.domain.item import Item, RegistrationDraft
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.registration import Registration, RegistrationAttempt
from counterproof.domain.study import Study
from counterproof.domain.variant import DATA_VARIANTS, DataVariantName, Edit
from counterproof.edits.choose import edits_for
from counterproof.evidence.registry import needs_of
from counterproof.store.digest import digest_of
from counterproof.store.layout import Layout
from counterproof.store.records import append_record, read_log, read_record, write_record

CONTRASTS = ("null", "withdraw", "flip")


def registration_of(
    item: Item, study: Study, *, data_sha256: str, keep_obs: tuple[str, ...], along: tuple[str, ...] = ()
) -> Registration:
    """What would be registered for this item. The item must have a draft.

    `along` are columns that move with an exchanged condition, beside those that the author decided to move.

    Raises
    ------
    InputError
        If a decision of the author cannot be carried out.
    """
    draft = item.registration
    if draft is None:
        msg = f"item {item.id!r} has no registration: add one to its file, or take the item out of the study"
        raise ValueError(msg)
    wanted = [name for name in DATA_VARIANTS if name in study.variants]
    moved = (*along, *(name for name, decision in draft.decisions.items() if decision == "move"))
    edits = {name: edit for name, edit in edits_for(item, along=moved).items() if name in wanted}
    _check_decisions(item, draft, edits)
    answers: dict[DataVariantName, str | None] = {"original": item.key, "null": item.key, "flip": draft.flip_to}
    return Registration(
        item=item.id,
        data_sha256=data_sha256,
        statistic=draft.ask,
        targets=item.options | draft.targets,
        block=draft.block,
        block_class=draft.block_class,
        margin=study.margin(item.family),
        stability=study.stability,
        bootstraps=study.bootstraps,
        key=item.key,
        flip_to=draft.flip_to,
        edits=edits,
        supported={name: answers.get(name) for name in edits},
        keep_obs=tuple(name for name in keep_obs if draft.decisions.get(name) != "drop"),
        contrasts=CONTRASTS,
        seed=int(digest_of([study.seed, item.id])[:12], 16),
        label_order=study.label_order,
        cell_names=study.cell_names,
        after_viewing=draft.after_viewing,
        decisions=draft.decisions,
        after_deletion=draft.after_deletion,
    )


def _check_decisions(item: Item, draft: RegistrationDraft, edits: dict[DataVariantName, Edit]) -> None:
    read = needs_of(draft.ask, item.options).columns
    moving = {name for edit in edits.values() for name in edit.along}
    wrong = {
        name: "cannot be dropped: the item itself reads it"
        if decision == "drop"
        else "cannot be moved: no edit moves it"
        for name, decision in draft.decisions.items()
        if (decision == "drop" and name in read) or (decision == "move" and name not in moving)
    }
    if wrong:
        raise InputError(
            [
                Problem(
                    file=item.id,
                    place=f"registration.decisions.{name}",
                    wrong=why,
                    seen=draft.decisions[name],
                    fix="write keep or drop" if draft.decisions[name] == "move" else "write keep",
                )
                for name, why in wrong.items()
            ]
        )


def kept_columns(study: Study, items: Sequence[Item]) -> dict[str, tuple[str, ...]]:
    """The obs columns that the variants of each source keep: those that any item on it reads, and the study's own.

    One list for all items of a source, so that a kept column does not tell which item a file was made for.
    """
    columns: dict[str, set[str]] = {}
    for item in items:
        if item.registration is not None:
            read = needs_of(item.registration.ask, item.options).columns
            columns.setdefault(item.data.source, set(study.keep_obs)).update(read)
    return {source: tuple(sorted(names)) for source, names in columns.items()}


def freeze(registrations: Sequence[Registration], layout: Layout) -> tuple[Registration, ...]:
    """The registrations as they stand frozen; new ones are frozen now.

    Every attempt that freezes or is refused goes to the log. One for data that the log already knows for this item was
    made after they could be looked at, and says so.

    Raises
    ------
    InputError
        If any differs from the frozen one, with the fields that changed. Nothing is frozen then.
    """
    log = read_log(layout.registration_log, RegistrationAttempt)
    problems, frozen = [], []
    for new in registrations:
        seen = any(line.item == new.item and line.data_sha256 == new.data_sha256 for line in log)
        path = layout.registration(new.item)
        if not path.exists():
            frozen.append(new.model_copy(update={"after_viewing": new.after_viewing or seen}))
            continue
        old = read_record(path, type(new))
        changed = _changed(old, new)
        if changed:
            problems.append(_refusal(path, changed))
            _log(layout, new, accepted=False, reason=f"changed: {', '.join(changed)}")
        frozen.append(old)
    if problems:
        raise InputError(problems)
    for registration in frozen:
        if not layout.registration(registration.item).exists():
            _log(layout, registration, accepted=True)
            write_record(layout.registration(registration.item), registration)
    return tuple(frozen)


def _changed(old: Registration, new: Registration) -> list[str]:
    names = [name for name in type(new).model_fields if getattr(old, name) != getattr(new, name)]
    # Frozen once as made after viewing, it stays so whatever the item file says later.
    return [name for name in names if name != "after_viewing" or not old.after_viewing]


def _refusal(path: Path, changed: list[str]) -> Problem:
    # All items of a source keep the same columns, so that a new item can change them for all.
    wider = "name a column that only a new item reads in keep_obs of study.yaml before anything is registered; "
    return Problem(
        file=f"registrations/{path.name}",
        place=", ".join(changed),
        wrong="the item differs from its frozen registration",
        fix=f"{wider if 'keep_obs' in changed else ''}restore the item, study or data as registered, give the item a "
        "new id, or remove the frozen file to register anew: the log keeps it, and every page will say `registered "
        "after viewing`",
    )


def _log(layout: Layout, registration: Registration, *, accepted: bool, reason: str = "") -> None:
    line = RegistrationAttempt(
        item=registration.item,
        digest=digest_of(registration),
        data_sha256=registration.data_sha256,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        accepted=accepted,
        reason=reason,
    )
    append_record(layout.registration_log, line)


def registration_attempts(layout: Layout) -> tuple[RegistrationAttempt, ...]:
    """Every attempt to register an item of the study, refused ones too, in the order of time."""
    return read_log(layout.registration_log, RegistrationAttempt)
