"""What rules, bots and environments cost in one process, without a store or a wire."""
