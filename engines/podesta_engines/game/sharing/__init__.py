"""Shared games: the chains by which seats add to the draws as a game goes on."""
