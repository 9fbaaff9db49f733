"""`manage.py ratings_check`: compute every ledger anew from the ranks of the matches, and compare bit for bit.

What boards tell of each seat is counted anew too.
"""

from django.core.management.base import BaseCommand, CommandError

from nile_site.ladders.models import RatingEvent, Season
from nile_site.matches.services import ledger, tallies


class Command(BaseCommand):
    help = "Compare each season's ledger and ratings with a fresh computation from ranks alone; changes nothing."

    def handle(self, *args: object, **options: object) -> None:
        wrong = 0
        for season in Season.objects.select_related("ladder").order_by("id"):
            found = ledger.differences(season=season) + tallies.differences(season=season)
            lines = RatingEvent.objects.filter(entry__season=season).count()
            self.stdout.write(f"{season}: {lines} lines, {len(found)} differences")
            for sentence in found:
                self.stdout.write(f"  {sentence}")
            wrong += len(found)
        if wrong:
            raise CommandError(f"{wrong} differences: a rank, a count or a line of the ledger was changed by hand.")
