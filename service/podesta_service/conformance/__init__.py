"""What a client of one's own does when the service drops, delays, restarts and refuses: `podesta conformance`."""
