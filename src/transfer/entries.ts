import { onlyFieldsOf } from "../core/exhaustive.ts"
import type {
  Api,
  Balance,
  Identity,
  KeyDetails,
  Migration,
  Namespace,
  Override,
  Permission,
  Role,
  RootKey,
  Workspace,
} from "../core/model.ts"
import { withoutNulls } from "../core/wire.ts"
import type { RecordedEvent } from "../storage/port/store.ts"
import type {
  ApiEntry,
  BalanceEntry,
  EventEntry,
  IdentityEntry,
  KeyEntry,
  MigrationEntry,
  NamespaceEntry,
  OverrideEntry,
  PermissionEntry,
  RoleEntry,
  RootKeyEntry,
  WorkspaceEntry,
} from "./format.ts"

/** The field order of every line is fixed, so equal objects become equal text. */

export function workspaceLine({ limits, ...workspace }: Workspace): WorkspaceEntry {
  return { kind: "workspace", ...withoutNulls(workspace), limits: { ...limits } }
}

export function rootKeyLine({ workspaceId: _workspaceId, permissions, ...rootKey }: RootKey): RootKeyEntry {
  return { kind: "rootKey", ...withoutNulls(rootKey), permissions: [...permissions] }
}

export function apiLine({ workspaceId: _workspaceId, ipAllowlist, ...api }: Api): ApiEntry {
  return { kind: "api", ...withoutNulls(api), ipAllowlist: [...ipAllowlist] }
}

export function permissionLine(permission: Permission): PermissionEntry {
  return { kind: "permission", ...withoutNulls(permission) }
}

export function roleLine({ permissions, ...role }: Role): RoleEntry {
  return { kind: "role", ...withoutNulls(role), permissions: permissions.map(({ id }) => id) }
}

export function identityLine({ workspaceId: _workspaceId, ratelimits, ...identity }: Identity): IdentityEntry {
  return { kind: "identity", ...withoutNulls(identity), ratelimits: [...ratelimits] }
}

export function migrationLine(migration: Migration): MigrationEntry {
  return { kind: "migration", ...withoutNulls(migration) }
}

export function balanceMember({ id, credits }: Balance): BalanceEntry {
  return { id, ...(credits && { credits: withoutNulls(credits) }) }
}

export function keyLine(key: KeyDetails): KeyEntry {
  const { workspaceId: _workspaceId, imported: _imported, identity: _identity, ...own } = key
  const { balance, directPermissions, roles, ...rest } = own
  return onlyFieldsOf<KeyEntry>()({
    kind: "key",
    ...withoutNulls(rest),
    ...(balance && { balance: balanceMember(balance) }),
    ipAllowlist: [...key.ipAllowlist],
    ratelimits: [...key.ratelimits],
    permissions: directPermissions.map(({ id }) => id),
    roles: roles.map(({ id }) => id),
  })
}

export function namespaceLine(namespace: Namespace): NamespaceEntry {
  return { kind: "namespace", ...namespace }
}

export function overrideLine(namespaceId: string, { id, ...override }: Override): OverrideEntry {
  return { kind: "override", id, namespaceId, ...override }
}

/** Omits the sequence number, which belongs to the installation; the hashes link the events. */
export function eventLine({ sequence: _sequence, resources, changes, ...event }: RecordedEvent): EventEntry {
  return { kind: "event", ...withoutNulls(event), resources: [...resources], changes }
}
