"""Notebooks run in batch, and pages that open anywhere, offline."""
