"""Reads values of JSON as values of Python, and writes arguments as JSON and as queries."""

from __future__ import annotations

import json
from dataclasses import field
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, TypeVar, Union
from urllib.parse import quote, urlencode

T = TypeVar("T")


class Omit:
    """The type of `OMIT`."""

    def __repr__(self) -> str:
        return "OMIT"


OMIT = Omit()
"""Leaves an argument out of the call. `None` sends null instead, which resets a field."""


def or_omit(value: Optional[T]) -> Union[T, Omit]:
    """The value of an argument that cannot be null."""
    return OMIT if value is None else value


def present(members: Mapping[str, Any]) -> Dict[str, Any]:
    """The members that are not left out."""
    return {name: value for name, value in members.items() if not isinstance(value, Omit)}


def raw_field() -> Any:
    """The attribute with the JSON of an object. It has no part in comparisons."""
    return field(default_factory=dict, repr=False, compare=False)


def part(text: str) -> str:
    """The text as one part of a path."""
    return quote(text, safe="")


def read(wire: Mapping[str, Any], name: str, convert: Optional[Callable[[Any], Any]] = None) -> Any:
    """A member, converted if it has a value; None if it is null or absent."""
    value = wire.get(name)
    return value if value is None or convert is None else convert(value)


def read_list(wire: Mapping[str, Any], name: str, convert: Optional[Callable[[Any], Any]] = None) -> Any:
    """The entries of a list as a tuple; an empty one if the member is absent."""
    return read_optional_list(wire, name, convert) or ()


def read_optional_list(wire: Mapping[str, Any], name: str, convert: Optional[Callable[[Any], Any]] = None) -> Any:
    """The entries of a list as a tuple; None if the member is null or absent."""
    value = wire.get(name)
    if value is None:
        return None
    return tuple(value) if convert is None else tuple(convert(one) for one in value)


def read_map(wire: Mapping[str, Any], name: str, convert: Callable[[Any], Any]) -> Any:
    """The members of an object; None if it is null or absent."""
    value = wire.get(name)
    return None if value is None else {key: convert(one) for key, one in value.items()}


def read_all(convert: Callable[[Any], T]) -> Callable[[Any], Tuple[T, ...]]:
    """Returns a function that converts each entry of a list."""
    return lambda wire: tuple(convert(one) for one in wire)


def to_decimal(value: Any) -> Decimal:
    """A number of JSON, which `from_json` has read without loss."""
    return value if isinstance(value, Decimal) else Decimal(str(value))


def to_time(value: str) -> datetime:
    """A time of the service: RFC 3339 in UTC. Raises ValueError for other texts."""
    return datetime.fromisoformat(value[:-1] + "+00:00" if value.endswith("Z") else value)


def from_json(text: Union[str, bytes]) -> Any:
    """Reads JSON with exact numbers. Raises ValueError."""
    return json.loads(text, parse_float=Decimal)


def to_json(value: Any) -> bytes:
    """Writes JSON. Decimals and times become text."""
    return json.dumps(value, default=_to_text, ensure_ascii=False, allow_nan=False).encode("utf-8")


def to_query(members: Mapping[str, Any]) -> str:
    """Several values repeat the name, and pairs become `name[key]`."""
    return urlencode([pair for name, value in members.items() for pair in _pairs(name, value)])


def _pairs(name: str, value: Any) -> Iterator[Tuple[str, str]]:
    if value is None:
        return
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _pairs(f"{name}[{key}]", one)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for one in value:
            yield from _pairs(name, one)
    elif isinstance(value, bool):
        yield name, "true" if value else "false"
    else:
        yield name, value if isinstance(value, str) else _scalar(value)


def _scalar(value: Any) -> str:
    return str(value) if isinstance(value, (int, float)) else str(_to_text(value))


def _to_text(value: Any) -> Any:
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is not an amount")
        return format(value, "f")
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("a datetime needs a time zone, as in datetime.now(timezone.utc)")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (set, frozenset)):
        return _entries(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be sent to the service")


def _entries(value: Any) -> List[Any]:
    return list(value)
