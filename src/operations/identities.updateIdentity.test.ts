import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("identities.updateIdentity", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const reads = { name: "reads", limit: 10, duration: 1000, autoApply: false }
  const writes = { name: "writes", limit: 5, duration: 2000, autoApply: true }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  const create = async (externalId: string) => {
    const input = { externalId, meta: { plan: "pro" }, ratelimits: [reads, writes] }
    const { identityId } = await keyward.ok("identities.createIdentity", input)
    clock.now += 1000
    return keyward.ok("identities.getIdentity", { identityId })
  }
  const eventsOf = (resourceId: string) => keyward.events({ resourceId, type: "identity.updated" })

  test("replaces meta and leaves everything else alone", async () => {
    const before = await create("meta")
    const after = await keyward.ok("identities.updateIdentity", { identity: "meta", meta: { seats: [1, 2] } })
    expect(after).toEqual({ ...before, meta: { seats: [1, 2] }, updatedAt: clock.now })
    expect(await keyward.ok("identities.getIdentity", { externalId: "meta" })).toEqual(after)
    expect(await eventsOf(before.id)).toMatchObject([
      {
        type: "identity.updated",
        actor: { type: "root_key", id: keyward.rootKeyId },
        resources: [{ type: "identity", id: before.id }],
        changes: { before: { meta: { plan: "pro" } }, after: { meta: { seats: [1, 2] } } },
      },
    ])
    expect(await keyward.ok("identities.updateIdentity", { identity: before.id, meta: {} })).toMatchObject({ meta: {} })
  })

  test("replaces the set of rate limits by name: known names keep their id, others go", async () => {
    const before = await create("ratelimits")
    const [oldReads] = before.ratelimits
    const wanted = [
      { name: "tokens", limit: 1, duration: 1000 },
      { ...reads, limit: 11 },
    ]
    const after = await keyward.ok("identities.updateIdentity", { identity: before.id, ratelimits: wanted })
    expect(after.ratelimits).toEqual([
      { ...oldReads, limit: 11 },
      { id: expect.stringMatching(/^rl_/), name: "tokens", limit: 1, duration: 1000, autoApply: false },
    ])
    expect(await keyward.ok("identities.getIdentity", { identityId: before.id })).toEqual(after)
    const [event] = await eventsOf(before.id)
    expect(event?.changes).toEqual({
      before: { ratelimits: before.ratelimits },
      after: { ratelimits: after.ratelimits },
    })
    const cleared = await keyward.ok("identities.updateIdentity", { identity: before.id, ratelimits: [] })
    expect(cleared).toEqual({ ...after, ratelimits: [] })
  })

  test("records nothing and leaves updatedAt alone if nothing changes", async () => {
    const before = await create("same")
    const identity = before.id
    for (const input of [
      { identity },
      { identity, meta: { plan: "pro" } },
      { identity, ratelimits: [writes, reads] },
      { identity, meta: { plan: "pro" }, ratelimits: [reads, writes] },
    ]) {
      expect(await keyward.ok("identities.updateIdentity", input)).toEqual(before)
    }
    expect(await eventsOf(before.id)).toEqual([])
  })

  test("refuses bad input, a new externalId included", async () => {
    await create("strict")
    const identity = "strict"
    await expectViolations(keyward, "identities.updateIdentity", [
      [{ identity, externalId: "renamed" }, "body.externalId"],
      [{ identity, meta: null }, "body.meta"],
      [{ identity, meta: "text" }, "body.meta"],
      [{ identity, ratelimits: null }, "body.ratelimits"],
      [{ identity, ratelimits: [{ ...reads, limit: 0 }] }, "body.ratelimits[0].limit"],
      [{ identity, ratelimits: [reads, reads] }, "body.ratelimits[1].name"],
    ])
  })
})
