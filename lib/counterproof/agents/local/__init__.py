"""A real model small enough to run offline: SmolLM2-135M. It checks formats and plumbing, never quality.

`model.check_local` tells whether it is installed; `served.served` runs it for as long as a block lasts.
"""
