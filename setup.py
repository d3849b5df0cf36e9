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
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

PACKAGE = Path("src/bastida")
# What is compiled. Modules that call each other all the time are one C file, so that the compiler can put one into the
# other; the two parts are compiled side by side.
PARTS = {
    "rules": ("kernel/**/*.py", "carcassonne/**/*.py", "hunters/**/*.py"),
    "players": ("players/**/*.py", "env/**/*.py", "table/session.py", "table/dealer.py"),
}
GENERATED = Path("build/mypyc")
OPT_OUT = "# not compiled:"  # on one of a file's first lines, with the reason after it
OPT_OUT_LINES = 20
GROUP = "bastida"  # the C code of all modules lives in one shared extension, bastida__mypyc
RULES = Path("docs/rules")
PAGE = PACKAGE / "server" / "static" / "index.html"
FLAGS = (
    "-fno-semantic-interposition",
    "-fvisibility=hidden",  # nobody else calls these functions
    "-finline-limit=2000",  # the engine is many small methods
    "--param=inline-unit-growth=200",
    "-Wno-error",  # mypyc asks for -Werror, and a newer compiler has newer warnings
)

PACKAGE_OF = re.compile(rf"__native_{GROUP}___([a-z]+)___")  # of a module, told by the name of its C file

# What begins a module runs once, and is a fifth of the code: it is made small instead of fast.
BEGINNING = re.compile(r"^char (CPyDef_\w+_____top_level__)\(void\) \{", re.MULTILINE)

# Most of what the generated C does is look up columns, and it tests every index without a word on how that usually ends.
IN_RANGE = re.compile(r"(= \(uint64_t\)\w+ < \(uint64_t\)\w+;\n\s+if \()(\w+)\) goto")


def compiles(source: Path) -> bool:
    head = source.read_text(encoding="utf-8").splitlines()[:OPT_OUT_LINES]
    return source.name != "__init__.py" and not any(line.startswith(OPT_OUT) for line in head)


def extensions() -> list[Extension]:
    # Metadata, source distributions and editable installs need no compiler: mypyc takes a while, so it waits for these.
    if not {"build", "bdist_wheel"} & set(sys.argv) or os.environ.get("BASTIDA_PURE") == "1":
        return []
    sources = [
        str(source) for part in PARTS.values() for glob in part for source in sorted(PACKAGE.glob(glob)) if compiles(source)
    ]
    if not sources:
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("bastida: mypyc is not there; the package stays plain Python", file=sys.stderr)
        return []
    built = mypycify(sources, opt_level="3", debug_level="0", group_name=GROUP, target_dir=str(GENERATED), multi_file=True)
    for extension in built:
        extension.optional = True  # a C compiler that is missing or fails is a warning
        extension.depends = [*extension.depends, *extension.sources, "setup.py"]  # other flags, other files
        if os.name == "posix":
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
        extension.sources = in_parts(extension.sources)
    return built


def in_parts(sources: Sequence[str]) -> list[str]:
    """The C files to compile: one for each part, which includes those of its modules, and all others as they are."""
    packages = {source: found[1] for source in sources if (found := PACKAGE_OF.match(Path(source).name))}
    parts = []
    for part, globs in PARTS.items():
        modules = sorted(
            source for source, package in packages.items() if any(glob.startswith(f"{package}/") for glob in globs)
        )
        if modules:  # the extensions of single modules have none: they only ask the one that has all of them
            text = "".join(f'#include "{tuned(Path(source)).name}"\n' for source in modules)
            parts.append(str(written(GENERATED / f"part_{part}.c", text)))
    return [*parts, *(source for source in sources if source not in packages)]


def tuned(source: Path) -> Path:
    """A copy of a module's C file that says what usually happens, and what happens only once."""
    text = IN_RANGE.sub(r"\1likely(\2)) goto", source.read_text(encoding="utf-8"))
    return written(source.with_name(f"tuned_{source.name}"), BEGINNING.sub(r"CPy_COLD char \1(void) {", text))


def written(path: Path, text: str) -> Path:
    """This file with this text; what is the same is not written again, so that nothing is compiled for it."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path


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

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "unix":
            self.compiler.compile = partial(side_by_side, self.compiler.compile)
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception:
            self.failed = True
            raise


def side_by_side(compile_files: Any, sources: Sequence[str], **how: Any) -> list[str]:
    """Compile every file in a process of its own, as many at a time as there are cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [name for made in pool.map(lambda source: compile_files([source], **how), sources) for name in made]


setup(ext_modules=extensions(), cmdclass={"build_py": BuildPython, "build_ext": BuildExtensions, "sdist": SourceDistribution})
