"""Static files get names that hold their content's hash, and ES modules import each other by those names."""

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class HashedStorage(ManifestStaticFilesStorage):
    """Rewrites `import` statements and dynamic imports too, so that browsers may keep every file for ever.

    Only specifiers that a browser can load (./x.js, ../x.js, /x.js) are rewritten; bare names and the imports that
    comments use for types stay as they are.
    """

    support_js_module_import_aggregation = True

    def url_converter(self, name: str, *args: Any, **more: Any) -> Callable[[re.Match[str]], str]:
        """Return the function that rewrites one reference found in the file `name`."""
        convert = super().url_converter(name, *args, **more)
        if not name.endswith(".js"):
            return convert

        def convert_files(found: re.Match[str]) -> str:
            url = found["url"]
            is_file = url.startswith((".", "/")) and PurePosixPath(url).suffix
            return convert(found) if is_file else found["matched"]

        return convert_files
