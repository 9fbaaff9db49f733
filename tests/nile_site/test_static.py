"""ES modules are served under hashed names and import each other by them."""

from pathlib import Path

from django.core.files.base import ContentFile
from django.core.management import call_command
from pytest_django import Settings

from nile_site.static import HashedStorage


def processed(folder: Path, files: dict[str, str]) -> HashedStorage:
    storage = HashedStorage(location=folder, base_url="/static/")
    for name, text in files.items():
        storage.save(name, ContentFile(text))
    problems = [
        found for *_, found in storage.post_process({name: (storage, name) for name in files}) if found is not True
    ]
    assert problems == []
    return storage


def test_imports_are_rewritten_and_comments_are_not(tmp_path: Path) -> None:
    files = {
        "viewer/main.js": (
            '/** @type {import("../types").Frame} */\n'
            'import { draw } from "./draw.js";\nconst late = import("./late.js");\n'
        ),
        "viewer/draw.js": "export const draw = 1;\n",
        "viewer/late.js": "export const late = 2;\n",
    }
    storage = processed(tmp_path, files)
    text = (tmp_path / storage.stored_name("viewer/main.js")).read_text()
    assert f'from "./{Path(storage.stored_name("viewer/draw.js")).name}"' in text
    assert f'import("./{Path(storage.stored_name("viewer/late.js")).name}")' in text
    assert 'import("../types")' in text


def test_every_static_file_of_the_site_can_be_collected(tmp_path: Path, settings: Settings) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "nile_site.static.HashedStorage"},
    }
    call_command("collectstatic", verbosity=0, interactive=False)
    assert (tmp_path / "staticfiles.json").exists()
