import { createHash } from "node:crypto"
import { type Case, type CaseWorld, casesOf } from "./case.ts"

/** Every world has its own, since a bearer that two workspaces have imported is neither of the two. */
const hashIn = ({ workspaceId }: CaseWorld) => createHash("sha256").update(workspaceId).digest("hex")

export const keys: readonly Case[] = [
  ...casesOf("keys.createKey", [
    {
      input: ({ apiId }) => ({
        apiId,
        prefix: "acme",
        name: "Schlüssel 🗝",
        meta: { plan: "pro", nested: { list: [1, null, "x"] } },
        credits: { remaining: 5, refill: { interval: "monthly", amount: 10, refillDay: 31 } },
        ratelimits: [{ name: "requests", limit: 2, duration: 3_600_000, autoApply: true }],
      }),
      keep: { keyId: "keyId", key: "key" },
    },
    {
      input: ({ apiId }) => ({
        apiId,
        credits: { remaining: null, refill: { interval: "daily", amount: 1 } },
        byteLength: 1,
      }),
      violations: ["body.byteLength", "body.credits.refill"],
    },
    { idempotencyKey: "the-same-key", input: ({ apiId }) => ({ apiId, name: "Once" }), keep: { keyId: "onceId" } },
    {
      idempotencyKey: "the-same-key",
      input: ({ apiId }) => ({ apiId, name: "Once" }),
      data: ({ kept }) => ({ keyId: kept.onceId }),
    },
    {
      idempotencyKey: "the-same-key",
      input: ({ apiId }) => ({ apiId, name: "Twice" }),
      refused: "422 application/idempotency_key_reused",
    },
  ]),
  ...casesOf("keys.getKey", [
    {
      input: ({ kept }) => ({ keyId: kept.keyId }),
      data: {
        name: "Schlüssel 🗝",
        meta: { plan: "pro", nested: { list: [1, null, "x"] } },
        credits: { remaining: 5, refill: { interval: "monthly", amount: 10, refillDay: 31 } },
      },
    },
    { input: { keyId: "key_unknown" }, refused: "404 data/key_not_found" },
  ]),
  ...casesOf("keys.listKeys", [
    { input: { limit: 2 }, data: ({ keyId }) => [{ keyId }, {}] },
    { input: { apiId: "api_unknown" }, refused: "404 data/api_not_found" },
  ]),
  ...casesOf("keys.whoami", [
    { input: ({ kept }) => ({ key: kept.key }), data: ({ kept }) => ({ keyId: kept.keyId }) },
    { as: "key", data: ({ keyId }) => ({ keyId }) },
    { input: { key: "nobody" }, refused: "404 data/key_not_found" },
  ]),
  ...casesOf("keys.updateKey", [
    { input: ({ kept }) => ({ keyId: kept.keyId, name: null, expires: 4_000_000_000_000 }) },
    { input: ({ kept }) => ({ keyId: kept.keyId, enabled: "yes" }), violations: ["body.enabled"] },
  ]),
  ...casesOf("keys.updateCredits", [
    { input: ({ kept }) => ({ keyId: kept.keyId, operation: "decrement", value: 9 }), data: { remaining: 0 } },
    { input: ({ kept }) => ({ keyId: kept.keyId, operation: "increment" }), violations: ["body.value"] },
  ]),
  ...casesOf("keys.addPermissions", [
    {
      input: ({ kept }) => ({ keyId: kept.keyId, permissions: ["documents.write"] }),
      data: [{ slug: "documents.write" }],
    },
    { input: ({ kept }) => ({ keyId: kept.keyId, permissions: ["no blanks"] }), violations: ["body.permissions[0]"] },
  ]),
  ...casesOf("keys.setPermissions", [
    {
      input: ({ kept }) => ({ keyId: kept.keyId, permissions: ["documents.read"] }),
      data: [{ slug: "documents.read" }],
    },
    { input: { keyId: "key_unknown", permissions: [] }, refused: "404 data/key_not_found" },
  ]),
  ...casesOf("keys.removePermissions", [
    { input: ({ kept }) => ({ keyId: kept.keyId, permissions: ["documents.read"] }), data: [] },
    {
      input: ({ kept }) => ({ keyId: kept.keyId, permissions: ["documents.unknown"] }),
      refused: "404 data/permission_not_found",
    },
  ]),
  ...casesOf("keys.addRoles", [
    { input: ({ kept }) => ({ keyId: kept.keyId, roles: ["editor"] }), data: [{ name: "editor" }] },
    { input: ({ kept }) => ({ keyId: kept.keyId, roles: ["king"] }), refused: "404 data/role_not_found" },
  ]),
  ...casesOf("keys.removeRoles", [
    { input: ({ kept }) => ({ keyId: kept.keyId, roles: ["editor"] }), data: [] },
    { input: { keyId: "key_unknown", roles: ["editor"] }, refused: "404 data/key_not_found" },
  ]),
  ...casesOf("keys.setRoles", [
    { input: ({ kept }) => ({ keyId: kept.keyId, roles: [] }), data: [] },
    { input: ({ kept }) => ({ keyId: kept.keyId, roles: ["king"] }), refused: "404 data/role_not_found" },
  ]),
  ...casesOf("keys.rotateKey", [
    { input: ({ kept }) => ({ keyId: kept.keyId, overlap: 60_000 }), data: ({ kept }) => ({ keyId: kept.keyId }) },
    { input: ({ kept }) => ({ keyId: kept.keyId, overlap: 1 }), refused: "412 application/precondition_failed" },
  ]),
  ...casesOf("keys.finishRotation", [
    { input: ({ kept }) => ({ keyId: kept.keyId }), data: {} },
    { input: ({ kept }) => ({ keyId: kept.keyId }), refused: "412 application/precondition_failed" },
  ]),
  ...casesOf("keys.rotateKey", [{ input: ({ kept }) => ({ keyId: kept.keyId, overlap: 60_000 }) }]),
  ...casesOf("keys.cancelRotation", [
    { input: ({ kept }) => ({ keyId: kept.keyId }), data: {} },
    { input: { keyId: "key_unknown" }, refused: "404 data/key_not_found" },
  ]),
  ...casesOf("keys.rerollKey", [
    { input: ({ kept }) => ({ keyId: kept.keyId, expiration: 0 }) },
    { input: ({ kept }) => ({ keyId: kept.keyId }), violations: ["body.expiration"] },
  ]),
  ...casesOf("keys.createMigration", [
    { input: { algorithm: "sha256", name: "From the old system" }, keep: { migrationId: "migrationId" } },
    { input: { algorithm: "md5" }, violations: ["body.algorithm"] },
  ]),
  ...casesOf("keys.listMigrations", [
    { input: { limit: 1 }, data: [{ algorithm: "sha256" }] },
    { as: "key", refused: "403 authorization/insufficient_permissions" },
  ]),
  ...casesOf("keys.migrateKeys", [
    {
      input: (world) => ({
        apiId: world.apiId,
        migrationId: world.kept.migrationId,
        keys: [{ hash: hashIn(world) }, { hash: hashIn(world) }],
      }),
      data: (world) => ({ migrated: [{ hash: hashIn(world) }], failed: [hashIn(world)] }),
    },
    {
      input: (world) => ({ apiId: world.apiId, migrationId: "mig_unknown", keys: [{ hash: hashIn(world) }] }),
      refused: "404 data/migration_not_found",
    },
  ]),
  ...casesOf("keys.createKeys", [
    {
      input: ({ apiId }) => ({ apiId, keys: [{ name: "First", externalId: "bulk" }, { externalId: "bulk" }] }),
      data: { keys: [{}, {}] },
    },
    { input: ({ apiId }) => ({ apiId, keys: [{}, { name: "" }] }), violations: ["body.keys[1].name"] },
  ]),
  ...casesOf("keys.updateKeys", [
    { input: { identity: "bulk", name: "First" }, data: { updated: 1 } },
    { input: { filter: { externalId: "bulk" }, expected: 2, name: "First" }, data: { updated: 0, skipped: 0 } },
    { input: { filter: { externalId: "bulk" }, expected: 3 }, refused: "412 application/precondition_failed" },
    {
      input: ({ kept }) => ({ keyIds: [kept.keyId, "key_unknown"], enabled: false }),
      refused: "404 data/key_not_found",
    },
  ]),
  ...casesOf("keys.deleteKeys", [
    { input: { identity: "bulk", permanent: true }, data: { deleted: 2 } },
    { input: ({ apiId }) => ({ apiId, identity: "bulk" }), violations: ["body"] },
  ]),
  ...casesOf("keys.deleteKey", [
    { input: ({ kept }) => ({ keyId: kept.keyId, permanent: true }), data: {} },
    { input: ({ kept }) => ({ keyId: kept.keyId }), refused: "404 data/key_not_found" },
  ]),
]

/** The last of all, since the key of the world is gone afterwards. */
export const farewell = casesOf("keys.revokeSelf", [
  { refused: "403 authorization/insufficient_permissions" },
  { as: "key", data: {} },
  { as: "key", refused: "401 authentication/key_not_found" },
])
