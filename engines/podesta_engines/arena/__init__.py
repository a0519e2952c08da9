"""The arena: bots against each other on duplicate deals, until a test, a number of games or a bound says stop.

`match` plays and yields blocks, `book` keeps them in a folder, `ratings` and `sprt` judge them, `report` tells people.
"""
