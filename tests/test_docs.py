"""The documents are true: their examples run, their links and anchors lead somewhere, and all of them are on the site."""

from __future__ import annotations

import doctest
import importlib.util
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bastida.cli import app
from tests import notebooks
from tests.test_readme import ROOT, blocks, read

DOCS = ROOT / "docs"
LESSONS = ("docs/first-bot.md", "docs/first-agent.md")  # whose code belongs together from top to bottom
CLAUSES = [path for path in (ROOT / "src" / "bastida").rglob("*.md") if path.parent.name == "clauses"]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(DOCS.rglob("*.md")),
    *sorted(CLAUSES),
]
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", LESSONS)
def test_the_python_of_a_page_does_what_it_says(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of examples are compared, the others just run."""
    monkeypatch.chdir(ROOT)  # they read records of docs/pictures
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, block in enumerate(blocks(page, "python"), 1):
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, f"{page} block {number}", page, 0)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
        else:
            exec(compile(block, f"{page} block {number}", "exec"), names)
    results = runner.summarize(verbose=False)
    assert results.attempted > 5 and not results.failed


# -- notebooks --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(notebooks.FOLDER.glob("*.ipynb")), ids=lambda file: str(file.stem))
def test_a_notebook_gives_what_is_written_in_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(notebooks.FOLDER)
    book = notebooks.read(file)
    if os.environ.get("BASTIDA_WRITE"):
        notebooks.write(file, book)
    written = [cell["outputs"] for cell in notebooks.cells(book)]
    assert notebooks.run(book) == written, "BASTIDA_WRITE=1 pytest tests/test_docs.py brings it up to date"


# -- links ------------------------------------------------------------------------------------------------------------------


def prose(page: Path) -> str:
    """A page without its code."""
    text = re.sub(r"^ *(`{3,})[^\n]*\n.*?^ *\1 *$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "`", text)


@cache
def anchors(page: Path) -> frozenset[str]:
    """What can be linked to on a page: its headings as GitHub and the site write them."""
    text = re.sub(r"^(`{3,})[^\n]*\n.*?^\1$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found: set[str] = set()
    for heading in re.findall(r"^#+ +(.+?) *#*$", text, re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(slug)
    return frozenset(found | set(re.findall(r"^::: (\S+)$", text, re.MULTILINE)))  # names of the reference have anchors, too


def broken(page: Path) -> list[str]:
    """The links of a page that lead nowhere, among the files of this repository."""
    found = []
    for one, other in LINK.findall(prose(page)):
        target, _, anchor = (one or other).partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        file = page if not target else page.parent / target
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            found.append(one or other)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_link_is_broken(page: Path) -> None:
    assert not broken(page)


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# A title, `code` and more\n\n```\n# not a title\n```\n", encoding="utf-8")
    page = tmp_path / "page.md"
    links = (
        "other.md",
        "other.md#a-title-code-and-more",
        "#here",
        "other.md#not-a-title",
        "none.md",
        "#there",
        "https://example.org/",
    )
    page.write_text("# Here\n" + "\n".join(f"[a link]({link})" for link in links), encoding="utf-8")
    assert broken(page) == ["other.md#not-a-title", "none.md", "#there"]


# -- the site ---------------------------------------------------------------------------------------------------------------


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    navigation = read("mkdocs.yml").partition("\nnav:\n")[2]
    named = set(re.findall(r"[\w/.-]+\.md", navigation))
    written = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")} | {
        f"notebooks/{file.stem}.md" for file in notebooks.FOLDER.glob("*.ipynb")
    }
    rules = {
        page for page in written if page.startswith("rules/") and page != "rules/README.md"
    }  # docs/site/hooks.py lists them
    assert written - rules - named == set()
    assert named - written == {"readme.md", "contributing.md", "changelog.md", "rules/es/index.md", "rules/ca/index.md"}


def assemble() -> Any:
    """docs/site/assemble.py as a module."""
    spec = importlib.util.spec_from_file_location("assemble", DOCS / "site" / "assemble.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_site_has_every_request_and_the_reference_with_all_it_needs() -> None:
    site = assemble()
    assert site.REQUESTS in read("docs/api/http.md")
    listed, api = site.requests(), site.described()
    for path, methods in api["paths"].items():
        for method in methods:
            assert f"| `{method.upper()} {path}` |" in listed
    made = site.reference()
    page = made["api/reference.html"].decode()
    assert json.loads(re.search(r"Redoc\.init\((.*), \{\}, document", page)[1]) == api  # type: ignore[index]
    assert page.count("</script>") == 2 and re.findall(r'src="([^"]+)"', page.replace(json.dumps(api), ""))[0] == "redoc.js"
    assert b"Redoc" in made["api/redoc.js"] and b"MIT" in made["api/redoc.LICENSE.txt"]


def test_the_version_to_cite_is_that_of_the_package() -> None:
    version = re.search(r'^__version__ = "(.+)"$', read("src/bastida/__init__.py"), re.MULTILINE)
    assert version and f"\nversion: {version[1]}\n" in read("CITATION.cff")


# -- completion -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "found"), [("bastida si", "simulate"), ("bastida play --sa", "--save")])
def test_the_shell_completes_what_the_page_says(words: str, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"`{words}`" in read("docs/cli.md")
    monkeypatch.setenv("_BASTIDA_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    assert f"plain,{found}" in CliRunner().invoke(app, [], prog_name="bastida").output.split()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_of_the_page_gets_a_script(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"_BASTIDA_COMPLETE={shell}_source bastida" in read("docs/cli.md")
    monkeypatch.setenv("_BASTIDA_COMPLETE", f"{shell}_source")
    if shell == "bash":
        monkeypatch.setattr("click.shell_completion.BashComplete._check_version", lambda self: None)  # starts a bash
    assert "_BASTIDA_COMPLETE" in CliRunner().invoke(app, [], prog_name="bastida").output
