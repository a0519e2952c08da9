"""The house bot `expert`: a search guided by a trained network. Needs numpy (extra `net`).

`worth` defines the goal of learning and searching, `mind` reads a network, `search` searches, `house` is the bot.
"""
