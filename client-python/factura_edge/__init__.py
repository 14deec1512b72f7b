"""Client of the external API: creations that never issue twice, reads that retry, lists that iterate."""
from .client import Accepted, Client, Pending, Rejected
from .errors import ApiError, NoAnswerError, OutcomeUnknownError

__all__ = ["Accepted", "ApiError", "Client", "NoAnswerError", "OutcomeUnknownError", "Pending", "Rejected"]
