import { describe, expect, test } from "bun:test"
import { randomUUID } from "node:crypto"
import { createApi, createKey, eventsDuring, withEncryption } from "../harness/fixtures.ts"
import { engines } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { countRows, queryDatabase } from "../storage/database.ts"
import { reused, sameText, serveIdempotentCalls } from "./idempotent-calls.ts"

/** docs/contract.md#64-idempotency: a replay is the first response again, for those who may have it, for 24 hours. */

const hourMs = 60 * 60 * 1000

describe.each([...engines])("an Idempotency-Key on %s", (engine) => {
  const { apiId, clock, keyCount, send, server } = serveIdempotentCalls(engine)

  test("replays only to callers who hold what the first needed", async () => {
    const otherApi = await createApi(server)
    const first = await send({ idempotencyKey: "rights-1", body: { apiId: apiId(), recoverable: true } })
    expect(first.status).toBe(200)
    const again = (key: string) =>
      send({ idempotencyKey: "rights-1", body: { apiId: apiId(), recoverable: true }, key })
    const able = await server.createRootKey([`api.${apiId()}.create_key`, "api.*.encrypt_key"])
    expect(sameText(await again(able))).toBe(sameText(first))
    const elsewhere = await server.createRootKey([`api.${otherApi}.create_key`, "api.*.encrypt_key"])
    const refused = await again(elsewhere)
    expect(outcomeOf(refused)).toBe("403 authorization/insufficient_permissions")
    expect(refused.body.error.detail).toContain(`api.${apiId()}.create_key`)
    expect(refused.text).not.toContain(first.body.data.key)
    const half = await again(await server.createRootKey([`api.${apiId()}.create_key`]))
    expect(half.body.error.detail).toContain(`api.${apiId()}.encrypt_key`)
  })

  test("does not replay to a key that has lost its permission since", async () => {
    const { rootKeyId, rootKey } = await server.ok("rootKeys.createRootKey", {
      permissions: ["root_key.*.create_root_key", "event.*.read_event", `api.${apiId()}.create_key`],
    })
    const createKeyOnce = { idempotencyKey: "lost-1", key: rootKey }
    const grants = {
      idempotencyKey: "lost-2",
      operation: "rootKeys.createRootKey",
      body: { permissions: ["event.*.read_event"] },
      key: rootKey,
    }
    for (const sent of [createKeyOnce, grants]) {
      expect(outcomeOf(await send(sent))).toBe("200")
      expect((await send(sent)).headers.get("idempotency-replayed")).toBe("true")
    }
    const otherApi = await createApi(server)
    const permissions = ["root_key.*.create_root_key", `api.${otherApi}.create_key`]
    await server.ok("rootKeys.updateRootKey", { rootKeyId, permissions })
    const losses = [
      [createKeyOnce, `api.${apiId()}.create_key`],
      [grants, "event.*.read_event"],
    ] as const
    for (const [sent, missing] of losses) {
      const reply = await send(sent)
      expect(outcomeOf(reply)).toBe("403 authorization/insufficient_permissions")
      expect(reply.body.error.detail).toContain(missing)
      expect(reply.headers.has("idempotency-replayed")).toBe(false)
    }
    await server.ok("rootKeys.updateRootKey", { rootKeyId, enabled: false })
    expect(outcomeOf(await send(createKeyOnce))).toBe("403 authorization/key_disabled")
  })

  test("replays what was answered, even if its object is gone, and records nothing", async () => {
    const first = await send({ idempotencyKey: "gone-1" })
    await server.ok("keys.deleteKey", { keyId: first.body.data.keyId, permanent: true })
    const events = await eventsDuring(server, async () => {
      expect(sameText(await send({ idempotencyKey: "gone-1" }))).toBe(sameText(first))
    })
    expect(events).toEqual([])
    expect((await server.call("keys.getKey", { keyId: first.body.data.keyId })).status).toBe(404)
  })

  test("does not bring a key back that has revoked itself", async () => {
    const { key } = await createKey(server)
    const revoke = { idempotencyKey: "revoked-1", operation: "keys.revokeSelf", body: {}, key }
    expect(outcomeOf(await send(revoke))).toBe("200")
    expect(outcomeOf(await send(revoke))).toBe("401 authentication/key_not_found")
  })

  test("is kept, with its answer, across a restart", async () => {
    const first = await send({ idempotencyKey: "restart-1" })
    await server.restart()
    const again = await send({ idempotencyKey: "restart-1" })
    expect([again.headers.get("idempotency-replayed"), sameText(again)]).toEqual(["true", sameText(first)])
    expect(outcomeOf(await send({ idempotencyKey: "restart-1", body: { apiId: apiId(), name: "Other" } }))).toBe(reused)
  })

  test("is stored neither itself nor with the secret that it replays", async () => {
    const idempotencyKey = `secret-${randomUUID()}`
    const reply = await send({ idempotencyKey, body: { apiId: apiId(), name: "Stored" } })
    const rows = await queryDatabase(server, "select * from idempotency where response is not null")
    expect(rows.length).toBeGreaterThan(0)
    const stored = JSON.stringify(rows)
    const { key, keyId } = reply.body.data
    const forms = [idempotencyKey, key, keyId, "Stored"].flatMap((text) => [
      text,
      Buffer.from(text).toString("base64").replace(/=+$/, "").slice(0, -1),
      Buffer.from(text).toString("hex"),
    ])
    for (const form of forms) expect(stored).not.toContain(form)
  })

  test("is kept for 24 hours, and is unused from then on", async () => {
    const sent = { idempotencyKey: "day-1", body: { apiId: apiId(), name: "A day" } }
    const start = clock.now
    const first = await send(sent)
    clock.now = start + 24 * hourMs - 1
    expect(sameText(await send(sent))).toBe(sameText(first))
    expect(outcomeOf(await send({ ...sent, body: { apiId: apiId() } }))).toBe(reused)
    clock.now = start + 24 * hourMs
    const second = await send({ ...sent, body: { apiId: apiId() } })
    expect([outcomeOf(second), second.headers.has("idempotency-replayed")]).toEqual(["200", false])
    expect(second.body.data.keyId).not.toBe(first.body.data.keyId)
  })

  test("says so where its answer cannot be read any more, because the encryption key has changed", async () => {
    const sent = { idempotencyKey: randomUUID() }
    await send(sent)
    const before = await keyCount()
    await server.restart(withEncryption())
    const again = await send(sent)
    expect([outcomeOf(again), again.body.error.detail]).toEqual([reused, expect.stringContaining("already executed")])
    expect(await keyCount()).toBe(before)
  })

  test("leaves nothing in the database once its day is over and the server has looked after it", async () => {
    await send({ idempotencyKey: "swept-1" })
    const count = () => countRows(server, "idempotency")
    expect(await count()).toBeGreaterThan(0)
    clock.now += 24 * hourMs
    await server.restart()
    await until(async () => (await count()) === 0)
  })
})
