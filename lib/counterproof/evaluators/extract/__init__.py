"""Answers out of what agents really write: found by a fixed order of sources, read strictly, never guessed."""
