"""The REST interface: each view parses, calls the same service or selector as the page does, and answers in JSON."""
