"""Run Helm: reads `{"chart": folder, "cases": [values, …]}`, writes their texts and the findings of lint.

This runs in an environment of its own (requirements/k8s.txt), which has Helm as a library and nothing from this tree.
"""

import json
import sys
from typing import Any

import helm_python


def render(chart: Any, values: dict[str, Any]) -> dict[str, str]:
    """Every template's text, or the error."""
    try:
        done: dict[str, str] = chart.render(values, name="podesta", namespace="podesta")
    except helm_python.HelmError as error:
        return {"error": str(error)}
    return done


def main() -> None:
    """Process one request."""
    asked = json.load(sys.stdin)
    with helm_python.Chart.load(asked["chart"]) as chart:
        texts = [render(chart, values) for values in asked["cases"]]
    linted = helm_python.lint(asked["chart"], strict=True, kube_version="1.34.0")
    json.dump({"helm": helm_python.helm_sdk_version(), "lint": linted, "texts": texts}, sys.stdout)


if __name__ == "__main__":
    main()
