import { describe, expect, test } from "bun:test"
import { inAll, serveQuota } from "../../../../test/harness/serve-quota.ts"
import { outcomeOf } from "../../../../test/requests/outcome.ts"

const exceeded = "403 limits/quota_exceeded"
const refused = "403 authorization/workspace_disabled"

describe("quotas of a workspace", () => {
  const { apiId, call, count, enable, imported, keyward, limit, owner, make, ok, workspace, workspaceId } =
    serveQuota("sqlite")

  test("identities: refuses whatever would create one too many, as a whole", async () => {
    const { keyId } = await make()
    await limit({ identities: 1 })
    expect(outcomeOf(await call("identities.createIdentity", { externalId: "first" }))).toBe("200")
    const before = await keyward.events({ workspaceId: workspaceId() })
    for (const [operation, body] of [
      ["identities.createIdentity", { externalId: "second" }],
      ["keys.createKey", { apiId: apiId(), externalId: "second", permissions: ["new.slug"] }],
      ["keys.updateKey", { keyId, externalId: "second", name: "Renamed" }],
      ["keys.migrateKeys", imported("first", "second")],
    ] as const) {
      const reply = await call(operation, body)
      expect([operation, outcomeOf(reply)]).toEqual([operation, exceeded])
      expect(reply.body.error.detail).toContain("limits.identities")
    }
    expect(await keyward.events({ workspaceId: workspaceId() })).toEqual(before)
    expect(await count("identities.listIdentities")).toBe(1)
    expect(await count("keys.listKeys")).toBe(1)
  })

  test("identities: lets keys be linked to an identity that is there already", async () => {
    const { keyId } = await make()
    await ok("identities.createIdentity", { externalId: "known" })
    await limit({ identities: 1 })
    expect(outcomeOf(await call("keys.createKey", { apiId: apiId(), externalId: "known" }))).toBe("200")
    expect(outcomeOf(await call("keys.updateKey", { keyId, externalId: "known" }))).toBe("200")
    expect(outcomeOf(await call("keys.migrateKeys", imported("known", "known")))).toBe("200")
    await ok("identities.deleteIdentity", { identity: "known" })
    expect(outcomeOf(await call("identities.createIdentity", { externalId: "another" }))).toBe("200")
  })

  test("identities: is exact under parallel creations", async () => {
    await limit({ identities: 3 })
    const replies = await inAll(9, (index) => call("identities.createIdentity", { externalId: `user_${index}` }))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await count("identities.listIdentities")).toBe(3)
  })

  test("onExceeded disable: the refused call disables the workspace and records one event", async () => {
    await limit({ keys: 0, onExceeded: "disable" })
    expect(outcomeOf(await call("keys.createKey", { apiId: apiId() }))).toBe(exceeded)
    for (const operation of ["keys.listKeys", "keys.createKey"]) {
      expect(outcomeOf(await call(operation, { apiId: apiId() }))).toBe(refused)
    }
    expect(await workspace()).toMatchObject({ enabled: false, disabledReason: "quota_exceeded" })
    const events = await keyward.events({ workspaceId: workspaceId(), type: "workspace.disabled" })
    expect(events).toMatchObject([
      {
        actor: { type: "system", id: "quota" },
        resources: [{ type: "workspace", id: workspaceId() }],
        changes: { before: { enabled: true }, after: { enabled: false, disabledReason: "quota_exceeded" } },
      },
    ])
    expect(events[0]).not.toHaveProperty("requestId")
  })

  test("onExceeded disable: parallel refusals disable once", async () => {
    await limit({ identities: 1, onExceeded: "disable" })
    const replies = await inAll(6, (index) => call("identities.createIdentity", { externalId: `user_${index}` }))
    const outcomes = new Set(replies.map(outcomeOf))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(outcomes.has(exceeded)).toBe(true)
    outcomes.delete("200")
    outcomes.delete(exceeded)
    outcomes.delete(refused)
    expect(outcomes).toEqual(new Set())
    expect(await keyward.events({ workspaceId: workspaceId(), type: "workspace.disabled" })).toHaveLength(1)
  })

  test("onExceeded disable: an enabled workspace stays within its quota and can be disabled again", async () => {
    await limit({ keys: 0, onExceeded: "disable" })
    await call("keys.createKey", { apiId: apiId() })
    await enable()
    expect(outcomeOf(await call("keys.listKeys"))).toBe("200")
    expect(outcomeOf(await call("keys.createKey", { apiId: apiId() }))).toBe(exceeded)
    expect(outcomeOf(await call("keys.listKeys"))).toBe(refused)
  })

  test("a refusal leaves the Idempotency-Key unused", async () => {
    await limit({ keys: 0 })
    const options = { ...owner(), headers: { "Idempotency-Key": "later" } }
    expect(outcomeOf(await keyward.call("keys.createKey", { apiId: apiId() }, options))).toBe(exceeded)
    await limit({ keys: 1 })
    const made = await keyward.call("keys.createKey", { apiId: apiId() }, options)
    expect([outcomeOf(made), made.headers.get("idempotency-replayed")]).toEqual(["200", null])
  })
})
