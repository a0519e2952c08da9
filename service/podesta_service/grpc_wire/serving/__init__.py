"""Serving gRPC: the server, its connections, and callers that speak other bytes."""
