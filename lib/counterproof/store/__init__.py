"""A study's folder on disk: where things are, how they are written, how they become tables."""
