"""Verifies webhooks in the form of Standard Webhooks."""
from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from typing import Mapping, Optional, Sequence, Union

from .schema_v2 import Change

#: The clocks of both sides may be this far apart, in seconds; an older message may be a repeated one.
TOLERANCE_S = 300


class WebhookError(Exception):
    """The message is not from this service, was altered, or is too old: answer 401."""


@dataclass(frozen=True)
class WebhookMessage:
    """What a webhook says."""

    #: The same at each retry: remember it, and a message that comes twice is handled once.
    id: str
    type: str
    timestamp: str
    #: As `GET .../cambios` lists it; empty in the test message, `webhook.prueba`.
    data: Change


def verify_webhook(
    headers: Mapping[str, str], body: bytes, secret: Union[str, Sequence[str]], now_s: Optional[float] = None
) -> WebhookMessage:
    """Reads a webhook and checks its signature and age; `body` is what came, byte by byte.

    `secret` is `whsec_...`, or several while one is rotated. Raises WebhookError.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (lower.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not message_id or not timestamp or not signatures:
        raise WebhookError("a header of the signature is missing")
    clock = time.time() if now_s is None else now_s
    if re.fullmatch("[0-9]{1,12}", timestamp) is None or abs(clock - int(timestamp)) > TOLERANCE_S:
        raise WebhookError("the message is too old, or the clocks differ")
    signed = f"{message_id}.{timestamp}.".encode() + body
    given = [one[3:].encode() for one in signatures.split(" ") if one.startswith("v1,")]
    for one in [secret] if isinstance(secret, str) else secret:
        expected = base64.b64encode(hmac.new(_read_key(one), signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, signature) for signature in given):
            return _read_message(message_id, body)
    raise WebhookError("no signature is right")


def _read_key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except binascii.Error as error:
        raise WebhookError("the secret is not base64") from error


def _read_message(message_id: str, body: bytes) -> WebhookMessage:
    message = json.loads(body)
    return WebhookMessage(message_id, message["type"], message["timestamp"], message["data"])
