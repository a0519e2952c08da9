import sys

from .cores import main

if __name__ == "__main__":
    main(sys.argv[1:])
