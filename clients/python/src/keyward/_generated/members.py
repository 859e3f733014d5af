# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""The people who may act in a workspace, and their roles."""

from __future__ import annotations

from typing import Literal

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven
from . import models, params


class Members:
    """The people who may act in a workspace, and their roles."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def invite_member(
        self,
        *,
        email: str,
        role: params.MemberRole,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.InviteMemberResponse:
        """Create a link that makes one person a member of the workspace. Send the link yourself; it
        works once.

        Args:
            email: E-mail address of the person. Keyward sends no mail.
            role: The role of the new member. You must hold everything that it allows.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `member.*.invite_member`.

        Errors: `data/workspace_not_found`, `application/precondition_failed`.

        Example:
            >>> client.members.invite_member(
            ...     email="grace@example.com",
            ...     role="developer",
            ... )
            InviteMemberResponse(
                invitation_id="inv_1CWiKL6Ex2Vqytx9VhVENd",
                url="https://keys.example.com/invitation#c955fWB9Ydal062B7CEeH8kOHRkaHtsFtfjMqlm0lsw",
                expires=1767691800000,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "email": email,
            "role": role,
        }
        return self._transport.call("members.inviteMember", "mutation", body, options, models.InviteMemberResponse)

    def list_invitations(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Invitation]:
        """List the invitations that are not accepted yet.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `member.*.read_member`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.members.list_invitations(limit=20).data
            [
                Invitation(
                    invitation_id="inv_1CAiZx1YPnJZtcPxTdBGPS",
                    email="grace@example.com",
                    role="developer",
                    created_at=1767346200000,
                    expires=1767605400000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "workspaceId": workspace_id,
        }
        return self._transport.pages("members.listInvitations", body, options, models.Invitation)

    def list_members(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Member]:
        """List the people who are members of a workspace, with their roles.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only members whose id, address or name contains this text.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `member.*.read_member`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> client.members.list_members(limit=20).data
            [
                Member(
                    user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
                    role="developer",
                    created_at=1767346200000,
                    email="grace@example.com",
                    name="Grace Hopper",
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
            "workspaceId": workspace_id,
        }
        return self._transport.pages("members.listMembers", body, options, models.Member)

    def remove_member(
        self,
        *,
        user_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        root_keys: Literal["keep", "disable"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RemoveMemberResponse:
        """Remove a member from the workspace, and show the root keys that this person created.

        Args:
            user_id: Id of the user.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            root_keys: What happens to the root keys that this person created. `disable` disables up
                to 1,000. Default: `"keep"`.

        Callers: an operator key; or a root key with `member.*.remove_member`.

        Errors: `data/workspace_not_found`, `data/member_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.members.remove_member(
            ...     user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
            ...     root_keys="keep",
            ... )
            RemoveMemberResponse(root_keys=[])
        """
        body: Body = {
            "workspaceId": workspace_id,
            "userId": user_id,
            "rootKeys": root_keys,
        }
        return self._transport.call("members.removeMember", "mutation", body, options, models.RemoveMemberResponse)

    def revoke_invitation(
        self,
        *,
        invitation_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Revoke an invitation, so that its link stops working.

        Args:
            invitation_id: Id of the invitation.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `member.*.invite_member`.

        Errors: `data/workspace_not_found`, `data/invitation_not_found`.

        Example:
            >>> client.members.revoke_invitation(
            ...     invitation_id="inv_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "invitationId": invitation_id,
        }
        self._transport.send("members.revokeInvitation", "mutation", body, options)

    def update_member(
        self,
        *,
        user_id: str,
        role: params.MemberRole,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Member:
        """Change the role of a member. You must hold everything that the old and the new role
        allow.

        Args:
            user_id: Id of the user.
            role: The new role.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `member.*.update_member`.

        Errors: `data/workspace_not_found`, `data/member_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.members.update_member(
            ...     user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
            ...     role="admin",
            ... )
            Member(
                user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
                role="admin",
                created_at=1767346200000,
                updated_at=1767432600000,
                email="grace@example.com",
                name="Grace Hopper",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "userId": user_id,
            "role": role,
        }
        return self._transport.call("members.updateMember", "mutation", body, options, models.Member)


class AsyncMembers:
    """The people who may act in a workspace, and their roles."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def invite_member(
        self,
        *,
        email: str,
        role: params.MemberRole,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.InviteMemberResponse:
        """Create a link that makes one person a member of the workspace. Send the link yourself; it
        works once.

        Args:
            email: E-mail address of the person. Keyward sends no mail.
            role: The role of the new member. You must hold everything that it allows.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `member.*.invite_member`.

        Errors: `data/workspace_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.members.invite_member(
            ...     email="grace@example.com",
            ...     role="developer",
            ... )
            InviteMemberResponse(
                invitation_id="inv_1CWiKL6Ex2Vqytx9VhVENd",
                url="https://keys.example.com/invitation#c955fWB9Ydal062B7CEeH8kOHRkaHtsFtfjMqlm0lsw",
                expires=1767691800000,
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "email": email,
            "role": role,
        }
        return await self._transport.call("members.inviteMember", "mutation", body, options, models.InviteMemberResponse)

    def list_invitations(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Invitation]:
        """List the invitations that are not accepted yet.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `member.*.read_member`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.members.list_invitations(limit=20).data
            [
                Invitation(
                    invitation_id="inv_1CAiZx1YPnJZtcPxTdBGPS",
                    email="grace@example.com",
                    role="developer",
                    created_at=1767346200000,
                    expires=1767605400000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "workspaceId": workspace_id,
        }
        return self._transport.pages("members.listInvitations", body, options, models.Invitation)

    def list_members(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Member]:
        """List the people who are members of a workspace, with their roles.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only members whose id, address or name contains this text.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `member.*.read_member`.

        Errors: `data/workspace_not_found`.

        Example:
            >>> await client.members.list_members(limit=20).data
            [
                Member(
                    user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
                    role="developer",
                    created_at=1767346200000,
                    email="grace@example.com",
                    name="Grace Hopper",
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
            "workspaceId": workspace_id,
        }
        return self._transport.pages("members.listMembers", body, options, models.Member)

    async def remove_member(
        self,
        *,
        user_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        root_keys: Literal["keep", "disable"] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.RemoveMemberResponse:
        """Remove a member from the workspace, and show the root keys that this person created.

        Args:
            user_id: Id of the user.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            root_keys: What happens to the root keys that this person created. `disable` disables up
                to 1,000. Default: `"keep"`.

        Callers: an operator key; or a root key with `member.*.remove_member`.

        Errors: `data/workspace_not_found`, `data/member_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.members.remove_member(
            ...     user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
            ...     root_keys="keep",
            ... )
            RemoveMemberResponse(root_keys=[])
        """
        body: Body = {
            "workspaceId": workspace_id,
            "userId": user_id,
            "rootKeys": root_keys,
        }
        return await self._transport.call("members.removeMember", "mutation", body, options, models.RemoveMemberResponse)

    async def revoke_invitation(
        self,
        *,
        invitation_id: str,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Revoke an invitation, so that its link stops working.

        Args:
            invitation_id: Id of the invitation.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `member.*.invite_member`.

        Errors: `data/workspace_not_found`, `data/invitation_not_found`.

        Example:
            >>> await client.members.revoke_invitation(
            ...     invitation_id="inv_1CAiZx1YPnJZtcPxTdBGPS",
            ... )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "invitationId": invitation_id,
        }
        await self._transport.send("members.revokeInvitation", "mutation", body, options)

    async def update_member(
        self,
        *,
        user_id: str,
        role: params.MemberRole,
        workspace_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Member:
        """Change the role of a member. You must hold everything that the old and the new role
        allow.

        Args:
            user_id: Id of the user.
            role: The new role.
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.

        Callers: an operator key; or a root key with `member.*.update_member`.

        Errors: `data/workspace_not_found`, `data/member_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.members.update_member(
            ...     user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
            ...     role="admin",
            ... )
            Member(
                user_id="usr_1CAiZx1YPnJZtcPxTdBGPS",
                role="admin",
                created_at=1767346200000,
                updated_at=1767432600000,
                email="grace@example.com",
                name="Grace Hopper",
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "userId": user_id,
            "role": role,
        }
        return await self._transport.call("members.updateMember", "mutation", body, options, models.Member)
