from django.db import migrations, models


def anchors_have_none(apps, schema_editor):
    apps.get_model("ladders", "Entry").objects.filter(is_anchor=True).update(start_error_mpt=0)


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0005_corrections"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="start_error_mpt",
            field=models.PositiveIntegerField(db_default=350000, default=350000),
        ),
        migrations.RunPython(anchors_have_none, migrations.RunPython.noop),
    ]
