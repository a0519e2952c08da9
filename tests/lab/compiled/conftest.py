"""Tests of the compiled engines run where these are built (`make test-compiled`), tests of their generator
elsewhere."""

from podesta_engines import RULESETS

collect_ignore = ["test_generator.py" if RULESETS.build == "compiled" else "test_both_builds.py"]
