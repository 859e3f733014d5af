# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""Permissions and roles that you attach to your own keys."""

from __future__ import annotations

from collections.abc import Sequence

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven
from . import models


class Permissions:
    """Permissions and roles that you attach to your own keys."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_permission(
        self,
        *,
        name: str,
        slug: str,
        description: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreatePermissionResponse:
        """Create a permission that keys and roles can hold.

        Args:
            name: Name of the permission, for people.
            slug: Slug that keys and queries name, such as `documents.read`.
            description: Description, for people.

        Callers: a root key with `rbac.*.create_permission`.

        Errors: `data/permission_already_exists`.

        Example:
            >>> client.permissions.create_permission(
            ...     name="Delete documents",
            ...     slug="documents.delete",
            ... )
            CreatePermissionResponse(
                permission_id="perm_1CWiKL6EyEdUnBhoQL3dVh",
            )
        """
        body: Body = {
            "name": name,
            "slug": slug,
            "description": description,
        }
        return self._transport.call("permissions.createPermission", "mutation", body, options, models.CreatePermissionResponse)

    def create_role(
        self,
        *,
        name: str,
        description: str | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreateRoleResponse:
        """Create a role: a named set of permissions that keys can hold.

        Args:
            name: Name of the role.
            description: Description, for people.
            permissions: Permissions, by id or slug. An unknown slug is created. Default: `[]`.

        Callers: a root key with `rbac.*.create_role`.

        Errors: `data/role_already_exists`, `data/permission_not_found`.

        Example:
            >>> client.permissions.create_role(
            ...     name="auditor",
            ...     description="Reads everything.",
            ...     permissions=["documents.read"],
            ... )
            CreateRoleResponse(
                role_id="role_1CWiKL6F4SgM1FDhRUB5kV",
            )
        """
        body: Body = {
            "name": name,
            "description": description,
            "permissions": permissions,
        }
        return self._transport.call("permissions.createRole", "mutation", body, options, models.CreateRoleResponse)

    def delete_permission(
        self,
        *,
        permission: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a permission. Every role, key and identity loses it at once.

        Args:
            permission: Id or slug of the permission.

        Callers: a root key with `rbac.*.delete_permission`.

        Errors: `data/permission_not_found`.

        Example:
            >>> client.permissions.delete_permission(
            ...     permission="documents.read",
            ... )
        """
        body: Body = {
            "permission": permission,
        }
        self._transport.send("permissions.deletePermission", "mutation", body, options)

    def delete_role(
        self,
        *,
        role: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a role. Every key loses it and its permissions at once; the permissions themselves
        stay.

        Args:
            role: Id or name of the role.

        Callers: a root key with `rbac.*.delete_role`.

        Errors: `data/role_not_found`.

        Example:
            >>> client.permissions.delete_role(role="editor")
        """
        body: Body = {
            "role": role,
        }
        self._transport.send("permissions.deleteRole", "mutation", body, options)

    def get_permission(
        self,
        *,
        permission: str,
        options: CallOptions | None = None,
    ) -> models.Permission:
        """Show a permission, by its id or slug.

        Args:
            permission: Id or slug of the permission.

        Callers: a root key with `rbac.*.read_permission`.

        Errors: `data/permission_not_found`.

        Example:
            >>> client.permissions.get_permission(permission="documents.read")
            Permission(
                id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                name="Read",
                slug="documents.read",
            )
        """
        body: Body = {
            "permission": permission,
        }
        return self._transport.call("permissions.getPermission", "query", body, options, models.Permission)

    def get_role(
        self,
        *,
        role: str,
        options: CallOptions | None = None,
    ) -> models.Role:
        """Show a role and its permissions, by its id or name.

        Args:
            role: Id or name of the role.

        Callers: a root key with `rbac.*.read_role`.

        Errors: `data/role_not_found`.

        Example:
            >>> client.permissions.get_role(role="editor")
            Role(
                id="role_1CAiZx1YPnJZtcPxTdBGPS",
                name="editor",
                permissions=[
                    Permission(
                        id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                        name="Read",
                        slug="documents.read",
                    ),
                ],
            )
        """
        body: Body = {
            "role": role,
        }
        return self._transport.call("permissions.getRole", "query", body, options, models.Role)

    def list_permissions(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        count_keys: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Permission]:
        """List the permissions of the workspace.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only permissions whose id, name, slug or description contains this text.
            count_keys: Whether to return the number of keys of each permission, in `keys`.

        Callers: a root key with `rbac.*.read_permission`.

        Example:
            >>> client.permissions.list_permissions(limit=20).data
            [
                Permission(
                    id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Read",
                    slug="documents.read",
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
            "countKeys": count_keys,
        }
        return self._transport.pages("permissions.listPermissions", body, options, models.Permission)

    def list_roles(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        count_keys: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Role]:
        """List the roles of the workspace with their permissions.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only roles whose id, name or description contains this text.
            count_keys: Whether to return the number of keys of each role, in `keys`.

        Callers: a root key with `rbac.*.read_role`.

        Example:
            >>> client.permissions.list_roles(limit=20).data
            [
                Role(
                    id="role_1CAiZx1YPnJZtcPxTdBGPS",
                    name="editor",
                    permissions=[
                        Permission(
                            id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                            name="Read",
                            slug="documents.read",
                        ),
                    ],
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
            "countKeys": count_keys,
        }
        return self._transport.pages("permissions.listRoles", body, options, models.Role)

    def set_role_permissions(
        self,
        *,
        permissions: Sequence[str],
        role: str | NotGiven = NOT_GIVEN,
        role_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> list[models.Permission]:
        """Replace the permissions of a role, for every key that holds it.

        Args:
            permissions: Permissions, by id or slug. An unknown slug is created; `[]` removes all.
            role: Id or name of the role.
            role_id: Match the id only.

        Callers: a root key with `rbac.*.add_permission_to_role` and
            `rbac.*.remove_permission_from_role`.

        Errors: `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.permissions.set_role_permissions(
            ...     role="editor",
            ...     permissions=["documents.read"],
            ... )
            [
                Permission(
                    id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Read",
                    slug="documents.read",
                ),
            ]
        """
        body: Body = {
            "role": role,
            "roleId": role_id,
            "permissions": permissions,
        }
        return self._transport.call("permissions.setRolePermissions", "mutation", body, options, list[models.Permission])

    def update_permission(
        self,
        *,
        permission: str,
        name: str | NotGiven = NOT_GIVEN,
        slug: str | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Permission:
        """Change the name or description of a permission. Its slug cannot change.

        Args:
            permission: Id or slug of the permission.
            name: Name of the permission, for people.
            slug: The slug that the permission has. Any other is refused.
            description: Description, for people. null or an empty text removes it.

        Callers: a root key with `rbac.*.update_permission`.

        Errors: `data/permission_not_found`, `application/precondition_failed`.

        Example:
            >>> client.permissions.update_permission(
            ...     permission="documents.read",
            ...     name="Read documents",
            ...     description="Also drafts.",
            ... )
            Permission(
                id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                name="Read documents",
                slug="documents.read",
                description="Also drafts.",
            )
        """
        body: Body = {
            "permission": permission,
            "name": name,
            "slug": slug,
            "description": description,
        }
        return self._transport.call("permissions.updatePermission", "mutation", body, options, models.Permission)

    def update_role(
        self,
        *,
        role: str,
        name: str | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.UpdateRoleResponse:
        """Rename a role or change its description. Every key that holds it shows the new name at
        once.

        Args:
            role: Id or name of the role.
            name: Name of the role.
            description: Description, for people. null or an empty text removes it.

        Callers: a root key with `rbac.*.update_role`.

        Errors: `data/role_not_found`, `data/role_already_exists`.

        Example:
            >>> client.permissions.update_role(
            ...     role="editor",
            ...     name="author",
            ...     description="Writes documents.",
            ... )
            UpdateRoleResponse(
                id="role_1CAiZx1YPnJZtcPxTdBGPS",
                name="author",
                description="Writes documents.",
            )
        """
        body: Body = {
            "role": role,
            "name": name,
            "description": description,
        }
        return self._transport.call("permissions.updateRole", "mutation", body, options, models.UpdateRoleResponse)


class AsyncPermissions:
    """Permissions and roles that you attach to your own keys."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_permission(
        self,
        *,
        name: str,
        slug: str,
        description: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreatePermissionResponse:
        """Create a permission that keys and roles can hold.

        Args:
            name: Name of the permission, for people.
            slug: Slug that keys and queries name, such as `documents.read`.
            description: Description, for people.

        Callers: a root key with `rbac.*.create_permission`.

        Errors: `data/permission_already_exists`.

        Example:
            >>> await client.permissions.create_permission(
            ...     name="Delete documents",
            ...     slug="documents.delete",
            ... )
            CreatePermissionResponse(
                permission_id="perm_1CWiKL6EyEdUnBhoQL3dVh",
            )
        """
        body: Body = {
            "name": name,
            "slug": slug,
            "description": description,
        }
        return await self._transport.call("permissions.createPermission", "mutation", body, options, models.CreatePermissionResponse)

    async def create_role(
        self,
        *,
        name: str,
        description: str | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreateRoleResponse:
        """Create a role: a named set of permissions that keys can hold.

        Args:
            name: Name of the role.
            description: Description, for people.
            permissions: Permissions, by id or slug. An unknown slug is created. Default: `[]`.

        Callers: a root key with `rbac.*.create_role`.

        Errors: `data/role_already_exists`, `data/permission_not_found`.

        Example:
            >>> await client.permissions.create_role(
            ...     name="auditor",
            ...     description="Reads everything.",
            ...     permissions=["documents.read"],
            ... )
            CreateRoleResponse(
                role_id="role_1CWiKL6F4SgM1FDhRUB5kV",
            )
        """
        body: Body = {
            "name": name,
            "description": description,
            "permissions": permissions,
        }
        return await self._transport.call("permissions.createRole", "mutation", body, options, models.CreateRoleResponse)

    async def delete_permission(
        self,
        *,
        permission: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a permission. Every role, key and identity loses it at once.

        Args:
            permission: Id or slug of the permission.

        Callers: a root key with `rbac.*.delete_permission`.

        Errors: `data/permission_not_found`.

        Example:
            >>> await client.permissions.delete_permission(
            ...     permission="documents.read",
            ... )
        """
        body: Body = {
            "permission": permission,
        }
        await self._transport.send("permissions.deletePermission", "mutation", body, options)

    async def delete_role(
        self,
        *,
        role: str,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a role. Every key loses it and its permissions at once; the permissions themselves
        stay.

        Args:
            role: Id or name of the role.

        Callers: a root key with `rbac.*.delete_role`.

        Errors: `data/role_not_found`.

        Example:
            >>> await client.permissions.delete_role(role="editor")
        """
        body: Body = {
            "role": role,
        }
        await self._transport.send("permissions.deleteRole", "mutation", body, options)

    async def get_permission(
        self,
        *,
        permission: str,
        options: CallOptions | None = None,
    ) -> models.Permission:
        """Show a permission, by its id or slug.

        Args:
            permission: Id or slug of the permission.

        Callers: a root key with `rbac.*.read_permission`.

        Errors: `data/permission_not_found`.

        Example:
            >>> await client.permissions.get_permission(permission="documents.read")
            Permission(
                id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                name="Read",
                slug="documents.read",
            )
        """
        body: Body = {
            "permission": permission,
        }
        return await self._transport.call("permissions.getPermission", "query", body, options, models.Permission)

    async def get_role(
        self,
        *,
        role: str,
        options: CallOptions | None = None,
    ) -> models.Role:
        """Show a role and its permissions, by its id or name.

        Args:
            role: Id or name of the role.

        Callers: a root key with `rbac.*.read_role`.

        Errors: `data/role_not_found`.

        Example:
            >>> await client.permissions.get_role(role="editor")
            Role(
                id="role_1CAiZx1YPnJZtcPxTdBGPS",
                name="editor",
                permissions=[
                    Permission(
                        id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                        name="Read",
                        slug="documents.read",
                    ),
                ],
            )
        """
        body: Body = {
            "role": role,
        }
        return await self._transport.call("permissions.getRole", "query", body, options, models.Role)

    def list_permissions(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        count_keys: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Permission]:
        """List the permissions of the workspace.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only permissions whose id, name, slug or description contains this text.
            count_keys: Whether to return the number of keys of each permission, in `keys`.

        Callers: a root key with `rbac.*.read_permission`.

        Example:
            >>> await client.permissions.list_permissions(limit=20).data
            [
                Permission(
                    id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Read",
                    slug="documents.read",
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
            "countKeys": count_keys,
        }
        return self._transport.pages("permissions.listPermissions", body, options, models.Permission)

    def list_roles(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        count_keys: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Role]:
        """List the roles of the workspace with their permissions.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            search: Only roles whose id, name or description contains this text.
            count_keys: Whether to return the number of keys of each role, in `keys`.

        Callers: a root key with `rbac.*.read_role`.

        Example:
            >>> await client.permissions.list_roles(limit=20).data
            [
                Role(
                    id="role_1CAiZx1YPnJZtcPxTdBGPS",
                    name="editor",
                    permissions=[
                        Permission(
                            id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                            name="Read",
                            slug="documents.read",
                        ),
                    ],
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
            "search": search,
            "countKeys": count_keys,
        }
        return self._transport.pages("permissions.listRoles", body, options, models.Role)

    async def set_role_permissions(
        self,
        *,
        permissions: Sequence[str],
        role: str | NotGiven = NOT_GIVEN,
        role_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> list[models.Permission]:
        """Replace the permissions of a role, for every key that holds it.

        Args:
            permissions: Permissions, by id or slug. An unknown slug is created; `[]` removes all.
            role: Id or name of the role.
            role_id: Match the id only.

        Callers: a root key with `rbac.*.add_permission_to_role` and
            `rbac.*.remove_permission_from_role`.

        Errors: `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.permissions.set_role_permissions(
            ...     role="editor",
            ...     permissions=["documents.read"],
            ... )
            [
                Permission(
                    id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Read",
                    slug="documents.read",
                ),
            ]
        """
        body: Body = {
            "role": role,
            "roleId": role_id,
            "permissions": permissions,
        }
        return await self._transport.call("permissions.setRolePermissions", "mutation", body, options, list[models.Permission])

    async def update_permission(
        self,
        *,
        permission: str,
        name: str | NotGiven = NOT_GIVEN,
        slug: str | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Permission:
        """Change the name or description of a permission. Its slug cannot change.

        Args:
            permission: Id or slug of the permission.
            name: Name of the permission, for people.
            slug: The slug that the permission has. Any other is refused.
            description: Description, for people. null or an empty text removes it.

        Callers: a root key with `rbac.*.update_permission`.

        Errors: `data/permission_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.permissions.update_permission(
            ...     permission="documents.read",
            ...     name="Read documents",
            ...     description="Also drafts.",
            ... )
            Permission(
                id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                name="Read documents",
                slug="documents.read",
                description="Also drafts.",
            )
        """
        body: Body = {
            "permission": permission,
            "name": name,
            "slug": slug,
            "description": description,
        }
        return await self._transport.call("permissions.updatePermission", "mutation", body, options, models.Permission)

    async def update_role(
        self,
        *,
        role: str,
        name: str | NotGiven = NOT_GIVEN,
        description: str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.UpdateRoleResponse:
        """Rename a role or change its description. Every key that holds it shows the new name at
        once.

        Args:
            role: Id or name of the role.
            name: Name of the role.
            description: Description, for people. null or an empty text removes it.

        Callers: a root key with `rbac.*.update_role`.

        Errors: `data/role_not_found`, `data/role_already_exists`.

        Example:
            >>> await client.permissions.update_role(
            ...     role="editor",
            ...     name="author",
            ...     description="Writes documents.",
            ... )
            UpdateRoleResponse(
                id="role_1CAiZx1YPnJZtcPxTdBGPS",
                name="author",
                description="Writes documents.",
            )
        """
        body: Body = {
            "role": role,
            "name": name,
            "description": description,
        }
        return await self._transport.call("permissions.updateRole", "mutation", body, options, models.UpdateRoleResponse)
