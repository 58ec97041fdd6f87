"""Who answers. An agent gets a folder of its own and the prompt, and leaves `answer.json` and a log there.

`registry.run_agent` runs the agents of known route in `reference/`, which check the instrument. `launchers.launch_for`
says how each of the others starts as a program; the trials then run it within walls.
"""
