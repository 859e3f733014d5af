import { createHash } from "node:crypto"
import type { Case, CaseWorld } from "./case.ts"

/** Every world has its own, since a bearer that two workspaces have imported is neither of the two. */
const hashIn = ({ workspaceId }: CaseWorld) => createHash("sha256").update(workspaceId).digest("hex")

export const keys: readonly Case[] = [
  {
    operation: "keys.createKey",
    input: ({ apiId }) => ({
      apiId,
      prefix: "acme",
      name: "Schlüssel 🗝",
      meta: { plan: "pro", nested: { list: [1, null, "x"] } },
      credits: { remaining: 5, refill: { interval: "monthly", amount: 10, refillDay: 31 } },
      ratelimits: [{ name: "requests", limit: 2, duration: 3_600_000, autoApply: true }],
    }),
    expected: "200",
    keep: { keyId: "keyId", key: "key" },
  },
  {
    operation: "keys.createKey",
    input: ({ apiId }) => ({
      apiId,
      credits: { remaining: null, refill: { interval: "daily", amount: 1 } },
      byteLength: 1,
    }),
    expected: "400 application/invalid_input",
    violations: ["body.byteLength", "body.credits.refill"],
  },
  {
    operation: "keys.createKey",
    idempotencyKey: "the-same-key",
    input: ({ apiId }) => ({ apiId, name: "Once" }),
    expected: "200",
    keep: { keyId: "onceId" },
  },
  {
    operation: "keys.createKey",
    idempotencyKey: "the-same-key",
    input: ({ apiId }) => ({ apiId, name: "Once" }),
    expected: "200",
    data: ({ kept }) => ({ keyId: kept.onceId }),
  },
  {
    operation: "keys.createKey",
    idempotencyKey: "the-same-key",
    input: ({ apiId }) => ({ apiId, name: "Twice" }),
    expected: "422 application/idempotency_key_reused",
  },
  {
    operation: "keys.getKey",
    input: ({ kept }) => ({ keyId: kept.keyId }),
    expected: "200",
    data: () => ({
      name: "Schlüssel 🗝",
      meta: { plan: "pro", nested: { list: [1, null, "x"] } },
      credits: { remaining: 5, refill: { interval: "monthly", amount: 10, refillDay: 31 } },
    }),
  },
  { operation: "keys.getKey", input: () => ({ keyId: "key_unknown" }), expected: "404 data/key_not_found" },
  { operation: "keys.listKeys", input: () => ({ limit: 2 }), expected: "200", data: ({ keyId }) => [{ keyId }, {}] },
  { operation: "keys.listKeys", input: () => ({ apiId: "api_unknown" }), expected: "404 data/api_not_found" },
  {
    operation: "keys.whoami",
    input: ({ kept }) => ({ key: kept.key }),
    expected: "200",
    data: ({ kept }) => ({ keyId: kept.keyId }),
  },
  { operation: "keys.whoami", as: "key", expected: "200", data: ({ keyId }) => ({ keyId }) },
  { operation: "keys.whoami", input: () => ({ key: "nobody" }), expected: "404 data/key_not_found" },
  {
    operation: "keys.updateKey",
    input: ({ kept }) => ({ keyId: kept.keyId, name: null, expires: 4_000_000_000_000 }),
    expected: "200",
  },
  {
    operation: "keys.updateKey",
    input: ({ kept }) => ({ keyId: kept.keyId, enabled: "yes" }),
    expected: "400 application/invalid_input",
    violations: ["body.enabled"],
  },
  {
    operation: "keys.updateCredits",
    input: ({ kept }) => ({ keyId: kept.keyId, operation: "decrement", value: 9 }),
    expected: "200",
    data: () => ({ remaining: 0 }),
  },
  {
    operation: "keys.updateCredits",
    input: ({ kept }) => ({ keyId: kept.keyId, operation: "increment" }),
    expected: "400 application/invalid_input",
    violations: ["body.value"],
  },
  {
    operation: "keys.addPermissions",
    input: ({ kept }) => ({ keyId: kept.keyId, permissions: ["documents.write"] }),
    expected: "200",
    data: () => [{ slug: "documents.write" }],
  },
  {
    operation: "keys.addPermissions",
    input: ({ kept }) => ({ keyId: kept.keyId, permissions: ["no blanks"] }),
    expected: "400 application/invalid_input",
    violations: ["body.permissions[0]"],
  },
  {
    operation: "keys.setPermissions",
    input: ({ kept }) => ({ keyId: kept.keyId, permissions: ["documents.read"] }),
    expected: "200",
    data: () => [{ slug: "documents.read" }],
  },
  {
    operation: "keys.setPermissions",
    input: () => ({ keyId: "key_unknown", permissions: [] }),
    expected: "404 data/key_not_found",
  },
  {
    operation: "keys.removePermissions",
    input: ({ kept }) => ({ keyId: kept.keyId, permissions: ["documents.read"] }),
    expected: "200",
    data: () => [],
  },
  {
    operation: "keys.removePermissions",
    input: ({ kept }) => ({ keyId: kept.keyId, permissions: ["documents.unknown"] }),
    expected: "404 data/permission_not_found",
  },
  {
    operation: "keys.addRoles",
    input: ({ kept }) => ({ keyId: kept.keyId, roles: ["editor"] }),
    expected: "200",
    data: () => [{ name: "editor" }],
  },
  {
    operation: "keys.addRoles",
    input: ({ kept }) => ({ keyId: kept.keyId, roles: ["king"] }),
    expected: "404 data/role_not_found",
  },
  {
    operation: "keys.removeRoles",
    input: ({ kept }) => ({ keyId: kept.keyId, roles: ["editor"] }),
    expected: "200",
    data: () => [],
  },
  {
    operation: "keys.removeRoles",
    input: () => ({ keyId: "key_unknown", roles: ["editor"] }),
    expected: "404 data/key_not_found",
  },
  {
    operation: "keys.setRoles",
    input: ({ kept }) => ({ keyId: kept.keyId, roles: [] }),
    expected: "200",
    data: () => [],
  },
  {
    operation: "keys.setRoles",
    input: ({ kept }) => ({ keyId: kept.keyId, roles: ["king"] }),
    expected: "404 data/role_not_found",
  },
  { operation: "keys.rerollKey", input: ({ kept }) => ({ keyId: kept.keyId, expiration: 0 }), expected: "200" },
  {
    operation: "keys.rerollKey",
    input: ({ kept }) => ({ keyId: kept.keyId }),
    expected: "400 application/invalid_input",
    violations: ["body.expiration"],
  },
  {
    operation: "keys.createMigration",
    input: () => ({ algorithm: "sha256", name: "From the old system" }),
    expected: "200",
    keep: { migrationId: "migrationId" },
  },
  {
    operation: "keys.createMigration",
    input: () => ({ algorithm: "md5" }),
    expected: "400 application/invalid_input",
    violations: ["body.algorithm"],
  },
  {
    operation: "keys.listMigrations",
    input: () => ({ limit: 1 }),
    expected: "200",
    data: () => [{ algorithm: "sha256" }],
  },
  { operation: "keys.listMigrations", as: "key", expected: "403 authorization/insufficient_permissions" },
  {
    operation: "keys.migrateKeys",
    input: (world) => ({
      apiId: world.apiId,
      migrationId: world.kept.migrationId,
      keys: [{ hash: hashIn(world) }, { hash: hashIn(world) }],
    }),
    expected: "200",
    data: (world) => ({ migrated: [{ hash: hashIn(world) }], failed: [hashIn(world)] }),
  },
  {
    operation: "keys.migrateKeys",
    input: (world) => ({ apiId: world.apiId, migrationId: "mig_unknown", keys: [{ hash: hashIn(world) }] }),
    expected: "404 data/migration_not_found",
  },
  {
    operation: "keys.deleteKey",
    input: ({ kept }) => ({ keyId: kept.keyId, permanent: true }),
    expected: "200",
    data: () => ({}),
  },
  { operation: "keys.deleteKey", input: ({ kept }) => ({ keyId: kept.keyId }), expected: "404 data/key_not_found" },
]

/** The last of all, since the key of the world is gone afterwards. */
export const farewell: readonly Case[] = [
  { operation: "keys.revokeSelf", expected: "403 authorization/insufficient_permissions" },
  { operation: "keys.revokeSelf", as: "key", expected: "200", data: () => ({}) },
  { operation: "keys.revokeSelf", as: "key", expected: "401 authentication/key_not_found" },
]
