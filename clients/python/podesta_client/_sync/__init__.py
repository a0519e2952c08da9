"""The client for ordinary programs: `calls` and `simulating` are generated from those of `_async`."""
