"""Four walls around a program that is not ours, an agent or a study's own analysis: a folder and a home of its own, no
network but one way to a model, limits, and nothing left behind.

`available.check_sandbox` -> `run.run_walled`. The walls are bubblewrap's.
"""
