"""Laws of what players read."""
