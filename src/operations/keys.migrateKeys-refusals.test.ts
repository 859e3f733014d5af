import { beforeAll, describe, expect, test } from "bun:test"
import { createApi } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"
import { hexOf, newHash } from "../../test/transfer/hashes.ts"

describe("refusals of keys.migrateKeys", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let apiId: string

  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  test("refuses the whole request where something it names is unknown, and leaves nothing behind", async () => {
    const hash = newHash()
    const fine = { hash, externalId: "left behind", permissions: ["left.behind"] }
    const permissions = ["perm_1BzmjTFLHWXwiSK4y3H5iW"]
    for (const [keys, outcome] of [
      [[fine, { hash: newHash(), roles: ["nobody"] }], "404 data/role_not_found"],
      [[fine, { hash: newHash(), permissions }], "404 data/permission_not_found"],
      [[fine, { hash, roles: ["nobody"] }], "404 data/role_not_found"],
      [[fine, { hash, permissions }], "404 data/permission_not_found"],
    ] as const) {
      await expectRefused(keyward, ["keys.migrateKeys", { apiId, keys }], outcome)
    }
    const migration = { apiId, keys: [fine], migrationId: "none" }
    await expectRefused(keyward, ["keys.migrateKeys", migration], "404 data/migration_not_found")
    expect((await keyward.call("identities.getIdentity", { externalId: "left behind" })).status).toBe(404)
    expect((await keyward.call("permissions.getPermission", { permission: "left.behind" })).status).toBe(404)
  })

  test("refuses a hash of the wrong shape at its location", async () => {
    const [hex, base64] = [hexOf("x"), newHash()]
    const ofHex = ["", "abc", hex.slice(1), `${hex}0`, `g${hex.slice(1)}`]
    const ofBase64 = [base64.slice(0, 43), `${base64}=`, `_${base64.slice(1)}`, `${base64.slice(0, 42)}B=`]
    const cases = [...ofHex, ...ofBase64, 5, null].map(
      (hash) => [{ apiId, keys: [{ hash: newHash() }, { hash }] }, "body.keys[1].hash"] as const,
    )
    await expectViolations(keyward, "keys.migrateKeys", cases)
  })

  test("refuses other bad input at its location", async () => {
    const hash = newHash()
    const wrong = [
      [{ algorithm: "md5" }, "algorithm"],
      [{ prefix: "p" }, "prefix"],
      [{ recoverable: true }, "recoverable"],
      [{ name: "" }, "name"],
      [{ externalId: "a\tb" }, "externalId"],
      [{ roles: Array(101).fill("r") }, "roles"],
      [{ credits: { remaining: -1 } }, "credits.remaining"],
      [{ ratelimits: [{ name: "abc", limit: 0, duration: 1000 }] }, "ratelimits[0].limit"],
    ] as const
    await expectViolations(keyward, "keys.migrateKeys", [
      ...wrong.map(([key, at]) => [{ apiId, keys: [{ hash, ...key }] }, `body.keys[0].${at}`] as const),
      [{ apiId }, "body.keys"],
      [{ apiId, keys: [] }, "body.keys"],
      [{ apiId, keys: [{}] }, "body.keys[0].hash"],
      [{ apiId, keys: [{ hash }], migrationId: "" }, "body.migrationId"],
      [{ apiId, keys: [{ hash }], algorithm: "sha256" }, "body.algorithm"],
      [{ apiId, keys: Array(10_001).fill({ hash }) }, "body.keys"],
    ])
  })

  test("needs create_key for the API, and nothing more for the permissions and identities it creates", async () => {
    const key = await keyward.createRootKey([`api.${apiId}.create_key`, "rbac.*.add_permission_to_key"])
    const keys = [{ hash: newHash(), externalId: "by the way", permissions: ["by.the.way"] }]
    await keyward.ok("keys.migrateKeys", { apiId, keys }, { key })
  })

  test("does not count failed keys and existing identities against the quotas", async () => {
    const { workspaceId, rootKey } = await keyward.createWorkspace()
    const limits = { keys: 3, identities: 1, onExceeded: "disable" }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, keyward.operator)
    const limited = await createApi(keyward, rootKey)
    const call = (keys: object[]) => keyward.call("keys.migrateKeys", { apiId: limited, keys }, { key: rootKey })
    const hash = newHash()
    expect(outcomeOf(await call([{ hash, externalId: "one" }]))).toBe("200")
    const last = [{ hash }, { hash: newHash(), externalId: "one" }, { hash: newHash() }]
    expect((await call(last)).body.data.migrated).toHaveLength(2)
    expect(outcomeOf(await call([{ hash: newHash() }]))).toBe("403 limits/quota_exceeded")
    expect(outcomeOf(await call([{ hash: newHash() }]))).toBe("403 authorization/workspace_disabled")
  })
})
