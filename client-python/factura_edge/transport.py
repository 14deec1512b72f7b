"""Sends one request and returns its answer, or a `Silence` when none came, which proves nothing."""
from __future__ import annotations

import email.utils
import http.client
import json
import math
import queue
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Callable, Literal, Mapping, Optional, Union

from .errors import NotSentError


@dataclass(frozen=True)
class Answer:
    """What came back; `body` is None when it was not a JSON object (a proxy's page, for instance)."""

    status: int
    body: Optional[Mapping[str, Any]]
    #: Seconds that `Retry-After` asks for, 0 without it.
    retry_after_s: float = 0.0
    is_replay: bool = False
    #: What came, as it came.
    content: bytes = b""
    #: Names in lower case.
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Silence:
    """No answer within the deadline, or no connection: the request may have been carried out all the same."""

    cause: BaseException


@dataclass(frozen=True)
class Request:
    method: str
    #: Below the company: `/dse/documentos`.
    path: str
    query: Mapping[str, Union[str, int, bool, None]] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    #: JSON, as `write_body` gives it.
    body: Optional[bytes] = None
    #: What is left of the patience: no answer is waited for any longer.
    left_s: float = math.inf


#: Of the sentences that the service says.
Language = Literal["es", "en"]
Send = Callable[[Request], Union[Answer, Silence]]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the token elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


def create_transport(base_url: str, company_id: int, token: str, timeout_s: float, version: str, language: Language = "es") -> Send:
    """The transport of a client; once it sends, it raises nothing. `timeout_s` limits a whole request.

    Raises NotSentError when an option cannot be right.
    """
    root = _check_address(base_url, company_id, version)
    if not isinstance(token, str) or re.fullmatch("[!-~]+", token) is None:
        raise NotSentError("the token is empty, or has a blank, a line break or other signs")
    if not 0 < timeout_s <= threading.TIMEOUT_MAX:
        raise NotSentError(f"timeout_s is {timeout_s}")
    if language not in ("es", "en"):
        raise NotSentError(f"language is {language!r}, neither es nor en")
    opener = urllib.request.build_opener(_NoRedirect)

    def send(request: Request) -> Union[Answer, Silence]:
        query = {name: _print(value) for name, value in request.query.items() if value is not None}
        url = f"{root}{request.path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")
        own = {"Accept": "application/json", "Accept-Language": language, "Authorization": f"Bearer {token}"}
        headers = {**own, **request.headers}
        if request.body is not None:
            headers["Content-Type"] = "application/json"
        for name, value in headers.items():
            if re.fullmatch("[ -~]*", value) is None:
                raise NotSentError(f"the header {name} holds ASCII alone: not {value!r}")
        call = urllib.request.Request(url, data=request.body, headers=headers, method=request.method)
        return _exchange(opener, call, min(timeout_s, request.left_s))

    return send


def _exchange(opener: urllib.request.OpenerDirector, call: urllib.request.Request, limit_s: float) -> Union[Answer, Silence]:
    """The answer, if it is whole by then. A time-out of a socket begins anew with each byte, and finding a host has none."""
    came: queue.SimpleQueue[Union[Answer, BaseException]] = queue.SimpleQueue()

    def work() -> None:
        try:
            came.put(_call(opener, call, limit_s))
        except BaseException as cause:  # Whoever waits raises it, or makes silence of it.
            came.put(cause)

    threading.Thread(target=work, daemon=True).start()
    try:
        found = came.get(timeout=limit_s)
    except queue.Empty:
        return Silence(TimeoutError(f"no answer within {limit_s:.3g} s"))
    if isinstance(found, Answer):
        return found
    if isinstance(found, (OSError, http.client.HTTPException)):
        return Silence(found)
    raise found


def _call(opener: urllib.request.OpenerDirector, call: urllib.request.Request, limit_s: float) -> Answer:
    try:
        with opener.open(call, timeout=limit_s) as response:
            return _read(response.status, response.headers, response.read())
    except urllib.error.HTTPError as error:
        with error:
            return _read(error.code, error.headers, error.read())


def _check_address(base_url: str, company_id: int, version: str) -> str:
    """The address of a company; nothing in it may be dropped or read otherwise on the way."""
    root = base_url.rstrip("/") if isinstance(base_url, str) else ""
    if re.fullmatch(r"https?://[^\s\x00-\x1f@?#\\]+", root, re.IGNORECASE | re.ASCII) is None or not root.isascii() or not _has_host(root):
        raise NotSentError(f"the address {base_url!r} is not one of http or https without user, query or blanks")
    if not root.endswith(f"/api/ext/{version}"):
        raise NotSentError(f"the address of this client, of {version}, ends in /api/ext/{version}: not {root}")
    if not isinstance(company_id, int) or isinstance(company_id, bool) or company_id < 1:
        raise NotSentError(f"company_id is {company_id!r}, and must be an integer from 1 on")
    return f"{root}/companies/{company_id}"


def _has_host(address: str) -> bool:
    try:
        parts = urllib.parse.urlsplit(address)
        return bool((parts.hostname or "").encode("idna")) and parts.port != 0  # Reading a port that is none raises.
    except ValueError:
        return False


def _print(value: Union[str, int, bool, None]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(status: int, headers: Any, text: bytes) -> Answer:
    seconds = _read_wait(headers.get("Retry-After") or "")
    is_replay = headers.get("Idempotent-Replayed") == "true"
    return Answer(status, _parse(text), seconds, is_replay, text, {name.lower(): value for name, value in headers.items()})


def _read_wait(text: str) -> float:
    """Seconds, or until a moment, as a proxy may write it."""
    if re.fullmatch("[0-9]+", text) is not None:
        return float(text)
    try:
        moment = email.utils.parsedate_tz(text)
        return 0.0 if moment is None else max(0.0, email.utils.mktime_tz(moment) - time.time())
    except (ValueError, OverflowError):
        return 0.0


def _parse(text: bytes) -> Optional[Mapping[str, Any]]:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
