"""Podestà's engines beside other libraries of games, all in one run on one core."""
