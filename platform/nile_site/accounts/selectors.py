"""What is read about accounts."""

from nile_site.accounts.models import User
from nile_site.accounts.names import name_key
from nile_site.accounts.refusals import NotThere


def user_by_name(name: str) -> User:
    """Return the open account of that public name, whatever its case. Raises NotThere."""
    user = User.objects.filter(name_key=name_key(name), closed_at=None).first()
    if user is None:
        raise NotThere(f"There is no account named {name}.")
    return user


def house() -> User | None:
    """Return the account of the house, if the first world has been made."""
    return User.objects.filter(is_house=True).first()
