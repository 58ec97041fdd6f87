"""The call of an agent's shell tool, whatever it is called and however it takes its command."""

NAMES = ("bash", "exec_command", "shell_command", "shell", "local_shell")


def shell_call(tools: list[tuple[str, dict]], command: str) -> tuple[str, dict]:
    """Name and arguments of a call that runs the command, given the tools' names and schemas."""
    for wanted in NAMES:
        for name, schema in tools:
            if name and name.lower() == wanted:
                properties = schema.get("properties", {})
                key = next(key for key in ("command", "cmd", "script") if key in properties)
                array = properties[key].get("type") == "array"
                return name, {key: ["bash", "-lc", command] if array else command}
    msg = f"no shell among the tools {[name for name, _ in tools]}"
    raise LookupError(msg)
