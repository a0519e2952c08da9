"""Serving gRPC: the server, and the services that come with gRPC."""
