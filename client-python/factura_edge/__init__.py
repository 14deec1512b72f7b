"""Client of the external API: creations that never issue twice, reads that retry, lists that iterate. Version 2 is `factura_edge.v2`."""
from . import schema
from .calls import Accepted, ListedState, OnPending, Pending, Rejected
from .client import Client
from .creation import Retry
from .errors import ApiError, NoAnswerError, NotSentError, OutcomeUnknownError
from .schema import *
from .transport import Language
from .webhook import WebhookError, WebhookMessage, verify_webhook

__all__ = [
    "Accepted",
    "ApiError",
    "Client",
    "Language",
    "ListedState",
    "NoAnswerError",
    "NotSentError",
    "OnPending",
    "OutcomeUnknownError",
    "Pending",
    "Rejected",
    "Retry",
    "WebhookError",
    "WebhookMessage",
    "verify_webhook",
]
__all__ += schema.__all__
