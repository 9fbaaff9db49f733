"""The first thing of every test run: the standard library's `platform` must win over our folder of that name."""

import platform

assert hasattr(platform, "python_implementation"), f"{platform} hides the standard library's module"
