import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0024_further_house_rules"),
    ]

    operations = [
        migrations.AddField(
            model_name="lotdraw",
            name="taken_back_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="lotdraw",
            name="taken_back_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="lotdraw",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("taken_back_at__isnull", True),
                        ("taken_back_by__isnull", True),
                    ),
                    models.Q(
                        ("taken_back_at__isnull", False),
                        ("taken_back_by__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="a_lot_is_taken_back_by_somebody",
            ),
        ),
    ]
