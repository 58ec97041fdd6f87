"""Deterministic graders of structured answers: a pure function and a record of facts each, in one registry."""
