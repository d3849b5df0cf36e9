# Bastida, one word for each thing to do: `make help` lists them.
#
# Everything is installed in .venv, from the lock file. The package itself is installed there as a player gets it,
# compiled when there is a C compiler; the tests also run on src/ as it stands, interpreted. CONTRIBUTING.md says more.

PYTHON ?= python3
PYTEST_ARGS ?= -n auto --dist worksteal
ARGS ?=
BASTIDA_PURE ?= 0
WHEELS ?= build/wheels
export BASTIDA_PURE

VENV := .venv
BIN := $(VENV)/bin
PACKED := find src docs/rules -type f ! -path '*/__pycache__/*' ! -path '*.egg-info/*' ! -name '*.so'
SOURCES := $(shell $(PACKED) 2>/dev/null) pyproject.toml setup.py requirements-build.lock tools/wheel.py README.md LICENSE
PAGE := src/bastida/server/static/index.html
PAGE_SOURCES := $(shell find web -type f ! -path '*/node_modules/*' 2>/dev/null) src/bastida/kernel/languages.json

.DEFAULT_GOAL := help
.PHONY: help play test check checked release test-interpreted test-compiled test-page test-pythons lint format build page bench history mutants fuzz fuzz-parsers soak ladder pictures docs lock clean distclean
.PHONY: compiler later node debs browser database FORCE

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do printf '  make %-18s %s\n' "$$name" "$$text"; done
	@echo
	@echo "  BASTIDA_PURE=1 does without compiling; ARGS=... is passed on by play, bench and fuzz, PYTEST_ARGS=... by the tests"

# --- playing -------------------------------------------------------------------------------------------------------

# Nobody waits for the compiler: the table is there at once, interpreted, and compiled the next time.
play: ## set up what is missing and serve the table; ARGS=--no-browser leaves the browser alone
	@$(MAKE) -s -j2 $(VENV)/.tools $(PAGE)
	@if test "$$BASTIDA_PURE" = 1 || $(BIN)/python tools/wheel.py --kept $(WHEELS); then $(MAKE) -s build; \
	else $(MAKE) -s $(VENV)/.pure BASTIDA_PURE=1 && { $(MAKE) -s later & }; fi && \
	$(BIN)/bastida serve $(ARGS)

later:
	@if $(MAKE) -s compiler; then \
		echo "bastida: compiling beside the table, which takes some minutes"; \
		if nice -n 10 $(BIN)/python tools/wheel.py --build $(WHEELS) > build/compile.log 2>&1; \
		then echo "bastida: compiled; stop the table and type 'make play' again, and the computer thinks thirty times faster"; \
		else echo "bastida: that did not compile, so the game stays interpreted; all of it is in build/compile.log"; fi; \
	fi

# --- checking ------------------------------------------------------------------------------------------------------

# The engine is proved in both modes. What stands on it and is never compiled is proved once, as people use it: on the
# compiled engine; where nothing can be compiled, on the interpreted one.
SURFACES := tests/analysis tests/arena tests/cli tests/data tests/fuzzing tests/problems tests/server tests/web \
	tests/test_benchmarks.py tests/test_docs.py tests/test_elsewhere.py tests/test_readme.py tests/test_mutants.py tests/test_said_in_games.py tests/test_wheels.py
QUICK := tests/kernel tests/rules tests/test_architecture.py tests/test_leaks.py tests/test_public_names.py tests/test_sentences.py
INTERPRETED = BASTIDA_MODE=interpreted PYTHONPATH="$(CURDIR)/src" $(BIN)/python -m pytest $(PYTEST_ARGS)
COMPILED = BASTIDA_MODE=compiled PYTHONPATH= $(BIN)/python -m pytest -o pythonpath="." $(PYTEST_ARGS)

