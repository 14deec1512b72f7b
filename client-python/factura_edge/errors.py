"""Defines the errors that a caller has to act on, with everything that the service said."""
from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence


class NotSentError(ValueError):
    """Nothing left this program, so nothing was issued: the configuration, the key or the body has to be corrected first."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"nothing was sent: {problem}")


class ApiError(Exception):
    """The service refused: nothing was issued, and sending the same again would change nothing.

    As text it is the code and each problem with its place and rule, or the sentence (`body["error"]`) where that says more.
    """

    def __init__(self, status: int, body: Optional[Mapping[str, Any]]) -> None:
        answer = body if body is not None else {}
        super().__init__(_print_refusal(status, answer))
        self.status = status
        #: Stable; decide by it. Each has its place in the guide to errors.
        self.code = str(answer.get("code", "unknown"))
        self.details: Sequence[Mapping[str, Any]] = _list_problems(answer)
        self.request_id: Optional[str] = answer.get("request_id")
        #: The answer, whole (`documento` of a 409 owns the key); None when it was not JSON.
        self.body = body


def _list_problems(answer: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """What is not of this form is not of this service: a proxy may answer for it."""
    details = answer.get("details")
    return [one for one in details if isinstance(one, dict) and isinstance(one.get("message"), str)] if isinstance(details, list) else []


def _print_refusal(status: int, answer: Mapping[str, Any]) -> str:
    code, sentence, problems = answer.get("code", "unknown"), answer.get("error"), _list_problems(answer)
    if not isinstance(sentence, str):
        return f"HTTP {status}"
    # The sentence of many a refusal is that of its first problem.
    is_said = bool(problems) and sentence.startswith(problems[0]["message"])
    lines = [code if is_said else f"{code}: {sentence}"]
    for problem in problems:
        rule = f"({problem['rule']})" if "rule" in problem else ""
        place = f"{problem.get('path', '')} {rule}".strip()
        lines.append(f"  {place}: {problem['message']}" if place else f"  {problem['message']}")
    return "\n".join(lines)


class NoAnswerError(Exception):
    """No answer came, although the request was repeated."""


def explain(cause: BaseException) -> str:
    """What ended a request, in a few words: `urllib` wraps it, and some errors have no words but their name."""
    reason = getattr(cause, "reason", None)
    if isinstance(reason, BaseException):
        return explain(reason)
    return str(cause) or type(cause).__name__


class OutcomeUnknownError(NoAnswerError):
    """No conclusive answer to a creation came within its time limit, or before it was cancelled: the document may or may not exist.

    Call again with the very same key and body; a new key could issue it twice.
    """

    def __init__(self, key: str, cause: BaseException) -> None:
        super().__init__(f"no conclusive answer for key {key} ({explain(cause)}): repeat with the same key and the same body, never with another")
        self.key = key
