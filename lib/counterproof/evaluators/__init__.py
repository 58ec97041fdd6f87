"""Whatever scores a trial: the benchmark's grader, the agent's own report, references that check the instrument."""
