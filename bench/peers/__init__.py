"""Other projects that benchmarks compare with, each in the second environment that `./run bench-setup` makes."""
