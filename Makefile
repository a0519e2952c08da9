# Every target is one line of help and a few lines of work. `make help` lists them.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
WORKERS ?= 4
DOCS_VENV := build/docs-venv
K8S_VENV := build/k8s-venv
COMPILED := build/compiled
COMPILED_TOOLS := build/compiled-tools
PROTO_TOOLS := build/proto-tools
RELEASE_VENV := build/release-venv
# the compiled engines, where they are built and the plain ones have not changed since
WITH_COMPILED = $(if $(shell test -e $(COMPILED)/.built && test -z "$$(find engines lab/compiled -type f -newer $(COMPILED)/.built -not -name '*.pyc')" && echo yes),PYTHONPATH=$(abspath $(COMPILED)))
TS     := clients/typescript
TS_INSTALLED := $(TS)/node_modules/.installed
TABLE  := clients/table
TABLE_INSTALLED := $(TABLE)/node_modules/.installed
TABLE_BUILT := service/podesta_service/rest/page/built/index.html
# the machine's Node where it is new enough, else the one that setup has installed from PyPI
NEW_ENOUGH := [major, minor] = process.versions.node.split("."), process.exit(major > 22 || (major == 22 && minor > 11) || (major == 20 && minor > 18) ? 0 : 1)
WITH_NODE = $(if $(shell node -e '$(NEW_ENOUGH)' 2>/dev/null && command -v npm),,PATH="$(abspath $(BIN)):$$PATH")
TS_BUILT := $(if $(shell command -v npm 2>/dev/null),$(TS)/dist/.built)

# what a program compiles of its modules stays for the next that starts, also where the environment would forbid it: the
# tests start a great many
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## create .venv with every locked dependency and the podesta command

MEMBERS := engines eventstore clients/python service lab conformance

$(STAMP): requirements/run.txt requirements/dev.txt pyproject.toml $(MEMBERS:%=%/pyproject.toml)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11, 2))' || { echo "Podestà needs Python 3.11.2 or newer: make PYTHON=python3.12 setup"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "This Python cannot create virtual environments; on Debian: apt-get install python3-venv"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation $(MEMBERS:%=-e %) -e .
	@touch $@

serve: setup table-if-possible ## run the service: the table and REST on 8080, gRPC on 50051, its own Valkey in var/podesta
	@$(WITH_COMPILED) $(BIN)/podesta serve

test: setup $(PROTO_TOOLS)/.installed $(TS_BUILT) table-if-possible ## run the tests: a real Valkey, real HTTP and gRPC (ARGS="-p randomly": in random order)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadscope --no-loadscope-reorder $(ARGS)

# only the modules that have such tests are collected
test-root: setup ## run, as root, the tests that need root, which `make test` leaves out for others (ARGS as for test)
	$(BIN)/python -m pytest -m needs_root $(shell grep -rl --include='test_*.py' needs_root tests) $(ARGS)

quick: setup ## run within a minute what needs neither a process nor a port (ARGS as for test)
	$(BIN)/python -m pytest -n 2 --dist worksteal --quick $(ARGS)

quick-darwin: setup ## the same without the names that Python lacks on macOS
	PYTHONPATH=tests/packages/darwin $(BIN)/python -m pytest -n 2 --dist worksteal --quick $(ARGS)

$(COMPILED_TOOLS)/.installed: requirements/compiled.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target $(COMPILED_TOOLS) --require-hashes -r requirements/compiled.txt
	@touch $@

COMPILE = PYTHONPATH=$(abspath $(COMPILED_TOOLS)) $(BIN)/python -m lab.compiled $(COMPILED)

$(COMPILED)/.built: $(STAMP) $(COMPILED_TOOLS)/.installed $(shell find engines lab/compiled -type f -not -name '*.pyc')
	$(COMPILE) $(CFLAGS)
	@touch $@

compiled: setup $(COMPILED)/.built ## compile the engines into build/compiled, where `make serve` finds them (needs a C compiler; CFLAGS=-O0: quickly)

wheels: setup $(COMPILED_TOOLS)/.installed ## a wheel of the compiled engines for this platform, in dist (needs a C compiler)
	$(COMPILE) --wheel dist

