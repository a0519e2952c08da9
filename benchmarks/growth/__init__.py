"""What grows with the number of games, and with their length; what should not is shown not to."""
