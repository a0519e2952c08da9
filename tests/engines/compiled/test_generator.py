"""What the generator writes: types where mypy knows them, and nothing that would change what a rule does."""

from pathlib import Path

import pytest

from engines.compiled.plan import read_plan
from engines.compiled.tree import sources

PLAN = """
[core]
structs = ["script.Ask", "script.Draw", "script.Together"]
modules = []

[golden_horn]
structs = ["components.Map", "components.Figures"]
modules = ["pieces", "rules.end"]

[colonia]
modules = ["pieces"]

[notre_dame]
modules = ["hidden"]
wide = ["hidden._knowledge"]
"""
pytestmark = pytest.mark.slow  # mypy looks at all of the engines


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is written for a small plan, by path within the package."""
    plan: Path = tmp_path_factory.mktemp("plan") / "plan.toml"
    plan.write_text(PLAN)
    return {path.removeprefix("podesta_engines/"): text for path, text in sources(read_plan(plan)).items()}


def test_functions_have_typed_twins(written: dict[str, str]) -> None:
    """C calls one, within a module and beyond it; Python calls the other."""
    pieces = written["golden_horn/pieces.pyx"]
    assert "cdef long _i_deck_size(_c_State g) except? -987654321:" in pieces
    assert "def deck_size(_c_State g):\n    return _i_deck_size(g)" in pieces
    assert "ready = _i_deck_size(g)" in pieces
    assert "cdef long _i_deck_size(_c_State g) except? -987654321" in written["golden_horn/pieces.pxd"]


def test_fields_are_those_of_the_plain_struct(written: dict[str, str]) -> None:
    """In their order, each with the C type of its annotation."""
    declared = written["golden_horn/_structs.pxd"].split("cdef class State(Table):\n")[1]
    assert declared.startswith("    cdef public long edition\n    cdef public long round_limit\n    cdef public bint")
    assert "cdef public Hidden hidden" in declared
    assert "cdef public list agenda" not in declared  # the table that is common to all has it


def test_no_note_is_put_together_where_nobody_listens(written: dict[str, str]) -> None:
    """Unless that does something: a seat that passes leaves the loop whoever listens."""
    lines = [line.strip() for line in written["golden_horn/pieces.pyx"].split("\n")]
    assert lines[lines.index("note(g, CARD_TAKEN, seat, colour, visible_to=seat)") - 1] == "if g.journal is not None:"
    lines = [line.strip() for line in written["colonia/pieces.pyx"].split("\n")]
    at = next(i for i, line in enumerate(lines) if "loop.pop(0)" in line)
    assert not lines[at - 1].startswith("if ")


def test_sums_are_of_what_is_summed(written: dict[str, str]) -> None:
    """mypy says `int` of a call whose first signature returns one, whichever it was that fitted."""
    assert "cast(long, sum(" not in "".join(written.values())


def test_wide_ints_stay_pythons(written: dict[str, str]) -> None:
    """A function that the plan names has no C int."""
    hidden = written["notre_dame/hidden.pyx"].split("cdef object _i__knowledge(")[1].split("\ndef ")[0]
    assert hidden.startswith("object known, object slots, object table)")
    assert "long" not in hidden


def test_plain_classes_stay_for_who_packs(written: dict[str, str]) -> None:
    """The plain source is what it was but for a few lines below the classes."""
    state = written["golden_horn/state.py"]
    before, after = state.split("\nfrom msgspec.msgpack import Decoder as _Decoder\n")
    assert "class State(Struct, array_like=True, gc=False):" in before
    assert after.index("import Secret, Hidden, Player, State") < after.index("class Options(Struct")
