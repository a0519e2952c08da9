"""Checks what a client does when the service drops, delays, restarts and refuses: `podesta conformance`."""
