"""Trials as Inspect's logs, one `.eval` file an agent, for its viewer and its analysis tools. Needs no inspect-ai."""

import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from counterproof import __version__
from counterproof.domain.answer import Answer
from counterproof.domain.item import Item
from counterproof.domain.registration import Registration
from counterproof.domain.trajectory import Step
from counterproof.domain.trial import Trial
from counterproof.store.atomic import replacing
from counterproof.store.digest import digest_of
from counterproof.store.study import OpenStudy
from counterproof.trials.stored import trials_of

LOG_VERSION = 2
LONG_AGO = "1980-01-01T00:00:00+00:00"
"""What stands for a time that nobody recorded: Inspect wants one. It is also the earliest that a zip file can hold."""


def export_trials(
    study: OpenStudy, trials: Sequence[Trial], folder: Path, *, registrations: Sequence[Registration] = ()
) -> tuple[Path, ...]:
    """The files written, `AGENT.eval` in the folder: a sample for each item and variant, an epoch for each replicate.

    A sample's id is `ITEM/VARIANT`; its target is the answer that the variant supports (the key, where there are no
    registrations, or no data), "none" where it supports none. The score `supported` says whether that was answered. The
    same trials give the same bytes.
    """
    agents = sorted({trial.key.agent for trial in trials})
    known = {registration.item: registration for registration in registrations}
    for agent in agents:
        own = trials_of(trials, agents=[agent])
        samples = [_sample(trial, study.item(trial.key.item), known.get(trial.key.item)) for trial in own]
        _write(folder / f"{agent}.eval", _header(study, agent, own), samples)
    return tuple(folder / f"{agent}.eval" for agent in agents)


