"""The pages: each view parses, calls one service or selector, and renders."""
