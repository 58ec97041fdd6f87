"""The loop itself: ask the model, run what it wants, until it answers or its turns are used up."""

import json
from pathlib import Path
from typing import NamedTuple

from pydantic_ai import Agent, NativeOutput, Tool
from pydantic_ai.exceptions import ContentFilterError, ModelAPIError, UnexpectedModelBehavior, UsageLimitExceeded
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ThinkingPart
from pydantic_ai.models import Model
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RunUsage, UsageLimits

from counterproof.agents import files
from counterproof.agents.model.action import Action, Command, Final, LastAction
from counterproof.agents.model.log import StepLog
from counterproof.agents.model.settings import LoopSettings
from counterproof.agents.model.tools import BASH, PYTHON, run_tool, shortened
from counterproof.domain.trajectory import Ending, Totals

INSTRUCTIONS = (
    "You work in a folder without a network. The tool bash runs a command there, the tool python a program that has "
    "scanpy, anndata and pandas; print what you want to see."
)
LAST = "You have no turn left: answer now."


class Ended(NamedTuple):
    """How the loop ended."""

    ending: Ending
    reason: str | None = None


class Loop:
    """One question put to one model, in a folder."""

    def __init__(self, model: Model, settings: LoopSettings, *, log: StepLog, folder: Path) -> None:
        self._model = model
        self._settings = settings
        self._log = log
        self._folder = folder
        self._usage = RunUsage()
        self._turns = 0

    async def run(self) -> Ended:
        """How it ended, with the totals in the log; what the model's service did wrong is an `infra_error`."""
        try:
            await (self._with_tools() if self._settings.actions == "tools" else self._with_schema())
            ended = Ended("completed")
        except UsageLimitExceeded as error:
            ended = Ended("max_turns", str(error))
        except ContentFilterError as error:
            ended = Ended("completed", f"the provider refused: {error}")
        except ModelAPIError as error:
            ended = Ended("infra_error", str(error))
        except UnexpectedModelBehavior as error:
            ended = Ended("completed", f"the model's reply cannot be used: {error}")
        self._log.ended(ended.ending, reason=ended.reason, totals=self._totals())
        return ended

    async def _with_tools(self) -> None:
        """By the provider's own tool calls: the model writes the answer's file with them, and ends with a text."""

        def bash(command: str) -> str:
            """Run a command with bash in your working folder."""
            return self._ran(BASH, command, tool="bash")

        def python(code: str) -> str:
            """Run a Python program in your working folder."""
            return self._ran(PYTHON, code, tool="python")

        # One after the other, so that the log has them in the order in which they happened.
        tools = [Tool(bash, sequential=True), Tool(python, sequential=True)]
        agent = Agent(self._model, instructions=INSTRUCTIONS, tools=tools, model_settings=self._bounds())
        limits = UsageLimits(request_limit=self._settings.max_turns)
        async with agent.iter(self._settings.prompt, usage=self._usage, usage_limits=limits) as run:
            async for node in run:
                if Agent.is_call_tools_node(node):
                    self._hear(node.model_response)

    async def _with_schema(self) -> None:
        """By JSON that a schema binds: each turn is a command or the answer, the last one the answer."""
        agent = Agent(self._model, instructions=INSTRUCTIONS, model_settings=self._bounds(), retries=1)
        history: list[ModelMessage] = []
        said = self._settings.prompt
        for turn in range(1, self._settings.max_turns + 1):
            last = turn == self._settings.max_turns
            wanted: NativeOutput[Action | LastAction] = NativeOutput(LastAction if last else Action)
            said = f"{said}\n\n{LAST}" if last else said
            result = await agent.run(said, output_type=wanted, message_history=history, usage=self._usage)
            self._turns += 1
            history = result.all_messages()
            action = result.output.action
            if isinstance(action, Final):
                self._answer(action)
                return
            said = self._chosen(action)

    def _chosen(self, command: Command) -> str:
        program = BASH if command.tool == "bash" else PYTHON
        return f"Output:\n{self._ran(program, command.code, tool=command.tool)}"

    def _ran(self, program: tuple[str, ...], code: str, *, tool: str) -> str:
        ran = run_tool(program, code, folder=self._folder, seconds=self._settings.tool_seconds)
        self._log.called(tool, code, output=ran.output, exit_code=ran.exit_code, error=ran.failed)
        output = shortened(ran.output, chars=self._settings.output_chars)
        return f"{output}\n[exit code {ran.exit_code}]" if ran.failed else output

    def _answer(self, final: Final) -> None:
        text = json.dumps(final.model_dump(mode="json", exclude={"tool"}), indent=1)
        (self._folder / files.ANSWER).write_text(text + "\n", encoding="utf-8")
        self._log.said(text)

    def _hear(self, response: ModelResponse) -> None:
        self._turns += 1
        for part in response.parts:
            if isinstance(part, ThinkingPart):
                self._log.said(part.content, kind="thinking")
            elif isinstance(part, TextPart):
                self._log.said(part.content)

    def _bounds(self) -> ModelSettings:
        # The gateway retries what is the provider's fault.
        bounds = ModelSettings(max_retries=1)
        if self._settings.max_tokens is not None:
            bounds["max_tokens"] = self._settings.max_tokens
        return bounds

    def _totals(self) -> Totals:
        used = self._usage
        if not used.requests:
            return Totals(turns=self._turns)
        # pydantic-ai counts what went through a cache in `input_tokens` too.
        return Totals(
            input_tokens=used.input_tokens - used.cache_read_tokens - used.cache_write_tokens,
            cached_input_tokens=used.cache_read_tokens,
            cache_write_tokens=used.cache_write_tokens,
            output_tokens=used.output_tokens,
            turns=self._turns,
        )
