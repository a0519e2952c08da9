"""One caller who means harm, and what others notice of it: `make hostile` or `python -m benchmarks.hostile`."""
