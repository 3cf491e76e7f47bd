"""Client of Quittance, the self-hosted payment service for cryptocurrency."""

from ._errors import FieldProblem, QuittanceError, QuittanceProblem, QuittanceUnreachable, WebhookRefused
from ._pages import Page, Pages
from ._version import __version__
from ._webhooks import verify_webhook
from ._wire import OMIT, Omit
from .client import InvoiceNow, Quittance

__all__ = [
    "OMIT",
    "FieldProblem",
    "InvoiceNow",
    "Omit",
    "Page",
    "Pages",
    "Quittance",
    "QuittanceError",
    "QuittanceProblem",
    "QuittanceUnreachable",
    "WebhookRefused",
    "__version__",
    "verify_webhook",
]