test: ## lint, then the whole suite: the engine interpreted and compiled, the rest once
	@$(MAKE) --no-print-directory -j3 $(VENV)/.deps page debs
	@$(MAKE) --no-print-directory -j2 build checked
	@if test -e $(VENV)/.compiled; then $(MAKE) --no-print-directory test-compiled; \
	elif test -n "$$CI" && test "$$BASTIDA_PURE" != 1; then \
		echo "== compiled: not built, and a CI run must not do without"; exit 1; \
	else \
		echo "== compiled: not built, so the rest is run interpreted too"; \
		$(INTERPRETED) $(SURFACES); \
	fi

check: $(VENV)/.deps ## for the minute before a commit: lint, and the tests of the rules, interpreted
	@$(MAKE) --no-print-directory lint
	@$(INTERPRETED) -q $(QUICK)

# Goes on beside the compiler.
checked:
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory test-page
	@find src -name '*.so' -print -delete
	@echo "== interpreted: src/, the engine"
	@$(INTERPRETED) $(SURFACES:%=--ignore=%)

test-page: $(PAGE) ## the front end's own checks
	@npm --prefix web run --silent check
	@npm --prefix web run --silent test

test-interpreted: $(VENV)/.deps browser database ## the whole suite on src/ as it stands
	@find src -name '*.so' -print -delete
	@echo "== interpreted: src/"
	@$(INTERPRETED)

test-compiled: $(VENV)/.deps build browser database ## the whole suite on the compiled package
	@test -e $(VENV)/.compiled || { echo "== compiled: not built"; exit 1; }
	@echo "== compiled: the package in $(VENV)"
	@$(COMPILED)

# What a player, a builder and a researcher use, on whatever other Python is here, each in an environment of its own.
PYTHONS ?= python3.12 python3.13 python3.14
TESTED := tests/kernel tests/record tests/cli tests/env tests/data tests/test_docs.py tests/test_readme.py tests/test_public_names.py

test-pythons: ## tests on other versions of Python, interpreted; PYTHONS="python3.13" names them, those not here are said
	@for python in $(PYTHONS); do \
		$$python -c "" 2> /dev/null || { echo "== $$python: not here"; continue; }; \
		venv=build/$$(basename $$python); \
		test -x $$venv/bin/python || $$python -m venv $$venv || exit 1; \
		$$venv/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-dev.lock || exit 1; \
		echo "== $$($$venv/bin/python --version), interpreted: src/"; \
		BASTIDA_MODE=interpreted PYTHONPATH="$(CURDIR)/src" $$venv/bin/python -m pytest -m "not slow" $(PYTEST_ARGS) $(TESTED) || exit 1; \
	done

# The second look finds what Windows does not have: Linux could run it, and nobody here would notice.
lint: $(VENV)/.deps ## ruff (rules and format) and mypy --strict
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict
	@$(BIN)/mypy --strict --platform win32 --cache-dir .mypy_cache/win32 src/bastida

format: $(VENV)/.deps ## let ruff put imports and format right
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/.deps build ## the benchmarks, on the compiled package, beside C and public engines
	@$(BIN)/python -m benchmarks $(ARGS)
	@echo && $(BIN)/python -m benchmarks.others

history: $(VENV)/.deps build ## the benchmarks, added to docs/history.json and drawn; ends with 1 if something has become slower
	@$(BIN)/python -m benchmarks.history $(ARGS)

fuzz: $(VENV)/.deps build ## random games with every check on, until told to stop
	@$(BIN)/python -m tests.fuzz $(ARGS)

mutants: $(VENV)/.mutants $(PAGE) ## do the tests notice a fault in the rules or the referee? ARGS="--show king" for one, with what nobody noticed
	@$(BIN)/python tools/mutants.py $(ARGS)

$(VENV)/.mutants: requirements-mutants.lock $(VENV)/.deps
	@$(PIP) -r requirements-mutants.lock
	@touch $@

FUZZ_SECONDS ?= 60

