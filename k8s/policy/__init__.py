"""Laws about the manifests that a schema cannot express: one function each, which yields its findings as text."""
