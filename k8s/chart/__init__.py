"""The Helm chart, made from the kustomize tree: `python k8s/chart/generate.py` writes build/chart/podesta."""