fuzz-parsers: $(VENV)/.deps ## every reader against a fuzzer, FUZZ_SECONDS=60 for each; ARGS="positions" names one
	@PYTHONPATH="$(CURDIR)/src" FUZZ_SECONDS=$(FUZZ_SECONDS) nice -n 15 $(BIN)/python -m tests.fuzzing $(ARGS)

# What is about the server and not about the speed of its rules runs interpreted, where most of these checks are proved.
soak: $(VENV)/.deps build browser database ## the long checks, which go on where they stopped: kills, failures, fuzzing, long games
	@BASTIDA_SOAK=1 BASTIDA_MODE=compiled PYTHONPATH= nice -n 10 $(BIN)/python -m pytest -o pythonpath="." -m soak $(PYTEST_ARGS)
	@BASTIDA_SOAK=1 BASTIDA_MODE=interpreted PYTHONPATH="$(CURDIR)/src" nice -n 10 $(BIN)/python -m pytest -m soak -s -n 0 tests/server
	@$(MAKE) --no-print-directory fuzz-parsers

ladder: build ## how strong the computer players are: the gates of docs/strength.md; ARGS="--long" takes hours and resumes
	@$(BIN)/python -m bastida.arena.ladder $(ARGS)

PICTURES := docs/pictures
DRAW := BASTIDA_LANG=en $(BIN)/bastida

pictures: $(VENV)/.deps build browser ## draw the pictures of the documents again
	@$(DRAW) tiles base -o $(PICTURES)/tiles.svg
	@$(DRAW) show $(PICTURES)/plus.bst --scene -o $(PICTURES)/plus.svg
	@$(DRAW) show $(PICTURES)/plus.bst --overlay fields -o $(PICTURES)/fields.svg
	@$(DRAW) show $(PICTURES)/winter.bst -o $(PICTURES)/winter.svg
	@$(DRAW) show $(PICTURES)/hunters.bst -o $(PICTURES)/hunters.svg
	@COLUMNS=108 $(DRAW) replay $(PICTURES)/game.bst --move 34 --svg $(PICTURES)/terminal.svg
	@$(DRAW) film $(PICTURES)/game.bst -o $(PICTURES)/game.webp --step 2 --size 720 --delay 450
	@$(BIN)/python -m tests.web.pictures $(PICTURES)

# An environment of its own: what builds the site is needed for nothing else.
DOCS_VENV := build/docs-venv

docs: $(VENV)/.deps $(DOCS_VENV)/.deps ## the site of the documents, in build/docs/site
	@PYTHONPATH="$(CURDIR)/src" $(BIN)/python docs/site/assemble.py build/docs
	@NO_MKDOCS_2_WARNING=1 $(DOCS_VENV)/bin/mkdocs build --quiet --strict
	@echo "bastida: open build/docs/site/index.html; to search it: $(PYTHON) -m http.server -d build/docs/site"

$(DOCS_VENV)/.deps: requirements-docs.lock
	@echo "bastida: setting up $(DOCS_VENV)"
	@test -x $(DOCS_VENV)/bin/python || $(PYTHON) -m venv $(DOCS_VENV)
	@$(DOCS_VENV)/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-docs.lock
	@touch $@

# --- building ------------------------------------------------------------------------------------------------------

page: $(PAGE) ## the web page, packed for the server

$(PAGE): web/node_modules/.installed $(PAGE_SOURCES)
	@echo "bastida: building the page"
	@mkdir -p build && npm --prefix web run --silent build > build/page.log 2>&1 || { cat build/page.log; exit 1; }
	@touch $@

# Not `npm ci`: it refuses a lock file without the builds for other systems, which not every registry has.
web/node_modules/.installed: web/package-lock.json
	@$(MAKE) -s node
	@echo "bastida: fetching what the page is built with"
	@npm --prefix web install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

