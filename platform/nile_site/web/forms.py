"""The forms of our own pages."""

from collections.abc import Sequence
from typing import Any

from django import forms

from arena import games
from nile_site.bots.models import LONGEST_NAME, Version


class UploadForm(forms.Form):
    """Asks for a bot's file, and for a new bot also for its name, its game and the ladders to enter."""

    name = forms.CharField(
        label="Name of the bot",
        max_length=LONGEST_NAME,
        required=False,
        help_text="As everybody will see it. Left empty, the name in nile.toml is taken.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    games = forms.MultipleChoiceField(
        label="Game",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Needed for a single .py file; a nile.toml in a zip says it itself.",
    )
    file = forms.FileField(
        label="File",
        help_text="main.py, or a zip of a folder.",
        widget=forms.FileInput(attrs={"accept": ".py,.zip,application/zip,text/x-python"}),
        allow_empty_file=True,
    )
    only_if_not_worse = forms.BooleanField(
        label="Take over only if it is not worse",
        required=False,
        help_text="After its trial it plays the present version, and takes over unless that one is better.",
    )
    ladders = forms.MultipleChoiceField(
        label="Enter it in",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Its trial starts at once on each. With none ticked it enters every ladder that it can play on.",
    )

    def __init__(self, *args: Any, is_new: bool, ladders: list[tuple[str, str]], **kwargs: Any) -> None:
        """Show the fields of a new bot, or only those of a new version."""
        super().__init__(*args, **kwargs)
        self.fields["games"].choices = [(slug, games.get(slug).title) for slug in games.SLUGS]  # type: ignore[attr-defined]
        self.fields["ladders"].choices = ladders  # type: ignore[attr-defined]
        del self.fields["only_if_not_worse" if is_new else "name"]
        if not ladders:
            del self.fields["ladders"]


class CompareForm(forms.Form):
    """Asks which version is to be compared, and with which other."""

    version = forms.TypedChoiceField(label="Is this version", coerce=int)
    against = forms.TypedChoiceField(
        label="better than", coerce=int, help_text="Another version of the bot, or a bot that plays on this ladder."
    )

    def __init__(self, *args: Any, own: Sequence[Version], rivals: Sequence[Version], **kwargs: Any) -> None:
        """Offer the bot's own versions, and those of its rivals."""
        super().__init__(*args, **kwargs)
        mine, theirs = ([(version.pk, str(version)) for version in versions] for versions in (own, rivals))
        self.fields["version"].choices = mine  # type: ignore[attr-defined]
        against = [("Its own versions", mine[1:] + mine[:1]), ("Bots on this ladder", theirs)]
        self.fields["against"].choices = against if len(mine) > 1 else against[1:]  # type: ignore[attr-defined]


class TokenForm(forms.Form):
    """Asks how long a token shall hold."""

    days = forms.TypedChoiceField(
        label="It holds for",
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", "as long as I do not revoke it"), ("30", "30 days"), ("365", "a year")],
    )


class Instant(forms.DateTimeField):
    """Asks for an instant, to the minute, in UTC."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class ScheduleForm(forms.Form):
    """Asks when a season freezes and closes, and whether one follows it."""

    closes_at = Instant(label="Closes (UTC)", required=False, help_text="Left empty, it runs without end.")
    freezes_at = Instant(
        label="Freezes (UTC)",
        required=False,
        help_text="From then on nobody enters and no new version takes over. Left empty, that is so from the close on.",
    )
    is_last = forms.BooleanField(label="No season follows it by itself", required=False)


class PlanForm(ScheduleForm):
    """Asks also when a season opens."""

    opens_at = Instant(label="Opens (UTC)")
    field_order = ("opens_at", "closes_at", "freezes_at", "is_last")
