"""Turns JSON into models, and inputs into JSON. The types say what to do."""

from __future__ import annotations

import enum
import functools
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from typing import (
    Any,
    Final,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

T = TypeVar("T")
Convert = Callable[[Any], Any]


class NotGiven(enum.Enum):
    """The type of `NOT_GIVEN`: the request does not have the field. `None` is sent as null."""

    NOT_GIVEN = "NOT_GIVEN"

    def __repr__(self) -> str:
        return self.value

    def __bool__(self) -> bool:
        return False


NOT_GIVEN: Final = NotGiven.NOT_GIVEN


def decode(kind: type[T], value: object) -> T:
    """The value of a response as a model. Fields of a newer service are left out."""
    convert = _decoder_of(kind)
    decoded: Any = value if convert is None else convert(value)
    return cast("T", decoded)


def decode_list(kind: type[T], value: object) -> list[T]:
    """The values of a list as models."""
    convert = _decoder_of(kind)
    items = _items(value) if isinstance(value, list) else []
    return items if convert is None else [convert(item) for item in items]


def encode(kind: object, value: object) -> object:
    """The input as JSON has it. The service refuses what does not have its type."""
    convert = _encoder(kind)
    return value if convert is None else convert(value)


def wire_name(name: str) -> str:
    """`refill_day` is `refillDay` in JSON, and `from_` is `from`."""
    first, *others = name.rstrip("_").split("_")
    return first + "".join(part.capitalize() for part in others)


def _decoder_of(kind: Any) -> Convert | None:
    found: Convert | None = _decoder(kind)
    return found


@functools.cache
def _decoder(kind: Any) -> Convert | None:
    """How to decode values of a type. None if JSON has them already."""
    if get_origin(kind) is list:
        return _list_of(_decoder(get_args(kind)[0]))
    if _is_union(kind):
        return _first(_decoder(choice) for choice in get_args(kind))
    if not is_dataclass(kind):
        return None
    model: Any = kind
    hints = get_type_hints(kind)
    plan = [(name, wire_name(name), _decoder(hint)) for name, hint in hints.items()]

    def build(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        found = cast("dict[str, Any]", value)
        return model(**{name: _apply(convert, found.get(wire)) for name, wire, convert in plan})

    return build


@functools.cache
def _encoder(kind: Any) -> Convert | None:
    if get_origin(kind) is Sequence:
        return _list_of(_encoder(get_args(kind)[0]))
    if _is_union(kind):
        return _first(_encoder(choice) for choice in get_args(kind))
    if not is_typeddict(kind):
        return None
    encoders = {name: _encoder(hint) for name, hint in get_type_hints(kind).items()}

    def rename(value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        given = cast("Mapping[str, Any]", value)
        return {wire_name(name): _apply(encoders.get(name), item) for name, item in given.items()}

    return rename


def _list_of(convert: Convert | None) -> Convert | None:
    if convert is None:
        return None

    def convert_all(value: Any) -> Any:
        if not isinstance(value, Sequence) or isinstance(value, str):
            return value
        return [convert(item) for item in _items(value)]

    return convert_all


def _items(value: Any) -> list[Any]:
    return list(value)


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, types.UnionType)


def _first(converts: Any) -> Convert | None:
    return next((convert for convert in converts if convert is not None), None)


def _apply(convert: Convert | None, value: Any) -> Any:
    return value if convert is None or value is None else convert(value)
