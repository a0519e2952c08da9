"""What another's list finds in the manifests is accepted with a reason, or told; `make k8s` runs the list itself."""

import tomllib

import linter

FOUND = {("CKV_1", "Deployment/a", "Set it"), ("CKV_2", "Service/b", "Close it")}


def test_what_is_accepted_is_silent_and_everything_else_is_told():
    """By object or for all; what is accepted and is no longer found is told, too."""
    for about in (["Deployment/a"], ["all"]):
        assert [*linter.differences(FOUND, {"CKV_1": {"about": about}, "CKV_2": {"about": ["Service/b"]}})] == []
    assert [*linter.differences(FOUND, {"CKV_1": {"about": ["Deployment/c"]}})] == [
        "Deployment/a: CKV_1: Set it",
        "Service/b: CKV_2: Close it",
        "linter.toml: CKV_1 of Deployment/c is not found",
    ]


def test_every_acceptance_has_its_reason():
    """A sentence for whoever wonders."""
    baseline = tomllib.loads(linter.BASELINE.read_text("utf-8"))
    assert all(each.keys() == {"about", "why"} and each["about"] for each in baseline.values())
    assert all(each["why"].endswith(".") for each in baseline.values())


def test_a_linter_that_does_not_answer_is_no_pass(capsys, render):
    """Exit code 2 and its words."""
    render("base")
    assert linter.main("echo") == 2
    assert "--framework kubernetes" in capsys.readouterr().err
