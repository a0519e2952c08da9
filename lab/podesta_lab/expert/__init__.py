"""The house bot `expert`: a search that a trained network guides. Needs numpy (extra `net`).

`worth` says what learning and searching are for, `mind` reads a network, `search` looks ahead, `house` is the bot.
"""