build: $(VENV)/.tools $(PAGE) ## install the package in .venv, compiled if that can be done
	@if test "$$BASTIDA_PURE" = 1; then $(MAKE) -s $(VENV)/.pure; \
	elif $(MAKE) -s compiler 2> /dev/null; then $(MAKE) -s $(VENV)/.compiled; \
	else $(MAKE) -s $(VENV)/.pure BASTIDA_PURE=1; fi

PIP = $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes
VENV_MADE = $(PYTHON) -c 'import sys; sys.exit("Bastida needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)' \
	&& { test -x $(BIN)/python || { echo "bastida: setting up $(VENV)" && $(PYTHON) -m venv $(VENV); }; }

# What building and playing need. The developers' tools (half a gigabyte) are added by the first target that wants them.
# Bytecode is made for what a table imports; build tools, tests of others and the seldom used are not worth their megabytes.
$(VENV)/.tools: requirements.lock requirements-build.lock
	@$(VENV_MADE)
	@$(PIP) --no-compile -r requirements.lock -r requirements-build.lock
	@$(BIN)/python -m compileall -q -j 2 -x '/(networkx|mypy|mypyc|setuptools|tests?)/' $(VENV)/lib > /dev/null || true
	@touch $@

$(VENV)/.deps: requirements-dev.lock $(VENV)/.tools
	@echo "bastida: fetching what the tests need"
	@$(PIP) -r requirements-dev.lock
	@touch $@

# The names of all packed files: it changes when one comes or goes, which no time stamp tells.
build/sources.list: FORCE
	@mkdir -p build
	@$(PACKED) | LC_ALL=C sort > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# A source edited while the build runs is newer than the stamp, which bears the time of the start.
INSTALL = $(BIN)/python tools/wheel.py $(WHEELS)
INSTALL_FAILED = { grep -i -E 'error: |^ *bastida:' build/install.log | head -n 40; \
	echo "bastida: that did not compile; all of it is in build/install.log"; exit 1; }

$(VENV)/.compiled: $(VENV)/.tools build/sources.list $(SOURCES)
	@echo "bastida: installing the package; compiling it, when that was not done before, takes some minutes"
	@rm -f $(VENV)/.compiled $(VENV)/.pure && touch build/started
	@$(INSTALL) > build/install.log 2>&1 || $(INSTALL_FAILED)
	@ls $(VENV)/lib*/python*/site-packages/bastida__mypyc.* > /dev/null 2>&1 || $(INSTALL_FAILED)
	@touch -r build/started $@

$(VENV)/.pure: $(VENV)/.tools build/sources.list $(SOURCES)
	@rm -f $(VENV)/.compiled $(VENV)/.pure && touch build/started
	@$(INSTALL) > build/install.log 2>&1 || $(INSTALL_FAILED)
	@touch -r build/started $@

# Succeeds when C can be compiled against this Python; as root on a Debian machine it installs what is missing.
TRY_CC = echo '\#include <Python.h>' | $${CC:-$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_config_var("CC") or "cc")')} \
	-I "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("include"))')" -x c -c -o /dev/null - 2>/dev/null

compiler:
	@if $(TRY_CC); then exit 0; fi; \
	if test "$$(id -u)" = 0 && command -v apt-get > /dev/null; then \
		echo "bastida: no working C compiler; installing gcc with apt-get"; \
		case "$$($(BIN)/python -c 'import sys; print(sys.base_prefix)')" in /usr) headers=python3-dev;; *) headers=;; esac; \
		$(call APT,gcc libc6-dev $$headers); \
		if $(TRY_CC); then exit 0; fi; \
	fi; \
	echo "bastida: no working C compiler (gcc or clang, with Python's headers): the game runs interpreted, about thirty times slower"; \
	exit 1

