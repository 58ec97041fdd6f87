# Needs python3 (3.11 to 3.13) with pip, and make; everything else is installed into .venv, from the two lock files.
PYTHON ?= python3
STUDY  ?= data/studies/pbmc data/studies/invented data/studies/genetics
ARGS   ?=

V  := .venv
UV := $(V)/bin/uv
# Both locks fill one environment, and the dev lock holds all of the core lock: once it is in, an audit runs on it too.
ENVIRONMENT := $(if $(wildcard $(V)/.dev),$(V)/.dev,$(V)/.core)

.PHONY: help audit test check lock clean
help:
	@echo "make audit   audit the bundled studies; then open reports/index.html, which leads to all pages"
	@echo "             STUDY=path/to/study audits another one, ARGS='--jobs 2' hands options on"
	@echo "make test    run the tests; ARGS='-k stepper -x' hands options on"
	@echo "make check   check format, lint and types"
	@echo "make lock    compile the lock files again, after a change of the dependencies in pyproject.toml"
	@echo "make clean   remove the environment (.venv) and the caches of the tools; results stay"
	@echo "Each sets up what it needs. PYTHON=python3.12 chooses another Python."

audit: $(ENVIRONMENT)
	$(foreach study,$(STUDY),$(V)/bin/counterproof audit $(study) $(ARGS) &&) true

test: $(V)/.dev
	$(V)/bin/python -m pytest $(ARGS)

check: $(V)/.dev
	$(V)/bin/ruff format --check .
	$(V)/bin/ruff check .
	$(V)/bin/mypy

# The core lock is compiled under the dev lock, so that both hold the same versions.
lock: | $(UV)
	$(COMPILE) --all-extras --group local-model --output-file requirements-dev.lock
	$(COMPILE) --constraint requirements-dev.lock --output-file requirements.lock

COMPILE = $(UV) pip compile pyproject.toml --python $(V)/bin/python --universal --generate-hashes --fork-strategy fewest \
	--no-header --no-annotate --quiet

clean:
	rm -rf $(V) .mypy_cache .ruff_cache .pytest_cache .hypothesis

# A Debian python3 has venv but no ensurepip: the environment is made without pip, and filled by the pip that is there.
# uv is taken from the lock, with its hashes.
$(UV):
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; (3, 11) <= v <= (3, 13) or sys.exit("Counterproof needs Python 3.11, 3.12 or 3.13; $(PYTHON) is %d.%d. Name another one: make PYTHON=python3.12 ..." % v)'
	$(PYTHON) -m venv --clear --without-pip $(V)
	awk '/^uv==/ {on = 1} on {print} on && !/\\$$/ {exit}' requirements.lock > $(V)/uv.txt
	$(PYTHON) -m pip --python $(V)/bin/python install -qq --require-hashes --requirement $(V)/uv.txt

# uv, hatchling and editables stand in the locks: otherwise `sync` would remove them.
$(V)/.core: requirements.lock pyproject.toml | $(UV)
	$(UV) pip sync --quiet --python $(V)/bin/python requirements.lock
	$(INSTALL)
	$(COMPILED)
	@touch $@

$(V)/.dev: requirements-dev.lock pyproject.toml | $(UV)
	$(UV) pip sync --quiet --python $(V)/bin/python requirements-dev.lock
	$(INSTALL)
	$(COMPILED)
	@touch $@

INSTALL = $(UV) pip install --quiet --python $(V)/bin/python --offline --no-deps --no-build-isolation --editable .

# As the packages are (`compile-bytecode`): where Python may write no bytecode, each kernel of an audit would compile
# the library's 600 files anew.
COMPILED = $(V)/bin/python -m compileall -q lib