test-compiled: setup $(COMPILED)/.built ## run the tests of the rules on the compiled engines
	PYTHONPATH=$(abspath $(COMPILED)) EVIDENCE=quick $(BIN)/python -m pytest -n 2 --dist worksteal tests/golden tests/laws/rules tests/laws/game tests/engines tests/lab $(ARGS)

debian: ## install from Debian what the tests would leave out (as root; quiet)
	@requirements/debian.sh

lint: setup ## check style, types, import rules, the proto contract and the words of comments and pages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 -p podesta_engines -p podesta_client -p podesta_lab
	$(BIN)/lint-imports --no-cache
	$(BIN)/buf lint
	$(BIN)/buf format --exit-code -d
	$(BIN)/buf breaking --against proto/baseline.binpb
	$(BIN)/python -m docs.plain_words

format: setup ## format the code and the protos
	$(BIN)/ruff check --fix-only -q .
	$(BIN)/ruff format -q .
	$(BIN)/buf format -w
	$(if $(TS_BUILT),cd $(TS) && npm run --silent format)
	$(if $(wildcard $(TABLE_INSTALLED)),cd $(TABLE) && $(WITH_NODE) npm run --silent format)

typescript: $(TS)/dist/.built ## build the TypeScript client (needs Node 20.19 or newer, and npm)

$(TS_INSTALLED): $(TS)/package-lock.json $(TS)/tests/runtimes/package-lock.json
	cd $(TS) && npm ci --loglevel=error && cd tests/runtimes && npm ci --loglevel=error
	@touch $@

