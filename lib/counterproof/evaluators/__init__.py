"""Whatever scores a trial: the benchmark's grader, the agent's own report, references that check the instrument.

`registry` lists those that need no model, `judge` and `rubric` ask one. Their scores have one frame (`scores`). What
is scored is read by `extract`, and answers that are more than letters are graded by `graders`.
"""
