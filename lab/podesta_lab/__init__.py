"""The laboratory: environments for learners, networks, matches of bots and their verdicts, fitted values.

`gym` has actions, observations, environments and networks, `arena` plays bots against each other, `training` fits the
values of searches, `cli` has the commands. Engines and service do not depend on it.
"""
