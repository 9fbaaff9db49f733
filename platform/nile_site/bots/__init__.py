"""Bots and their versions: what authors upload, and the packages that workers fetch it from."""
