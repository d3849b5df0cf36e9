"""``python -m bastida.server`` is ``bastida serve``."""

import sys

from bastida.cli import app

app.main(["serve", *sys.argv[1:]])
