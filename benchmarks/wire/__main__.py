import sys

from benchmarks.helping import offer_help

from . import calls

if __name__ == "__main__":
    offer_help(calls.__doc__)
    calls.main(sys.argv[1:])
