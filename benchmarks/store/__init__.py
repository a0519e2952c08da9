"""What the store and the archive cost, and what games take in them."""
