import { z } from "zod"
import { apiName } from "../contract/api.ts"
import { ipAllowlist } from "../contract/ip-allowlist.ts"
import { byteLength, refillInput } from "../contract/key.ts"
import { hashAlgorithm } from "../contract/migration.ts"
import {
  creditAmount,
  description,
  duration,
  expiry,
  externalId,
  int,
  keyPrefix,
  meta,
  millis,
  name,
  roleName,
  slug,
  text,
} from "../contract/primitives.ts"
import { identifier, limitMaximum, refuseRepeatedNames } from "../contract/ratelimit.ts"
import { disableReason, limits, workspaceName } from "../contract/workspace.ts"
import { isGrant } from "../core/grants.ts"
import { type IdPrefix, isIdShaped } from "../core/ids.ts"

/** The lines of an export (docs/export-format.md). Fields without a value are omitted, never null. */

export const formatName = "keyward-export"
export const formatVersion = 2
/** In version 1 each key held its own credits, and events carried no hash version. */
export const readableVersions = [1, formatVersion] as const

const idSchema = (prefix: IdPrefix) =>
  z.string().refine((value) => isIdShaped(prefix, value), { error: `must be an id such as ${prefix}_1CAiZx…` })

/** The last character is restricted because 32 bytes leave four significant bits before the padding. */
const hash = z.string().regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, {
  error: "must be a SHA-256 as 44 characters of padded base64",
})

/** The start of an imported key may be long: it includes everything before the last two parts. */
const start = text(0, 600)

const times = { createdAt: millis, updatedAt: millis.optional() }

const ratelimits = z
  .array(
    z.strictObject({
      id: idSchema("rl"),
      name: text(3, 128),
      limit: int(1, limitMaximum),
      duration,
      autoApply: z.boolean(),
    }),
  )
  .superRefine(refuseRepeatedNames)

export const header = z.strictObject({
  kind: z.literal("header"),
  format: z.literal(formatName),
  version: z.literal(readableVersions),
  /** Version of the Keyward release that wrote the file. */
  keyward: text(1, 64),
  createdAt: millis,
  workspaceId: idSchema("ws"),
})

export const workspaceEntry = z.strictObject({
  kind: z.literal("workspace"),
  id: idSchema("ws"),
  name: workspaceName,
  enabled: z.boolean(),
  disabledReason: disableReason.optional(),
  disabledNote: text(1, 1000).optional(),
  disabledAt: millis.optional(),
  limits: z.strictObject(limits.shape),
  ...times,
})

export const rootKeyEntry = z.strictObject({
  kind: z.literal("rootKey"),
  id: idSchema("rk"),
  hash,
  start,
  name: name.optional(),
  enabled: z.boolean(),
  permissions: z.array(z.string().refine(isGrant, { error: "must be `*` or a management permission" })).min(1),
  expires: expiry.optional(),
  ...times,
  lastUsedAt: millis.optional(),
})

export const apiEntry = z.strictObject({
  kind: z.literal("api"),
  id: idSchema("api"),
  name: apiName,
  defaultPrefix: keyPrefix.optional(),
  defaultBytes: byteLength.optional(),
  deleteProtection: z.boolean(),
  ipAllowlist,
  ...times,
})

export const permissionEntry = z.strictObject({
  kind: z.literal("permission"),
  id: idSchema("perm"),
  slug,
  name: text(1, 512),
  description: description.optional(),
})

export const roleEntry = z.strictObject({
  kind: z.literal("role"),
  id: idSchema("role"),
  name: roleName,
  description: description.optional(),
  permissions: z.array(idSchema("perm")),
})

export const identityEntry = z.strictObject({
  kind: z.literal("identity"),
  id: idSchema("id"),
  externalId,
  meta,
  ratelimits,
  ...times,
})

export const migrationEntry = z.strictObject({
  kind: z.literal("migration"),
  id: idSchema("mig"),
  name: name.optional(),
  algorithm: hashAlgorithm,
  createdAt: millis,
})

const credits = z
  .strictObject({ remaining: creditAmount, refill: refillInput.optional(), refillAt: millis.optional() })
  .refine(({ refill, refillAt }) => (refill === undefined) === (refillAt === undefined), {
    error: "must have both `refill` and `refillAt`, or neither",
  })

