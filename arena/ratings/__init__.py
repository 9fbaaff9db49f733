"""Ratings as pure functions in whole numbers: the same bits on every machine. docs/ratings.md tells the rule."""
