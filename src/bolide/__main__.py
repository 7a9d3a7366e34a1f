"""``python -m bolide``: the command line."""

import sys

from bolide.cli import main

sys.exit(main())
