"""What processes that serve cost: games, calls, clocks, agents."""
