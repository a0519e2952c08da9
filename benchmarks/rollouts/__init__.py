"""How much of the cores play-outs on several processes put to use."""
