"""The pages of the reference; the site reads them from here, as it is built without the generator's dependencies."""

CONTENTS = {
    "rest.md": "REST: every call with parameters, examples, answers and problems",
    "grpc.md": "gRPC: services, calls and messages",
    "problems.md": "Problems: every refusal, on both wires",
    "rulesets.md": "Rulesets: questions, words, notes and views of each",
    "settings.md": "Settings: every environment variable",
    "commands.md": "Commands: the help of each",
    "metrics.md": "Metrics: what Prometheus reads",
}
