"""Checks how a client reacts when the service drops, delays, restarts and refuses: `podesta conformance`."""
