"""Put the pages of the site together in a folder, for mkdocs: ``make docs`` runs this, then mkdocs.

On the site are the pages of this folder, with the README's neighbours, the clauses of every expansion with pictures of their
examples, the notebooks, and every file that a page links to. Links are turned to where things lie there.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"^\s*```")
ITEM = re.compile(r"^- \*\*([A-Z]+-[EXR]?\d+[a-z]?)\*\*")
EXAMPLE = re.compile(r"^( *)```example\n(.*?)^ *```\n", re.MULTILINE | re.DOTALL)
PARTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")  # beside this folder
LANGUAGES = {"en": "", "es": "es/", "ca": "ca/"}
READ = {".py": "python", ".toml": "toml", ".md": "markdown", ".json": "json", ".bst": "text", ".cff": "yaml"}


class Site:
    """The pages, by where they lie on the site."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.copied: dict[str, Path] = {}
        self.made: dict[str, bytes] = {}  # files that are no pages
        self.where: dict[str, str] = {}  # files of the repository, by where they are on the site

    def add(self, source: Path, target: str) -> None:
        """A file of the repository at its place."""
        self.where[source.relative_to(ROOT).as_posix()] = target
        if target.endswith(".md"):
            self.pages[target] = source.read_text(encoding="utf-8") if source.suffix == ".md" else code(source)
        else:
            self.copied[target] = source

    def place(self, source: Path) -> str:
        """Where a file or folder that a page links to lies; it is put there if it is nowhere yet."""
        name = source.relative_to(ROOT).as_posix()
        if name not in self.where:
            if source.is_dir():
                self.where[name] = f"source/{name}/index.md"
                self.pages[self.where[name]] = self.listed(source)
            elif source.suffix in READ or source.name == "LICENSE":
                self.add(source, f"source/{name}{'' if source.suffix == '.md' else '.md'}")
            else:
                self.add(source, f"source/{name}")
        return self.where[name]

    def listed(self, folder: Path) -> str:
        files = sorted(file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
        rows = [f"- [{file.relative_to(folder).as_posix()}]({relative(file, folder)})" for file in files]
        return "\n".join([f"# {folder.relative_to(ROOT).as_posix()}", "", *rows, ""])

    def linked(self) -> None:
        """Turn the links of all pages to where things lie; what they need comes along, and its links, too."""
        done: set[str] = set()
        while todo := [page for page in self.pages if page not in done]:
            for page in todo:
                done.add(page)
                source = next((name for name, target in self.where.items() if target == page), None)
                if source is not None:
                    self.pages[page] = self.turned(page, ROOT / source)

    def turned(self, page: str, source: Path) -> str:
        home = source if source.is_dir() else source.parent

        def turn(found: re.Match[str]) -> str:
            target = found[2]
            if "://" in target or target.startswith(("mailto:", "<")):
                return found[0]
            file = Path(os.path.normpath(home / target))
            if not file.exists() or not file.is_relative_to(ROOT):
                return found[0]  # mkdocs complains
            return found[1] + os.path.relpath(self.place(file), PurePosixPath(page).parent) + found[3]

        return "".join(part if fenced else LINK.sub(turn, part) for part, fenced in fences(self.pages[page]))

    def write(self, folder: Path) -> None:
        """Write whatever differs, and remove what is no longer wanted."""
        for target, text in self.pages.items():
            put(folder / target, text.encode())
        for target, source in self.copied.items():
            put(folder / target, source.read_bytes())
        for target, data in self.made.items():
            put(folder / target, data)
        known = {*self.pages, *self.copied, *self.made}
        for file in list(folder.rglob("*")):
            name = file.relative_to(folder).as_posix()
            if file.is_file() and name not in known and "rules/pictures" not in name:
                file.unlink()


def put(file: Path, data: bytes) -> None:
    if not file.is_file() or file.read_bytes() != data:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def relative(file: Path, folder: Path) -> str:
    return file.relative_to(folder).as_posix()


def code(file: Path) -> str:
    """A file of the source as a page."""
    text = file.read_text(encoding="utf-8")
    fence = "`" * 5
    return (
        f"# {file.name}\n\n`{file.relative_to(ROOT).as_posix()}`\n\n{fence}{READ.get(file.suffix, 'text')}\n{text}\n{fence}\n"
    )


def fences(text: str) -> Iterator[tuple[str, bool]]:
    """A page in pieces, each with whether it is code between fences."""
    lines, fenced = [], ""
    for line in text.splitlines(keepends=True):
        mark = re.match(r"\s*(`{3,})", line)
        if mark and not fenced:
            yield "".join(lines), False
            lines, fenced = [line], mark[1]
        elif mark and fenced and line.strip() == fenced:
            yield "".join([*lines, line]), True
            lines, fenced = [], ""
        else:
            lines.append(line)
    yield "".join(lines), bool(fenced)


def deepened(text: str) -> str:
    """Lists within lists as mkdocs reads them: with four spaces for each step."""
    found = []
    for part, fenced in fences(text):
        if fenced and not part.startswith(" "):
            found.append(part)
        else:
            found += [re.sub(r"^ +", lambda spaces: " " * (4 * ((len(spaces[0]) + 3) // 4)), line)
                      if re.match(r" {1,3}\S", line) else line for line in part.splitlines(keepends=True)]  # fmt: skip
    return "".join(found)


# -- rules ------------------------------------------------------------------------------------------------------------------


def rule_pages(site: Site, pictures: Path) -> list[tuple[str, str]]:
    """The clauses of every module in three languages, the English ones with their examples drawn and told; their titles."""
    from bastida.kernel.shelf import folders
    from bastida.rulebook.clauses import modules, pages

    for language, folder in LANGUAGES.items():
        for module in modules().values():
            name = module.page.removesuffix(".md")
            own = folders()[name].path / "clauses" / f"{language}.md" if name in folders() else None
            source = own or DOCS / "rules" / folder / module.page
            if module.page in pages(language):
                site.where[source.relative_to(ROOT).as_posix()] = f"rules/{folder}{module.page}"
                site.pages[f"rules/{folder}{module.page}"] = anchored(source.read_text(encoding="utf-8"))
    for module in modules().values():
        page = f"rules/{module.page}"
        site.pages[page] = EXAMPLE.sub(lambda block: drawn(block, pictures), site.pages[page])
    for language in ("es", "ca"):
        rows = [f"- [{module.title_in(language)}]({module.page})" for module in modules().values()]
        titles = {"es": "Reglas", "ca": "Regles"}
        site.pages[f"rules/{language}/index.md"] = "\n".join([f"# {titles[language]}", "", *rows, ""])
    return [(module.title, f"rules/{module.page}") for module in modules().values()]


def anchored(text: str) -> str:
    """Clauses that can be linked to by their ids."""
    return "".join(ITEM.sub(r'- <a id="\1"></a>**\1**', line) for line in text.splitlines(keepends=True))


def drawn(block: re.Match[str], pictures: Path) -> str:
    """An example as a picture and what it shows; its replay is folded away below."""
    from bastida.art.pictures.example import example_svg
    from bastida.language.texts import texts
    from bastida.rulebook.examples import example
    from bastida.rulebook.telling import tell

    name = next(line.partition(":")[2].strip() for line in block[2].splitlines() if line.strip().startswith("id:"))
    told = tell(example(name), texts("en"))
    put(pictures / f"{name}.svg", example_svg(told).encode())
    facts = [f"    - **{escape(fact.about)}**: {escape('; '.join(fact.said))}" for fact in told.facts if fact.said]
    replay = [f"        {line}" for line in block[0].strip("\n").splitlines()]
    return "\n".join([
        f"    ![What {name} shows](pictures/{name}.svg){{ .example loading=lazy }}", "", *facts, "",
        f'    ??? example "{name} as a replay"', "", *replay, "",
    ])  # fmt: skip


# -- requests ---------------------------------------------------------------------------------------------------------------

REQUESTS = "<!-- requests: docs/site/assemble.py writes them here from web/openapi.json -->\n"


REDOC = ROOT / "web" / "public" / "assets" / "redoc-2.5.4.js.gz"
REFERENCE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<title>Bastida: HTTP API</title><body style="margin:0"><main id="redoc"></main><script src="redoc.js"></script>'
    "<script>Redoc.init(DESCRIPTION, {}, document.getElementById('redoc'))</script></html>"
)


def described() -> dict[str, Any]:
    """The server's description of itself."""
    found: dict[str, Any] = json.loads((ROOT / "web" / "openapi.json").read_text(encoding="utf-8"))
    return found


def reference() -> dict[str, bytes]:
    """The page that every server has at /api/docs, with all it needs: it is read from a folder, too, so nothing is fetched."""
    text = json.dumps(described(), ensure_ascii=False).replace("</", "<\\/")
    return {
        "api/reference.html": REFERENCE.replace("DESCRIPTION", text).encode(),
        "api/redoc.js": gzip.decompress(REDOC.read_bytes()).replace(b"/icon.svg", b"icon.svg"),  # not of the root of a folder
        "api/icon.svg": (ROOT / "web" / "public" / "icon.svg").read_bytes(),
        "api/redoc.LICENSE.txt": REDOC.with_name("redoc-2.5.4.LICENSE.txt").read_bytes(),
    }


def requests() -> str:
    """Every request of the server, by what it belongs to."""
    api = described()
    found = ["[All of them with fields, examples and answers](reference.html){ target=_blank }, as `/api/docs` has them.", ""]
    for tag in api["tags"]:
        found += [f"### {tag['name'].capitalize()}", "", tag["description"], "", "| request | |", "| --- | --- |"]
        for path, methods in api["paths"].items():
            for method, operation in methods.items():
                if tag["name"] in operation["tags"]:
                    about = " ".join(operation["description"].split()).replace("|", "\\|")
                    found.append(f"| `{method.upper()} {path}` | {about} |")
        found.append("")
    return "\n".join(found)


# -- notebooks --------------------------------------------------------------------------------------------------------------


def notebook(file: Path) -> str:
    """A notebook as a page: its text, its code and what came out."""
    found = [f"*[{file.name}]({file.name}) is this page as a notebook.*"]
    for cell in json.loads(file.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            found.append(text)
            continue
        found.append(f"```python\n{text}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {"text/plain": output.get("text", "")})
            if "image/svg+xml" in data:
                found.append(f'<div class="output">{"".join(data["image/svg+xml"])}</div>')
            else:
                found.append(f"``` {{ .text .output }}\n{''.join(data['text/plain']).rstrip()}\n```")
    first = next(number for number, part in enumerate(found) if part.startswith("# "))
    head, _, rest = found[first].partition("\n")
    return "\n\n".join([head, found[0], rest.strip(), *found[first + 1 :], ""])


# -- all of it --------------------------------------------------------------------------------------------------------------


def assembled(pictures: Path) -> tuple[Site, list[tuple[str, str]]]:
    """The whole site, and the titles of its rule pages."""
    site = Site()
    for file in sorted(DOCS.rglob("*")):
        name = file.relative_to(DOCS).as_posix()
        if not file.is_file() or "__pycache__" in name or name.endswith(".py"):
            continue
        site.add(file, name)
        if file.suffix == ".ipynb":
            site.pages[f"{name.removesuffix('.ipynb')}.md"] = notebook(file)
    for part in PARTS:
        site.add(ROOT / part, f"{part.removesuffix('.md').lower()}.md")
    site.pages["api/http.md"] = site.pages["api/http.md"].replace(REQUESTS, requests())
    site.made = reference()
    rules = rule_pages(site, pictures)
    site.linked()
    for name in site.pages:
        site.pages[name] = deepened(site.pages[name])
    return site, rules


def main(folder: Path) -> None:
    site, rules = assembled(folder / "pages" / "rules" / "pictures")
    site.write(folder / "pages")
    put(folder / "rules.json", json.dumps(rules, ensure_ascii=False).encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
