"""The gRPC API of proto/podesta/v1."""

from .serving.server import GrpcServer, start_grpc

__all__ = ["GrpcServer", "start_grpc"]
