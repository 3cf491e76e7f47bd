"""The events that webhooks deliver."""

from .generated.events import *  # noqa: F401,F403
