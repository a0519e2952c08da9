"""The asyncio client, written by hand; `python clients/python/generate.py` makes `_sync` from it."""
