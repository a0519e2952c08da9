"""Arrival, fan-out and failover of sites larger than this machine, simulated from measured costs."""
