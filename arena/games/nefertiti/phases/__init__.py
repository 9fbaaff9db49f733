"""The phases of a turn, one module for each chapter of the rulebook; flow.py lists them in order."""
