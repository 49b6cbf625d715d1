.DEFAULT_GOAL := help
# Where cargo puts what it builds.
BUILT := $(or $(CARGO_TARGET_DIR),target)
# The dashboard, built again when its sources have changed. Where Node is missing there is none, and its page says so.
WEB := web/dist/index.html
WEB_SOURCES := $(shell find web/src web/public web/scripts sdk/src -type f) web/index.html web/package-lock.json web/vite.config.ts
.PHONY: help run dev test lint openapi sdk catalog weights contract torture bench sheet client-sheet catalog-sheet

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(WEB) ## build and start the server with its data in ./data; ARGS="…" are passed on
	@[ -x $(BUILT)/quick/postrider ] || echo "Compiling Postrider and what it is made of. The first time takes some minutes; cargo counts along."
	cargo build --profile quick --locked --package postrider-server --bin postrider
	$(BUILT)/quick/postrider serve $(ARGS)

$(WEB): $(WEB_SOURCES)
	scripts/build-web

dev: ## the server and the dashboard with hot reload, for work on web/: data in ./data
	cargo build --locked --package postrider-server --bin postrider
	scripts/dev $(BUILT)/debug/postrider

test: ## everything a change must pass: lints, all tests on SQLite, the suites again on PostgreSQL
	scripts/test

lint: ## format, clippy, shell scripts, licences of the dependencies
	scripts/test install format clippy shell dependencies

openapi: ## validate the OpenAPI document; it is left in target/openapi.json
	scripts/test install build openapi

sdk: ## write the TypeScript client anew from the routes, and test it
	scripts/test install sdk-install build
	scripts/with-node sdk npm run generate $(abspath $(BUILT))/debug/postrider
	scripts/test sdk

catalog: ## take the pictures of templates anew that have changed
	scripts/test install
	cargo run --locked --package postrider-content --example catalog

weights: ## fetch what queries are understood by (84 MB) into ./weights; INTO="…" for another folder
	scripts/weights $(INTO)

contract: ## long random runs of the server against its OpenAPI document, on both databases
	scripts/test install build contract-long

torture: ## long fault runs on both databases, and fuzzing of what reads strangers' bytes
	scripts/test install meaning torture-sqlite torture-postgres gateway abuse fuzz

bench: ## measure the release build; ARGS="sqlite", "postgres", "requests", "scale", "designs", "shelf", "words", "eyes", "website", "sending", "tracking", "processes", "feed", "sites", "automations" for a part
	cargo build --release --locked -p postrider-server -p postrider-bench
	scripts/with-postgres $(BUILT)/release/postrider-bench $(ARGS)

client-sheet: ## a contact sheet of what mail clients make of the newsletters of the tests, in target/client-sheet
	scripts/client-sheet

catalog-sheet: ## contact sheets of the templates on a narrow phone, light and dark, in target/catalog-sheet
	scripts/catalog-sheet

sheet: ## a contact sheet of what the built-in designer makes of the prompts of the tests, in target/contact-sheet
	scripts/contact-sheet
