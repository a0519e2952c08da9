"""The asyncio client, as it is written; `python clients/python/generate.py` makes `_sync` from it."""
