import asyncio

import pytest
from scripted_judge import Says, grounding, scores, serving

from counterproof.domain.judge import JudgeSpec
from counterproof.domain.problem import InputError
from counterproof.evaluators.judge.ask import judge_of
from counterproof.evaluators.judge.prompts import Asked
from counterproof.evaluators.judge.replies import REPLIES

ASKED = Asked("Grade it.", "The work.")


def ask(server, *, key=None, **more):
    spec = JudgeSpec(name="judge", model="scripted", base_url=server.base_url, key_env=key, seconds=5, **more)

    async def asked():
        judge = judge_of(spec, schema=REPLIES[spec.prompt], seed=7)
        async with judge.agent:
            return await judge.ask(ASKED)

    return asyncio.run(asked())


def told_by(*says, **more):
    """What comes of these replies, one after the other (the last for ever), and the server's requests."""
    with serving(lambda _, number: says[min(number, len(says) - 1)]) as server:
        return ask(server, **more), server


def test_a_good_reply_is_read_and_its_tokens_are_counted():
    told, server = told_by(scores(7))
    assert (told.read.status, told.read.reply.overall) == ("ok", 7)
    assert (told.requests, told.input_tokens, told.output_tokens) == (1, 11, 7)
    assert len(server.requests) == 1


def test_a_request_is_bound_to_the_schema_with_temperature_0_and_a_seed():
    _, server = told_by(scores(7))
    (body,) = server.requests
    bound = body["response_format"]["json_schema"]
    assert (body["temperature"], body["seed"], bound["strict"]) == (0, 7, True)
    assert list(bound["schema"]["properties"]) == [
        "rationale",
        "answer_match",
        "analysis_quality",
        "evidence_support",
        "overall",
    ]
    assert bound["schema"]["properties"]["overall"] == {"type": "integer", "minimum": 0, "maximum": 10}
    _, server = told_by(grounding(7), prompt="grounding", temperature=None)
    assert not {"temperature", "seed"} & set(server.requests[0])


@pytest.mark.parametrize(
    ("says", "status"),
    [
        ("Correct. I give 8 of 10.", "invalid"),
        (scores(7).replace("7", "NaN"), "invalid"),
        (scores(7).replace("7", '"7"'), "invalid"),
        (scores(7)[:-1] + ', "overall": 9}', "invalid"),
        (scores(7) + scores(3), "invalid"),
        (scores(12), "out_of_scale"),
        ("", "empty"),
        ("I can't help with evaluating this content.", "refused"),
    ],
)
def test_a_bad_reply_is_asked_for_once_more_and_never_a_score(says, status):
    told, server = told_by(says)
    assert (told.read.status, told.read.reply) == (status, None)
    assert (told.requests, len(server.requests)) == (2, 2)
    told, _ = told_by(says, scores(6))
    assert (told.read.status, told.read.reply.overall, told.requests) == ("ok", 6, 2)


def test_one_object_in_a_code_block_with_words_around_it_is_a_reply():
    told, server = told_by(f"```json\n{scores(7)}\n```\nHope this helps")
    assert (told.read.status, told.read.reply.overall, len(server.requests)) == ("ok", 7, 1)


def test_a_cut_reply_is_asked_for_once_more_with_twice_the_room():
    cut = Says(scores(7)[:40], finish="length")
    told, server = told_by(cut, max_tokens=500)
    assert (told.read.status, told.read.reply, told.requests) == ("cut", None, 2)
    assert [body["max_completion_tokens"] for body in server.requests] == [500, 1000]
    told, _ = told_by(cut, scores(4))
    assert (told.read.status, told.read.reply.overall, told.input_tokens) == ("ok", 4, 22)


@pytest.mark.parametrize("says", [Says(refusal="I will not."), Says(finish="content_filter")])
def test_a_withheld_reply_is_refused_and_not_asked_for_again(says):
    told, server = told_by(says)
    assert (told.read.status, told.read.reply, len(server.requests)) == ("refused", None, 1)


def test_a_busy_server_is_asked_again():
    told, server = told_by(Says(status=429, headers={"retry-after-ms": "1"}), scores(8))
    assert (told.read.status, told.read.reply.overall, len(server.requests)) == ("ok", 8, 2)


@pytest.mark.parametrize(("code", "sent"), [(500, 5), (503, 5), (400, 1)])
def test_a_broken_server_gives_no_verdict_on_the_trial(code, sent):
    told, server = told_by(Says(status=code, headers={"retry-after-ms": "1"}))
    assert (told.read.status, told.read.reason, told.text) == ("provider_error", f"HTTP {code}", "")
    assert (len(server.requests), told.input_tokens) == (sent, None)


def test_a_refused_key_is_a_fault_of_the_set_up_and_stands_nowhere(monkeypatch):
    monkeypatch.setenv("JUDGE_KEY", "sk-very-secret")
    told, server = told_by(Says(status=401), key="JUDGE_KEY")
    assert (told.read.status, told.read.reason) == ("config_error", "HTTP 401")
    assert server.keys == ["Bearer sk-very-secret"]
    assert "secret" not in repr(told)


def test_a_key_that_is_not_in_the_environment_is_named_by_its_variable(monkeypatch):
    monkeypatch.delenv("JUDGE_KEY", raising=False)
    with pytest.raises(InputError, match="JUDGE_KEY is not set"):
        told_by(scores(7), key="JUDGE_KEY")


def test_nobody_listening_is_a_provider_error():
    with serving(lambda *_: scores(7)) as server:
        pass
    told = ask(server)
    assert (told.read.status, told.requests) == ("provider_error", 1)