$(TS)/dist/.built: $(TS_INSTALLED) $(wildcard $(TS)/*.json) $(shell find $(TS)/src $(TS)/tests -name '*.ts')
	cd $(TS) && npm run --silent build

typescript-docs: $(TS_INSTALLED) ## write the reference of the TypeScript client to clients/typescript/docs
	cd $(TS) && npm run --silent docs

$(DOCS_VENV)/.installed: requirements/docs.txt
	test -x $(DOCS_VENV)/bin/python || $(PYTHON) -m venv $(DOCS_VENV)
	$(DOCS_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/docs.txt
	@touch $@

docs: setup $(DOCS_VENV)/.installed ## build the documentation; the service shows it at /docs
	$(BIN)/python -m docs.site $(DOCS_VENV)/bin/zensical

table: setup $(TABLE_INSTALLED) ## develop the table: it reloads as you write (PODESTA_SERVICE=http://localhost:8080)
	cd $(TABLE) && $(WITH_NODE) npm run --silent dev

table-build: setup $(TABLE_BUILT) ## build the table, which the service then serves at /

$(TABLE_INSTALLED): $(TABLE)/package-lock.json
	cd $(TABLE) && $(WITH_NODE) npm ci --loglevel=error
	@touch $@

$(TABLE_BUILT): $(TABLE_INSTALLED) $(TABLE)/index.html $(wildcard $(TABLE)/*.ts $(TABLE)/*.js*) $(shell find $(TABLE)/src $(TABLE)/public $(TS)/src -type f)
	cd $(TABLE) && $(WITH_NODE) npm run --silent build
	@touch $@

table-if-possible: setup
	@$(MAKE) --no-print-directory table-build || echo "The table has not been built; without it, the service is complete but for the page at /"

generate: setup proto openapi clients typescript-sources coverage reference ## write everything that is generated and committed

$(PROTO_TOOLS)/.installed: requirements/proto.txt | $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --no-deps --target $(PROTO_TOOLS) --require-hashes -r requirements/proto.txt
	@touch $@

proto: setup $(PROTO_TOOLS)/.installed ## write the proto messages of the views, and the Python stubs
	$(BIN)/python -m proto.generate
	$(BIN)/buf format -w

openapi: setup ## write the committed OpenAPI document
	$(BIN)/python -m podesta_service.rest.description.openapi

clients: setup ## write the Python client for ordinary programs from the one for asyncio
	$(BIN)/python clients/python/generate.py

typescript-sources: setup $(if $(TS_BUILT),$(TS_INSTALLED)) ## write what is generated of the TypeScript client: types, problems, messages
	$(if $(TS_BUILT),$(BIN)/python $(TS)/generate.py,@echo "No npm here: the sources of $(TS) stay as they are")

coverage: setup ## write each ruleset's page of rules, functions and tests
	PYTHONPATH=. $(BIN)/python tests/laws/rule_coverage.py

reference: setup ## write docs/reference from the contract, the catalogues and the settings
	$(BIN)/python -m docs.generator

texts: setup ## write every sentence that players read, in all languages, to build/texts/index.html
	$(BIN)/python -m docs.texts

demo: setup ## draw the README's picture of a game in the terminal
	$(BIN)/python -m docs.demo

baseline: setup ## renew what both wires are held against; only when a release promises more
	$(BIN)/buf build --exclude-source-info -o proto/baseline.binpb
	PYTHONPATH=. $(BIN)/python tests/contract/promises.py

$(K8S_VENV)/.installed: requirements/k8s.txt
	test -x $(K8S_VENV)/bin/python || $(PYTHON) -m venv $(K8S_VENV)
	$(K8S_VENV)/bin/python -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes -r requirements/k8s.txt
	@touch $@

k8s: setup $(K8S_VENV)/.installed ## check manifests by schemas, our laws and checkov, and the chart by Helm (needs kubectl or kustomize)
	$(BIN)/python k8s/check.py
	$(BIN)/python k8s/linter.py $(K8S_VENV)/bin/checkov
	$(BIN)/python k8s/chart/check.py $(K8S_VENV)/bin/python

image: setup table-if-possible ## build the image and play on it as its pod would (root, buildah; BASE=debian: needs no registry)
	k8s/build_image.sh localhost/podesta:dev
	$(BIN)/python k8s/run_image.py localhost/podesta:dev

chart: setup ## write the Helm chart from the manifests to build/chart/podesta (needs kubectl or kustomize)
	$(BIN)/python k8s/chart/generate.py

$(RELEASE_VENV)/.installed: requirements/release.txt
	test -x $(RELEASE_VENV)/bin/python || $(PYTHON) -m venv $(RELEASE_VENV)
	$(RELEASE_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/release.txt
	@touch $@

release: setup $(RELEASE_VENV)/.installed $(TS)/dist/.built table-build docs chart ## make everything that a user downloads, into dist (ARGS="--repository https://…")
	$(RELEASE_VENV)/bin/python -m release $(ARGS)

bench: setup ## measure engines, wire and store, some minutes; run it alone (ARGS=--short)
	$(BIN)/python -m benchmarks $(ARGS)

bench-peers: setup ## measure the engines beside other libraries, which it installs into build/peers, and write the tables
	$(BIN)/python -m benchmarks.peers $(ARGS)

hostile: setup ## what others notice of one caller who means harm, about eight minutes (ARGS=--short, ARGS=--front)
	$(BIN)/python -m benchmarks.hostile $(ARGS)

drill: setup ## stop, kill, fill and cut off a service behind haproxy; what callers and alerts notice, six minutes (ARGS=--short: two)
	$(BIN)/python -m benchmarks.drill $(ARGS)

faults: setup ## the long fault campaigns on real servers, about half an hour (ARGS="power" for one)
	$(BIN)/python -m tests.faults $(ARGS)

fuzz: setup ## fuzz both wires for long (ARGS="grpc 100000": calls; ARGS="rest 1200": seconds)
	$(BIN)/python -m tests.fuzz $(ARGS)

lock: setup ## renew the locked dependencies, with hashes and without addresses (ARGS=--upgrade)
	$(BIN)/python requirements/lock.py $(ARGS)

clean: ## remove what make and the tests made; the games in var/ stay
	rm -rf $(TS)/node_modules $(TS)/tests/runtimes/node_modules $(TS)/dist $(TS)/build $(TS)/docs
	rm -rf $(TABLE)/node_modules $(TABLE)/build $(dir $(TABLE_BUILT))
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis tests/generators/node_modules tests/generators/out

.PHONY: help setup serve test test-root quick quick-darwin compiled wheels test-compiled debian lint format typescript typescript-docs table table-build table-if-possible docs generate proto openapi clients typescript-sources coverage reference texts demo baseline k8s image chart bench bench-peers release hostile faults fuzz lock clean drill
