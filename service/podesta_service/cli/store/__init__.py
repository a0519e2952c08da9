"""The commands for those who keep the store."""
