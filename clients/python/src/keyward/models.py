"""What the operations return: frozen dataclasses. A field that the service leaves out is None."""

from ._generated.models import *  # noqa: F403
from ._generated.models import __all__ as __all__
