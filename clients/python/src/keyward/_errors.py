"""The errors that calls raise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ._generated.codes import HINTS

ClientErrorCode = Literal["client/timeout", "client/unreachable", "client/unexpected_answer"]


@dataclass(frozen=True)
class Violation:
    """One invalid part of a request."""

    location: str
    """`body.<field>` or `header.<Name>`, with the names of the wire."""
    message: str
    fix: str | None = None
    """How to correct it, if that is not obvious."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What an error knows."""

    operation: str
    code: str
    detail: str
    status: int | None = None
    request_id: str | None = None
    type: str | None = None
    violations: tuple[Violation, ...] = ()
    retry_after: int | None = None


class KeywardError(Exception):
    """Base class of all errors. A newer service may send codes that this client does not know."""

    def __init__(self, problem: Problem) -> None:
        # The arguments of an exception are what pickle stores.
        super().__init__(problem)
        self.operation = problem.operation
        """The operation, such as `keys.verifyKey`."""
        self.code = problem.code
        """`<category>/<code>` from the service, or `client/…` if there was no response."""
        self.detail = problem.detail
        """What happened, in plain English. Never contains a secret."""
        self.status = problem.status
        """HTTP status of the response. None without a response."""
        self.request_id = problem.request_id
        """The request id in the log of the service. None if Keyward did not respond."""
        self.type = problem.type
        """URL of a page about the code."""
        self.violations = problem.violations
        """All violations, if the request was invalid."""
        self.retry_after = problem.retry_after
        """Seconds that the service asks you to wait before the next attempt."""

    @property
    def hint(self) -> str | None:
        """What to do about it."""
        fixes = [violation.fix for violation in self.violations if violation.fix is not None]
        return fixes[0] if fixes else HINTS.get(self.code)

    def __str__(self) -> str:
        where = "".join(f" {one.location} {one.message}." for one in self.violations)
        request = "" if self.request_id is None else f" [{self.request_id}]"
        return f"{self.operation} ({self.code}): {self.detail}{where}{request}"


class InvalidRequestError(KeywardError):
    """The service refuses the request as it is: 400, 413, 422 and other statuses below 500."""


class AuthenticationError(KeywardError):
    """401: the key of the client is missing or unknown."""


class PermissionDeniedError(KeywardError):
    """403: the key of the client may not do this."""


class NotFoundError(KeywardError):
    """404 and 410: the object does not exist, or no longer."""


class ConflictError(KeywardError):
    """409 and 412: the object exists already, or its state forbids the change."""


class RateLimitedError(KeywardError):
    """429: too many requests. `retry_after` says when to try again."""


class ServerError(KeywardError):
    """500 and above. 503 means that nothing happened."""


class UnreachableError(KeywardError):
    """No connection, or the connection broke."""


class TimedOutError(KeywardError):
    """No response in time. The call may have taken effect."""


class UnexpectedAnswerError(KeywardError):
    """The response is not from Keyward: a proxy or another service uses the address."""


_CLASSES: dict[int, type[KeywardError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    412: ConflictError,
    429: RateLimitedError,
}


def error_for(status: int, problem: Problem) -> KeywardError:
    """The error of a refusal, by its status."""
    usual = ServerError if status >= 500 else InvalidRequestError
    return _CLASSES.get(status, usual)(problem)