# Debian packages, installed as root when they are missing; elsewhere a sentence says what to install.
APT = { apt-get -o DPkg::Lock::Timeout=900 update && DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=900 install --yes --no-install-recommends $(1); } > /dev/null 2>&1
WITH_APT = if test "$$(id -u)" = 0 && command -v apt-get > /dev/null; then echo "bastida: installing $(1) with apt-get"; $(call APT,$(1)); fi

node:
	@command -v npm > /dev/null || { $(call WITH_APT,nodejs npm); }
	@command -v npm > /dev/null || { echo "bastida: building the page needs Node.js 20 or newer with npm"; exit 1; }

# The shell is the same browser without windows, in which the tests take a quarter less time.
CHROMIUM = command -v chromium-headless-shell > /dev/null || command -v chromium > /dev/null
browser:
	@$(CHROMIUM) || { $(call WITH_APT,chromium-headless-shell fonts-dejavu-core); } || true
	@$(CHROMIUM) || { $(call WITH_APT,chromium fonts-dejavu-core); } || true
	@$(CHROMIUM) || { echo "bastida: the tests of the page need Chromium (chromium-headless-shell or chromium)"; exit 1; }

debs:
	@$(MAKE) -s browser
	@$(MAKE) -s database

database:
	@ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null || { $(call WITH_APT,postgresql); }
	@ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || command -v initdb > /dev/null || { echo "bastida: the tests of the server need PostgreSQL (initdb)"; exit 1; }

# --- publishing ----------------------------------------------------------------------------------------------------

RELEASE_VENV := build/release-venv

release: $(PAGE) $(RELEASE_VENV)/.deps ## all that is published, in dist/, and tried; PYTHONS="..." as above, ARGS=--draft with what is not committed
	@$(RELEASE_VENV)/bin/python -m tools.release $(ARGS) $(PYTHON) $(PYTHONS)

$(RELEASE_VENV)/.deps: requirements-release.lock
	@echo "bastida: setting up $(RELEASE_VENV)"
	@test -x $(RELEASE_VENV)/bin/python || $(PYTHON) -m venv $(RELEASE_VENV)
	@$(RELEASE_VENV)/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-release.lock
	@touch $@

# --- keeping house -------------------------------------------------------------------------------------------------

# What `make play` installs, and what only the tests ask for.
PLAYER_EXTRAS := table pictures
OTHER_EXTRAS := env ray data postgres
COMPILE_LOCK = CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --allow-unsafe --generate-hashes \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --strip-extras $(ARGS)

lock: ## pin the requirements again; ARGS=--upgrade takes the newest
	@test -x $(BIN)/pip-compile || $(MAKE) -s $(VENV)/.deps
	@$(COMPILE_LOCK) $(PLAYER_EXTRAS:%=--extra %) --output-file requirements.lock pyproject.toml
	@$(COMPILE_LOCK) $(PLAYER_EXTRAS:%=--extra %) --extra postgres --output-file deploy/requirements.lock pyproject.toml
	@$(COMPILE_LOCK) --output-file requirements-build.lock requirements-build.in
	@$(COMPILE_LOCK) $(PLAYER_EXTRAS:%=--extra %) $(OTHER_EXTRAS:%=--extra %) --output-file requirements-dev.lock pyproject.toml requirements-dev.in
	@$(COMPILE_LOCK) --output-file requirements-docs.lock requirements-docs.in
	@$(COMPILE_LOCK) --output-file requirements-release.lock requirements-release.in
	@$(COMPILE_LOCK) --output-file requirements-mutants.lock requirements-mutants.in

clean: ## remove all that was built, compiled files and caches
	@rm -rf build dist src/*.egg-info src/bastida/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src tests benchmarks -name '*.so' -delete 2>/dev/null || true
	@find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
	@rm -f $(VENV)/.compiled $(VENV)/.pure
	@if test -x $(BIN)/python; then $(BIN)/python -m pip uninstall --quiet --yes bastida 2> /dev/null; fi

distclean: clean ## clean, and remove .venv too
	@rm -rf $(VENV) web/node_modules
