"""Who answers. An agent gets a folder of its own and a recorded handout, and leaves `answer.json` and a log there.

`registry.run_agent` starts any of them; `reference/` holds the agents of known route that check the instrument.
"""
