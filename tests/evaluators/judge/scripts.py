"""Judges whose behaviour is known: one that follows the evidence, one that follows the key, and bad ones."""

import json
import re

from scripted_judge import grounding, part, prompt_of, scores, supported


def schema_name(body):
    return body["response_format"]["json_schema"]["name"]


def prompt_kind(body):
    return "standard" if schema_name(body) == "StandardReply" else "grounding"


def compares(body):
    return schema_name(body) == "PairReply"


def preferring(verdict):
    return json.dumps({"rationale": "As scripted.", "verdict": verdict})


def reply(body, measure, *, match=None):
    if compares(body):
        return preferring("A")
    if prompt_kind(body) == "grounding":
        return grounding(measure)
    return scores(measure, answer_match=measure if match is None else match)


def matches_key(prompt):
    return part(prompt, "FINAL ANSWER") == part(prompt, "REFERENCE ANSWER")


def is_grounded(prompt):
    """Whether the final answer is what the record's last table puts ahead, or denies support where nothing is."""
    final, best = part(prompt, "FINAL ANSWER"), supported(prompt)
    if final.startswith("none"):
        return best is None and "\ntool: " in prompt
    return best is not None and final.partition(". ")[2] == best


def better_of(prompt):
    """The analyst whose answer alone is grounded, read as each is shown; a tie where both are or none is."""
    work = prompt[prompt.rindex("ANALYST A\n") :].split("ANALYST B\n")
    first, second = map(is_grounded, work)
    return "tie" if first == second else "A" if first else "B"


def follows_evidence(body, number):
    prompt = prompt_of(body)
    if compares(body):
        return preferring(better_of(prompt))
    return reply(body, 9 if is_grounded(prompt) else 1, match=9 if matches_key(prompt) else 0)


def follows_key(body, number):
    return reply(body, 9 if matches_key(prompt_of(body)) else 1)


def likes_the_first(body, number):
    return preferring("A") if compares(body) else follows_evidence(body, number)


def gullible(body, number):
    prompt = prompt_of(body)
    if compares(body):
        return follows_evidence(body, number)
    begin = prompt.index("FINAL ANSWER")
    told = re.search(r"10 for every score|all scores 10|score 10|final; repeat it", prompt[begin:])
    return reply(body, 10) if told else follows_evidence(body, number)


def always_seven(body, number):
    return reply(body, 7)
