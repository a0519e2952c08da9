"""What a schema cannot say about the manifests: one function a law, each yields findings in plain words."""
