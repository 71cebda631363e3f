# Runoff's chores. `make` lists them.

.DEFAULT_GOAL := help

RELEASE := $${CARGO_TARGET_DIR:-target}/release

.PHONY: help demo demo-stop test tools check audit queries check-queries bench bench-check bench-build faults fuzz

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

demo: ## start the service, fill it with real runs, print a tour of links
	scripts/demo.sh start

demo-stop: ## stop what `make demo` started
	scripts/demo.sh stop

test: tools check check-queries ## every check, then every test
	cargo test --workspace --locked

tools: ## install what the checks and tests need and this machine lacks
	scripts/need.sh cc postgres pgbouncer faketime chromium shellcheck cargo-deny

check: tools ## formatting, scripts, layers, dependencies, lints
	cargo fmt --check
	shellcheck scripts/*.sh .ci/run
	scripts/check-layers.sh
	cargo deny check bans licenses sources
	cargo clippy --workspace --all-targets --locked -- -D warnings

audit: tools ## known vulnerabilities in dependencies; needs the net
	cargo deny check advisories

queries: tools ## renew .sqlx/ after a change of migrations/ or of a query
	scripts/queries.sh

check-queries: tools ## fail if `make queries` would change .sqlx/
	scripts/queries.sh --check

BENCH_RUNS ?= 10_000 100_000 1_000_000

bench: bench-build ## measure beside limits at BENCH_RUNS runs, into docs/PERFORMANCE.md
	$(RELEASE)/bench report $(RELEASE)/runoff-server docs/PERFORMANCE.md $(BENCH_RUNS)

bench-check: bench-build ## fail if a ratio has fallen by half since docs/PERFORMANCE.md
	$(RELEASE)/bench check $(RELEASE)/runoff-server docs/PERFORMANCE.md 10_000

bench-build:
	scripts/need.sh cc postgres
	cargo build --release --locked --package server --package bench

RUNOFF_FAULT_ROUNDS ?= 1000

faults: tools ## kill, stop, cut off and fill up, RUNOFF_FAULT_ROUNDS times: nothing is lost
	cargo build --locked --package uploader
	RUNOFF_FAULT_ROUNDS=$(RUNOFF_FAULT_ROUNDS) cargo test --locked --package server --test crash -- \
		--include-ignored --nocapture --test-threads 1

FUZZ_INPUTS ?= 10000000

fuzz: ## read damaged outputs, FUZZ_INPUTS of them: no panic, no hang, no hoard
	scripts/need.sh cc
	cargo run --profile fuzz --locked --package fuzz -- benchdata/src/readers/fixtures $(FUZZ_INPUTS)
