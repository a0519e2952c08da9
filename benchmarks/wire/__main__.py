import sys

from .calls import main

if __name__ == "__main__":
    main(sys.argv[1:])
