"""`python -m nmtviz` is `nmtviz`."""

import sys

try:
    from nmtviz.cli import main

    sys.exit(main())
except KeyboardInterrupt:  # before there is a command that answers it
    sys.exit(130)
