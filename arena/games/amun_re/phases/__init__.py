"""The phases of Amun-Re, one module each; flow.py lists them in order."""
