# Both words lead to the same gate.
.PHONY: check test
check test:
	./run test
