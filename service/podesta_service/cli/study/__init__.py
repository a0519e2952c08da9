"""The commands that study bots and rules, with no service: each in a file of its name."""
