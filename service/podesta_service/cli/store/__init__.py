"""The commands for operators of the store."""
