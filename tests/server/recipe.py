"""A Dockerfile as a list of steps, and running them in a folder, without a container engine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "deploy" / "Dockerfile"
OF_AN_ENGINE = ("apt-get", "useradd")  # what changes the system of a container
LONGEST = 1800  # seconds of a step
PLACES = ("/build", "/srv", "/var/lib/bastida")  # folders of a container that lie below a folder of ours here


@dataclass
class Stage:
    """What lies between two FROM lines."""

    image: str
    name: str
    steps: list[tuple[str, str]] = field(default_factory=list)


def stages(file: Path = FILE) -> list[Stage]:
    """The Dockerfile, line by line; lines that end in a backslash go on."""
    found: list[Stage] = []
    for line in re.sub(r"\\\n", " ", file.read_text(encoding="utf-8")).splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word == "FROM":
            image, _, name = rest.partition(" AS ")
            found.append(Stage(image, name or str(len(found))))
        else:
            found[-1].steps.append((word, rest.strip()))
    return found


class Kitchen:
    """Runs the steps of all stages, each in a folder that stands for its container."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, environment
        self.left_out: list[str] = []
        self.ran: list[str] = []
        self.last: Path = folder

    def cook(self) -> None:
        for stage in stages():
            self.last = self.folder / stage.name
            self.last.mkdir()
            work = self.last
            for word, rest in stage.steps:
                if word == "WORKDIR":
                    work = self.inside(stage.name, rest)
                    work.mkdir(parents=True, exist_ok=True)
                elif word == "COPY":
                    self.copy(stage.name, work, rest.split())
                elif word == "RUN":
                    self.run(stage.name, work, rest)

    def inside(self, stage: str, path: str) -> Path:
        return self.folder / stage / path.lstrip("/")

    def copy(self, stage: str, work: Path, words: list[str]) -> None:
        origin = words.pop(0).partition("=")[2] if words[0].startswith("--from=") else None
        *sources, to = words
        target = self.inside(stage, to) if to.startswith("/") else work / to
        for name in sources:
            source = ROOT / name if origin is None else self.inside(origin, name)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True, symlinks=True, ignore=ignored if origin is None else None)
            else:
                into = target / source.name if to.endswith("/") or len(sources) > 1 or target.is_dir() else target
                into.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, into)

    def run(self, stage: str, work: Path, command: str) -> None:
        if any(word in command for word in OF_AN_ENGINE):
            self.left_out.append(command)
            return
        for place in PLACES:
            command = re.sub(rf"(?<![\w.-]){place}\b", str(self.inside(stage, place)), command)
        words = ["sh", "-e", "-c", command]
        done = subprocess.run(
            words, cwd=work, env=self.environment, capture_output=True, text=True, check=False, timeout=LONGEST
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
        self.ran.append(command)


def ignored(folder: str, names: list[str]) -> set[str]:
    """What .dockerignore leaves out."""
    left = {"node_modules", "__pycache__", *(name for name in names if name.endswith(".so"))}
    if Path(folder) == ROOT / "src" / "bastida" / "server":
        left.add("static")
    return left & set(names)


def words_of(stage: Stage, word: str) -> list[str]:
    """The list in an ENTRYPOINT, a CMD or a HEALTHCHECK."""
    rest = next(rest for name, rest in stage.steps if name == word)
    found: list[str] = json.loads(rest[rest.index("[") :])
    return found


def settings_of(stage: Stage) -> dict[str, str]:
    """What ENV sets."""
    return dict(pair.split("=", 1) for word, rest in stage.steps if word == "ENV" for pair in rest.split())


def usual_environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BASTIDA_", "PYTHON", "VIRTUAL_ENV"))}
    return {**kept, **more}
