"""`python -m service.cli`."""

from . import main

main()
