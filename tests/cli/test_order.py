from typer.main import get_command

from counterproof.cli import app
from counterproof.cli.order import ORDER


def test_every_command_has_its_place_in_the_help():
    group = get_command(app)
    assert tuple(group.list_commands(None)) == ORDER