/** Keys that share a balance repeat it on each of their lines. A balance without credits is unlimited. */
const balance = z.strictObject({ id: idSchema("bal"), credits: credits.optional() })

export const keyEntry = z
  .strictObject({
    kind: z.literal("key"),
    id: idSchema("key"),
    apiId: idSchema("api"),
    identityId: idSchema("id").optional(),
    hash,
    algorithm: hashAlgorithm,
    migrationId: idSchema("mig").optional(),
    start,
    prefix: keyPrefix.optional(),
    byteLength: byteLength.optional(),
    name: name.optional(),
    meta,
    enabled: z.boolean(),
    expires: expiry.optional(),
    /** Only the KEYWARD_ENCRYPTION_KEY of the source installation decrypts it. */
    ciphertext: z.base64().max(4096).optional(),
    ipAllowlist,
    balance: balance.optional(),
    /** Version 1 only. */
    credits: credits.optional(),
    ratelimits,
    permissions: z.array(idSchema("perm")),
    roles: z.array(idSchema("role")),
    ...times,
    lastUsedAt: millis.optional(),
  })
  .refine(({ balance, credits }) => balance === undefined || credits === undefined, {
    error: "must have `balance` or `credits`, not both",
  })

export const namespaceEntry = z.strictObject({
  kind: z.literal("namespace"),
  id: idSchema("rlns"),
  name: text(1, 512),
  createdAt: millis,
})

export const overrideEntry = z.strictObject({
  kind: z.literal("override"),
  id: idSchema("rlor"),
  namespaceId: idSchema("rlns"),
  identifier,
  limit: int(0, limitMaximum),
  duration,
  createdAt: millis,
})

/** Events are an archive of the source installation and are never imported. */
export const eventEntry = z.strictObject({
  kind: z.literal("event"),
  id: idSchema("evt"),
  type: z.string(),
  time: millis,
  actor: z.strictObject({ type: z.string(), id: z.string() }),
  workspaceId: idSchema("ws"),
  resources: z.array(z.strictObject({ type: z.string(), id: z.string() })),
  requestId: z.string().optional(),
  changes: z.strictObject({ before: z.unknown(), after: z.unknown() }),
  previousHash: z.string(),
  hash: z.string(),
  chainVersion: z.int().optional(),
})

/** Lines appear in this order, so an object comes before the lines that refer to it. */
export const kinds = [
  "workspace",
  "rootKey",
  "api",
  "permission",
  "role",
  "identity",
  "migration",
  "key",
  "namespace",
  "override",
  "event",
] as const
export type KindName = (typeof kinds)[number]

export const trailer = z.strictObject({
  kind: z.literal("trailer"),
  /** Number of lines per kind; kinds without lines are omitted. */
  counts: z.partialRecord(z.enum(kinds), z.int().min(1)),
  /** Hex SHA-256 of every byte before this line. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export type Header = z.infer<typeof header>
export type Trailer = z.infer<typeof trailer>
export type WorkspaceEntry = z.infer<typeof workspaceEntry>
export type RootKeyEntry = z.infer<typeof rootKeyEntry>
export type ApiEntry = z.infer<typeof apiEntry>
export type PermissionEntry = z.infer<typeof permissionEntry>
export type RoleEntry = z.infer<typeof roleEntry>
export type IdentityEntry = z.infer<typeof identityEntry>
export type MigrationEntry = z.infer<typeof migrationEntry>
export type BalanceEntry = z.infer<typeof balance>
export type KeyEntry = z.infer<typeof keyEntry>
export type NamespaceEntry = z.infer<typeof namespaceEntry>
export type OverrideEntry = z.infer<typeof overrideEntry>
export type EventEntry = z.infer<typeof eventEntry>
export type Entry =
  | WorkspaceEntry
  | RootKeyEntry
  | ApiEntry
  | PermissionEntry
  | RoleEntry
  | IdentityEntry
  | MigrationEntry
  | KeyEntry
  | NamespaceEntry
  | OverrideEntry
  | EventEntry
