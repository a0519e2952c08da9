"""What is encoded of each game: one declaration for each version of the rules."""
