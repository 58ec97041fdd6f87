import re

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from counterproof.cli import app
from counterproof.cli.order import ORDER


def help_of(*command):
    done = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "100", "NO_COLOR": "1"})
    assert done.exit_code == 0
    return done.output


def test_every_command_has_its_place_in_the_help():
    group = get_command(app)
    assert tuple(group.list_commands(None)) == ORDER


@pytest.mark.parametrize("command", [(), *((name,) for name in ORDER)], ids=lambda words: " ".join(words) or "all")
def test_the_help_is_in_words_and_fits(command):
    text = help_of(*command)
    assert not re.search(r"<(?:bool|path|str|dir|file|list)", text), "a type of Python is no word"
    assert not re.search(r"[{}]", text.splitlines()[1]), "a brace is no part of what is typed"
    assert max(map(len, text.splitlines())) <= 100


def test_the_usage_says_what_may_be_left_out_and_what_may_stand_there_several_times():
    assert "doctor [OPTIONS] [STUDY]" in help_of("doctor")
    assert "import [OPTIONS] STUDY FOLDER|FILE..." in help_of("import")
