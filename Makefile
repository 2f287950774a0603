.PHONY: test
test:
	swift test --disable-xctest
