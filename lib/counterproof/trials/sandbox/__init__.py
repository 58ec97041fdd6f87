"""Four walls around an agent: a folder and a home of its own, one way to its model, limits, and nothing left behind.

`available.check_sandbox` -> `run.run_walled`. The walls are bubblewrap's.
"""
