"""The tests mirror the source. `gate.py` is what `./run test` runs, `tiers.py` counts what this machine could try."""
