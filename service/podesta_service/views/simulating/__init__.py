"""The forward model: possible tables of a running game, plays on them, play-outs, and searches that keep positions."""
