"""The dictionaries that operations accept."""

from ._generated.params import *  # noqa: F403
from ._generated.params import __all__ as __all__
