from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def mark(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Marks the kills that were known by their sentence alone."""
    attempts = apps.get_model("matches", "Attempt").objects
    attempts.filter(outcome="void", reason__startswith="a bot was killed").update(is_kill=True)


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0002_indexes_for_rating"),
    ]

    operations = [
        migrations.AddField(
            model_name="attempt",
            name="is_kill",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
