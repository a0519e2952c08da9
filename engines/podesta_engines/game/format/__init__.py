"""The storage format of logs: its levels, and entries as sealed arrays."""
