"""tools/wheel.py: the same sources are built once, other sources never taken for them, and nothing of others is touched."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tools import wheel


def checkout(folder: Path) -> Path:
    (folder / "src" / "bastida" / "__pycache__").mkdir(parents=True)
    (folder / "docs" / "rules").mkdir(parents=True)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "requirements-build.lock", "src/bastida/one.py"):
        (folder / name).write_text("1", encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["plain", "www.some.org", "x.pydata", "a.egg-info"])
def test_a_changed_source_is_another_wheel_wherever_the_checkout_lies(tmp_path: Path, name: str) -> None:
    root = checkout(tmp_path / name)
    before = wheel.key(root)
    (root / "src" / "bastida" / "__pycache__" / "one.pyc").write_text("x", encoding="utf-8")
    (root / "src" / "bastida" / "fast.so").write_text("x", encoding="utf-8")
    assert wheel.key(root) == before
    (root / "src" / "bastida" / "one.py").write_text("2", encoding="utf-8")
    assert wheel.key(root) != before


def test_the_same_sources_in_another_place_are_the_same_wheel(tmp_path: Path) -> None:
    assert wheel.key(checkout(tmp_path / "a")) == wheel.key(checkout(tmp_path / "b"))
    assert wheel.key(checkout(tmp_path / "c")) != _otherwise(tmp_path / "a")


def _otherwise(root: Path) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BASTIDA_PURE", "1" if os.environ.get("BASTIDA_PURE") != "1" else "0")
        found: str = wheel.key(root)
        return found


def test_only_old_wheels_of_ours_go(tmp_path: Path) -> None:
    for number in range(wheel.KEPT + 2):
        (tmp_path / f"{number:032x}").mkdir()
        os.utime(tmp_path / f"{number:032x}", (number, number))
    (tmp_path / "letters").mkdir()
    os.utime(tmp_path / "letters", (0, 0))
    made = tmp_path / ".made"
    made.mkdir()
    wheel.keep(made, tmp_path / ("f" * 32))
    assert (tmp_path / "letters").is_dir() and (tmp_path / ("f" * 32)).is_dir()
    assert len(list(tmp_path.iterdir())) == wheel.KEPT + 1
    assert not (tmp_path / f"{0:032x}").exists()


def test_a_wheel_whose_sources_changed_meanwhile_is_installed_and_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = iter(["1" * 32, "2" * 32])
    installed: list[Path] = []

    def build(folder: Path) -> Path:
        (folder / "bastida.whl").write_text("x", encoding="utf-8")
        return folder / "bastida.whl"

    monkeypatch.setattr(wheel, "key", lambda: next(keys))
    monkeypatch.setattr(wheel, "build", build)
    monkeypatch.setattr(wheel, "install", installed.append)
    monkeypatch.setattr(sys, "argv", ["wheel.py", str(tmp_path)])
    wheel.main()
    assert len(installed) == 1
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(wheel, "key", lambda: "3" * 32)
    wheel.main()
    monkeypatch.setattr(wheel, "build", lambda folder: pytest.fail("built twice"))
    wheel.main()
    assert len(installed) == 3
