"""What ends a run from outside: the scheduler went away, or work killed every worker that took it."""


class ClusterLostError(RuntimeError):
    """The cluster cannot go on. What was written stays, so that the same command goes on from there.

    Its message says what was lost, where, and what to do.
    """
