"""One question to a judge, and what came of it: a reply on the schema, or a status that says why there is none."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from counterproof.domain.judge import JudgeSpec, JudgeStatus
from counterproof.evaluators.judge.model import model_of, settings_of
from counterproof.evaluators.judge.prompts import Asked
from counterproof.evaluators.judge.read import ReadReply, read_reply
from counterproof.evaluators.judge.replies import Reply

if TYPE_CHECKING:
    from pydantic_ai import Agent, RunContext
    from pydantic_ai.messages import ModelMessage

WRONG_SET_UP = {401, 403, 404}
"""HTTP codes that every further request of this judge would get too: no right, no such model."""


class Told(NamedTuple):
    """What a judge said to one question; counts are null where the server did not tell them."""

    read: ReadReply[Reply]
    text: str
    requests: int
    input_tokens: int | None
    output_tokens: int | None


@dataclass(frozen=True)
class Judge:
    """A judge that can be asked, within `async with judge.agent`; many questions may be asked at the same time."""

    spec: JudgeSpec
    schema: type[Reply]
    agent: "Agent[None, Any]"
    seed: int

    async def ask(self, asked: Asked) -> Told:
        """What the judge says. A reply that is cut is asked for once more, with twice the room."""
        told = await self._once(asked, doubled=False)
        if told.read.status != "cut":
            return told
        again = await self._once(asked, doubled=True)
        return again._replace(
            requests=told.requests + again.requests,
            input_tokens=_sum(told.input_tokens, again.input_tokens),
            output_tokens=_sum(told.output_tokens, again.output_tokens),
        )

    async def _once(self, asked: Asked, *, doubled: bool) -> Told:
        from pydantic_ai import capture_run_messages  # noqa: PLC0415, as in `judge_of`

        settings = settings_of(self.spec, seed=self.seed, doubled=doubled)
        with capture_run_messages() as messages:
            failed = None
            try:
                await self.agent.run(asked.material, instructions=asked.instructions, model_settings=settings)
            except Exception as error:  # noqa: BLE001, sorted below; one request must not end the others
                failed = error
        text = last_text(messages)
        read = read_reply(text, schema=self.schema) if failed is None else _failed(failed, text, self.schema)
        return Told(read, text, *_counts(messages))


def judge_of(spec: JudgeSpec, *, schema: type[Reply], seed: int) -> Judge:
    """A judge ready to be asked.

    Its replies are bound to the schema by the server where the model can do that, else by a tool that it must call. One
    that does not fit is asked for once more, with what was wrong.

    Raises
    ------
    InputError
        If its key is not in the environment.
    """
    # 2 s to import, for the few who ask a model.
    from pydantic_ai import Agent, ModelRetry, NativeOutput, ToolOutput  # noqa: PLC0415, costs 2 s that a study without judges need not pay

    model = model_of(spec)
    native = model.profile.get("supports_json_schema_output", False) or spec.base_url is not None
    bound: Any = NativeOutput(schema, strict=True) if native else ToolOutput(schema, strict=True)
    agent: Agent[None, Any] = Agent(model, output_type=bound, retries=1)

    # The library reads mended JSON and the last of two equal keys: what counts is what was written.
    async def strictly(context: "RunContext[None]", output: Any) -> Any:
        read = read_reply(last_text(context.messages), schema=schema)
        if read.status != "ok":
            raise ModelRetry(read.reason or read.status)
        return output

    agent.output_validator(strictly)
    return Judge(spec, schema, agent, seed)


def last_text(messages: "list[ModelMessage]") -> str:
    """The last thing the model wrote: its text, or the arguments of the tool that takes the reply."""
    for message in reversed(messages):
        if message.kind == "response":
            calls = [part.args_as_json_str() for part in message.parts if part.part_kind == "tool-call"]
            texts = [part.content for part in message.parts if part.part_kind == "text"]
            return "\n".join(calls or texts)
    return ""


def _failed(error: Exception, text: str, schema: type[Reply]) -> ReadReply[Reply]:
    from pydantic_ai.exceptions import (  # noqa: PLC0415, costs 2 s that a study without judges need not pay
        AgentRunError,
        ContentFilterError,
        ModelHTTPError,
        OutputTokenLimitExceeded,
        UnexpectedModelBehavior,
    )

    match error:
        case ContentFilterError():
            return ReadReply("refused", None, "the model's provider withheld the reply")
        case OutputTokenLimitExceeded():
            return ReadReply("cut", None, "the reply ended at the limit of tokens")
        case UnexpectedModelBehavior():
            read = read_reply(text, schema=schema)
            return read if read.status != "ok" else ReadReply("invalid", None, str(error.message)[:200])
        case ModelHTTPError(status_code=code):
            status: JudgeStatus = "config_error" if code in WRONG_SET_UP else "provider_error"
            # The body is left out: some providers repeat a part of the key in it.
            return ReadReply(status, None, f"HTTP {code}")
        case AgentRunError() | TimeoutError() | OSError():
            return ReadReply("provider_error", None, type(error).__name__)
        case _:
            raise error


def _counts(messages: "list[ModelMessage]") -> tuple[int, int | None, int | None]:
    usages = [message.usage for message in messages if message.kind == "response"]
    told = [usage for usage in usages if usage.input_tokens or usage.output_tokens]
    if not told:
        return max(1, len(usages)), None, None
    return len(usages), sum(usage.input_tokens for usage in told), sum(usage.output_tokens for usage in told)


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
