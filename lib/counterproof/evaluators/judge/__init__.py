"""Language models that score trials: what they are asked, what counts as a reply, and what becomes of it.

`requests` and `prompts` make what is sent, `fence` keeps the audited agent's words apart, `ask` sends it, `read`
accepts a reply or says why not; `run.judge_trials` does it for a study.
"""
