"""What the service costs over its wires; each module measures one thing and runs by itself."""
