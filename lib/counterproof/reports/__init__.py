"""Notebooks run in batch, and pages that open anywhere, offline.

`audit.run_audit` does a whole audit and ends here: `notebooks` executes, `page` makes one HTML file of each, `index`
links them.
"""
