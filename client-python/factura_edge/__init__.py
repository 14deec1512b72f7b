"""Client of the external API: creations that never issue twice, reads that retry, lists that iterate. Version 2 is `factura_edge.v2`."""
from .calls import Accepted, Pending, Rejected
from .client import Client
from .errors import ApiError, NoAnswerError, OutcomeUnknownError
from .webhook import WebhookError, WebhookMessage, verify_webhook

__all__ = [
    "Accepted",
    "ApiError",
    "Client",
    "NoAnswerError",
    "OutcomeUnknownError",
    "Pending",
    "Rejected",
    "WebhookError",
    "WebhookMessage",
    "verify_webhook",
]
