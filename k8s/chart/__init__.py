"""The Helm chart, made of the kustomize tree: `python k8s/chart/generate.py` writes build/chart/podesta."""
