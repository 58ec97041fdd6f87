"""Trials: which there are, each in a folder of its own, scheduled, collected, and read again.

`plan.planned_trials` -> `run.run_trials` -> `read.read_trials`.
"""
