"""The software bill of materials of a release, as CycloneDX: what pip installs with Bastida, and what is built into its page.

cyclonedx-py lists the packages of the environment in which the release was tried. What the page is made of no Python package
says: the maps of a build of the page name every file that is in it, and so every package.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

PACKAGE = re.compile(r".*node_modules/((?:@[^/]+/)?[^/]+)/")
KEPT = re.compile(
    r"(?P<name>[a-z]+)-(?P<version>\d[\d.]*\d)\.js\.gz"
)  # a program that is served as it stands, with its licence beside it


def write(python: Path, pyproject: Path, maps: Path, web: Path, to: Path) -> int:
    """Make the file; how many components there are."""
    subprocess.run(
        [sys.executable, "-m", "cyclonedx_py", "environment", "--pyproject", str(pyproject), "--mc-type", "application",
         "--output-reproducible", "--output-format", "JSON", "--output-file", str(to), str(python)],
        check=True, capture_output=True, encoding="utf-8",
    )  # fmt: skip
    bom = json.loads(to.read_text("utf-8"))
    bom["components"] = tidy(bom["components"], bom["metadata"]["component"]) + of_page(maps, web)
    known = {entry["ref"]: entry for entry in bom.setdefault("dependencies", [])}
    own = known.setdefault(ref := bom["metadata"]["component"]["bom-ref"], {"ref": ref})
    if own not in bom["dependencies"]:
        bom["dependencies"].append(own)
    added = [component["bom-ref"] for component in bom["components"] if component["purl"].startswith("pkg:npm/")]
    own["dependsOn"] = sorted({*own.get("dependsOn", ()), *added})
    to.write_text(json.dumps(bom, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    return len(bom["components"])


def tidy(components: list[dict[str, Any]], own: dict[str, Any]) -> list[dict[str, Any]]:
    """Without Bastida itself and what only put it there, and without the paths of the machine it was tried on."""
    left_out = {own["name"], "pip", "setuptools"}
    found = [component for component in components if component["name"] not in left_out]
    for component in found:
        links = [link for link in component.get("externalReferences", ()) if not link["url"].startswith("file:")]
        component.pop("externalReferences", None)
        if links:
            component["externalReferences"] = links
    return found


def of_page(maps: Path, web: Path) -> list[dict[str, Any]]:
    """What the page holds of others: packages of npm, by the maps of a build, and programs that lie ready in its folder."""
    named = {
        found[1]
        for file in maps.rglob("*.map")
        for source in json.loads(file.read_text("utf-8"))["sources"]
        if (found := PACKAGE.match(source))
    }
    components = []
    for name in sorted(named):
        package = json.loads((web / "node_modules" / name / "package.json").read_text("utf-8"))
        components.append(component(name, package["version"], package["license"]))
    for file in sorted((web / "public" / "assets").glob("*.js.gz")):
        if found := KEPT.fullmatch(file.name):
            components.append(component(found["name"], found["version"], licence(file)))
    return components


def component(name: str, version: str, licence: str) -> dict[str, Any]:
    purl = f"pkg:npm/{name.replace('@', '%40')}@{version}"
    licences = [{"license": {"id": licence}}]
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, "licenses": licences}


def licence(program: Path) -> str:
    """By the words that stand beside it."""
    words = program.with_name(program.name.removesuffix(".js.gz") + ".LICENSE.txt").read_text("utf-8")
    if "MIT License" not in words:
        raise ValueError(f"{program.name} has another licence than it had: see what it says beside it")
    return "MIT"
