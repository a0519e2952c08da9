"""Where a single store ends, and what a Cluster carries: `python -m benchmarks.shards`."""
