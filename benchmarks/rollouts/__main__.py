import sys

from benchmarks.helping import offer_help

from . import cores

if __name__ == "__main__":
    offer_help(cores.__doc__)
    cores.main(sys.argv[1:])
