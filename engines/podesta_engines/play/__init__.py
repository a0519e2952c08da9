"""Who plays, and how far: `forward` plays on from a position, `playout` plays whole games, `search` searches for the
best answer, `bots` has every way to choose by name.
"""
