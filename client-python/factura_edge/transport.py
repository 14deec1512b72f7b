"""Sends one request and returns its answer, or a `Silence` when none came, which proves nothing."""
from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Optional, Union


@dataclass(frozen=True)
class Answer:
    """What came back; `body` is None when it was not a JSON object (a proxy's page, for instance)."""

    status: int
    body: Optional[Mapping[str, Any]]
    #: Seconds of `Retry-After`, 0 without it.
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
    body: Optional[Mapping[str, Any]] = None


Send = Callable[[Request], Union[Answer, Silence]]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the token elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


def create_transport(base_url: str, company_id: int, token: str, timeout_s: float) -> Send:
    """The transport of a client; it raises nothing. `timeout_s` limits each wait for the network."""
    root = f"{base_url.rstrip('/')}/companies/{company_id}"
    opener = urllib.request.build_opener(_NoRedirect)

    def send(request: Request) -> Union[Answer, Silence]:
        query = {name: _print(value) for name, value in request.query.items() if value is not None}
        url = f"{root}{request.path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")
        headers = {"Accept": "application/json", "Authorization": f"Bearer {token}", **request.headers}
        data = None
        if request.body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(request.body, ensure_ascii=False).encode("utf-8")
        call = urllib.request.Request(url, data=data, headers=headers, method=request.method)
        try:
            with opener.open(call, timeout=timeout_s) as response:
                return _read(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            try:
                with error:
                    return _read(error.code, error.headers, error.read())
            except (OSError, http.client.HTTPException) as cause:
                return Silence(cause)
        except (OSError, http.client.HTTPException) as cause:
            return Silence(cause)

    return send


def _print(value: Union[str, int, bool, None]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(status: int, headers: Any, text: bytes) -> Answer:
    after = headers.get("Retry-After") or ""
    seconds = float(after) if after.isdigit() else 0.0
    is_replay = headers.get("Idempotent-Replayed") == "true"
    return Answer(status, _parse(text), seconds, is_replay, text, {name.lower(): value for name, value in headers.items()})


def _parse(text: bytes) -> Optional[Mapping[str, Any]]:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
