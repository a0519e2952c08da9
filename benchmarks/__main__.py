"""The benchmarks that take minutes and write nothing, in sequence: `make bench`; `--short` checks that they run."""

import subprocess
import sys

from benchmarks.helping import offer_help

QUICK = ("rules", "wire", "store")

offer_help(__doc__)
for room in QUICK:
    print(f"\n== {room} ==", flush=True)
    subprocess.run([sys.executable, "-m", f"benchmarks.{room}", *sys.argv[1:]], check=True)
