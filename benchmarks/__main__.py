"""The rooms that take minutes and write nothing, one after another: `make bench`; `--short` tries whether they run."""

import subprocess
import sys

from benchmarks.helping import offer_help

QUICK = ("rules", "wire", "store")

offer_help(__doc__)
for room in QUICK:
    print(f"\n== {room} ==", flush=True)
    subprocess.run([sys.executable, "-m", f"benchmarks.{room}", *sys.argv[1:]], check=True)
