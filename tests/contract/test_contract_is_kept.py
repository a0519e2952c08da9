"""Neither wire breaks a promise: protos against their baseline, the OpenAPI document against its lines."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.promises import DOCUMENT, TREE, broken, committed, present, promises

BUF = Path(sys.executable).parent / "buf"
BASELINE = TREE / "proto" / "baseline.binpb"
CONTRACT = Path("podesta", "v1")


def breaking(tree: Path) -> subprocess.CompletedProcess[str]:
    """The findings of `buf breaking` on a tree."""
    return subprocess.run([BUF, "breaking", "--against", BASELINE], cwd=tree, capture_output=True, text=True)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A tree with the protos only, to be edited."""
    shutil.copy(TREE / "buf.yaml", tmp_path)
    shutil.copytree(TREE / "proto" / CONTRACT, tmp_path / "proto" / CONTRACT)
    return tmp_path


def test_the_protos_keep_their_baseline() -> None:
    """Nothing in proto/baseline.binpb was removed or changed its meaning."""
    done = breaking(TREE)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("game_master.proto", r"  int64 revision = 7;", "", "Previously present field"),
        ("game_master.proto", r"  string commitment = 14;", "  string commitment = 44;", "Previously present field"),
        ("words.proto", r"string word = 1;", "int32 word = 1;", "changed type"),
        ("game_master.proto", r"  rpc Explain\(.*\n", "", "Previously present RPC"),
        ("game_master.proto", r"  RETRACTION_ACTION_DECLINE = 4;", "", "Previously present enum value"),
    ],
)
def test_a_breaking_edit_of_the_protos_is_caught(copy: Path, name: str, old: str, new: str, said: str) -> None:
    """A field removed, renumbered or of another type, a call or a value removed: each is refused by name."""
    path = copy / "proto" / CONTRACT / name
    text = path.read_text("utf-8")
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    path.write_text(changed, "utf-8")
    done = breaking(copy)
    assert (done.returncode, said in done.stdout) == (100, True), done.stdout + done.stderr


def test_an_addition_to_the_protos_is_not(copy: Path) -> None:
    """A new field under a new number passes."""
    path = copy / "proto" / CONTRACT / "words.proto"
    path.write_text(path.read_text("utf-8").replace("string word = 1;", "string word = 1;\n  string more = 900;"))
    assert breaking(copy).returncode == 0


def test_the_rest_contract_keeps_its_promises() -> None:
    """No call, parameter, response or field of promises.txt is gone, and no old call requires more."""
    assert broken(committed(), present()) == []


def test_a_breaking_edit_of_the_rest_contract_is_caught() -> None:
    """A call, a parameter, a field or a problem type removed, and a newly required parameter or field, are each
    reported."""
    found = json.loads(DOCUMENT.read_bytes())
    del found["paths"]["/v1/games/{game}/record"]
    calls, schemas = found["paths"], found["components"]["schemas"]
    calls["/v1/games"]["get"]["parameters"][1]["required"] = True
    del calls["/v1/games/{game}"]["get"]["parameters"][1]
    del calls["/v1/games/{game}/answers"]["post"]["responses"]["412"]
    del schemas["TroyesGame"]["properties"]["commitment"]
    schemas["NewTroyesGame"]["required"].append("edition")
    schemas["TroyesBuilding"]["enum"].remove("palace")
    del schemas["Event"]["oneOf"][0]
    said = "\n".join(broken(present(), promises(found)))
    assert "lost: GET:/v1/games/{game}/record is getRecord" in said
    assert "lost: GET:/v1/games/{game} takes query at" in said
    assert "lost: POST:/v1/games/{game}/answers answers 412 stale-revision" in said
    assert "lost: TroyesGame has commitment: string" in said
    assert "new: NewTroyesGame requires edition" in said
    assert "lost: TroyesBuilding is=palace" in said
    assert "lost: Event is=Created" in said
    assert "new: GET:/v1/games requires query status" in said


def test_an_addition_to_the_rest_contract_is_not() -> None:
    """A new call, an optional parameter, a new field and a new struct pass."""
    found = json.loads(DOCUMENT.read_bytes())
    found["paths"]["/v1/more"] = found["paths"]["/v1/games"]
    more = {"in": "query", "name": "more", "schema": {"type": "string"}}
    found["paths"]["/v1/rulesets"]["get"]["parameters"].append(more)
    found["components"]["schemas"]["TroyesGame"]["properties"]["more"] = {"type": "string"}
    found["components"]["schemas"]["More"] = {"required": ["more"], "properties": {"more": {"type": "string"}}}
    assert broken(present(), promises(found)) == []
