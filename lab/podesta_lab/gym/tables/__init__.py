"""The encoded parts of each game: one declaration for each version of the rules."""
