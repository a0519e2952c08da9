"""Bots and play-outs.

`forward` plays on from a position, `playout` plays whole games, `search` searches for the best answer, `bots` has every
bot by name.
"""
