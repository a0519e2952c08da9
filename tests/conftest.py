"""Every room of the tests has the kit's fixtures."""

import pytest

pytest.register_assert_rewrite("tests.kit")
pytest_plugins = ["tests.kit.fixtures"]
