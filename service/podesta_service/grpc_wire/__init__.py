"""gRPC: the contract of proto/podesta/v1 in front of the game master."""

from .serving.server import GrpcServer, start_grpc

__all__ = ["GrpcServer", "start_grpc"]
