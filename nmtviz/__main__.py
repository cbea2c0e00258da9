"""`python -m nmtviz` is `nmtviz`."""

import sys

from nmtviz.cli import main

sys.exit(main())
