# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""What an application tells its own caller about a key."""

from __future__ import annotations

# Status, title, detail and the header WWW-Authenticate.
REFUSALS: dict[str, tuple[int, str, str, str | None]] = {
    "MISSING": (401, "Unauthorized", "Send your API key as `Authorization: Bearer <key>`.", 'Bearer'),
    "NOT_FOUND": (401, "Unauthorized", "This API key is not known.", 'Bearer error="invalid_token"'),
    "DISABLED": (403, "Forbidden", "This API key is disabled.", None),
    "EXPIRED": (403, "Forbidden", "This API key has expired.", None),
    "FORBIDDEN": (403, "Forbidden", "This API key may not be used from your address.", None),
    "INSUFFICIENT_PERMISSIONS": (403, "Forbidden", "This API key lacks a permission for this.", 'Bearer error="insufficient_scope"'),
    "RATE_LIMITED": (429, "Too Many Requests", "This API key has made too many requests. Try again later.", None),
    "USAGE_EXCEEDED": (429, "Too Many Requests", "This API key does not have enough credits left.", None),
    "UNVERIFIED": (503, "Service Unavailable", "API keys cannot be verified at the moment. Try again later.", None),
}
