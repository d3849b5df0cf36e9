"""What mkdocs runs: the rule pages, which ``assemble.py`` has put together, are listed beside the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SECTION = "Rules"


def on_config(config: Any) -> Any:
    """Add a line for every page of the rules to the section of the navigation."""
    rules = json.loads((Path(config["docs_dir"]).parent / "rules.json").read_text(encoding="utf-8"))
    for section in config["nav"]:
        if isinstance(section, dict) and SECTION in section:
            section[SECTION] += [{title: page} for title, page in rules]
    return config
