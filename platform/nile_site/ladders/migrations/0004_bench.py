from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def leave_to_staff(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Leaves to staff what is benched so far."""
    apps.get_model("ladders", "Entry").objects.filter(state="benched").update(bench="staff")


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0003_seasons_turn"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="bench",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "not benched"),
                    ("faults", "a new trial that passes puts it back"),
                    ("staff", "staff must look at it first"),
                ],
                db_default="",
                default="",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="put_back_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="entry",
            name="state",
            field=models.CharField(
                choices=[
                    ("active", "plays"),
                    ("paused", "paused by its author"),
                    ("withdrawn", "withdrawn by its author"),
                    ("benched", "benched"),
                ],
                default="active",
                max_length=10,
            ),
        ),
        migrations.RunPython(leave_to_staff, migrations.RunPython.noop),
    ]
