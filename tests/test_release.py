"""What `make release` does that needs no network: the source distribution builds by itself, and what is wrong is said.

The rest (compiled wheels, fresh environments filled from a package index) is the release itself.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import bastida
from tools import bom, release

ROOT = Path(__file__).resolve().parents[1]
BUILT = "src/bastida/server/static/index.html"


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(release, "WORK", tmp_path / "work")
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    (tmp_path / "dist").mkdir()
    return tmp_path


@pytest.fixture
def page(work: Path) -> Path:
    """A page of two files, and a map that is not published."""
    (work / "page" / "assets").mkdir(parents=True)
    for name in ("index.html", "assets/index.js", "assets/index.js.map"):
        (work / "page" / name).write_text(name, encoding="utf-8")
    return work / "page"


def python(*arguments: str | Path, cwd: Path, code: int = 0, **more: str) -> str:
    env = os.environ | {"BASTIDA_PURE": "1", "PYTHONPATH": ""} | more
    done = subprocess.run([sys.executable, *arguments], cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


# -- the source distribution ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_source_distribution_builds_by_itself_and_what_it_builds_plays(work: Path, page: Path) -> None:
    names = release.tracked(draft=True)
    archive = release.source_distribution(names, page)
    root = release.unpacked(archive, names, page)
    for name in ("web/src/App.svelte", "docs/rules/README.md", "requirements-build.lock", "tests/conftest.py", BUILT):
        assert (root / name).is_file(), name
    assert not list(root.rglob("*.so")) and not (root / "web" / "node_modules").exists()
    python("-c", release.BUILD, work / "wheels", cwd=root)
    (wheel,) = (work / "wheels").glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as opened:
        inside = set(opened.namelist())
        points = next(opened.read(name).decode() for name in inside if name.endswith("entry_points.txt"))
    assert {BUILT.removeprefix("src/"), "bastida/rules_text/README.md", "bastida/py.typed"} <= inside
    assert all(name.startswith(("bastida/", "bastida-")) for name in inside), "only the package is installed"
    assert "[pipx.run]\nbastida = bastida.cli.runners:pipx" in points
    pip = ("-m", "pip", "--disable-pip-version-check", "install", "-q", "--no-index", "--no-deps", "--target")
    python(*pip, work / "installed", wheel, cwd=work)
    said = python(ROOT / "tools" / "proof.py", "game", "--interpreted", cwd=work, PYTHONPATH=str(work / "installed"))
    assert said.splitlines()[1].startswith("game: a game with")


def test_without_the_page_there_is_no_source_distribution(tmp_path: Path) -> None:
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, tmp_path)
    (tmp_path / "src" / "bastida").mkdir(parents=True)
    (tmp_path / "src" / "bastida" / "__init__.py").touch()
    said = python("setup.py", "-q", "sdist", cwd=tmp_path, code=1)
    assert f"bastida: {BUILT} is missing; `make page` builds it" in said


@pytest.mark.parametrize(("names", "told"), [(["a", "b"], "lacks ['b']"), ([], "has besides ['a']")])
def test_a_source_distribution_that_is_not_the_clone_is_refused(work: Path, page: Path, names: list[str], told: str) -> None:
    (work / "x-1" / "src" / "x").mkdir(parents=True)
    shutil.copytree(page, work / "x-1" / release.STATIC, ignore=shutil.ignore_patterns("*.map"))
    (work / "x-1" / "a").touch()
    with tarfile.open(work / "x.tar.gz", "w:gz") as archive:
        archive.add(work / "x-1", "x-1")
    with pytest.raises(release.Failed, match=r"MANIFEST\.in is not right") as failed:
        release.unpacked(work / "x.tar.gz", names, page)
    assert told in str(failed.value)


# -- what there is ----------------------------------------------------------------------------------------------------------


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def test_a_release_is_made_of_what_is_committed(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clone = work / "clone"
    clone.mkdir()
    monkeypatch.setattr(release, "ROOT", clone)
    with pytest.raises(release.Failed, match="from a clone with git"):
        release.tracked(draft=True)
    git(clone, "init", "-q")
    (clone / "año.txt").touch()
    git(clone, "add", ".")
    git(clone, "commit", "-qm", "one")
    real = release.run

    def there(*arguments: object, **more: object) -> str:
        return real(*arguments, cwd=clone, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(release, "run", there)
    assert release.tracked(draft=False) == ["año.txt"]
    (clone / "new.txt").touch()
    with pytest.raises(release.Failed, match=r"new\.txt"):
        release.tracked(draft=False)
    assert release.tracked(draft=True) == ["año.txt"]


def test_each_python_that_is_here_counts_once_and_others_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = []
    for name, words in {"old": "CPython 3 10 /old", "other": "PyPy 3 11 /pypy", "broken": "no such version; exit 127"}.items():
        command = tmp_path / name
        command.write_text(f"#!/bin/sh\necho {words}\n", encoding="utf-8")
        command.chmod(0o755)
        commands.append(str(command))
    found = release.pythons([sys.executable, *commands, "no-such-python", sys.executable], release.Progress())
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert found == [release.Python(sys.executable, version)]
    said = capsys.readouterr().out
    assert "3.10 is too old" in said
    for name in ("other", "broken", "no-such-python"):
        assert f"{name}: not here" in said
    with pytest.raises(release.Failed, match=r"no CPython 3\.11 or newer"):
        release.pythons(["no-such-python"], release.Progress())


def test_what_fails_is_told_with_its_last_lines_and_all_of_it_is_kept(work: Path) -> None:
    with pytest.raises(release.Failed, match=r"it did not work; all of it is in .*try\.log\nlast words"):
        release.run([sys.executable, "-c", "import sys; sys.exit('last words')"], "it did not work", "try")
    assert (work / "work" / "try.log").read_text("utf-8") == "last words\n"


# -- what is in it ------------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["wheel", "archive", "file"])
def artefact(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """An artefact, and the file in it that it is made of."""
    inner = tmp_path / "inner"
    inner.write_text("nothing to see", encoding="utf-8")
    yield {"wheel": tmp_path / "x.whl", "archive": tmp_path / "x.tar.gz", "file": inner}[request.param], inner


def packed(artefact: Path, inner: Path) -> None:
    if artefact.suffix == ".whl":
        with zipfile.ZipFile(artefact, "w") as wheel:
            wheel.write(inner, "inner")
    elif artefact.suffix == ".gz":
        with tarfile.open(artefact, "w:gz") as archive:
            archive.add(inner, "inner")


def test_a_file_that_names_a_folder_of_this_machine_is_not_published(artefact: tuple[Path, Path]) -> None:
    packed(*artefact)
    release.nothing_of_this_machine([artefact[0]])
    artefact[1].write_bytes(b"\0" + str(release.ROOT).encode() + b"\0")
    packed(*artefact)
    with pytest.raises(release.Failed, match="inner names a folder of this machine"):
        release.nothing_of_this_machine([artefact[0]])


def test_checksums_are_as_sha256sum_reads_them(tmp_path: Path) -> None:
    for name in ("b.whl", "a.tar.gz"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    release.sums(tmp_path)
    assert release.sums(tmp_path).read_text("utf-8").splitlines() == [
        f"{hashlib.sha256(name.encode()).hexdigest()}  {name}" for name in ("a.tar.gz", "b.whl")
    ]


def test_the_bill_of_the_page_names_what_is_in_it_and_nothing_else(tmp_path: Path) -> None:
    web, maps = tmp_path / "web", tmp_path / "maps"
    maps.mkdir()
    for name in ("one", "@by/two", "unused"):
        folder = web / "node_modules" / name
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps({"version": "1.2", "license": "ISC"}), encoding="utf-8")
    sources = [
        "../src/App.svelte",
        "../../web/node_modules/one/src/a.js",
        "../node_modules/@by/two/b.js",
        "../node_modules/one/c.js",
    ]
    (maps / "index.js.map").write_text(json.dumps({"sources": sources}), encoding="utf-8")
    kept = web / "public" / "assets"
    kept.mkdir(parents=True)
    (kept / "redoc-2.5.4.js.gz").touch()
    (kept / "redoc-2.5.4.LICENSE.txt").write_text("The MIT License (MIT)", encoding="utf-8")
    found = bom.of_page(maps, web)
    assert [one["purl"] for one in found] == ["pkg:npm/%40by/two@1.2", "pkg:npm/one@1.2", "pkg:npm/redoc@2.5.4"]
    assert [one["licenses"][0]["license"]["id"] for one in found] == ["ISC", "ISC", "MIT"]
    (kept / "redoc-2.5.4.LICENSE.txt").write_text("All rights reserved", encoding="utf-8")
    with pytest.raises(ValueError, match="another licence"):
        bom.of_page(maps, web)


def test_a_bill_names_no_file_of_this_machine_and_not_itself() -> None:
    own, pip = {"name": "bastida"}, {"name": "pip"}
    links = [{"type": "distribution", "url": "file:///tmp/a.whl"}, {"type": "website", "url": "https://example.org"}]
    click, rich = {"name": "click", "externalReferences": links}, {"name": "rich", "externalReferences": links[:1]}
    assert bom.tidy([own, pip, click, rich], own) == [{"name": "click", "externalReferences": links[1:]}, {"name": "rich"}]


def test_every_file_names_the_same_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert release.one_version() == bastida.__version__
    for name in ("pyproject.toml", "src/bastida/__init__.py", "CITATION.cff", "web/package.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tmp_path / name)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (tmp_path / "CITATION.cff").write_text("version: 9.9\n", encoding="utf-8")
    with pytest.raises(release.Failed, match=r"CITATION\.cff says 9\.9"):
        release.one_version()
