import { beforeAll, describe, expect, test } from "bun:test"
import {
  createApi,
  createKey,
  deletedInEvents,
  eventsDuring,
  type TestKey,
  withEncryption,
} from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { queryDatabase } from "../../test/storage/database.ts"

describe("keys.deleteKey", () => {
  const keyward = serveKeyward({ engine: "sqlite", environment: withEncryption() })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
    await keyward.ok("permissions.createRole", { name: "role" })
  })

  const createFullKey = () =>
    createKey(keyward, {
      apiId,
      recoverable: true,
      externalId: "alice",
      roles: ["role"],
      permissions: ["slug"],
      credits: { remaining: 5 },
      ratelimits: [{ name: "calls", limit: 1, duration: 1000 }],
    })
  const isUnknown = async ({ keyId, key }: TestKey) => {
    expect((await keyward.call("keys.getKey", { keyId })).status).toBe(404)
    expect((await keyward.call("keys.whoami", undefined, { key })).status).toBe(401)
    expect(outcomeOf(await keyward.call("keys.deleteKey", { keyId }))).toBe("404 data/key_not_found")
  }

  test("makes a key unknown at once and for good, while its record and hash stay", async () => {
    const made = await createFullKey()
    const { keyId, key } = made
    await keyward.ok("keys.verifyKey", { key })
    const shown = await keyward.ok("keys.getKey", { keyId })
    const events = await eventsDuring(keyward, async () => {
      expect(await keyward.ok("keys.deleteKey", { keyId })).toEqual({})
      await isUnknown(made)
    })
    expect(events).toMatchObject([
      {
        type: "key.deleted",
        actor: { type: "root_key", id: keyward.rootKeyId },
        resources: [{ type: "key", id: keyId }, { type: "api", id: apiId }, { type: "identity" }, { type: "balance" }],
        changes: { after: null },
      },
    ])
    const { lastUsedAt: _now, ...before } = events[0]?.changes.before ?? {}
    const { lastUsedAt: _then, ...after } = shown
    expect(before).toEqual(deletedInEvents(after))
    expect(await queryDatabase(keyward, `select hash from keys where id = '${keyId}'`)).toHaveLength(1)
  })

  test("leaves nothing of a key but its events when it is permanent", async () => {
    const made = await createFullKey()
    const { keyId, key } = made
    await keyward.ok("keys.verifyKey", { key })
    const [row] = await queryDatabase(keyward, `select hash, ciphertext from keys where id = '${keyId}'`)
    expect(row?.ciphertext).toBeString()
    const events = await eventsDuring(keyward, async () => {
      expect(await keyward.ok("keys.deleteKey", { keyId, permanent: true })).toEqual({})
      await isUnknown(made)
    })
    expect(events.map(({ type }) => type)).toEqual(["key.deleted"])
    expect(JSON.stringify(events)).not.toContain(String(row?.hash))
    expect(JSON.stringify(events)).not.toContain(String(row?.ciphertext))
    expect(await queryDatabase(keyward, `select id from keys where hash = '${row?.hash}'`)).toEqual([])
    const balances = await queryDatabase(
      keyward,
      `select id from balances where workspace_id = '${keyward.workspaceId}'`,
    )
    const [created] = (await keyward.events({ resourceId: keyId, type: "key.created" })).flatMap(({ resources }) =>
      resources.filter(({ type }) => type === "balance"),
    )
    expect(created?.id).toMatch(/^bal_/)
    expect(balances).not.toContainEqual({ id: created?.id })
    for (const table of ["key_permissions", "key_roles", "key_usage", "ratelimits"]) {
      expect(await queryDatabase(keyward, `select key_id from ${table} where key_id = '${keyId}'`)).toEqual([])
    }
    expect(await keyward.events({ resourceId: keyId })).toHaveLength(2)
  })

  test("refuses a request that is not of its shape", async () => {
    await expectViolations(keyward, "keys.deleteKey", [[{ permanent: "yes" }, "body.keyId", "body.permanent"]])
  })
})
