"""Validation of objects, with stored schemas of CRDs."""
