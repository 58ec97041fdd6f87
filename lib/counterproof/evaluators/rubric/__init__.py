"""Chokepoint rubrics: their files, the judges' points by criterion, and scores from points."""
