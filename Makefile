# `make run` does the main job on a fresh machine, `make test` passes all tests; both install what is missing.

.PHONY: run build man test torture fuzz lint format bench clean packages-build packages-test packages-bench

# What is built needs no Swift libraries on the machine that it runs on, only the C libraries of the manifest.
# Colours are a compiler flag to the build system, so with them a pipe and a terminal would each rebuild everything.
RELEASE = -c release --static-swift-stdlib --no-color-diagnostics
PROGRAMS = widgetctl widgetd thumbnailer datechecker
SOURCES = Package.swift Sources Tests Benchmarks Examples
# Where `make run` serves: make run LISTEN=127.0.0.1:8081
LISTEN = 127.0.0.1:8080
# The wallpapers, a folder an app: make run WALLPAPERS=wallpapers
WALLPAPERS = Thumbnails/Samples

run: build
	bin/widgetctl keys create --if-none
	bin/widgetctl apply --reason "make run"
	@# 3: published, but for what could not be read.
	bin/thumbnailer run --source "$(WALLPAPERS)" --store "$${WIDGET_STORE:-var/rollout.sqlite}" || test $$? -eq 3
	@echo "widgetctl is at bin/widgetctl; Control-C stops the server"
	bin/widgetd --listen $(LISTEN) --access-log off

build: packages-build
	@mkdir -p bin
	@set -e; for program in $(PROGRAMS); do \
	    swift build $(RELEASE) --product $$program; \
	    install -m 755 "$$(swift build $(RELEASE) --show-bin-path)/$$program" bin/$$program; \
	done

# The manual pages, made of the help: with bin on the PATH, `man widgetctl` finds them.
man: build
	@mkdir -p bin/man/man1
	@set -e; for program in widgetctl widgetd thumbnailer; do \
	    bin/$$program __manual "$$(git log -1 --format=%cs 2>/dev/null || date -u +%F)" > bin/man/man1/$$program.1; \
	done

# Many tests wait for processes and sockets, and each keeps a thread of the few that there are meanwhile. Started all at
# once they would keep those that wait by `await` from going on for minutes.
test: packages-test
	swift test --disable-xctest --no-color-diagnostics --explicit-target-dependency-import-check error \
	    --experimental-maximum-parallelization-width 4

# What takes too long for every test run: a thousand runs of the thumbnail job, each ended without warning, and the
# memory that pictures of every shape and kind take.
torture: packages-test
	KILLS=1000 SHAPES=all swift test --disable-xctest --no-color-diagnostics --filter 'InterruptionTests|MemoryTests'

# Damaged pictures, a minute for each format: SECONDS_EACH=600 make fuzz
fuzz: packages-test
	Tests/Fuzz/run

lint: packages-build
	swift format lint --strict --recursive $(SOURCES)
	.ci/ios-check
	.ci/example-check

format:
	swift format --in-place --recursive $(SOURCES)

bench: packages-bench build
	Benchmarks/run

clean:
	rm -rf .build bin

packages-build packages-test packages-bench:
	@.ci/packages $(@:packages-%=%)
