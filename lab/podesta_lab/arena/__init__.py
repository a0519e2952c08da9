"""The arena: bots against each other on duplicate deals, until a test, or a number of games, ends the match.

`match` plays and yields blocks, `match_folder` keeps them, `ratings` and `judging` judge them, `report` shows the
results.
"""
