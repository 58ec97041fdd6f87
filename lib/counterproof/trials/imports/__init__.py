"""Runs of other tools as trials of ours: what is found in folders and logs, and where it belongs in a study."""
