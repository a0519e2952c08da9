"""The generator's output: types where mypy knows them, and no change to the behaviour of a rule."""

import ast
import re
from pathlib import Path
from types import ModuleType

import pytest

from lab.compiled.functions import ModuleWriter
from lab.compiled.inferred import Types
from lab.compiled.module import Module, Tree
from lab.compiled.plan import read_plan
from lab.compiled.tree import sources

PLAN = """
[core]
structs = ["script.Ask", "script.Draw", "script.Together"]
modules = []
functions = ["script.in_order"]

[golden_horn]
structs = ["components.Map", "components.Figures"]
modules = ["pieces", "rules.end"]

[colonia]
modules = ["pieces"]

[troyes]
structs = ["components.Figures"]
decoded = ["components.Start"]
modules = ["dice"]

[notre_dame]
modules = ["hidden"]
wide = ["hidden._knowledge"]
"""
TREE = Path(__file__).parents[3]
pytestmark = pytest.mark.slow  # mypy looks at all of the engines


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files written for a small plan, by path within the package."""
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
    assert declared.startswith("    cdef public long edition\n    cdef public object options\n    cdef public list")
    assert "cdef public Hidden hidden" in declared
    assert "cdef public list agenda" not in declared  # the table that is common to all has it


def test_no_note_is_put_together_where_nobody_listens(written: dict[str, str]) -> None:
    """Unless that has a side effect: a passing seat leaves the loop even without a listener."""
    lines = [line.strip() for line in written["golden_horn/pieces.pyx"].split("\n")]
    assert lines[lines.index("note(g, CARD_TAKEN, seat, colour, visible_to=seat)") - 1] == "if g.journal is not None:"
    lines = [line.strip() for line in written["colonia/pieces.pyx"].split("\n")]
    at = next(i for i, line in enumerate(lines) if "loop.pop(0)" in line)
    assert not lines[at - 1].startswith("if ")


def test_sums_are_of_what_is_summed(written: dict[str, str]) -> None:
    """mypy infers `int` for a call if the first overload returns one, whichever overload matched."""
    assert "cast(long, sum(" not in "".join(written.values())


def test_wide_ints_stay_pythons(written: dict[str, str]) -> None:
    """A function that the plan names has no C int."""
    hidden = written["notre_dame/hidden.pyx"].split("cdef object _i__knowledge(")[1].split("\ndef ")[0]
    assert hidden.startswith("object known, object slots, object table)")
    assert "long" not in hidden


def test_plain_classes_stay_for_who_packs(written: dict[str, str]) -> None:
    """The plain source is unchanged except for a few lines below the classes."""
    state = written["golden_horn/state.py"]
    before, after = state.split("\nfrom msgspec.msgpack import Decoder as _Decoder\n")
    assert "class State(Struct, array_like=True, gc=False):" in before
    assert "class Options(Struct" in before
    assert "import Secret, Hidden, Player, State" in after


def test_copies_are_as_long_as_they_will_be_at_once(written: dict[str, str]) -> None:
    """Lists of ints by one copy, lists of structs by a copy of each element."""
    deep = written["colonia/_structs.pyx"].split("cdef State _deep_State(State g):\n")[1].split("\ncdef ")[0]
    assert "_each(g.players, <_way>_deep_Player), g.week, g.phase, _copied(<list>g.order)" in deep
    assert "[_each(e, <_way>_deep_Contract) for e in g.queues]" in deep


def test_ints_are_sought_and_added_in_c(written: dict[str, str]) -> None:
    """Where mypy knows that a list or a tuple holds ints only; a generator is made a list first."""
    pieces = written["golden_horn/pieces.pyx"]
    assert "6 * cython.cast(_c_Figures, cython.cast(dict, FIGURES)[g.edition]).cards - _total(g.discard)" in pieces
    assert "_total([cython.cast(_c_Player, player).cards for player in g.players])" in pieces
    assert "if not _some(deck) and _some(g.discard):" in pieces


def test_what_asks_for_one_element_makes_no_generator(written: dict[str, str]) -> None:
    """It is a loop in a function of its own, which ends as soon as the answer is known."""
    pieces = written["golden_horn/pieces.pyx"]
    assert "return _next_0_owner(g, ship)" in pieces
    loop = pieces.split("cdef long _next_0_owner(_c_State g, long ship) except? -987654321:\n")[1]
    assert "    for seat, player in enumerate(g.players):\n        if player.fleet == ship // 3:\n" in loop
    assert loop.rstrip().endswith("return seat\n    raise StopIteration")


def test_functions_of_plain_modules_are_called_in_c(written: dict[str, str]) -> None:
    """Those named in the plan; functions with any number of arguments get them as one tuple."""
    assert "cdef tuple _i_in_order(tuple tasks)" in written["core/_script.pyx"]
    assert "core/script.pyx" not in written


def test_a_cache_is_one_of_c(written: dict[str, str]) -> None:
    """For a function of int arguments; Python keeps the cache that it had."""
    dice = written["troyes/dice.pyx"]
    assert "cdef tuple _i_reach(long own, long others, long modifier, long strength):\n    cdef long keys[4]" in dice
    assert "@lru_cache(maxsize=1 << 12)\ndef reach(long own, long others, long modifier, long strength):" in dice
    assert "_i_groups" not in dice  # its argument is no int


def test_figures_keep_c_structs_of_what_was_decoded(written: dict[str, str]) -> None:
    """A data file is still read into the plain class."""
    structs = written["troyes/_structs.pyx"]
    assert "self.start = _typed_Start(start)" in structs
    assert "_P_Start" not in structs
    replaced = written["troyes/components.py"].split("from podesta_engines.troyes._structs import ")[1]
    assert replaced.split("\n")[0] == "Figures"


def test_no_script_is_waiting_to_be_closed(tmp_path: Path) -> None:
    """A position drops its script; a script with something to do on closing is refused."""
    plan = tmp_path / "plan.toml"
    plan.write_text('[core]\nstructs = ["script.Ask"]\nmodules = []\n')
    script = ast.parse("def script():\n    try:\n        yield 1\n    finally:\n        done()\n")
    module = Module("m", "m", script, {"script": "m.script"}, ModuleType("m"))
    tree = Tree(read_plan(plan), {"m": Types({}, [], {}, {})}, {}, frozenset())
    with pytest.raises(SyntaxError, match="script of m would have to be closed"):
        ModuleWriter(tree, module).written()


def test_the_driver_has_what_the_plain_one_has() -> None:
    """Its code is written twice: each public function and property of the plain one exists in the compiled one."""
    plain, twin = TREE / "engines/podesta_engines/core/position.py", TREE / "lab/compiled/driver/position.pyx"
    tree = ast.parse(plain.read_text("utf-8"))
    of_position = next(each for each in tree.body if isinstance(each, ast.ClassDef) and each.name == "Position")
    defined = [each.name for each in (*tree.body, *of_position.body) if isinstance(each, ast.FunctionDef)]
    wanted = {name for name in defined if not name.startswith("_")}
    assert {"seats", "checksum", "restore"} <= wanted
    assert wanted <= set(re.findall(r"^(?:    )?def (\w+)\(", twin.read_text("utf-8"), re.MULTILINE))
