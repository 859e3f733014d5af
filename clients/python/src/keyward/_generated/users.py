# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""The people of the installation. The operator manages them."""

from __future__ import annotations

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven
from . import models


class Users:
    """The people of the installation. The operator manages them."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_reset_link(
        self,
        *,
        user_id: str,
        options: CallOptions | None = None,
    ) -> models.CreateResetLinkResponse:
        """Create a link that lets a user set a new password. Send the link yourself; it works once.

        Args:
            user_id: Id of the user.

        Callers: an operator key.

        Errors: `data/user_not_found`.

        Example:
            >>> client.users.create_reset_link(
            ...     user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            CreateResetLinkResponse(
                url="https://keys.example.com/reset#DiZwbspvWk2uo69I25OiUoBUjUiLv-GBJlpwzZzpPL4",
                expires=1767691800000,
            )
        """
        body: Body = {
            "userId": user_id,
        }
        return self._transport.call("users.createResetLink", "mutation", body, options, models.CreateResetLinkResponse)

    def delete_user(
        self,
        *,
        user_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a user with all memberships and sessions. Root keys that the user created stay.

        Args:
            user_id: Id of the user.

        Callers: an operator key.

        Errors: `data/user_not_found`.

        Example:
            >>> client.users.delete_user(user_id="usr_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "userId": user_id,
        }
        self._transport.send("users.deleteUser", "mutation", body, options)

    def list_reset_links(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.ResetLink]:
        """List the reset links that can still be used, and who made them.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: an operator key.

        Example:
            >>> client.users.list_reset_links(limit=20).data
            [
                ResetLink(
                    user_id="usr_1CWiKL6EyPyACpCBuZX87b",
                    email="grace@example.com",
                    name="Grace Hopper",
                    created_by=ResetLinkCreatedBy(
                        type="operator",
                        id="operator",
                    ),
                    created_at=1767432600000,
                    expires=1767691800000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("users.listResetLinks", body, options, models.ResetLink)

    def list_users(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.User]:
        """List the users of the installation.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only users whose id, address or name contains this text.

        Callers: an operator key.

        Example:
            >>> client.users.list_users(limit=20).data
            [
                User(
                    user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
                    email="grace@example.com",
                    name="Grace Hopper",
                    operator=False,
                    created_at=1767346200000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("users.listUsers", body, options, models.User)

    def revoke_reset_link(
        self,
        *,
        user_id: str,
        options: CallOptions | None = None,
    ) -> models.RevokeResetLinkResponse:
        """Revoke the open reset link of a user, so that it stops working.

        Args:
            user_id: Id of the user.

        Callers: an operator key.

        Errors: `data/user_not_found`.

        Example:
            >>> client.users.revoke_reset_link(
            ...     user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            RevokeResetLinkResponse(revoked=True)
        """
        body: Body = {
            "userId": user_id,
        }
        return self._transport.call("users.revokeResetLink", "mutation", body, options, models.RevokeResetLinkResponse)

    def update_user(
        self,
        *,
        user_id: str,
        operator: bool,
        options: CallOptions | None = None,
    ) -> models.User:
        """Make a user an operator of the installation, or remove that right.

        Args:
            user_id: Id of the user.
            operator: Whether the user may call the operations of operators.

        Callers: an operator key.

        Errors: `data/user_not_found`.

        Example:
            >>> client.users.update_user(
            ...     user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
            ...     operator=True,
            ... )
            User(
                user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
                email="grace@example.com",
                name="Grace Hopper",
                operator=True,
                created_at=1767346200000,
                updated_at=1767432600000,
            )
        """
        body: Body = {
            "userId": user_id,
            "operator": operator,
        }
        return self._transport.call("users.updateUser", "mutation", body, options, models.User)


class AsyncUsers:
    """The people of the installation. The operator manages them."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_reset_link(
        self,
        *,
        user_id: str,
        options: CallOptions | None = None,
    ) -> models.CreateResetLinkResponse:
        """Create a link that lets a user set a new password. Send the link yourself; it works once.

        Args:
            user_id: Id of the user.

        Callers: an operator key.

        Errors: `data/user_not_found`.

        Example:
            >>> await client.users.create_reset_link(
            ...     user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            CreateResetLinkResponse(
                url="https://keys.example.com/reset#DiZwbspvWk2uo69I25OiUoBUjUiLv-GBJlpwzZzpPL4",
                expires=1767691800000,
            )
        """
        body: Body = {
            "userId": user_id,
        }
        return await self._transport.call("users.createResetLink", "mutation", body, options, models.CreateResetLinkResponse)

    async def delete_user(
        self,
        *,
        user_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a user with all memberships and sessions. Root keys that the user created stay.

        Args:
            user_id: Id of the user.

        Callers: an operator key.

        Errors: `data/user_not_found`.

        Example:
            >>> await client.users.delete_user(user_id="usr_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "userId": user_id,
        }
        await self._transport.send("users.deleteUser", "mutation", body, options)

    def list_reset_links(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.ResetLink]:
        """List the reset links that can still be used, and who made them.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: an operator key.

        Example:
            >>> await client.users.list_reset_links(limit=20).data
            [
                ResetLink(
                    user_id="usr_1CWiKL6EyPyACpCBuZX87b",
                    email="grace@example.com",
                    name="Grace Hopper",
                    created_by=ResetLinkCreatedBy(
                        type="operator",
                        id="operator",
                    ),
                    created_at=1767432600000,
                    expires=1767691800000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("users.listResetLinks", body, options, models.ResetLink)

    def list_users(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.User]:
        """List the users of the installation.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only users whose id, address or name contains this text.

        Callers: an operator key.

        Example:
            >>> await client.users.list_users(limit=20).data
            [
                User(
                    user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
                    email="grace@example.com",
                    name="Grace Hopper",
                    operator=False,
                    created_at=1767346200000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
        }
        return self._transport.pages("users.listUsers", body, options, models.User)

    async def revoke_reset_link(
        self,
        *,
        user_id: str,
        options: CallOptions | None = None,
    ) -> models.RevokeResetLinkResponse:
        """Revoke the open reset link of a user, so that it stops working.

        Args:
            user_id: Id of the user.

        Callers: an operator key.

        Errors: `data/user_not_found`.

        Example:
            >>> await client.users.revoke_reset_link(
            ...     user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
            RevokeResetLinkResponse(revoked=True)
        """
        body: Body = {
            "userId": user_id,
        }
        return await self._transport.call("users.revokeResetLink", "mutation", body, options, models.RevokeResetLinkResponse)

    async def update_user(
        self,
        *,
        user_id: str,
        operator: bool,
        options: CallOptions | None = None,
    ) -> models.User:
        """Make a user an operator of the installation, or remove that right.

        Args:
            user_id: Id of the user.
            operator: Whether the user may call the operations of operators.

        Callers: an operator key.

        Errors: `data/user_not_found`.

        Example:
            >>> await client.users.update_user(
            ...     user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
            ...     operator=True,
            ... )
            User(
                user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
                email="grace@example.com",
                name="Grace Hopper",
                operator=True,
                created_at=1767346200000,
                updated_at=1767432600000,
            )
        """
        body: Body = {
            "userId": user_id,
            "operator": operator,
        }
        return await self._transport.call("users.updateUser", "mutation", body, options, models.User)
