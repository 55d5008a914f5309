import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0019_teams_belong_to_a_ranking"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="prize",
            options={
                "ordering": ["contest_id", "place"],
                "verbose_name": "prize",
                "verbose_name_plural": "prizes",
            },
        ),
        migrations.RemoveConstraint(
            model_name="prize",
            name="one_prize_per_place",
        ),
        migrations.RemoveConstraint(
            model_name="team",
            name="one_team_per_name",
        ),
        migrations.RemoveField(
            model_name="competition",
            name="team_size",
        ),
        migrations.RemoveField(
            model_name="entry",
            name="team",
        ),
        migrations.RemoveField(
            model_name="historicalcompetition",
            name="team_size",
        ),
        migrations.RemoveField(
            model_name="historicalentry",
            name="team",
        ),
        migrations.RemoveField(
            model_name="historicalteam",
            name="competition",
        ),
        migrations.RemoveField(
            model_name="prize",
            name="for_teams",
        ),
        migrations.RemoveField(
            model_name="team",
            name="competition",
        ),
        migrations.AlterField(
            model_name="team",
            name="contest",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="teams",
                to="tournaments.teamcontest",
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.UniqueConstraint(
                condition=models.Q(("contest__isnull", True)),
                fields=("competition", "place"),
                name="one_prize_per_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.UniqueConstraint(
                fields=("contest", "place"), name="one_team_prize_per_place"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                fields=("contest", "name"),
                name="one_team_per_name",
                violation_error_message="There is a team of this name already.",
            ),
        ),
        migrations.AddField(
            model_name="team",
            name="entries",
            field=models.ManyToManyField(
                related_name="teams",
                through="tournaments.TeamMember",
                to="tournaments.entry",
            ),
        ),
    ]
