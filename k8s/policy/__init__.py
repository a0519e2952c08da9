"""What a schema cannot say about the manifests: one function for each law, which yields its findings as text."""
