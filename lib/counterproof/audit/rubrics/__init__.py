"""Endpoints and rubric judges (SPEC section 3): who passed, whether judges agree, and what rubric scores add.

`runs` has a row a run, `matrix` its scores by judge; every other file makes one table of them, and
`findings.find_rubrics` all.
"""
