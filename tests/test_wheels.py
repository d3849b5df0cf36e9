"""tools/wheel.py: the same sources are built once, other sources never taken for them, and nothing of others is touched."""

from __future__ import annotations

import os
import subprocess
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
    wheel.main([str(tmp_path)])
    assert len(installed) == 1
    assert [path.name for path in tmp_path.iterdir()] == [".lock"]
    monkeypatch.setattr(wheel, "key", lambda: "3" * 32)
    wheel.main([str(tmp_path)])
    monkeypatch.setattr(wheel, "build", lambda folder: pytest.fail("built twice"))
    wheel.main([str(tmp_path)])
    assert len(installed) == 3


def test_a_wheel_can_be_asked_for_and_built_without_installing_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def build(folder: Path) -> Path:
        (folder / "bastida.whl").write_text("x", encoding="utf-8")
        return folder / "bastida.whl"

    monkeypatch.setattr(wheel, "key", lambda: "4" * 32)
    monkeypatch.setattr(wheel, "build", build)
    monkeypatch.setattr(wheel, "install", lambda made: pytest.fail(f"{made} was installed"))
    with pytest.raises(SystemExit) as ended:
        wheel.main(["--kept", str(tmp_path / "none")])
    assert ended.value.code == 1 and not (tmp_path / "none").exists()
    wheel.main(["--build", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        wheel.main(["--kept", str(tmp_path)])
    assert ended.value.code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
def test_a_second_build_waits_for_the_first(tmp_path: Path) -> None:
    second = (
        "import sys; from pathlib import Path; from tools import wheel\n"
        "print('asked', flush=True)\n"
        "with wheel.alone(Path(sys.argv[1])): print('in', flush=True)"
    )
    with wheel.alone(tmp_path):
        process = subprocess.Popen(
            [sys.executable, "-c", second, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=wheel.ROOT
        )
        assert process.stdout is not None and process.stdout.readline() == "asked\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.3)
    assert process.communicate(timeout=60)[0] == "in\n" and process.returncode == 0
