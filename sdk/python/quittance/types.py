"""The objects of the API: those that the service returns, and dictionaries within arguments."""

from .generated.bodies import *  # noqa: F401,F403
from .generated.types import *  # noqa: F401,F403
