from django.db import migrations


def forget(apps, schema_editor):
    """Attempts are counted in memory; what was stored of them serves nobody."""
    for name in ("AccessAttempt", "AccessFailureLog", "AccessLog"):
        apps.get_model("axes", name).objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0002_accounts_have_a_manager_of_their_own"),
        ("axes", "0010_accessattemptexpiration"),
    ]
    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
