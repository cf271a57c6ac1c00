# Needs make and Python 3.11 or newer, nothing else: everything is installed into .venv on first use.
#   make run PORT=9000     another port          make run HOST=127.0.0.1     this machine only
#   make run PYTHON=/usr/bin/python3.12          another Python (remove .venv first)

PYTHON ?= python3
HOST ?= 0.0.0.0
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.installed-run
DEV_STAMP := $(VENV)/.installed-dev
BROWSERS := chromium chromium-browser google-chrome google-chrome-stable
PYTEST_ARGS ?= -n 2 --dist loadfile
COMMA := ,
RECORDS ?= ../shared/rules/real_games.json

export HOST PORT

.DEFAULT_GOAL := help
.PHONY: help run test test-postgresql check bench long chaos conformance format pictures clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | while IFS="$$(printf '\t')" read -r name text; do \
		printf '  make %-15s %s\n' "$$name" "$$text"; done

run: $(RUN_STAMP) ## serve on the local network (HOST, PORT); games are kept in ./instance
	@exec $(BIN)/scorekeeper serve

test: $(DEV_STAMP) ## run all tests; Chromium is installed where that is possible, PostgreSQL is tested where it is installed
	@$(find-browser); \
	if [ -z "$$browser" ] && command -v apt-get >/dev/null; then \
		if [ "$$(id -u)" = 0 ]; then sudo=; else sudo='sudo -n'; fi; \
		if $$sudo true 2>/dev/null; then \
			echo 'Installing chromium for the browser tests ...'; \
			{ $$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -yqq --no-install-recommends chromium; } \
				</dev/null >/dev/null || echo 'chromium could not be installed' >&2; \
			$(find-browser); \
		fi; \
	fi; \
	if [ -z "$$browser" ]; then $(browser-warning); else export SCOREKEEPER_BROWSER="$$browser"; fi; \
	there=yes; $(BIN)/python -m tests.postgresql || { there=; $(postgresql-warning); }; \
	status=0; $(BIN)/python -m pytest $(PYTEST_ARGS) || status=$$?; \
	if [ -z "$$browser" ]; then $(browser-warning); fi; \
	if [ -z "$$there" ]; then $(postgresql-warning); fi; \
	exit $$status

test-postgresql: $(DEV_STAMP) ## run the tests of the pages on PostgreSQL too (those of the storage are in `make test`)
	$(BIN)/python -m pytest --database=postgresql $(PYTEST_ARGS) tests/web

check: $(DEV_STAMP) ## lint, format, types, templates, and who imports whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/djlint --lint --quiet templates
	$(BIN)/python -m pytest -q tests/test_imports.py

bench: $(DEV_STAMP) ## measure speed, size and memory against their targets (BENCH="--only cpu,statements" for parts)
	@$(BIN)/python -m bench $(BENCH)

long: $(DEV_STAMP) ## play random evenings: 10,000 steps through the rules, and 10,000 through the pages
	EVENINGS=250 STEPS=10000 $(BIN)/python -m pytest -n 2 tests/ledger/test_evening.py tests/web/test_evening.py

chaos: $(DEV_STAMP) ## tap 1,000 entries while server and line break down (ENTRIES, SEED), and let three write at once
	ENTRIES=$${ENTRIES:-1000} SEED=$${SEED:-$$$$} $(BIN)/python -m pytest -s tests/browser/test_chaos.py \
		tests/storage/test_concurrency.py::test_three_writers_lose_nothing

conformance: $(RUN_STAMP) ## replay recorded games, where there are any (RECORDS), and compare the points
	@$(BIN)/python -m tests.conformance $(RECORDS)

format: $(DEV_STAMP) ## put the code in the form that check wants
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

pictures: $(DEV_STAMP) ## renew the pictures of the README (needs Chromium)
	$(BIN)/python docs/pictures.py

clean: ## remove .venv and everything else that can be made again; games stay
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache .coverage htmlcov test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What is installed is remembered by a stamp; a change of pyproject.toml installs anew.
$(RUN_STAMP): pyproject.toml | $(BIN)/python
	@$(call install,-e .)
	@touch $@

$(DEV_STAMP): pyproject.toml | $(BIN)/python
	@$(call install,-e '.[postgres$(COMMA)server]' --group dev --group browser)
	@touch $@ $(RUN_STAMP)

# pip learned --group in 25.1; uv is used where it is there because it is quicker.
define install
echo 'Installing into $(VENV) (this happens once) ...'; \
if command -v uv >/dev/null; then uv pip install --quiet --python $(BIN)/python $(1); \
else $(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade 'pip>=25.1' \
	&& $(BIN)/python -m pip install -qq --disable-pip-version-check $(1); fi
endef

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo 'Python 3.11 or newer is needed, for example: sudo apt install python3 python3-venv' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) -V). Name another: make PYTHON=python3.12 ..." >&2; exit 1; }
	@if command -v uv >/dev/null; then uv venv --quiet --python "$$(command -v $(PYTHON))" $(VENV); \
	elif $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then $(PYTHON) -m venv $(VENV); \
	else echo "This Python can't make virtual environments. On Debian or Ubuntu: sudo apt install python3-venv" >&2; exit 1; fi

define find-browser
browser=; for name in $${SCOREKEEPER_BROWSER:-$(BROWSERS)}; do if command -v "$$name" >/dev/null; then browser="$$(command -v "$$name")"; break; fi; done
endef

define browser-warning
printf '%s\n' \
	'' \
	'######################################################################' \
	'#  NO BROWSER FOUND: the browser tests are LEFT OUT.                 #' \
	'#  Install one (sudo apt install chromium), or name one:             #' \
	'#      make test SCOREKEEPER_BROWSER=/path/to/chrome                 #' \
	'######################################################################' \
	'' >&2
endef

define postgresql-warning
printf '%s\n' \
	'' \
	'######################################################################' \
	'#  NO POSTGRESQL FOUND: the storage is tested on SQLite only.         #' \
	'#  Install it: sudo apt install postgresql (it need not run)         #' \
	'######################################################################' \
	'' >&2
endef
