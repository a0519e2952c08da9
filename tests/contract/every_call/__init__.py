"""What both wires are asked, step by step: the catalogue, an opening, moves, and what is read of them afterwards."""
