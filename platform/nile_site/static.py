"""Static files get names that hold their content's hash, and ES modules import each other by those names."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class HashedStorage(ManifestStaticFilesStorage):
    """Rewrites `import` statements and dynamic imports too, so that browsers may keep every file for ever."""

    support_js_module_import_aggregation = True
