"""What a real API server takes of the manifests: k8s/against_a_real_server.md."""
