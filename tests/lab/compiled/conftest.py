"""What holds of the compiled engines is tried where they run (`make test-compiled`), their generator elsewhere."""

from podesta_engines import RULESETS

collect_ignore = ["test_generator.py" if RULESETS.build == "compiled" else "test_both_builds.py"]
