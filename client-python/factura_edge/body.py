"""Writes the body of a request as JSON, and refuses what JSON would lose: what is issued is what was given."""
from __future__ import annotations

import json
import math
import re
from datetime import date, datetime
from decimal import Decimal
from typing import Mapping, Sequence

from .errors import NotSentError

#: No request is nested deeper; a value that contains itself is.
MAX_DEPTH = 100
#: A decimal with an exponent beyond this is written with it, not with all its zeros.
MAX_EXPONENT = 40
#: Half of a character that has two UTF-16 units.
_HALF = re.compile("[\ud800-\udfff]")


def write_body(body: object) -> bytes:
    """The JSON text of a body, in UTF-8; it is written once, so that every try sends the same bytes.

    Raises NotSentError naming the member.
    """
    return _write(body, "", 0).encode("utf-8")


def _write(value: object, path: str, depth: int) -> str:
    if depth > MAX_DEPTH:
        raise _refuse(path, "nested too deeply, or contains itself")
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, str):
        return _write_text(value, path)
    if isinstance(value, (int, float, Decimal)):
        return _write_number(value, path)
    if isinstance(value, date) and not isinstance(value, datetime):
        return f'"{value.isoformat()}"'
    if isinstance(value, Mapping):
        return _write_mapping(value, path, depth)
    # The fields of a named tuple would lose their names.
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)) and not hasattr(value, "_fields"):
        return f"[{','.join(_write(one, f'{path}[{index}]', depth + 1) for index, one in enumerate(value))}]"
    if isinstance(value, datetime):
        raise _refuse(path, "a datetime, which is an instant: give its day, as a date")
    raise _refuse(path, f"of the type {type(value).__name__}, which JSON does not have")


def _write_text(value: str, path: str) -> str:
    if _HALF.search(value) is not None:
        raise _refuse(path, "a text with half of a character")
    return json.dumps(value, ensure_ascii=False)


def _write_number(value: object, path: str) -> str:
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise _refuse(path, f"{value}, which JSON does not have")
        return format(value, "f") if abs(value.adjusted()) <= MAX_EXPONENT else str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _refuse(path, f"{value}, which JSON does not have")
        return float.__repr__(value)
    assert isinstance(value, int)
    try:
        return int.__repr__(value)
    except ValueError as error:  # More digits than Python prints.
        raise _refuse(path, "an integer of thousands of digits") from error


def _write_mapping(value: Mapping[object, object], path: str, depth: int) -> str:
    members = []
    for name, member in value.items():
        member_path = f"{path}.{name}" if path else str(name)
        if not isinstance(name, str):
            raise _refuse(member_path, "under a name that is no text")
        members.append(f"{_write_text(name, member_path)}:{_write(member, member_path, depth + 1)}")
    return f"{{{','.join(members)}}}"


def _refuse(path: str, what: str) -> NotSentError:
    return NotSentError(f"{path or 'the body'} is {what}")
