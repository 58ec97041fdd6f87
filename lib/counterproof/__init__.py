"""Counterproof: does an AI agent's answer follow the data it was given?

The packages stand in the order in which data flow, and import only what stands before them:
`domain` < `stats`, `store`, `matter`, `jobs` < `evidence`, `edits` < `benchmarks`, `construct` < `agents`,
`trajectories` < `trials` < `evaluators` < `audit` < `views` < `reports` < `cli`.
"""

__version__ = "0.1.0"
