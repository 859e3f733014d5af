"""The Python client of Keyward, the self-hosted API-key service."""

from ._call import CallOptions, ResponseInfo
from ._client import AsyncKeyward, Keyward
from ._errors import (
    AuthenticationError,
    ClientErrorCode,
    ConflictError,
    InvalidRequestError,
    KeywardError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitedError,
    ServerError,
    TimedOutError,
    UnexpectedAnswerError,
    UnreachableError,
    Violation,
)
from ._generated.codes import ErrorCode
from ._generated.version import VERSION as __version__  # noqa: N811
from ._guard import Demands, GuardOptions, Unverified, Verdict
from ._pages import AsyncPage, AsyncPages, Page
from ._refusals import Refusal
from ._reservations import AsyncReservation, Reservation
from ._webhooks import WebhookError, verify_webhook
from ._wire import NOT_GIVEN, NotGiven

__all__ = [
    "NOT_GIVEN",
    "AsyncKeyward",
    "AsyncPage",
    "AsyncPages",
    "AsyncReservation",
    "AuthenticationError",
    "CallOptions",
    "ClientErrorCode",
    "ConflictError",
    "Demands",
    "ErrorCode",
    "GuardOptions",
    "InvalidRequestError",
    "Keyward",
    "KeywardError",
    "NotFoundError",
    "NotGiven",
    "Page",
    "PermissionDeniedError",
    "RateLimitedError",
    "Refusal",
    "Reservation",
    "ResponseInfo",
    "ServerError",
    "TimedOutError",
    "UnexpectedAnswerError",
    "UnreachableError",
    "Unverified",
    "Verdict",
    "Violation",
    "WebhookError",
    "__version__",
    "verify_webhook",
]
