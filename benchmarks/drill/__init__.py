"""What callers, probes and alerts notice of each fault of a running service behind its proxy: `make drill`."""
