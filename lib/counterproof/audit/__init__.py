"""The questions of an audit: does the answer follow the data, does the evaluator notice, does the instrument hold?

`table.trial_table` has a row a trial; `paired` lays the trials of a replicate beside each other. From these come the
scores of agents (`measures`, `grounding`, `routes`), those of evaluators (`validity`, `notices`), and the check of
the reference agents (`instrument`). `estimates` puts the intervals on. `findings.find` has all of it.
"""
