"""Build Bastida: compile the engine with mypyc where that can be done, and pack the rules pages into the package.

Whatever can be declared stands in pyproject.toml; this file holds what cannot:

- the hot packages become C extensions, all in one group so that they call each other directly. Without mypyc or a C
  compiler, or with BASTIDA_PURE=1, the same files are installed as plain Python: slower, same results.
- the web page must have been built into ``bastida/server/static`` (``make page``); without it there is no package. A source
  distribution has it inside, so that it builds by itself; MANIFEST.in says what else is in it.
- the pages of ``docs/rules`` are copied to ``bastida/rules_text``; a checkout reads ``docs/rules`` itself.

Compiled files are only ever written below ``build/``, never beside the sources: an editable install is interpreted.
"""

import os
import re
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

PACKAGE = Path("src/bastida")
HOT = (
    *("kernel/**/*.py", "carcassonne/**/*.py", "hunters/**/*.py", "players/**/*.py", "env/**/*.py"),
    *("table/session.py", "table/dealer.py"),
)
OPT_OUT = "# not compiled:"  # on one of a file's first lines, with the reason after it
OPT_OUT_LINES = 20
GROUP = "bastida"  # the C code of all modules lives in one shared extension, bastida__mypyc
RULES = Path("docs/rules")
PAGE = PACKAGE / "server" / "static" / "index.html"
FLAGS = (
    "-fno-semantic-interposition",
    "-finline-limit=2000",  # the engine is many small methods
    "--param=inline-unit-growth=200",
    "-Wno-error",  # mypyc asks for -Werror, and a newer compiler has newer warnings
)

# Most of what the generated C does is look up columns, and it tests every index without a word on how that usually ends.
IN_RANGE = re.compile(r"(= \(uint64_t\)\w+ < \(uint64_t\)\w+;\n\s+if \()(\w+)\) goto")


def compiles(source: Path) -> bool:
    head = source.read_text(encoding="utf-8").splitlines()[:OPT_OUT_LINES]
    return source.name != "__init__.py" and not any(line.startswith(OPT_OUT) for line in head)


def extensions() -> list[Extension]:
    # Metadata, source distributions and editable installs need no compiler: mypyc takes a while, so it waits for these.
    if not {"build", "bdist_wheel"} & set(sys.argv) or os.environ.get("BASTIDA_PURE") == "1":
        return []
    sources = [str(source) for part in HOT for source in sorted(PACKAGE.glob(part)) if compiles(source)]
    if not sources:
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("bastida: mypyc is not there; the package stays plain Python", file=sys.stderr)
        return []
    built = mypycify(sources, opt_level="3", debug_level="0", group_name=GROUP, target_dir="build/mypyc")
    for extension in built:
        extension.optional = True  # a C compiler that is missing or fails is a warning
        extension.depends = [*extension.depends, "setup.py"]  # other flags, other files
        if os.name == "posix":
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
        extension.sources = [tuned(source) for source in extension.sources]
    return built


def tuned(source: str) -> str:
    """A copy of a C file that says that indexes are in range as a rule; written only when it differs."""
    path = Path(source)
    text = path.read_text(encoding="utf-8")
    better = IN_RANGE.sub(r"\1likely(\2)) goto", text)
    if better == text:
        return source
    copy = path.with_name(f"tuned_{path.name}")
    if not copy.exists() or copy.read_text(encoding="utf-8") != better:
        copy.write_text(better, encoding="utf-8")
    return str(copy)


def need_page() -> None:
    if not PAGE.is_file():
        raise SystemExit(f"bastida: {PAGE} is missing; `make page` builds it from web/, and a package without it has no table")


class BuildPython(build_py):
    """Copy the sources and the rules pages, after clearing away what an earlier build left."""

    def run(self) -> None:
        if not self.editable_mode:
            need_page()
            self.clear_leftovers()
        super().run()
        if not self.editable_mode:
            target = Path(self.build_lib, "bastida", "rules_text")
            for page in self.rules_pages():
                copy = target / Path(page).relative_to(RULES)
                self.mkpath(str(copy.parent))
                self.copy_file(page, str(copy))

    def clear_leftovers(self) -> None:
        # setuptools packs everything it finds in build_lib: a module deleted since, or an extension of another mode.
        locate = self.get_finalized_command("build_ext").get_ext_fullpath
        wanted = {Path(locate(extension.name)) for extension in self.distribution.ext_modules or ()}
        root = Path(self.build_lib)
        for path in [*root.glob(f"{GROUP}__mypyc.*"), *root.glob("bastida/**/*")]:
            if path.is_file() and path not in wanted:
                path.unlink()

    def rules_pages(self) -> list[str]:
        return sorted(str(page) for page in RULES.rglob("*.md"))

    def get_source_files(self) -> list[str]:
        return [*super().get_source_files(), *self.rules_pages()]  # for the source distribution


class SourceDistribution(sdist):
    """With the page that was built: whoever has only this must be able to build the package from it."""

    def run(self) -> None:
        need_page()
        super().run()


class BuildExtensions(build_ext):
    """Compile all modules or none: one without the shared extension, or out of step with it, cannot be imported."""

    failed = False

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or True

    def run(self) -> None:
        super().run()
        if self.failed:
            print("bastida: compiling failed; the package stays plain Python", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception:
            self.failed = True
            raise


setup(ext_modules=extensions(), cmdclass={"build_py": BuildPython, "build_ext": BuildExtensions, "sdist": SourceDistribution})
