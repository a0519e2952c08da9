"""How fast the table is in a browser: `python -m benchmarks.table`."""
