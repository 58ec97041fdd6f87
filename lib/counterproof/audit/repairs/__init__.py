"""What helps: an option to abstain, a judge that looks at the evidence, opaque names; each beside what it is to mend.

`paired_means` compares two arms over the items that both have.
"""
