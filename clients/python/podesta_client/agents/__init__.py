"""For language models: a server of the Model Context Protocol over the public API, `podesta mcp`."""
