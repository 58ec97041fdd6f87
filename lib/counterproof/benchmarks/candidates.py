"""Tasks of a name and a list of candidates (the kind of Biomni-Eval1): which gene of these for this disease?

JSON Lines with the fields `id`, `prompt` and `answer`, and either `candidates` (a list) or a list inside the prompt, in
braces, brackets, or after `candidates:` or `genes:`, apart by commas. There is no evidence block: the name alone links
the question to a candidate.
"""

import re
from pathlib import Path
from typing import Any

from counterproof.benchmarks.finder import Finder, read_lexicon
from counterproof.benchmarks.json_lines import json_lines
from counterproof.benchmarks.labbench import LabBench, build
from counterproof.domain.instance import Instance
from counterproof.domain.problem import InputError, Problem

NEEDED = ("id", "prompt", "answer")
LISTED = re.compile(r"(?:candidates?|genes?|options?|list)\b[^\n:{\[]*[:{\[]\s*([^\n}\]]+)", re.IGNORECASE)
FENCED = re.compile(r"[{\[]([^{}\[\]\n]+)[}\]]")


def read_candidates(path: Path, *, lexicon: Path | None = None, seed: int) -> LabBench:
    """The instances of a JSON Lines file of candidate-list prompts; rows without a readable list are refused.

    Raises
    ------
    InputError
        If a line is no JSON object with an id, a prompt and an answer; all of them are named.
    """
    finder = Finder(read_lexicon(lexicon) if lexicon else (), options_are_names=True)
    instances, refused, faults = [], [], []
    for place, row in json_lines(path):
        if row is None or any(row.get(name) in (None, "") for name in NEEDED):
            faults.append(Problem(file=path.name, place=place, wrong=f"has not all of {', '.join(NEEDED)}"))
            continue
        made = _instance(row, finder, seed=seed)
        if isinstance(made, str):
            refused.append(Problem(file=str(row["id"]), wrong=made))
        else:
            instances.append(made)
    if faults:
        raise InputError(faults)
    return LabBench(tuple(instances), tuple(refused))


def _instance(row: dict[str, Any], finder: Finder, *, seed: int) -> Instance | str:
    prompt, answer = str(row["prompt"]).strip(), str(row["answer"]).strip()
    listed = row.get("candidates")
    if isinstance(listed, list):
        texts, question = [str(one).strip() for one in listed], prompt
    else:
        match = FENCED.search(prompt) or LISTED.search(prompt)
        if match is None:
            return "its prompt holds no list of candidates"
        texts = [one.strip().strip("'\"`.") for one in re.split(r"[,;]", match[1])]
        # The list becomes the options: left in the question it would stand there twice.
        question = (prompt[: match.start(1)] + "the options below" + prompt[match.end(1) :]).strip()
    texts = list(dict.fromkeys(text for text in texts if text))
    key = next((text for text in texts if text.casefold() == answer.casefold()), None)
    if key is None:
        return f"the answer {answer!r} is none of the candidates"
    if not 2 <= len(texts) <= 26:
        return f"it has {len(texts)} candidates; 2 to 26 can be asked"
    canary = str(row.get("canary") or "")
    return build(
        name=str(row["id"]),
        question=question,
        evidence="",
        texts=texts,
        key=key,
        finder=finder,
        canary=canary,
        seed=seed,
    )
