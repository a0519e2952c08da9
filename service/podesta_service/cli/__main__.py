"""`python -m podesta_service.cli`."""

from . import main

main()
