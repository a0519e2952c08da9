"""The calls of the service, each declared once: what it asks and answers, who may make it, and what it does."""