def _write(path: Path, header: dict[str, Any], samples: list[dict[str, Any]]) -> None:
    summaries = [_summary(sample) for sample in samples]
    start = {"version": LOG_VERSION, "eval": header["eval"], "plan": header["plan"]}
    with replacing(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        _member(archive, "_journal/start.json", start)
        for sample in samples:
            _member(archive, f"samples/{sample['id'].replace('/', '_')}_epoch_{sample['epoch']}.json", sample)
        _member(archive, "_journal/summaries/1.json", summaries)
        _member(archive, "summaries.json", summaries)
        _member(archive, "header.json", header)


def _member(archive: zipfile.ZipFile, name: str, value: object) -> None:
    # Without a time of its own, a member would hold the clock's.
    archive.writestr(zipfile.ZipInfo(name), json.dumps(value, ensure_ascii=False), zipfile.ZIP_DEFLATED)


def _header(study: OpenStudy, agent: str, trials: Sequence[Trial]) -> dict[str, Any]:
    ids = sorted({_sample_id(trial) for trial in trials})
    name = digest_of([study.study.study, agent, ids])[:22]
    times = sorted(trial.started for trial in trials if trial.started) or [LONG_AGO]
    spec = {
        "eval_id": name,
        "run_id": name,
        "created": times[0],
        "task": study.study.study,
        "task_id": name,
        "task_version": 0,
        "task_attribs": {},
        "task_args": {},
        "dataset": {"name": study.study.study, "samples": len(ids), "sample_ids": ids, "shuffled": False},
        "model": f"counterproof/{agent}",
        "model_args": {},
        "config": {"epochs": max(trial.key.replicate for trial in trials)},
        "packages": {"counterproof": __version__},
        "metadata": {"counterproof": {"agent": agent}},
    }
    return {
        "version": LOG_VERSION,
        "status": "success",
        "eval": spec,
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": {"total_samples": len(trials), "completed_samples": len(trials), "scores": []},
        "stats": {"started_at": times[0], "completed_at": times[-1], "model_usage": {}},
    }


def _sample_id(trial: Trial) -> str:
    return f"{trial.key.item}/{trial.key.variant}"


def _sample(trial: Trial, item: Item, registration: Registration | None) -> dict[str, Any]:
    key, target = trial.key, _target(trial, item, registration)
    said = _answer_text(trial.answer)
    model = f"counterproof/{key.agent}"
    last = {"role": "assistant", "content": said, "model": model, "source": "generate"}
    choices = [{"message": last, "stop_reason": "stop"}] if said else []
    letters = ",".join(registration.said(trial.answer) if registration else trial.answer.given if trial.answer else ())
    return {
        "id": _sample_id(trial),
        "epoch": key.replicate,
        "input": item.question,
        "choices": list(item.options.values()),
        "target": target,
        "messages": list(_messages(trial, item, model=model)),
        "output": {"model": model, "choices": choices, "completion": said},
        "scores": {
            "supported": {
                "value": "C" if letters == target or (trial.outcome == "abstained" and target == "none") else "I",
                "answer": letters or None,
                "explanation": trial.reason or trial.outcome,
            }
        },
        "metadata": {
            "counterproof": {
                **{name: getattr(key, name) for name in ("item", "variant", "agent", "replicate", "arm")},
                "outcome": trial.outcome,
                "digest": digest_of(key),
            }
        },
        "store": {},
        "events": [],
        "model_usage": {},
        "attachments": {},
        **({"started_at": trial.started} if trial.started else {}),
        **({} if trial.seconds is None else {"total_time": trial.seconds}),
        **_limit(trial),
    }


def _limit(trial: Trial) -> dict[str, Any]:
    if trial.outcome == "timeout":
        return {"limit": {"type": "time", "limit": trial.seconds or 0}}
    if trial.outcome == "infra_error":
        reason = trial.reason or trial.outcome
        return {"error": {"message": reason, "traceback": "", "traceback_ansi": ""}}
    return {}


def _target(trial: Trial, item: Item, registration: Registration | None) -> str:
    if registration is None:
        return item.key
    supported = {str(name): letter for name, letter in registration.supported.items()}
    return supported.get(trial.key.variant, registration.key) or "none"


def _answer_text(answer: Answer | None) -> str:
    """An answer as the answer file holds it: our reader, and any other, finds the letter in it."""
    if answer is None:
        return ""
    fields = {
        "answer": answer.choice[0] if len(answer.choice) == 1 else list(answer.choice) or answer.fields or None,
        "confidence": answer.confidence,
        "data_support": answer.data_support,
        "evidence": answer.evidence,
    }
    return json.dumps(fields, ensure_ascii=False)


def _messages(trial: Trial, item: Item, *, model: str) -> Iterator[dict[str, Any]]:
    """The steps as a conversation; what others said to the agent comes first, since a log may not tell its place."""
    for prompt in trial.trajectory.prompts or (item.question,):
        yield {"role": "user", "content": prompt, "source": "input"}
    for place, step in enumerate(trial.trajectory.steps, 1):
        yield from _of_step(step, place, model=model)


def _of_step(step: Step, place: int, *, model: str) -> Iterable[dict[str, Any]]:
    about = {"model": model, "source": "generate"} | (
        {"metadata": {"sub_agent": step.sub_agent}} if step.sub_agent else {}
    )
    if step.kind == "message":
        return [{"role": "assistant", "content": step.text, **about}]
    if step.kind == "thinking":
        return [{"role": "assistant", "content": [{"type": "reasoning", "reasoning": step.text}], **about}]
    call_id, tool = f"call_{place}", step.tool or "unknown"
    call = {"id": call_id, "function": tool, "arguments": _arguments(step.input), "type": "function"}
    asked = {"role": "assistant", "content": step.text, "tool_calls": [call], **about}
    if step.output is None:
        return [asked]
    answered: dict[str, Any] = {"role": "tool", "content": step.output, "tool_call_id": call_id, "function": tool}
    if step.error:
        answered["error"] = {"type": "unknown", "message": step.output[:200]}
    return [asked, answered]


def _arguments(given: str | None) -> dict[str, Any]:
    if given is None:
        return {}
    try:
        value = json.loads(given)
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {"input": given}


def _summary(sample: dict[str, Any]) -> dict[str, Any]:
    names = ("id", "epoch", "input", "choices", "target", "metadata", "scores", "model_usage")
    return {name: sample[name] for name in names} | {"completed": True, "message_count": len(sample["messages"])}
