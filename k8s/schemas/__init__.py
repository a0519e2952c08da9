"""What the API server would take of objects that are not Kubernetes' own: the shapes of their CRDs, read once."""
