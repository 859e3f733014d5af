# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""The page on which your customers manage their own keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven, encode
from . import models, params


class Portal:
    """The page on which your customers manage their own keys."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_session(
        self,
        *,
        identity_id: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        apis: Sequence[str] | NotGiven = NOT_GIVEN,
        actions: Sequence[Literal["create", "rename", "restrict", "rotate", "revoke", "usage", "refusals"]] | NotGiven = NOT_GIVEN,
        customer: str | NotGiven = NOT_GIVEN,
        actor: str | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven = NOT_GIVEN,
        locale: str | NotGiven = NOT_GIVEN,
        page: Literal["keys", "create", "usage"] | NotGiven = NOT_GIVEN,
        expires_in: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreateSessionResponse:
        """Create a link with which one customer manages its keys. Redirect the customer's browser
        to it: it opens once, within 5 minutes.

        Args:
            identity_id: The customer, by the id of its identity.
            external_id: The customer, by your own id. An unknown one is created, if you have
                `identity.*.create_identity`; else it is 404.
            apis: Ids of APIs of the portal to limit the session to. Default: all of the portal.
            actions: What the session may do, as far as the portal has it. Default: all that the
                portal has; for a person who has signed in, `usage` and `refusals`.
            customer: Name of the customer, as the page shows it.
            actor: Name of the person who manages the keys, as the page and events show it.
            return_url: Where the page leads back to. Its origin must be one of `return_origins`.
            locale: Language of the page, such as `de`. Default: that of the browser.
            page: Where the page opens. Default: `"keys"`.
            expires_in: How long the session lasts once it is opened, in milliseconds; at most 12
                hours. Default: `3600000`.

        Callers: a root key with `portal.*.create_session`.

        Errors: `data/identity_not_found`, `data/api_not_found`, `application/precondition_failed`,
            `limits/quota_exceeded`.

        Example:
            >>> client.portal.create_session(
            ...     external_id="user_42",
            ...     customer="Acme Ltd",
            ...     actor="Grace Hopper",
            ... )
            CreateSessionResponse(
                session_id="pts_1CWiKL6ExGW1ViAzv4Wk1Q",
                url="https://keys.example.com/portal/ws_1CAiZx1YPnJZtcPxTdBGPS#h6OTS03BTgm0xJvELiDs7pvIrVI70y3X5FJMX3_XJKM",
                expires=1767432900000,
            )
        """
        body: Body = {
            "identityId": identity_id,
            "externalId": external_id,
            "apis": apis,
            "actions": actions,
            "customer": customer,
            "actor": actor,
            "returnUrl": return_url,
            "locale": locale,
            "page": page,
            "expiresIn": expires_in,
        }
        return self._transport.call("portal.createSession", "once", body, options, models.CreateSessionResponse)

    def get_portal(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.Portal:
        """Show how the portal of your customers is configured. A workspace has one; until you
        enable it, it is off.

        Callers: a root key with `portal.*.read_portal`.

        Example:
            >>> client.portal.get_portal()
            Portal(
                enabled=True,
                apis=["api_1CAiZx1YPnJZtcPxTdBGPS"],
                actions=["create", ...],
                permissions=[],
                permissions_from="plan",
                max_keys=20,
                return_origins=[],
                frame_ancestors=[],
                name="Acme",
                url="https://keys.example.com/portal/ws_1CAiZx1YPnJZtcPxTdBGPS",
                created_at=1767346200000,
            )
        """
        body: Body = {}
        return self._transport.call("portal.getPortal", "query", body, options, models.Portal)

    def list_sessions(
        self,
        *,
        identity: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.PortalSession]:
        """List the live sessions of customers in the portal and the links that nobody has opened,
        newest first.

        Args:
            identity: Only sessions of this customer, by id or external id.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: a root key with `portal.*.read_portal`.

        Errors: `data/identity_not_found`.

        Example:
            >>> client.portal.list_sessions(identity="user_42", limit=20).data
            [
                PortalSession(
                    session_id="pts_1CWiKL6F1SRH2gZtC37cbw",
                    identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    external_id="user_42",
                    actor="Grace Hopper",
                    made_by=PortalSessionMadeBy(
                        type="root_key",
                        id="rk_1CWiKL6EsXSdgezLXY3sT4",
                    ),
                    created_at=1767432600000,
                    expires=1767432900000,
                ),
            ]
        """
        body: Body = {
            "identity": identity,
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("portal.listSessions", body, options, models.PortalSession)

    def revoke_sessions(
        self,
        *,
        session_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        all: Literal[True] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RevokeSessionsResponse:
        """End sessions in the portal at once on all nodes: one, all of a customer, or all.

        Args:
            session_id: Id of the portal session.
            identity: End all sessions of this customer, by id or external id.
            all: End all sessions of the workspace.

        Callers: a root key with `portal.*.create_session`.

        Errors: `data/identity_not_found`.

        Example:
            >>> client.portal.revoke_sessions(identity="user_42")
            RevokeSessionsResponse(revoked=1)
        """
        body: Body = {
            "sessionId": session_id,
            "identity": identity,
            "all": all,
        }
        return self._transport.call("portal.revokeSessions", "mutation", body, options, models.RevokeSessionsResponse)

    def update_portal(
        self,
        *,
        enabled: bool | NotGiven = NOT_GIVEN,
        apis: Sequence[str] | None | NotGiven = NOT_GIVEN,
        actions: Sequence[Literal["create", "rename", "restrict", "rotate", "revoke", "usage", "refusals"]] | None | NotGiven = NOT_GIVEN,
        permissions: Sequence[params.PortalPermissionInput] | None | NotGiven = NOT_GIVEN,
        permissions_from: Literal["plan", "portal"] | None | NotGiven = NOT_GIVEN,
        max_keys: int | None | NotGiven = NOT_GIVEN,
        expiry: params.PortalExpiryInput | None | NotGiven = NOT_GIVEN,
        return_origins: Sequence[str] | None | NotGiven = NOT_GIVEN,
        frame_ancestors: Sequence[str] | None | NotGiven = NOT_GIVEN,
        name: str | None | NotGiven = NOT_GIVEN,
        accent: str | None | NotGiven = NOT_GIVEN,
        logo: str | None | NotGiven = NOT_GIVEN,
        logo_dark: str | None | NotGiven = NOT_GIVEN,
        docs_url: str | None | NotGiven = NOT_GIVEN,
        support_url: str | None | NotGiven = NOT_GIVEN,
        texts: params.PortalTexts | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Portal:
        """Configure the portal, for all its sessions at once. Fields that you leave out stay, and
        null removes a value.

        Args:
            enabled: Whether the portal works. If not, no session of it does.
            apis: Ids of the APIs whose keys customers manage. Keys of other APIs do not exist in
                the portal. They replace the old list. null: none.
            actions: What customers may do: `create`, `rename`, `restrict` (to networks), `rotate`
                and `revoke` keys, see `usage`, and see `refusals`. They replace the old list. null:
                all but `restrict`.
            permissions: Permissions that customers can choose for a new key. They replace the old
                list. An unknown slug is created. null: none.
            permissions_from: Which of these customers can choose. `plan`: those that their identity
                or plan has, and a key with a choice is scoped. `portal`: all, and the key holds
                them whatever the plan. null: `plan`.
            max_keys: How many unexpired keys a customer may have in these APIs. `max_keys` of the
                plan applies too. null: 20.
            expiry: Lifetime of new keys. null removes it.
            return_origins: Origins to which a session can lead back, with `https`; on this machine
                also `http`. They replace the old list. null: none.
            frame_ancestors: Origins of pages that may embed the portal, in the same form. They need
                KEYWARD_PORTAL_URL with an origin of its own. They replace the old list. null: none.
            name: What customers read at the top. Default: the name of the workspace. null removes
                it.
            accent: Color of buttons and links, as `#rrggbb`. null removes it.
            logo: Logo, as a data URL with a PNG, JPEG or WebP image of at most 32 KiB. null removes
                it.
            logo_dark: Logo on a dark background, in the same form. null removes it.
            docs_url: Address of your documentation, with `https`. null removes it.
            support_url: Address at which customers get help, with `https`. null removes it.
            texts: Texts that replace the English ones, by language and id. They replace all old
                texts. null removes it.

        Callers: a root key with `portal.*.update_portal`.

        Errors: `data/api_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.portal.update_portal(
            ...     enabled=True,
            ...     name="Acme",
            ...     max_keys=10,
            ... )
            Portal(
                enabled=True,
                apis=["api_1CAiZx1YPnJZtcPxTdBGPS"],
                actions=["create", ...],
                permissions=[],
                permissions_from="plan",
                max_keys=10,
                return_origins=[],
                frame_ancestors=[],
                name="Acme",
                url="https://keys.example.com/portal/ws_1CAiZx1YPnJZtcPxTdBGPS",
                created_at=1767346200000,
                updated_at=1767432600000,
            )
        """
        body: Body = {
            "enabled": enabled,
            "apis": apis,
            "actions": actions,
            "permissions": encode(Sequence[params.PortalPermissionInput], permissions),
            "permissionsFrom": permissions_from,
            "maxKeys": max_keys,
            "expiry": encode(params.PortalExpiryInput, expiry),
            "returnOrigins": return_origins,
            "frameAncestors": frame_ancestors,
            "name": name,
            "accent": accent,
            "logo": logo,
            "logoDark": logo_dark,
            "docsUrl": docs_url,
            "supportUrl": support_url,
            "texts": texts,
        }
        return self._transport.call("portal.updatePortal", "mutation", body, options, models.Portal)


class AsyncPortal:
    """The page on which your customers manage their own keys."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_session(
        self,
        *,
        identity_id: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        apis: Sequence[str] | NotGiven = NOT_GIVEN,
        actions: Sequence[Literal["create", "rename", "restrict", "rotate", "revoke", "usage", "refusals"]] | NotGiven = NOT_GIVEN,
        customer: str | NotGiven = NOT_GIVEN,
        actor: str | NotGiven = NOT_GIVEN,
        return_url: str | NotGiven = NOT_GIVEN,
        locale: str | NotGiven = NOT_GIVEN,
        page: Literal["keys", "create", "usage"] | NotGiven = NOT_GIVEN,
        expires_in: int | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreateSessionResponse:
        """Create a link with which one customer manages its keys. Redirect the customer's browser
        to it: it opens once, within 5 minutes.

        Args:
            identity_id: The customer, by the id of its identity.
            external_id: The customer, by your own id. An unknown one is created, if you have
                `identity.*.create_identity`; else it is 404.
            apis: Ids of APIs of the portal to limit the session to. Default: all of the portal.
            actions: What the session may do, as far as the portal has it. Default: all that the
                portal has; for a person who has signed in, `usage` and `refusals`.
            customer: Name of the customer, as the page shows it.
            actor: Name of the person who manages the keys, as the page and events show it.
            return_url: Where the page leads back to. Its origin must be one of `return_origins`.
            locale: Language of the page, such as `de`. Default: that of the browser.
            page: Where the page opens. Default: `"keys"`.
            expires_in: How long the session lasts once it is opened, in milliseconds; at most 12
                hours. Default: `3600000`.

        Callers: a root key with `portal.*.create_session`.

        Errors: `data/identity_not_found`, `data/api_not_found`, `application/precondition_failed`,
            `limits/quota_exceeded`.

        Example:
            >>> await client.portal.create_session(
            ...     external_id="user_42",
            ...     customer="Acme Ltd",
            ...     actor="Grace Hopper",
            ... )
            CreateSessionResponse(
                session_id="pts_1CWiKL6ExGW1ViAzv4Wk1Q",
                url="https://keys.example.com/portal/ws_1CAiZx1YPnJZtcPxTdBGPS#h6OTS03BTgm0xJvELiDs7pvIrVI70y3X5FJMX3_XJKM",
                expires=1767432900000,
            )
        """
        body: Body = {
            "identityId": identity_id,
            "externalId": external_id,
            "apis": apis,
            "actions": actions,
            "customer": customer,
            "actor": actor,
            "returnUrl": return_url,
            "locale": locale,
            "page": page,
            "expiresIn": expires_in,
        }
        return await self._transport.call("portal.createSession", "once", body, options, models.CreateSessionResponse)

    async def get_portal(
        self,
        *,
        options: CallOptions | None = None,
    ) -> models.Portal:
        """Show how the portal of your customers is configured. A workspace has one; until you
        enable it, it is off.

        Callers: a root key with `portal.*.read_portal`.

        Example:
            >>> await client.portal.get_portal()
            Portal(
                enabled=True,
                apis=["api_1CAiZx1YPnJZtcPxTdBGPS"],
                actions=["create", ...],
                permissions=[],
                permissions_from="plan",
                max_keys=20,
                return_origins=[],
                frame_ancestors=[],
                name="Acme",
                url="https://keys.example.com/portal/ws_1CAiZx1YPnJZtcPxTdBGPS",
                created_at=1767346200000,
            )
        """
        body: Body = {}
        return await self._transport.call("portal.getPortal", "query", body, options, models.Portal)

    def list_sessions(
        self,
        *,
        identity: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.PortalSession]:
        """List the live sessions of customers in the portal and the links that nobody has opened,
        newest first.

        Args:
            identity: Only sessions of this customer, by id or external id.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: a root key with `portal.*.read_portal`.

        Errors: `data/identity_not_found`.

        Example:
            >>> await client.portal.list_sessions(identity="user_42", limit=20).data
            [
                PortalSession(
                    session_id="pts_1CWiKL6F1SRH2gZtC37cbw",
                    identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    external_id="user_42",
                    actor="Grace Hopper",
                    made_by=PortalSessionMadeBy(
                        type="root_key",
                        id="rk_1CWiKL6EsXSdgezLXY3sT4",
                    ),
                    created_at=1767432600000,
                    expires=1767432900000,
                ),
            ]
        """
        body: Body = {
            "identity": identity,
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("portal.listSessions", body, options, models.PortalSession)

    async def revoke_sessions(
        self,
        *,
        session_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        all: Literal[True] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RevokeSessionsResponse:
        """End sessions in the portal at once on all nodes: one, all of a customer, or all.

        Args:
            session_id: Id of the portal session.
            identity: End all sessions of this customer, by id or external id.
            all: End all sessions of the workspace.

        Callers: a root key with `portal.*.create_session`.

        Errors: `data/identity_not_found`.

        Example:
            >>> await client.portal.revoke_sessions(identity="user_42")
            RevokeSessionsResponse(revoked=1)
        """
        body: Body = {
            "sessionId": session_id,
            "identity": identity,
            "all": all,
        }
        return await self._transport.call("portal.revokeSessions", "mutation", body, options, models.RevokeSessionsResponse)

    async def update_portal(
        self,
        *,
        enabled: bool | NotGiven = NOT_GIVEN,
        apis: Sequence[str] | None | NotGiven = NOT_GIVEN,
        actions: Sequence[Literal["create", "rename", "restrict", "rotate", "revoke", "usage", "refusals"]] | None | NotGiven = NOT_GIVEN,
        permissions: Sequence[params.PortalPermissionInput] | None | NotGiven = NOT_GIVEN,
        permissions_from: Literal["plan", "portal"] | None | NotGiven = NOT_GIVEN,
        max_keys: int | None | NotGiven = NOT_GIVEN,
        expiry: params.PortalExpiryInput | None | NotGiven = NOT_GIVEN,
        return_origins: Sequence[str] | None | NotGiven = NOT_GIVEN,
        frame_ancestors: Sequence[str] | None | NotGiven = NOT_GIVEN,
        name: str | None | NotGiven = NOT_GIVEN,
        accent: str | None | NotGiven = NOT_GIVEN,
        logo: str | None | NotGiven = NOT_GIVEN,
        logo_dark: str | None | NotGiven = NOT_GIVEN,
        docs_url: str | None | NotGiven = NOT_GIVEN,
        support_url: str | None | NotGiven = NOT_GIVEN,
        texts: params.PortalTexts | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Portal:
        """Configure the portal, for all its sessions at once. Fields that you leave out stay, and
        null removes a value.

        Args:
            enabled: Whether the portal works. If not, no session of it does.
            apis: Ids of the APIs whose keys customers manage. Keys of other APIs do not exist in
                the portal. They replace the old list. null: none.
            actions: What customers may do: `create`, `rename`, `restrict` (to networks), `rotate`
                and `revoke` keys, see `usage`, and see `refusals`. They replace the old list. null:
                all but `restrict`.
            permissions: Permissions that customers can choose for a new key. They replace the old
                list. An unknown slug is created. null: none.
            permissions_from: Which of these customers can choose. `plan`: those that their identity
                or plan has, and a key with a choice is scoped. `portal`: all, and the key holds
                them whatever the plan. null: `plan`.
            max_keys: How many unexpired keys a customer may have in these APIs. `max_keys` of the
                plan applies too. null: 20.
            expiry: Lifetime of new keys. null removes it.
            return_origins: Origins to which a session can lead back, with `https`; on this machine
                also `http`. They replace the old list. null: none.
            frame_ancestors: Origins of pages that may embed the portal, in the same form. They need
                KEYWARD_PORTAL_URL with an origin of its own. They replace the old list. null: none.
            name: What customers read at the top. Default: the name of the workspace. null removes
                it.
            accent: Color of buttons and links, as `#rrggbb`. null removes it.
            logo: Logo, as a data URL with a PNG, JPEG or WebP image of at most 32 KiB. null removes
                it.
            logo_dark: Logo on a dark background, in the same form. null removes it.
            docs_url: Address of your documentation, with `https`. null removes it.
            support_url: Address at which customers get help, with `https`. null removes it.
            texts: Texts that replace the English ones, by language and id. They replace all old
                texts. null removes it.

        Callers: a root key with `portal.*.update_portal`.

        Errors: `data/api_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.portal.update_portal(
            ...     enabled=True,
            ...     name="Acme",
            ...     max_keys=10,
            ... )
            Portal(
                enabled=True,
                apis=["api_1CAiZx1YPnJZtcPxTdBGPS"],
                actions=["create", ...],
                permissions=[],
                permissions_from="plan",
                max_keys=10,
                return_origins=[],
                frame_ancestors=[],
                name="Acme",
                url="https://keys.example.com/portal/ws_1CAiZx1YPnJZtcPxTdBGPS",
                created_at=1767346200000,
                updated_at=1767432600000,
            )
        """
        body: Body = {
            "enabled": enabled,
            "apis": apis,
            "actions": actions,
            "permissions": encode(Sequence[params.PortalPermissionInput], permissions),
            "permissionsFrom": permissions_from,
            "maxKeys": max_keys,
            "expiry": encode(params.PortalExpiryInput, expiry),
            "returnOrigins": return_origins,
            "frameAncestors": frame_ancestors,
            "name": name,
            "accent": accent,
            "logo": logo,
            "logoDark": logo_dark,
            "docsUrl": docs_url,
            "supportUrl": support_url,
            "texts": texts,
        }
        return await self._transport.call("portal.updatePortal", "mutation", body, options, models.Portal)
