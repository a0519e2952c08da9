"""The client as it is written, for asyncio programs. `python clients/python/generate.py` makes `_sync` of it."""
