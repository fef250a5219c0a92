# `make demo` and `make test` do all their own set-up; nothing else is needed on a bare Debian with Python 3.11.
SHELL := /bin/sh
OUT ?= out/demo
PORT ?= 3000
BIN := .venv/bin
export OMP_NUM_THREADS ?= 1
export PYTHONHASHSEED ?= 0

.PHONY: help setup demo test lint unit ui docs bench mutation lock names-model clean

help:  ## show this help
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 14

setup:  ## Debian packages and .venv from the lock file (idempotent)
	@sh scripts/setup.sh

demo: setup  ## build a release from the sample recordings into out/demo
	@$(BIN)/entrophy demo --out $(OUT)

test: setup  ## every check: lint, types, import rules, tests
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python -m pytest -n 2 --dist loadfile

ui: setup  ## open the Dagster UI on http://127.0.0.1:3000
	@$(BIN)/entrophy ui --port $(PORT)

# Not with -q: MkDocs then neither tells nor counts warnings, and strict means nothing.
docs: setup  ## this documentation as a site: out/docs/index.html
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --clean
	@echo "site: out/docs/index.html (its search needs a server: $(BIN)/python -m http.server -b 127.0.0.1 -d out/docs)"

bench: setup  ## measurements: text, screens, attack (ratios against peers in the same run)
	@$(BIN)/python -m benchmarks.text
	@$(BIN)/python -m benchmarks.screens --presidio --sample 8
	@$(BIN)/python -m benchmarks.attack --trials 60

mutation: setup  ## how many small changes of the code do the tests notice? (docs/testing.md; an hour and more)
	@$(BIN)/python -m benchmarks.mutation

lock:  ## resolve requirements.lock anew (needs uv)
	@uv pip compile -q --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock" --extra dev pyproject.toml -o requirements.lock
	@uv pip compile -q --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock" --extra train -c requirements.lock pyproject.toml -o requirements-train.lock

names-model:  ## train the names model anew into out/names-model (DEVICE=cuda: a quarter of an hour; on one core two days; goes on where it stopped)
	@test -x out/names-model/venv/bin/python || python3.11 -m venv out/names-model/venv
	@out/names-model/venv/bin/pip install -q --no-deps --require-hashes -r requirements-train.lock
	@PYTHONPATH=. PYTHONHASHSEED=0 OMP_NUM_THREADS=1 out/names-model/venv/bin/python -W ignore -m benchmarks.training.rebuild --work out/names-model/work --out out/names-model/model --device $(or $(DEVICE),cpu)

clean:  ## remove what make built (not the keys)
	@rm -rf .venv out build *.egg-info
