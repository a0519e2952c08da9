"""The reference in docs/reference, written from what the service, its contract and its rulesets say of themselves."""
