# Written by `npm run gen` from the operations of the service. Change those instead of this.

"""Issue, manage and verify API keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .._call import Body, CallOptions
from .._pages import AsyncPages, Page
from .._transport import AsyncTransport, Transport
from .._wire import NOT_GIVEN, NotGiven, encode
from . import models, params


class Keys:
    """Issue, manage and verify API keys."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def add_permissions(
        self,
        *,
        key_id: str,
        permissions: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.Permission]:
        """Add permissions to a key. It keeps those that it has.

        Args:
            key_id: Id of the key.
            permissions: Permissions, by id or slug. An unknown slug is created.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_permission_to_key`.

        Errors: `data/key_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.keys.add_permissions(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     permissions=["documents.write"],
            ... )
            [
                Permission(
                    id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Read",
                    slug="documents.read",
                ),
                ...,
            ]
        """
        body: Body = {
            "keyId": key_id,
            "permissions": permissions,
        }
        return self._transport.call("keys.addPermissions", "mutation", body, options, list[models.Permission])

    def add_roles(
        self,
        *,
        key_id: str,
        roles: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.RoleOfKey]:
        """Add roles to a key. It keeps those that it has.

        Args:
            key_id: Id of the key.
            roles: Roles, by id or name.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_role_to_key`.

        Errors: `data/key_not_found`, `data/role_not_found`, `application/precondition_failed`.

        Example:
            >>> client.keys.add_roles(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     roles=["editor"],
            ... )
            [
                RoleOfKey(
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
            "keyId": key_id,
            "roles": roles,
        }
        return self._transport.call("keys.addRoles", "mutation", body, options, list[models.RoleOfKey])

    def cancel_rotation(
        self,
        *,
        key_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """End the new secret of a key, so that the key has only its previous secret again.

        Args:
            key_id: Id of the key.

        Callers: a root key with `api.{apiId}.update_key`.

        Errors: `data/key_not_found`, `application/precondition_failed`.

        Example:
            >>> client.keys.cancel_rotation(key_id="key_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "keyId": key_id,
        }
        self._transport.send("keys.cancelRotation", "mutation", body, options)

    def create_key(
        self,
        *,
        api_id: str,
        prefix: str | NotGiven = NOT_GIVEN,
        byte_length: int | NotGiven = NOT_GIVEN,
        name: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        meta: params.Meta | NotGiven = NOT_GIVEN,
        roles: Sequence[str] | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        expires: int | NotGiven = NOT_GIVEN,
        credits: params.CreditsInput | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        scoped: bool | NotGiven = NOT_GIVEN,
        recoverable: bool | NotGiven = NOT_GIVEN,
        ip_allowlist: Sequence[params.Network] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MintedKey:
        """Create a key for an API. The plaintext is shown only once.

        Args:
            api_id: Id of the API.
            prefix: Prefix of the key, such as `acme_live`. Default: that of the API.
            byte_length: Random bytes in the key. Default: that of the API, or 24.
            name: Name of the key, for people.
            external_id: External id of the customer who owns the key. A new one creates an
                identity.
            meta: Your own data about the key, returned with every verification. Default: `{}`.
            roles: Roles of the key, by id or name. Default: `[]`.
            permissions: Direct permissions of the key, by id or slug. An unknown slug is created.
                Default: `[]`.
            expires: When the key expires, in Unix milliseconds. Default: never.
            credits: Credits that verifications of the key spend. Default: unlimited.
            ratelimits: Rate limits of the key, at most 50 with different names. Default: `[]`.
            enabled: Whether the key works. Default: `True`.
            scoped: Whether the key holds only those of its own permissions that its identity has
                too, instead of both. Default: `False`.
            recoverable: Store the plaintext encrypted, so that it can be shown again. Default:
                `False`.
            ip_allowlist: Networks (CIDR) or addresses that may use the key. Empty means all.
                Default: `[]`.

        Callers: a root key with `api.{apiId}.create_key`.

        Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`, `limits/quota_exceeded`.

        Example:
            >>> client.keys.create_key(
            ...     api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
            ...     prefix="acme_live",
            ...     name="Customer 42",
            ...     external_id="user_42",
            ...     meta={"plan": "pro"},
            ...     permissions=["documents.read"],
            ...     credits={
            ...         "remaining": 1000,
            ...         "refill": {
            ...             "interval": "monthly",
            ...             "amount": 1000,
            ...             "refill_day": 1,
            ...         },
            ...     },
            ...     ratelimits=[
            ...         {
            ...             "name": "requests",
            ...             "limit": 100,
            ...             "duration": 60_000,
            ...             "auto_apply": True,
            ...         },
            ...     ],
            ... )
            MintedKey(
                key_id="key_1CWiKL6EwsQSVjR12BTyCw",
                key="acme_live_M7iRHT9hSkvqre2foFpQxGd2rJU3xwEbM1XxEhA",
            )
        """
        body: Body = {
            "apiId": api_id,
            "prefix": prefix,
            "byteLength": byte_length,
            "name": name,
            "externalId": external_id,
            "meta": meta,
            "roles": roles,
            "permissions": permissions,
            "expires": expires,
            "credits": encode(params.CreditsInput, credits),
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "enabled": enabled,
            "scoped": scoped,
            "recoverable": recoverable,
            "ipAllowlist": ip_allowlist,
        }
        return self._transport.call("keys.createKey", "mutation", body, options, models.MintedKey)

    def create_keys(
        self,
        *,
        api_id: str,
        keys: Sequence[params.CreateKeysKeyInput],
        options: CallOptions | None = None,
    ) -> models.CreateKeysResponse:
        """Create up to 1,000 keys for an API, all or none. Each plaintext is shown only once.

        Args:
            api_id: Id of the API.
            keys: Keys to create, with the fields of keys.create_key. Together they may have at most
                10,000 roles, permissions and rate limits, and 1,000 different permissions.

        Callers: a root key with `api.{apiId}.create_key`.

        Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`, `limits/quota_exceeded`.

        Example:
            >>> client.keys.create_keys(
            ...     api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
            ...     keys=[
            ...         {
            ...             "name": "Customer 42",
            ...             "external_id": "user_42",
            ...             "permissions": ["documents.read"],
            ...         },
            ...         {
            ...             "name": "Customer 43",
            ...             "external_id": "user_43",
            ...             "credits": {"remaining": 1000},
            ...         },
            ...     ],
            ... )
            CreateKeysResponse(
                keys=[
                    MintedKey(
                        key_id="key_1CWiKL6EsVPY4TwrhTrgnx",
                        key="EGDPL9L6qq17KEVMiu5xEaoSSTR3NisxH2UGB4t",
                    ),
                    ...,
                ],
            )
        """
        body: Body = {
            "apiId": api_id,
            "keys": encode(Sequence[params.CreateKeysKeyInput], keys),
        }
        return self._transport.call("keys.createKeys", "mutation", body, options, models.CreateKeysResponse)

    def create_migration(
        self,
        *,
        algorithm: params.HashAlgorithm,
        name: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreateMigrationResponse:
        """Register an import of keys from another system, and how they were hashed there.

        Args:
            algorithm: How the other system hashed its keys.
            name: Name of the migration, for people.

        Callers: a root key with `api.*.create_key`.

        Example:
            >>> client.keys.create_migration(
            ...     name="From the old gateway",
            ...     algorithm="sha256",
            ... )
            CreateMigrationResponse(
                migration_id="mig_1CWiKL6Ex62uQ1dh8AkPX6",
            )
        """
        body: Body = {
            "name": name,
            "algorithm": algorithm,
        }
        return self._transport.call("keys.createMigration", "mutation", body, options, models.CreateMigrationResponse)

    def delete_key(
        self,
        *,
        key_id: str,
        permanent: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a key for good. With `permanent`, also erase its record.

        Args:
            key_id: Id of the key.
            permanent: Also erase the record with its hash and ciphertext. Events stay. Default:
                `False`.

        Callers: a root key with `api.{apiId}.delete_key`.

        Errors: `data/key_not_found`.

        Example:
            >>> client.keys.delete_key(key_id="key_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "keyId": key_id,
            "permanent": permanent,
        }
        self._transport.send("keys.deleteKey", "mutation", body, options)

    def delete_keys(
        self,
        *,
        key_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        api_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        filter: params.DeleteKeysFilterInput | NotGiven = NOT_GIVEN,
        expected: int | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        permanent: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.DeleteKeysResponse:
        """Delete many keys for good: those that you list, all keys of an API or an identity, or all
        that match a filter, up to 10,000 per call.

        Args:
            key_ids: Ids of the keys. They may be of several APIs.
            api_id: All keys of this API.
            identity: All keys of this identity, by its id or external id.
            filter: All keys that keys.list_keys lists with these fields, at most 10,000. Send
                `expected` too. The caller also needs to read these keys.
            expected: How many keys match `filter`. With another number, nothing changes. A call
                with `cursor` does not count again.
            limit: Keys that this call changes at most; `cursor` continues. Default: 10,000.
            cursor: Where to continue: `cursor` of the previous response. Leave it out for the first
                keys.
            permanent: Also erase the record with its hash and ciphertext. Events stay. Default:
                `False`.

        Callers: a root key with `api.{apiId}.delete_key`.

        Errors: `data/key_not_found`, `data/api_not_found`, `data/identity_not_found`,
            `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`.

        Example:
            >>> client.keys.delete_keys(identity="user_42")
            DeleteKeysResponse(deleted=1)
        """
        body: Body = {
            "keyIds": key_ids,
            "apiId": api_id,
            "identity": identity,
            "filter": encode(params.DeleteKeysFilterInput, filter),
            "expected": expected,
            "limit": limit,
            "cursor": cursor,
            "permanent": permanent,
        }
        return self._transport.call("keys.deleteKeys", "mutation", body, options, models.DeleteKeysResponse)

    def explain_key(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        key: str | NotGiven = NOT_GIVEN,
        key_id: str | NotGiven = NOT_GIVEN,
        permissions: str | NotGiven = NOT_GIVEN,
        credits: params.ExplainKeyCreditsInput | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.ExplainKeyRatelimitInput] | NotGiven = NOT_GIVEN,
        ip: params.IpAddress | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Explanation:
        """Show every check that a verification of a key makes, and what would make a failed check
        pass. Charges nothing.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            key: The key to explain. An unknown key is explained as NOT_FOUND.
            key_id: Id of the key to explain, if you do not have the key itself.
            permissions: Permissions that the key must hold, as a query such as `a AND (b OR c)`.
            credits: What the verification costs. Default: 1 credit. Keys without credits or a
                metered identity ignore it.
            ratelimits: Rate limits to check, besides those with `auto_apply`. Names must differ.
            ip: IP address of the client, checked against the IP allow lists.

        Callers: an operator key; or a root key with `api.{apiId}.read_key`.

        Errors: `data/workspace_not_found`, `data/key_not_found`,
            `application/permissions_query_syntax_error`.

        Example:
            >>> client.keys.explain_key(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     permissions="documents.read AND documents.share",
            ...     ip="192.0.2.1",
            ... )
            Explanation(
                code="INSUFFICIENT_PERMISSIONS",
                checks=[
                    ExplainedCheck(
                        check="quota",
                        passed=True,
                        detail="The workspace has no monthly quota of verifications.",
                    ),
                    ...,
                ],
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "key": key,
            "keyId": key_id,
            "permissions": permissions,
            "credits": encode(params.ExplainKeyCreditsInput, credits),
            "ratelimits": encode(Sequence[params.ExplainKeyRatelimitInput], ratelimits),
            "ip": ip,
        }
        return self._transport.call("keys.explainKey", "query", body, options, models.Explanation)

    def finish_rotation(
        self,
        *,
        key_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """End the previous secret of a key now, before its overlap ends.

        Args:
            key_id: Id of the key.

        Callers: a root key with `api.{apiId}.update_key`.

        Errors: `data/key_not_found`, `application/precondition_failed`.

        Example:
            >>> client.keys.finish_rotation(key_id="key_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "keyId": key_id,
        }
        self._transport.send("keys.finishRotation", "mutation", body, options)

    def get_key(
        self,
        *,
        key_id: str,
        decrypt: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Key:
        """Show a key, even if it is disabled or expired.

        Args:
            key_id: Id of the key.
            decrypt: Show the plaintext of recoverable keys. Each use is recorded as an event.
                Default: `False`.

        Callers: a root key with `api.{apiId}.read_key`.

        Errors: `data/key_not_found`, `application/precondition_failed`.

        Example:
            >>> client.keys.get_key(key_id="key_1CAiZx1YPnJZtcPxTdBGPS")
            Key(
                key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                start="acme_live_6L5y",
                enabled=True,
                scoped=False,
                meta={"plan": "pro"},
                created_at=1767346200000,
                name="Customer 42",
                credits=Credits(remaining=10),
                identity=Identity(
                    id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    external_id="user_42",
                    enabled=True,
                    meta={},
                    ratelimits=[],
                    created_at=1767346200000,
                ),
                permissions=["documents.read"],
                roles=["editor"],
                ratelimits=[
                    Ratelimit(
                        id="rl_1CWiKL6EtYCfWig2ft6C5N",
                        name="requests",
                        limit=100,
                        duration=60000,
                        auto_apply=False,
                    ),
                ],
                ip_allowlist=[],
                recoverable=False,
                inherited_permissions=[],
                balances=Balances(key=10),
                direct_permissions=["documents.read"],
            )
        """
        body: Body = {
            "keyId": key_id,
            "decrypt": decrypt,
        }
        return self._transport.call("keys.getKey", "query", body, options, models.Key)

    def list_keys(
        self,
        *,
        api_id: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        identity_id: str | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        status: Literal["active", "disabled", "expired", "expiring", "low_credits"] | NotGiven = NOT_GIVEN,
        expires_before: int | NotGiven = NOT_GIVEN,
        role: str | NotGiven = NOT_GIVEN,
        permission: str | NotGiven = NOT_GIVEN,
        ratelimit: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        sort: Literal["created", "name", "expires", "lastUsed", "credits"] | NotGiven = NOT_GIVEN,
        order: Literal["asc", "desc", "created", "created_desc"] | NotGiven = NOT_GIVEN,
        count: bool | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        decrypt: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Key]:
        """List the keys of the workspace, including disabled and expired ones.

        Args:
            api_id: Only keys of this API.
            external_id: Only keys of the identity with this external id.
            identity_id: Only keys of the identity with this id.
            enabled: Only enabled keys, or only disabled ones.
            status: Only keys in this state. `active`: enabled and not expired. `disabled`:
                disabled, even if it has also expired. `expired`: expired, even if it is also
                disabled. `expiring`: active, and expires within 7 days. `low_credits`: active, with
                credits at or below `low_at`; without `low_at`, at most 10 % of the refill amount,
                or none without a refill.
            expires_before: Only keys that expire before this time, in Unix milliseconds. Expired
                keys are included.
            role: Only keys with this role, by its id or name.
            permission: Only keys that hold this permission, directly or through a role, by its id
                or slug.
            ratelimit: Only keys with a rate limit of this name of their own. It beats the one of
                their identity.
            search: Only keys whose name, start or id contains this text.
            sort: What the list is sorted by. `name` ignores the case of A to Z and compares 64
                characters. `last_used` and `credits` change with every verification, and need a
                filter with at most 10,000 matches. Default: `"created"`.
            order: Direction of `sort`: `asc` is the oldest or smallest first, `desc` the newest or
                largest first. Objects without a value come last either way. `created` and
                `created_desc` mean the same for `sort: created`, and are not allowed with another
                `sort`. Default: `"asc"`.
            count: Whether `pagination.total` tells how many objects match. The count stops at
                10,000. Default: `False`.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            decrypt: Show the plaintext of recoverable keys. Each use is recorded as an event.
                Default: `False`.

        Callers: a root key with `api.{apiId}.read_key`.

        Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.keys.list_keys(external_id="user_42", limit=20).data
            [
                Key(
                    key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                    api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                    start="acme_live_6L5y",
                    enabled=True,
                    scoped=False,
                    meta={"plan": "pro"},
                    created_at=1767346200000,
                    name="Customer 42",
                    credits=Credits(remaining=10),
                    identity=Identity(
                        id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        external_id="user_42",
                        enabled=True,
                        meta={},
                        ratelimits=[],
                        created_at=1767346200000,
                    ),
                    permissions=["documents.read"],
                    roles=["editor"],
                    ratelimits=[
                        Ratelimit(
                            id="rl_1CWiKL6F3cVg7fU9nHpUtT",
                            name="requests",
                            limit=100,
                            duration=60000,
                            auto_apply=False,
                        ),
                    ],
                    ip_allowlist=[],
                    recoverable=False,
                    inherited_permissions=[],
                    balances=Balances(key=10),
                ),
            ]
        """
        body: Body = {
            "apiId": api_id,
            "externalId": external_id,
            "identityId": identity_id,
            "enabled": enabled,
            "status": status,
            "expiresBefore": expires_before,
            "role": role,
            "permission": permission,
            "ratelimit": ratelimit,
            "search": search,
            "sort": sort,
            "order": order,
            "count": count,
            "limit": limit,
            "cursor": cursor,
            "decrypt": decrypt,
        }
        return self._transport.pages("keys.listKeys", body, options, models.Key)

    def list_migrations(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> Page[models.Migration]:
        """List the migrations of the workspace.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: a root key with `api.*.read_key`.

        Example:
            >>> client.keys.list_migrations(limit=20).data
            [
                Migration(
                    migration_id="mig_1CAiZx1YPnJZtcPxTdBGPS",
                    algorithm="sha256",
                    created_at=1767346200000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("keys.listMigrations", body, options, models.Migration)

    def migrate_keys(
        self,
        *,
        api_id: str,
        keys: Sequence[params.MigrateKeysKeyInput],
        migration_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MigrateKeysResponse:
        """Import keys from another system by their hashes, so that your customers keep using them.

        Args:
            api_id: Id of the API.
            keys: Keys to import: the `hash` of each, and any field of a new key.
            migration_id: Id of the migration that the keys belong to. Default: none.

        Callers: a root key with `api.{apiId}.create_key`.

        Errors: `data/api_not_found`, `data/migration_not_found`, `data/role_not_found`,
            `data/permission_not_found`, `application/precondition_failed`, `limits/quota_exceeded`.

        Example:
            >>> client.keys.migrate_keys(
            ...     api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
            ...     keys=[
            ...         {
            ...             "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            ...             "external_id": "user_42",
            ...         },
            ...     ],
            ... )
            MigrateKeysResponse(
                migrated=[
                    MigrateKeysMigrated(
                        hash="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                        key_id="key_1CWiKL6ExuitD3L6x8mQtM",
                    ),
                ],
                failed=[],
            )
        """
        body: Body = {
            "apiId": api_id,
            "migrationId": migration_id,
            "keys": encode(Sequence[params.MigrateKeysKeyInput], keys),
        }
        return self._transport.call("keys.migrateKeys", "mutation", body, options, models.MigrateKeysResponse)

    def remove_permissions(
        self,
        *,
        key_id: str,
        permissions: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.Permission]:
        """Remove direct permissions from a key. Permissions from roles stay.

        Args:
            key_id: Id of the key.
            permissions: Permissions, by id or slug.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.remove_permission_from_key`.

        Errors: `data/key_not_found`, `data/permission_not_found`.

        Example:
            >>> client.keys.remove_permissions(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     permissions=["documents.read"],
            ... )
            []
        """
        body: Body = {
            "keyId": key_id,
            "permissions": permissions,
        }
        return self._transport.call("keys.removePermissions", "mutation", body, options, list[models.Permission])

    def remove_roles(
        self,
        *,
        key_id: str,
        roles: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.RoleOfKey]:
        """Remove roles from a key, with the permissions that they gave.

        Args:
            key_id: Id of the key.
            roles: Roles, by id or name.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.remove_role_from_key`.

        Errors: `data/key_not_found`, `data/role_not_found`.

        Example:
            >>> client.keys.remove_roles(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     roles=["editor"],
            ... )
            []
        """
        body: Body = {
            "keyId": key_id,
            "roles": roles,
        }
        return self._transport.call("keys.removeRoles", "mutation", body, options, list[models.RoleOfKey])

    def reroll_key(
        self,
        *,
        key_id: str,
        expiration: int,
        options: CallOptions | None = None,
    ) -> models.MintedKey:
        """Replace a key with a new one that has another id, the same settings and the same credits.
        The old key expires after the given time.

        Args:
            key_id: Id of the key.
            expiration: Milliseconds from now until the old key expires.

        Callers: a root key with `api.{apiId}.create_key`.

        Errors: `data/key_not_found`, `application/precondition_failed`.

        Example:
            >>> client.keys.reroll_key(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     expiration=86_400_000,
            ... )
            MintedKey(
                key_id="key_1CWiKL6F3KRcPfB9vsVcBC",
                key="acme_live_LeWWTELPUGK9BHfndxXpx94JbRd9rnsur26hZTY",
            )
        """
        body: Body = {
            "keyId": key_id,
            "expiration": expiration,
        }
        return self._transport.call("keys.rerollKey", "mutation", body, options, models.MintedKey)

    def revoke_self(
        self,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Delete the API key that makes this call. If it calls with the previous secret of a
        rotation, only that secret ends.

        Callers: an API key, about itself.

        Example:
            >>> client.keys.revoke_self()
        """
        body: Body = {}
        self._transport.send("keys.revokeSelf", "mutation", body, options)

    def rotate_key(
        self,
        *,
        key_id: str,
        overlap: int,
        options: CallOptions | None = None,
    ) -> models.RotatedKey:
        """Give a key a new secret. Its id and everything else stay, and the previous secret works
        until the overlap ends.

        Args:
            key_id: Id of the key.
            overlap: How long the previous secret still works, in milliseconds; at most a year. 0
                ends every earlier secret now.

        Callers: a root key with `api.{apiId}.create_key` and `api.{apiId}.update_key`.

        Errors: `data/key_not_found`, `application/precondition_failed`.

        Example:
            >>> client.keys.rotate_key(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     overlap=86_400_000,
            ... )
            RotatedKey(
                key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                key="acme_live_BmaJDzWsCiM6aBD1EYM1gJdDGbqGEbBTj1Vl4Gj",
                previous_expires=1767519000000,
            )
        """
        body: Body = {
            "keyId": key_id,
            "overlap": overlap,
        }
        return self._transport.call("keys.rotateKey", "mutation", body, options, models.RotatedKey)

    def set_permissions(
        self,
        *,
        key_id: str,
        permissions: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.Permission]:
        """Replace the direct permissions of a key. Permissions from roles stay.

        Args:
            key_id: Id of the key.
            permissions: Permissions, by id or slug. An unknown slug is created; `[]` removes all.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_permission_to_key` and
            `rbac.*.remove_permission_from_key`.

        Errors: `data/key_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> client.keys.set_permissions(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
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
            "keyId": key_id,
            "permissions": permissions,
        }
        return self._transport.call("keys.setPermissions", "mutation", body, options, list[models.Permission])

    def set_roles(
        self,
        *,
        key_id: str,
        roles: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.RoleOfKey]:
        """Replace the roles of a key.

        Args:
            key_id: Id of the key.
            roles: Roles, by id or name. `[]` removes all.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_role_to_key` and
            `rbac.*.remove_role_from_key`.

        Errors: `data/key_not_found`, `data/role_not_found`, `application/precondition_failed`.

        Example:
            >>> client.keys.set_roles(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     roles=["editor"],
            ... )
            [
                RoleOfKey(
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
            "keyId": key_id,
            "roles": roles,
        }
        return self._transport.call("keys.setRoles", "mutation", body, options, list[models.RoleOfKey])

    def update_credits(
        self,
        *,
        key_id: str,
        operation: Literal["set", "increment", "decrement"],
        value: int | None | NotGiven = NOT_GIVEN,
        low_at: int | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Credits:
        """Set, increase or decrease the credits of a key and of all keys that share them. A
        decrease stops at 0.

        Args:
            key_id: Id of the key.
            operation: What to do with the value.
            value: Number of credits. With `set`, null or no value means unlimited and removes the
                refill.
            low_at: Record the notice `credits.low` once the balance is at or below it. null: never.
                Absent: as before.

        Callers: a root key with `api.{apiId}.update_key`.

        Errors: `data/key_not_found`.

        Example:
            >>> client.keys.update_credits(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     operation="increment",
            ...     value=500,
            ... )
            Credits(remaining=510)
        """
        body: Body = {
            "keyId": key_id,
            "operation": operation,
            "value": value,
            "lowAt": low_at,
        }
        return self._transport.call("keys.updateCredits", "mutation", body, options, models.Credits)

    def update_key(
        self,
        *,
        key_id: str,
        external_id: str | None | NotGiven = NOT_GIVEN,
        credits: params.CreditsPatch | None | NotGiven = NOT_GIVEN,
        name: str | None | NotGiven = NOT_GIVEN,
        meta: params.Meta | None | NotGiven = NOT_GIVEN,
        expires: int | None | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        scoped: bool | NotGiven = NOT_GIVEN,
        roles: Sequence[str] | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        ip_allowlist: Sequence[params.Network] | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Change a key. Fields that you leave out stay, null removes a value, and a list replaces
        the old list.

        Args:
            key_id: Id of the key.
            external_id: External id of the customer who owns the key. A new one creates an
                identity; null removes the owner.
            credits: Credits of the key. Absent fields stay as they are; null makes the key
                unlimited.
            name: Name of the key, for people. null removes it.
            meta: Your own data about the key. It replaces all old data; null removes it.
            expires: When the key expires, in Unix milliseconds; null means never.
            ratelimits: Rate limits of the key, at most 50. They replace the old set; `[]` removes
                all.
            enabled: Whether the key works.
            scoped: Whether the key holds only those of its own permissions that its identity has
                too, instead of both.
            roles: Roles of the key, by id or name. They replace the old set; `[]` removes all.
            permissions: Direct permissions of the key, by id or slug. An unknown slug is created.
                They replace the old set; `[]` removes all.
            ip_allowlist: Networks (CIDR) or addresses that may use the key. They replace the old
                list; `[]` or null means all.

        Callers: a root key with `api.{apiId}.update_key`.

        Errors: `data/key_not_found`, `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`, `limits/quota_exceeded`.

        Example:
            >>> client.keys.update_key(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     name="Customer 42, production",
            ...     enabled=True,
            ...     expires=1_893_456_000_000,
            ... )
        """
        body: Body = {
            "keyId": key_id,
            "externalId": external_id,
            "credits": encode(params.CreditsPatch, credits),
            "name": name,
            "meta": meta,
            "expires": expires,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "enabled": enabled,
            "scoped": scoped,
            "roles": roles,
            "permissions": permissions,
            "ipAllowlist": ip_allowlist,
        }
        self._transport.send("keys.updateKey", "mutation", body, options)

    def update_keys(
        self,
        *,
        key_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        api_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        filter: params.UpdateKeysFilterInput | NotGiven = NOT_GIVEN,
        expected: int | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        name: str | None | NotGiven = NOT_GIVEN,
        meta: params.Meta | None | NotGiven = NOT_GIVEN,
        expires: int | None | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        scoped: bool | NotGiven = NOT_GIVEN,
        roles: Sequence[str] | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        ip_allowlist: Sequence[params.Network] | None | NotGiven = NOT_GIVEN,
        credits: params.RefillPatch | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.UpdateKeysResponse:
        """Make the same change to many keys: those that you list, all keys of an API or an
        identity, or all that match a filter, up to 10,000 per call.

        Args:
            key_ids: Ids of the keys. They may be of several APIs.
            api_id: All keys of this API.
            identity: All keys of this identity, by its id or external id.
            filter: All keys that keys.list_keys lists with these fields, at most 10,000. Send
                `expected` too. The caller also needs to read these keys.
            expected: How many keys match `filter`. With another number, nothing changes. A call
                with `cursor` does not count again.
            limit: Keys that this call changes at most; `cursor` continues. Default: 10,000.
            cursor: Where to continue: `cursor` of the previous response. Leave it out for the first
                keys.
            name: Name of the key, for people. null removes it.
            meta: Your own data about the key. It replaces all old data; null removes it.
            expires: When the key expires, in Unix milliseconds; null means never.
            ratelimits: Rate limits of the key, at most 50. They replace the old set; `[]` removes
                all.
            enabled: Whether the key works.
            scoped: Whether the key holds only those of its own permissions that its identity has
                too, instead of both.
            roles: Roles of the key, by id or name. They replace the old set; `[]` removes all.
            permissions: Direct permissions of the key, by id or slug. An unknown slug is created.
                They replace the old set; `[]` removes all.
            ip_allowlist: Networks (CIDR) or addresses that may use the key. They replace the old
                list; `[]` or null means all.
            credits: Only `refill` and `low_at`, which every key gets; null means unlimited. The
                remaining credits stay.

        Callers: a root key with `api.{apiId}.update_key`.

        Errors: `data/key_not_found`, `data/api_not_found`, `data/identity_not_found`,
            `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`,
            `limits/quota_exceeded`.

        Example:
            >>> client.keys.update_keys(
            ...     identity="user_42",
            ...     expires=1_893_456_000_000,
            ...     permissions=["documents.read"],
            ... )
            UpdateKeysResponse(updated=1)
        """
        body: Body = {
            "keyIds": key_ids,
            "apiId": api_id,
            "identity": identity,
            "filter": encode(params.UpdateKeysFilterInput, filter),
            "expected": expected,
            "limit": limit,
            "cursor": cursor,
            "name": name,
            "meta": meta,
            "expires": expires,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "enabled": enabled,
            "scoped": scoped,
            "roles": roles,
            "permissions": permissions,
            "ipAllowlist": ip_allowlist,
            "credits": encode(params.RefillPatch, credits),
        }
        return self._transport.call("keys.updateKeys", "mutation", body, options, models.UpdateKeysResponse)

    def verify_key(
        self,
        *,
        key: str,
        permissions: str | NotGiven = NOT_GIVEN,
        credits: params.VerifyKeyCreditsInput | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.VerifyKeyRatelimitInput] | NotGiven = NOT_GIVEN,
        ip: params.IpAddress | NotGiven = NOT_GIVEN,
        tags: Sequence[str] | NotGiven = NOT_GIVEN,
        migration_id: str | NotGiven = NOT_GIVEN,
        keyspaces: Sequence[str] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.VerifyKeyResponse:
        """Verify a key: is it valid now, does it hold the permissions, and is it within its limits
        and credits?

        Args:
            key: The key to verify.
            permissions: Permissions that the key must hold, as a query such as `a AND (b OR c)`.
            credits: What the verification costs. Default: 1 credit. Keys without credits or a
                metered identity ignore it.
            ratelimits: Rate limits to check, besides those with `auto_apply`. Names must differ.
            ip: IP address of the client, checked against the IP allow lists.
            tags: Labels to count the verification under, such as `path=/documents`. For each key,
                100 different sets of labels per hour are counted separately, and the rest together.
            migration_id: Find keys that were imported as `prefixed_api_key` only in this migration.
                Other keys are found anyway.
            keyspaces: Ids of the APIs whose keys you accept. A key of any other API is reported as
                NOT_FOUND.

        Callers: a root key with `api.{apiId}.verify_key`.

        Errors: `application/permissions_query_syntax_error`, `application/precondition_failed`,
            `limits/quota_exceeded`.

        Example:
            >>> client.keys.verify_key(
            ...     key="acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
            ...     permissions="documents.read OR documents.write",
            ...     credits={"cost": 1},
            ...     tags=["path=/documents"],
            ... )
            VerifyKeyResponse(
                valid=True,
                code="VALID",
                key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                keyspace_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                enabled=True,
                meta={"plan": "pro"},
                permissions=["documents.read"],
                roles=["editor"],
                name="Customer 42",
                identity=Identity(
                    id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    external_id="user_42",
                    enabled=True,
                    meta={},
                    ratelimits=[],
                    created_at=1767346200000,
                ),
                credits=9,
                balances=Balances(key=9),
                ratelimits=[],
            )
        """
        body: Body = {
            "key": key,
            "permissions": permissions,
            "credits": encode(params.VerifyKeyCreditsInput, credits),
            "ratelimits": encode(Sequence[params.VerifyKeyRatelimitInput], ratelimits),
            "ip": ip,
            "tags": tags,
            "migrationId": migration_id,
            "keyspaces": keyspaces,
        }
        return self._transport.call("keys.verifyKey", "consumption", body, options, models.VerifyKeyResponse)

    def whoami(
        self,
        *,
        key: str | NotGiven = NOT_GIVEN,
        hashes: params.WhoamiHashesInput | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Key:
        """Show a key by its plaintext or by hashes of it, or the API key that makes this call.

        Args:
            key: The key to show. An API key may leave it out to show itself.
            hashes: Instead of `key`: SHA-256 hashes of its UTF-8 text, so that the key itself is
                not sent.

        Callers: a root key with `api.{apiId}.read_key`; or an API key, about itself.

        Errors: `data/key_not_found`.

        Example:
            >>> client.keys.whoami(
            ...     key="acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
            ... )
            Key(
                key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                start="acme_live_6L5y",
                enabled=True,
                scoped=False,
                meta={"plan": "pro"},
                created_at=1767346200000,
                name="Customer 42",
                credits=Credits(remaining=10),
                identity=Identity(
                    id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    external_id="user_42",
                    enabled=True,
                    meta={},
                    ratelimits=[],
                    created_at=1767346200000,
                ),
                permissions=["documents.read"],
                roles=["editor"],
                ratelimits=[
                    Ratelimit(
                        id="rl_1CWiKL6F2Anpfn6GepSWTg",
                        name="requests",
                        limit=100,
                        duration=60000,
                        auto_apply=False,
                    ),
                ],
                ip_allowlist=[],
                recoverable=False,
                inherited_permissions=[],
                balances=Balances(key=10),
            )
        """
        body: Body = {
            "key": key,
            "hashes": encode(params.WhoamiHashesInput, hashes),
        }
        return self._transport.call("keys.whoami", "query", body, options, models.Key)


class AsyncKeys:
    """Issue, manage and verify API keys."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def add_permissions(
        self,
        *,
        key_id: str,
        permissions: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.Permission]:
        """Add permissions to a key. It keeps those that it has.

        Args:
            key_id: Id of the key.
            permissions: Permissions, by id or slug. An unknown slug is created.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_permission_to_key`.

        Errors: `data/key_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.keys.add_permissions(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     permissions=["documents.write"],
            ... )
            [
                Permission(
                    id="perm_1CAiZx1YPnJZtcPxTdBGPS",
                    name="Read",
                    slug="documents.read",
                ),
                ...,
            ]
        """
        body: Body = {
            "keyId": key_id,
            "permissions": permissions,
        }
        return await self._transport.call("keys.addPermissions", "mutation", body, options, list[models.Permission])

    async def add_roles(
        self,
        *,
        key_id: str,
        roles: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.RoleOfKey]:
        """Add roles to a key. It keeps those that it has.

        Args:
            key_id: Id of the key.
            roles: Roles, by id or name.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_role_to_key`.

        Errors: `data/key_not_found`, `data/role_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.keys.add_roles(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     roles=["editor"],
            ... )
            [
                RoleOfKey(
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
            "keyId": key_id,
            "roles": roles,
        }
        return await self._transport.call("keys.addRoles", "mutation", body, options, list[models.RoleOfKey])

    async def cancel_rotation(
        self,
        *,
        key_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """End the new secret of a key, so that the key has only its previous secret again.

        Args:
            key_id: Id of the key.

        Callers: a root key with `api.{apiId}.update_key`.

        Errors: `data/key_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.keys.cancel_rotation(key_id="key_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "keyId": key_id,
        }
        await self._transport.send("keys.cancelRotation", "mutation", body, options)

    async def create_key(
        self,
        *,
        api_id: str,
        prefix: str | NotGiven = NOT_GIVEN,
        byte_length: int | NotGiven = NOT_GIVEN,
        name: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        meta: params.Meta | NotGiven = NOT_GIVEN,
        roles: Sequence[str] | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        expires: int | NotGiven = NOT_GIVEN,
        credits: params.CreditsInput | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        scoped: bool | NotGiven = NOT_GIVEN,
        recoverable: bool | NotGiven = NOT_GIVEN,
        ip_allowlist: Sequence[params.Network] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MintedKey:
        """Create a key for an API. The plaintext is shown only once.

        Args:
            api_id: Id of the API.
            prefix: Prefix of the key, such as `acme_live`. Default: that of the API.
            byte_length: Random bytes in the key. Default: that of the API, or 24.
            name: Name of the key, for people.
            external_id: External id of the customer who owns the key. A new one creates an
                identity.
            meta: Your own data about the key, returned with every verification. Default: `{}`.
            roles: Roles of the key, by id or name. Default: `[]`.
            permissions: Direct permissions of the key, by id or slug. An unknown slug is created.
                Default: `[]`.
            expires: When the key expires, in Unix milliseconds. Default: never.
            credits: Credits that verifications of the key spend. Default: unlimited.
            ratelimits: Rate limits of the key, at most 50 with different names. Default: `[]`.
            enabled: Whether the key works. Default: `True`.
            scoped: Whether the key holds only those of its own permissions that its identity has
                too, instead of both. Default: `False`.
            recoverable: Store the plaintext encrypted, so that it can be shown again. Default:
                `False`.
            ip_allowlist: Networks (CIDR) or addresses that may use the key. Empty means all.
                Default: `[]`.

        Callers: a root key with `api.{apiId}.create_key`.

        Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`, `limits/quota_exceeded`.

        Example:
            >>> await client.keys.create_key(
            ...     api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
            ...     prefix="acme_live",
            ...     name="Customer 42",
            ...     external_id="user_42",
            ...     meta={"plan": "pro"},
            ...     permissions=["documents.read"],
            ...     credits={
            ...         "remaining": 1000,
            ...         "refill": {
            ...             "interval": "monthly",
            ...             "amount": 1000,
            ...             "refill_day": 1,
            ...         },
            ...     },
            ...     ratelimits=[
            ...         {
            ...             "name": "requests",
            ...             "limit": 100,
            ...             "duration": 60_000,
            ...             "auto_apply": True,
            ...         },
            ...     ],
            ... )
            MintedKey(
                key_id="key_1CWiKL6EwsQSVjR12BTyCw",
                key="acme_live_M7iRHT9hSkvqre2foFpQxGd2rJU3xwEbM1XxEhA",
            )
        """
        body: Body = {
            "apiId": api_id,
            "prefix": prefix,
            "byteLength": byte_length,
            "name": name,
            "externalId": external_id,
            "meta": meta,
            "roles": roles,
            "permissions": permissions,
            "expires": expires,
            "credits": encode(params.CreditsInput, credits),
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "enabled": enabled,
            "scoped": scoped,
            "recoverable": recoverable,
            "ipAllowlist": ip_allowlist,
        }
        return await self._transport.call("keys.createKey", "mutation", body, options, models.MintedKey)

    async def create_keys(
        self,
        *,
        api_id: str,
        keys: Sequence[params.CreateKeysKeyInput],
        options: CallOptions | None = None,
    ) -> models.CreateKeysResponse:
        """Create up to 1,000 keys for an API, all or none. Each plaintext is shown only once.

        Args:
            api_id: Id of the API.
            keys: Keys to create, with the fields of keys.create_key. Together they may have at most
                10,000 roles, permissions and rate limits, and 1,000 different permissions.

        Callers: a root key with `api.{apiId}.create_key`.

        Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`, `limits/quota_exceeded`.

        Example:
            >>> await client.keys.create_keys(
            ...     api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
            ...     keys=[
            ...         {
            ...             "name": "Customer 42",
            ...             "external_id": "user_42",
            ...             "permissions": ["documents.read"],
            ...         },
            ...         {
            ...             "name": "Customer 43",
            ...             "external_id": "user_43",
            ...             "credits": {"remaining": 1000},
            ...         },
            ...     ],
            ... )
            CreateKeysResponse(
                keys=[
                    MintedKey(
                        key_id="key_1CWiKL6EsVPY4TwrhTrgnx",
                        key="EGDPL9L6qq17KEVMiu5xEaoSSTR3NisxH2UGB4t",
                    ),
                    ...,
                ],
            )
        """
        body: Body = {
            "apiId": api_id,
            "keys": encode(Sequence[params.CreateKeysKeyInput], keys),
        }
        return await self._transport.call("keys.createKeys", "mutation", body, options, models.CreateKeysResponse)

    async def create_migration(
        self,
        *,
        algorithm: params.HashAlgorithm,
        name: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.CreateMigrationResponse:
        """Register an import of keys from another system, and how they were hashed there.

        Args:
            algorithm: How the other system hashed its keys.
            name: Name of the migration, for people.

        Callers: a root key with `api.*.create_key`.

        Example:
            >>> await client.keys.create_migration(
            ...     name="From the old gateway",
            ...     algorithm="sha256",
            ... )
            CreateMigrationResponse(
                migration_id="mig_1CWiKL6Ex62uQ1dh8AkPX6",
            )
        """
        body: Body = {
            "name": name,
            "algorithm": algorithm,
        }
        return await self._transport.call("keys.createMigration", "mutation", body, options, models.CreateMigrationResponse)

    async def delete_key(
        self,
        *,
        key_id: str,
        permanent: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Delete a key for good. With `permanent`, also erase its record.

        Args:
            key_id: Id of the key.
            permanent: Also erase the record with its hash and ciphertext. Events stay. Default:
                `False`.

        Callers: a root key with `api.{apiId}.delete_key`.

        Errors: `data/key_not_found`.

        Example:
            >>> await client.keys.delete_key(key_id="key_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "keyId": key_id,
            "permanent": permanent,
        }
        await self._transport.send("keys.deleteKey", "mutation", body, options)

    async def delete_keys(
        self,
        *,
        key_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        api_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        filter: params.DeleteKeysFilterInput | NotGiven = NOT_GIVEN,
        expected: int | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        permanent: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.DeleteKeysResponse:
        """Delete many keys for good: those that you list, all keys of an API or an identity, or all
        that match a filter, up to 10,000 per call.

        Args:
            key_ids: Ids of the keys. They may be of several APIs.
            api_id: All keys of this API.
            identity: All keys of this identity, by its id or external id.
            filter: All keys that keys.list_keys lists with these fields, at most 10,000. Send
                `expected` too. The caller also needs to read these keys.
            expected: How many keys match `filter`. With another number, nothing changes. A call
                with `cursor` does not count again.
            limit: Keys that this call changes at most; `cursor` continues. Default: 10,000.
            cursor: Where to continue: `cursor` of the previous response. Leave it out for the first
                keys.
            permanent: Also erase the record with its hash and ciphertext. Events stay. Default:
                `False`.

        Callers: a root key with `api.{apiId}.delete_key`.

        Errors: `data/key_not_found`, `data/api_not_found`, `data/identity_not_found`,
            `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.keys.delete_keys(identity="user_42")
            DeleteKeysResponse(deleted=1)
        """
        body: Body = {
            "keyIds": key_ids,
            "apiId": api_id,
            "identity": identity,
            "filter": encode(params.DeleteKeysFilterInput, filter),
            "expected": expected,
            "limit": limit,
            "cursor": cursor,
            "permanent": permanent,
        }
        return await self._transport.call("keys.deleteKeys", "mutation", body, options, models.DeleteKeysResponse)

    async def explain_key(
        self,
        *,
        workspace_id: str | NotGiven = NOT_GIVEN,
        key: str | NotGiven = NOT_GIVEN,
        key_id: str | NotGiven = NOT_GIVEN,
        permissions: str | NotGiven = NOT_GIVEN,
        credits: params.ExplainKeyCreditsInput | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.ExplainKeyRatelimitInput] | NotGiven = NOT_GIVEN,
        ip: params.IpAddress | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Explanation:
        """Show every check that a verification of a key makes, and what would make a failed check
        pass. Charges nothing.

        Args:
            workspace_id: Id of the workspace. An operator must name one; a root key acts on its
                own.
            key: The key to explain. An unknown key is explained as NOT_FOUND.
            key_id: Id of the key to explain, if you do not have the key itself.
            permissions: Permissions that the key must hold, as a query such as `a AND (b OR c)`.
            credits: What the verification costs. Default: 1 credit. Keys without credits or a
                metered identity ignore it.
            ratelimits: Rate limits to check, besides those with `auto_apply`. Names must differ.
            ip: IP address of the client, checked against the IP allow lists.

        Callers: an operator key; or a root key with `api.{apiId}.read_key`.

        Errors: `data/workspace_not_found`, `data/key_not_found`,
            `application/permissions_query_syntax_error`.

        Example:
            >>> await client.keys.explain_key(
            ...     workspace_id="ws_1CAiZx1YPnJZtcPxTdBGPS",
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     permissions="documents.read AND documents.share",
            ...     ip="192.0.2.1",
            ... )
            Explanation(
                code="INSUFFICIENT_PERMISSIONS",
                checks=[
                    ExplainedCheck(
                        check="quota",
                        passed=True,
                        detail="The workspace has no monthly quota of verifications.",
                    ),
                    ...,
                ],
            )
        """
        body: Body = {
            "workspaceId": workspace_id,
            "key": key,
            "keyId": key_id,
            "permissions": permissions,
            "credits": encode(params.ExplainKeyCreditsInput, credits),
            "ratelimits": encode(Sequence[params.ExplainKeyRatelimitInput], ratelimits),
            "ip": ip,
        }
        return await self._transport.call("keys.explainKey", "query", body, options, models.Explanation)

    async def finish_rotation(
        self,
        *,
        key_id: str,
        options: CallOptions | None = None,
    ) -> None:
        """End the previous secret of a key now, before its overlap ends.

        Args:
            key_id: Id of the key.

        Callers: a root key with `api.{apiId}.update_key`.

        Errors: `data/key_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.keys.finish_rotation(key_id="key_1CAiZx1YPnJZtcPxTdBGPS")
        """
        body: Body = {
            "keyId": key_id,
        }
        await self._transport.send("keys.finishRotation", "mutation", body, options)

    async def get_key(
        self,
        *,
        key_id: str,
        decrypt: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Key:
        """Show a key, even if it is disabled or expired.

        Args:
            key_id: Id of the key.
            decrypt: Show the plaintext of recoverable keys. Each use is recorded as an event.
                Default: `False`.

        Callers: a root key with `api.{apiId}.read_key`.

        Errors: `data/key_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.keys.get_key(key_id="key_1CAiZx1YPnJZtcPxTdBGPS")
            Key(
                key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                start="acme_live_6L5y",
                enabled=True,
                scoped=False,
                meta={"plan": "pro"},
                created_at=1767346200000,
                name="Customer 42",
                credits=Credits(remaining=10),
                identity=Identity(
                    id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    external_id="user_42",
                    enabled=True,
                    meta={},
                    ratelimits=[],
                    created_at=1767346200000,
                ),
                permissions=["documents.read"],
                roles=["editor"],
                ratelimits=[
                    Ratelimit(
                        id="rl_1CWiKL6EtYCfWig2ft6C5N",
                        name="requests",
                        limit=100,
                        duration=60000,
                        auto_apply=False,
                    ),
                ],
                ip_allowlist=[],
                recoverable=False,
                inherited_permissions=[],
                balances=Balances(key=10),
                direct_permissions=["documents.read"],
            )
        """
        body: Body = {
            "keyId": key_id,
            "decrypt": decrypt,
        }
        return await self._transport.call("keys.getKey", "query", body, options, models.Key)

    def list_keys(
        self,
        *,
        api_id: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        identity_id: str | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        status: Literal["active", "disabled", "expired", "expiring", "low_credits"] | NotGiven = NOT_GIVEN,
        expires_before: int | NotGiven = NOT_GIVEN,
        role: str | NotGiven = NOT_GIVEN,
        permission: str | NotGiven = NOT_GIVEN,
        ratelimit: str | NotGiven = NOT_GIVEN,
        search: str | NotGiven = NOT_GIVEN,
        sort: Literal["created", "name", "expires", "lastUsed", "credits"] | NotGiven = NOT_GIVEN,
        order: Literal["asc", "desc", "created", "created_desc"] | NotGiven = NOT_GIVEN,
        count: bool | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        decrypt: bool | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Key]:
        """List the keys of the workspace, including disabled and expired ones.

        Args:
            api_id: Only keys of this API.
            external_id: Only keys of the identity with this external id.
            identity_id: Only keys of the identity with this id.
            enabled: Only enabled keys, or only disabled ones.
            status: Only keys in this state. `active`: enabled and not expired. `disabled`:
                disabled, even if it has also expired. `expired`: expired, even if it is also
                disabled. `expiring`: active, and expires within 7 days. `low_credits`: active, with
                credits at or below `low_at`; without `low_at`, at most 10 % of the refill amount,
                or none without a refill.
            expires_before: Only keys that expire before this time, in Unix milliseconds. Expired
                keys are included.
            role: Only keys with this role, by its id or name.
            permission: Only keys that hold this permission, directly or through a role, by its id
                or slug.
            ratelimit: Only keys with a rate limit of this name of their own. It beats the one of
                their identity.
            search: Only keys whose name, start or id contains this text.
            sort: What the list is sorted by. `name` ignores the case of A to Z and compares 64
                characters. `last_used` and `credits` change with every verification, and need a
                filter with at most 10,000 matches. Default: `"created"`.
            order: Direction of `sort`: `asc` is the oldest or smallest first, `desc` the newest or
                largest first. Objects without a value come last either way. `created` and
                `created_desc` mean the same for `sort: created`, and are not allowed with another
                `sort`. Default: `"asc"`.
            count: Whether `pagination.total` tells how many objects match. The count stops at
                10,000. Default: `False`.
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.
            decrypt: Show the plaintext of recoverable keys. Each use is recorded as an event.
                Default: `False`.

        Callers: a root key with `api.{apiId}.read_key`.

        Errors: `data/api_not_found`, `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.keys.list_keys(external_id="user_42", limit=20).data
            [
                Key(
                    key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                    api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                    start="acme_live_6L5y",
                    enabled=True,
                    scoped=False,
                    meta={"plan": "pro"},
                    created_at=1767346200000,
                    name="Customer 42",
                    credits=Credits(remaining=10),
                    identity=Identity(
                        id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                        external_id="user_42",
                        enabled=True,
                        meta={},
                        ratelimits=[],
                        created_at=1767346200000,
                    ),
                    permissions=["documents.read"],
                    roles=["editor"],
                    ratelimits=[
                        Ratelimit(
                            id="rl_1CWiKL6F3cVg7fU9nHpUtT",
                            name="requests",
                            limit=100,
                            duration=60000,
                            auto_apply=False,
                        ),
                    ],
                    ip_allowlist=[],
                    recoverable=False,
                    inherited_permissions=[],
                    balances=Balances(key=10),
                ),
            ]
        """
        body: Body = {
            "apiId": api_id,
            "externalId": external_id,
            "identityId": identity_id,
            "enabled": enabled,
            "status": status,
            "expiresBefore": expires_before,
            "role": role,
            "permission": permission,
            "ratelimit": ratelimit,
            "search": search,
            "sort": sort,
            "order": order,
            "count": count,
            "limit": limit,
            "cursor": cursor,
            "decrypt": decrypt,
        }
        return self._transport.pages("keys.listKeys", body, options, models.Key)

    def list_migrations(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> AsyncPages[models.Migration]:
        """List the migrations of the workspace.

        Args:
            limit: Objects per page; fewer if they exceed 4 MiB. Default: `100`.
            cursor: Where to continue: `pagination.cursor` of the previous page. Leave it out for
                the first page.

        Callers: a root key with `api.*.read_key`.

        Example:
            >>> await client.keys.list_migrations(limit=20).data
            [
                Migration(
                    migration_id="mig_1CAiZx1YPnJZtcPxTdBGPS",
                    algorithm="sha256",
                    created_at=1767346200000,
                ),
            ]
        """
        body: Body = {
            "limit": limit,
            "cursor": cursor,
        }
        return self._transport.pages("keys.listMigrations", body, options, models.Migration)

    async def migrate_keys(
        self,
        *,
        api_id: str,
        keys: Sequence[params.MigrateKeysKeyInput],
        migration_id: str | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.MigrateKeysResponse:
        """Import keys from another system by their hashes, so that your customers keep using them.

        Args:
            api_id: Id of the API.
            keys: Keys to import: the `hash` of each, and any field of a new key.
            migration_id: Id of the migration that the keys belong to. Default: none.

        Callers: a root key with `api.{apiId}.create_key`.

        Errors: `data/api_not_found`, `data/migration_not_found`, `data/role_not_found`,
            `data/permission_not_found`, `application/precondition_failed`, `limits/quota_exceeded`.

        Example:
            >>> await client.keys.migrate_keys(
            ...     api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
            ...     keys=[
            ...         {
            ...             "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            ...             "external_id": "user_42",
            ...         },
            ...     ],
            ... )
            MigrateKeysResponse(
                migrated=[
                    MigrateKeysMigrated(
                        hash="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                        key_id="key_1CWiKL6ExuitD3L6x8mQtM",
                    ),
                ],
                failed=[],
            )
        """
        body: Body = {
            "apiId": api_id,
            "migrationId": migration_id,
            "keys": encode(Sequence[params.MigrateKeysKeyInput], keys),
        }
        return await self._transport.call("keys.migrateKeys", "mutation", body, options, models.MigrateKeysResponse)

    async def remove_permissions(
        self,
        *,
        key_id: str,
        permissions: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.Permission]:
        """Remove direct permissions from a key. Permissions from roles stay.

        Args:
            key_id: Id of the key.
            permissions: Permissions, by id or slug.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.remove_permission_from_key`.

        Errors: `data/key_not_found`, `data/permission_not_found`.

        Example:
            >>> await client.keys.remove_permissions(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     permissions=["documents.read"],
            ... )
            []
        """
        body: Body = {
            "keyId": key_id,
            "permissions": permissions,
        }
        return await self._transport.call("keys.removePermissions", "mutation", body, options, list[models.Permission])

    async def remove_roles(
        self,
        *,
        key_id: str,
        roles: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.RoleOfKey]:
        """Remove roles from a key, with the permissions that they gave.

        Args:
            key_id: Id of the key.
            roles: Roles, by id or name.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.remove_role_from_key`.

        Errors: `data/key_not_found`, `data/role_not_found`.

        Example:
            >>> await client.keys.remove_roles(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     roles=["editor"],
            ... )
            []
        """
        body: Body = {
            "keyId": key_id,
            "roles": roles,
        }
        return await self._transport.call("keys.removeRoles", "mutation", body, options, list[models.RoleOfKey])

    async def reroll_key(
        self,
        *,
        key_id: str,
        expiration: int,
        options: CallOptions | None = None,
    ) -> models.MintedKey:
        """Replace a key with a new one that has another id, the same settings and the same credits.
        The old key expires after the given time.

        Args:
            key_id: Id of the key.
            expiration: Milliseconds from now until the old key expires.

        Callers: a root key with `api.{apiId}.create_key`.

        Errors: `data/key_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.keys.reroll_key(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     expiration=86_400_000,
            ... )
            MintedKey(
                key_id="key_1CWiKL6F3KRcPfB9vsVcBC",
                key="acme_live_LeWWTELPUGK9BHfndxXpx94JbRd9rnsur26hZTY",
            )
        """
        body: Body = {
            "keyId": key_id,
            "expiration": expiration,
        }
        return await self._transport.call("keys.rerollKey", "mutation", body, options, models.MintedKey)

    async def revoke_self(
        self,
        *,
        options: CallOptions | None = None,
    ) -> None:
        """Delete the API key that makes this call. If it calls with the previous secret of a
        rotation, only that secret ends.

        Callers: an API key, about itself.

        Example:
            >>> await client.keys.revoke_self()
        """
        body: Body = {}
        await self._transport.send("keys.revokeSelf", "mutation", body, options)

    async def rotate_key(
        self,
        *,
        key_id: str,
        overlap: int,
        options: CallOptions | None = None,
    ) -> models.RotatedKey:
        """Give a key a new secret. Its id and everything else stay, and the previous secret works
        until the overlap ends.

        Args:
            key_id: Id of the key.
            overlap: How long the previous secret still works, in milliseconds; at most a year. 0
                ends every earlier secret now.

        Callers: a root key with `api.{apiId}.create_key` and `api.{apiId}.update_key`.

        Errors: `data/key_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.keys.rotate_key(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     overlap=86_400_000,
            ... )
            RotatedKey(
                key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                key="acme_live_BmaJDzWsCiM6aBD1EYM1gJdDGbqGEbBTj1Vl4Gj",
                previous_expires=1767519000000,
            )
        """
        body: Body = {
            "keyId": key_id,
            "overlap": overlap,
        }
        return await self._transport.call("keys.rotateKey", "mutation", body, options, models.RotatedKey)

    async def set_permissions(
        self,
        *,
        key_id: str,
        permissions: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.Permission]:
        """Replace the direct permissions of a key. Permissions from roles stay.

        Args:
            key_id: Id of the key.
            permissions: Permissions, by id or slug. An unknown slug is created; `[]` removes all.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_permission_to_key` and
            `rbac.*.remove_permission_from_key`.

        Errors: `data/key_not_found`, `data/permission_not_found`,
            `application/precondition_failed`.

        Example:
            >>> await client.keys.set_permissions(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
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
            "keyId": key_id,
            "permissions": permissions,
        }
        return await self._transport.call("keys.setPermissions", "mutation", body, options, list[models.Permission])

    async def set_roles(
        self,
        *,
        key_id: str,
        roles: Sequence[str],
        options: CallOptions | None = None,
    ) -> list[models.RoleOfKey]:
        """Replace the roles of a key.

        Args:
            key_id: Id of the key.
            roles: Roles, by id or name. `[]` removes all.

        Callers: a root key with `api.{apiId}.update_key` and `rbac.*.add_role_to_key` and
            `rbac.*.remove_role_from_key`.

        Errors: `data/key_not_found`, `data/role_not_found`, `application/precondition_failed`.

        Example:
            >>> await client.keys.set_roles(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     roles=["editor"],
            ... )
            [
                RoleOfKey(
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
            "keyId": key_id,
            "roles": roles,
        }
        return await self._transport.call("keys.setRoles", "mutation", body, options, list[models.RoleOfKey])

    async def update_credits(
        self,
        *,
        key_id: str,
        operation: Literal["set", "increment", "decrement"],
        value: int | None | NotGiven = NOT_GIVEN,
        low_at: int | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Credits:
        """Set, increase or decrease the credits of a key and of all keys that share them. A
        decrease stops at 0.

        Args:
            key_id: Id of the key.
            operation: What to do with the value.
            value: Number of credits. With `set`, null or no value means unlimited and removes the
                refill.
            low_at: Record the notice `credits.low` once the balance is at or below it. null: never.
                Absent: as before.

        Callers: a root key with `api.{apiId}.update_key`.

        Errors: `data/key_not_found`.

        Example:
            >>> await client.keys.update_credits(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     operation="increment",
            ...     value=500,
            ... )
            Credits(remaining=510)
        """
        body: Body = {
            "keyId": key_id,
            "operation": operation,
            "value": value,
            "lowAt": low_at,
        }
        return await self._transport.call("keys.updateCredits", "mutation", body, options, models.Credits)

    async def update_key(
        self,
        *,
        key_id: str,
        external_id: str | None | NotGiven = NOT_GIVEN,
        credits: params.CreditsPatch | None | NotGiven = NOT_GIVEN,
        name: str | None | NotGiven = NOT_GIVEN,
        meta: params.Meta | None | NotGiven = NOT_GIVEN,
        expires: int | None | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        scoped: bool | NotGiven = NOT_GIVEN,
        roles: Sequence[str] | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        ip_allowlist: Sequence[params.Network] | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> None:
        """Change a key. Fields that you leave out stay, null removes a value, and a list replaces
        the old list.

        Args:
            key_id: Id of the key.
            external_id: External id of the customer who owns the key. A new one creates an
                identity; null removes the owner.
            credits: Credits of the key. Absent fields stay as they are; null makes the key
                unlimited.
            name: Name of the key, for people. null removes it.
            meta: Your own data about the key. It replaces all old data; null removes it.
            expires: When the key expires, in Unix milliseconds; null means never.
            ratelimits: Rate limits of the key, at most 50. They replace the old set; `[]` removes
                all.
            enabled: Whether the key works.
            scoped: Whether the key holds only those of its own permissions that its identity has
                too, instead of both.
            roles: Roles of the key, by id or name. They replace the old set; `[]` removes all.
            permissions: Direct permissions of the key, by id or slug. An unknown slug is created.
                They replace the old set; `[]` removes all.
            ip_allowlist: Networks (CIDR) or addresses that may use the key. They replace the old
                list; `[]` or null means all.

        Callers: a root key with `api.{apiId}.update_key`.

        Errors: `data/key_not_found`, `data/role_not_found`, `data/permission_not_found`,
            `application/precondition_failed`, `limits/quota_exceeded`.

        Example:
            >>> await client.keys.update_key(
            ...     key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
            ...     name="Customer 42, production",
            ...     enabled=True,
            ...     expires=1_893_456_000_000,
            ... )
        """
        body: Body = {
            "keyId": key_id,
            "externalId": external_id,
            "credits": encode(params.CreditsPatch, credits),
            "name": name,
            "meta": meta,
            "expires": expires,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "enabled": enabled,
            "scoped": scoped,
            "roles": roles,
            "permissions": permissions,
            "ipAllowlist": ip_allowlist,
        }
        await self._transport.send("keys.updateKey", "mutation", body, options)

    async def update_keys(
        self,
        *,
        key_ids: Sequence[str] | NotGiven = NOT_GIVEN,
        api_id: str | NotGiven = NOT_GIVEN,
        identity: str | NotGiven = NOT_GIVEN,
        filter: params.UpdateKeysFilterInput | NotGiven = NOT_GIVEN,
        expected: int | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        name: str | None | NotGiven = NOT_GIVEN,
        meta: params.Meta | None | NotGiven = NOT_GIVEN,
        expires: int | None | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.RatelimitInput] | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        scoped: bool | NotGiven = NOT_GIVEN,
        roles: Sequence[str] | NotGiven = NOT_GIVEN,
        permissions: Sequence[str] | NotGiven = NOT_GIVEN,
        ip_allowlist: Sequence[params.Network] | None | NotGiven = NOT_GIVEN,
        credits: params.RefillPatch | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.UpdateKeysResponse:
        """Make the same change to many keys: those that you list, all keys of an API or an
        identity, or all that match a filter, up to 10,000 per call.

        Args:
            key_ids: Ids of the keys. They may be of several APIs.
            api_id: All keys of this API.
            identity: All keys of this identity, by its id or external id.
            filter: All keys that keys.list_keys lists with these fields, at most 10,000. Send
                `expected` too. The caller also needs to read these keys.
            expected: How many keys match `filter`. With another number, nothing changes. A call
                with `cursor` does not count again.
            limit: Keys that this call changes at most; `cursor` continues. Default: 10,000.
            cursor: Where to continue: `cursor` of the previous response. Leave it out for the first
                keys.
            name: Name of the key, for people. null removes it.
            meta: Your own data about the key. It replaces all old data; null removes it.
            expires: When the key expires, in Unix milliseconds; null means never.
            ratelimits: Rate limits of the key, at most 50. They replace the old set; `[]` removes
                all.
            enabled: Whether the key works.
            scoped: Whether the key holds only those of its own permissions that its identity has
                too, instead of both.
            roles: Roles of the key, by id or name. They replace the old set; `[]` removes all.
            permissions: Direct permissions of the key, by id or slug. An unknown slug is created.
                They replace the old set; `[]` removes all.
            ip_allowlist: Networks (CIDR) or addresses that may use the key. They replace the old
                list; `[]` or null means all.
            credits: Only `refill` and `low_at`, which every key gets; null means unlimited. The
                remaining credits stay.

        Callers: a root key with `api.{apiId}.update_key`.

        Errors: `data/key_not_found`, `data/api_not_found`, `data/identity_not_found`,
            `data/role_not_found`, `data/permission_not_found`, `application/precondition_failed`,
            `limits/quota_exceeded`.

        Example:
            >>> await client.keys.update_keys(
            ...     identity="user_42",
            ...     expires=1_893_456_000_000,
            ...     permissions=["documents.read"],
            ... )
            UpdateKeysResponse(updated=1)
        """
        body: Body = {
            "keyIds": key_ids,
            "apiId": api_id,
            "identity": identity,
            "filter": encode(params.UpdateKeysFilterInput, filter),
            "expected": expected,
            "limit": limit,
            "cursor": cursor,
            "name": name,
            "meta": meta,
            "expires": expires,
            "ratelimits": encode(Sequence[params.RatelimitInput], ratelimits),
            "enabled": enabled,
            "scoped": scoped,
            "roles": roles,
            "permissions": permissions,
            "ipAllowlist": ip_allowlist,
            "credits": encode(params.RefillPatch, credits),
        }
        return await self._transport.call("keys.updateKeys", "mutation", body, options, models.UpdateKeysResponse)

    async def verify_key(
        self,
        *,
        key: str,
        permissions: str | NotGiven = NOT_GIVEN,
        credits: params.VerifyKeyCreditsInput | NotGiven = NOT_GIVEN,
        ratelimits: Sequence[params.VerifyKeyRatelimitInput] | NotGiven = NOT_GIVEN,
        ip: params.IpAddress | NotGiven = NOT_GIVEN,
        tags: Sequence[str] | NotGiven = NOT_GIVEN,
        migration_id: str | NotGiven = NOT_GIVEN,
        keyspaces: Sequence[str] | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.VerifyKeyResponse:
        """Verify a key: is it valid now, does it hold the permissions, and is it within its limits
        and credits?

        Args:
            key: The key to verify.
            permissions: Permissions that the key must hold, as a query such as `a AND (b OR c)`.
            credits: What the verification costs. Default: 1 credit. Keys without credits or a
                metered identity ignore it.
            ratelimits: Rate limits to check, besides those with `auto_apply`. Names must differ.
            ip: IP address of the client, checked against the IP allow lists.
            tags: Labels to count the verification under, such as `path=/documents`. For each key,
                100 different sets of labels per hour are counted separately, and the rest together.
            migration_id: Find keys that were imported as `prefixed_api_key` only in this migration.
                Other keys are found anyway.
            keyspaces: Ids of the APIs whose keys you accept. A key of any other API is reported as
                NOT_FOUND.

        Callers: a root key with `api.{apiId}.verify_key`.

        Errors: `application/permissions_query_syntax_error`, `application/precondition_failed`,
            `limits/quota_exceeded`.

        Example:
            >>> await client.keys.verify_key(
            ...     key="acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
            ...     permissions="documents.read OR documents.write",
            ...     credits={"cost": 1},
            ...     tags=["path=/documents"],
            ... )
            VerifyKeyResponse(
                valid=True,
                code="VALID",
                key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                keyspace_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                enabled=True,
                meta={"plan": "pro"},
                permissions=["documents.read"],
                roles=["editor"],
                name="Customer 42",
                identity=Identity(
                    id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    external_id="user_42",
                    enabled=True,
                    meta={},
                    ratelimits=[],
                    created_at=1767346200000,
                ),
                credits=9,
                balances=Balances(key=9),
                ratelimits=[],
            )
        """
        body: Body = {
            "key": key,
            "permissions": permissions,
            "credits": encode(params.VerifyKeyCreditsInput, credits),
            "ratelimits": encode(Sequence[params.VerifyKeyRatelimitInput], ratelimits),
            "ip": ip,
            "tags": tags,
            "migrationId": migration_id,
            "keyspaces": keyspaces,
        }
        return await self._transport.call("keys.verifyKey", "consumption", body, options, models.VerifyKeyResponse)

    async def whoami(
        self,
        *,
        key: str | NotGiven = NOT_GIVEN,
        hashes: params.WhoamiHashesInput | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> models.Key:
        """Show a key by its plaintext or by hashes of it, or the API key that makes this call.

        Args:
            key: The key to show. An API key may leave it out to show itself.
            hashes: Instead of `key`: SHA-256 hashes of its UTF-8 text, so that the key itself is
                not sent.

        Callers: a root key with `api.{apiId}.read_key`; or an API key, about itself.

        Errors: `data/key_not_found`.

        Example:
            >>> await client.keys.whoami(
            ...     key="acme_live_6L5yRNPTuciSgXGHqYwn9N6NeoDywHBd2Z7NgZ",
            ... )
            Key(
                key_id="key_1CAiZx1YPnJZtcPxTdBGPS",
                api_id="api_1CAiZx1YPnJZtcPxTdBGPS",
                start="acme_live_6L5y",
                enabled=True,
                scoped=False,
                meta={"plan": "pro"},
                created_at=1767346200000,
                name="Customer 42",
                credits=Credits(remaining=10),
                identity=Identity(
                    id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    identity_id="id_1CAiZx1YPnJZtcPxTdBGPS",
                    external_id="user_42",
                    enabled=True,
                    meta={},
                    ratelimits=[],
                    created_at=1767346200000,
                ),
                permissions=["documents.read"],
                roles=["editor"],
                ratelimits=[
                    Ratelimit(
                        id="rl_1CWiKL6F2Anpfn6GepSWTg",
                        name="requests",
                        limit=100,
                        duration=60000,
                        auto_apply=False,
                    ),
                ],
                ip_allowlist=[],
                recoverable=False,
                inherited_permissions=[],
                balances=Balances(key=10),
            )
        """
        body: Body = {
            "key": key,
            "hashes": encode(params.WhoamiHashesInput, hashes),
        }
        return await self._transport.call("keys.whoami", "query", body, options, models.Key)
