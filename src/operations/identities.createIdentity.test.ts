import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

describe.each([...engines])("identities.createIdentity on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })

  test("creates an identity with everything it was given, and records it", async () => {
    const ratelimits = [
      { name: "writes", limit: 5, duration: 60_000, autoApply: true },
      { name: "reads", limit: 1, duration: 1000 },
    ]
    const meta = { plan: "pro", "any key": [1, { deep: null }] }
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId: "user_1", meta, ratelimits })
    expect(identityId).toMatch(/^id_[1-9A-HJ-NP-Za-km-z]{22}$/)
    const identity = await keyward.ok("identities.getIdentity", { identityId })
    const id = expect.stringMatching(/^rl_[1-9A-HJ-NP-Za-km-z]{22}$/)
    expect(identity).toEqual({
      id: identityId,
      identityId,
      externalId: "user_1",
      enabled: true,
      meta,
      permissions: [],
      ratelimits: [
        { id, name: "reads", limit: 1, duration: 1000, autoApply: false },
        { id, name: "writes", limit: 5, duration: 60_000, autoApply: true },
      ],
      billingDay: 1,
      createdAt: clock.now,
    })
    const events = await keyward.events({ resourceId: identityId })
    expect(events).toMatchObject([
      {
        type: "identity.created",
        actor: { type: "root_key", id: keyward.rootKeyId },
        resources: [{ type: "identity", id: identityId }],
        changes: { before: null, after: identity },
      },
    ])
  })

  test("gives an identity without meta and rate limits empty ones", async () => {
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId: "bare" })
    expect(await keyward.ok("identities.getIdentity", { identityId })).toMatchObject({ meta: {}, ratelimits: [] })
  })

  /** Sends the meta as it is written. */
  const createWith = (externalId: string, meta: string) =>
    keyward.request("/v2/identities.createIdentity", {
      method: "POST",
      headers: { Authorization: `Bearer ${keyward.rootKey}`, "Content-Type": "application/json" },
      body: `{"externalId":"${externalId}","meta":${meta}}`,
    })

  test("returns meta unchanged, whatever its keys are", async () => {
    const text = `{"__proto__":{"a":1},"constructor":"c","":"empty","Ünïcode 😀":[true,null,1e21,-0.5,"\\u0001"]}`
    const { body } = await createWith("odd meta", text)
    const { text: answer } = await keyward.call("identities.getIdentity", { identityId: body.data.identityId })
    expect(answer).toContain(`"meta":${JSON.stringify(JSON.parse(text))}`)
  })

  test("refuses a number in meta that could not come back unchanged", async () => {
    const { status, body } = await createWith("huge", `{"a":[{"b":1e400}]}`)
    const message = "must contain only numbers within ±1.8e308"
    expect([status, body.error.errors]).toEqual([400, [{ location: "body.meta", message }]])
  })

  test("answers 409 for an externalId that is taken, and changes nothing", async () => {
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId: "taken", meta: { a: 1 } })
    const body = { externalId: "taken", meta: { b: 2 } }
    await expectRefused(keyward, ["identities.createIdentity", body], "409 data/identity_already_exists")
    expect(await keyward.ok("identities.getIdentity", { identityId })).toMatchObject({ meta: { a: 1 } })
  })

  test("takes an externalId that differs in letter case, or is taken in another workspace only", async () => {
    const { rootKey } = await keyward.createWorkspace()
    const ids = new Set<string>()
    for (const [externalId, key] of [
      ["Case", keyward.rootKey],
      ["case", keyward.rootKey],
      [" case", keyward.rootKey],
      ["Case", rootKey],
    ] as const) {
      ids.add((await keyward.ok("identities.createIdentity", { externalId }, { key })).identityId)
    }
    expect(ids.size).toBe(4)
  })

  test("lets exactly one of many parallel creations of one externalId succeed", async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => keyward.call("identities.createIdentity", { externalId: "contested" })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)])
    expect(await keyward.ok("identities.listIdentities", { search: "contested" })).toHaveLength(1)
  })

  test("refuses bad input, naming every place", async () => {
    const limit = (name: string, more: object = {}) => ({ name, limit: 1, duration: 1000, ...more })
    const tooMany = Array.from({ length: 51 }, (_, index) => limit(`name ${index}`))
    const externalIds = [undefined, "", "x".repeat(256), "\u007f", "\ud800", "with\nbreak", 1, null]
    const metas = [[], null, { big: "x".repeat(65_536) }, { a: "\u0000" }]
    const ofLimit = ["name", "limit", "duration"].map((field) => `body.ratelimits[0].${field}`)
    await expectViolations(keyward, "identities.createIdentity", [
      ...externalIds.map((externalId) => [{ externalId }, "body.externalId"] as const),
      ...metas.map((meta) => [{ externalId: "x", meta }, "body.meta"] as const),
      [{ externalId: "x", identityId: "id_chosen" }, "body.identityId"],
      [{ externalId: "x", ratelimits: [{ name: "ok", limit: 0, duration: 999 }] }, ...ofLimit],
      [{ externalId: "x", ratelimits: [limit("same", { color: "red" })] }, "body.ratelimits[0].color"],
      [{ externalId: "x", ratelimits: tooMany }, "body.ratelimits"],
      [{ externalId: "x", ratelimits: [limit("same"), limit("same")] }, "body.ratelimits[1].name"],
    ])
  })

  test("takes the longest externalId and the largest set of rate limits", async () => {
    const ratelimits = Array.from({ length: 50 }, (_, index) => ({ name: `name ${index}`, limit: 1, duration: 1000 }))
    const externalId = "é".repeat(255)
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId, ratelimits })
    const identity = await keyward.ok("identities.getIdentity", { externalId })
    expect([identity.id, identity.ratelimits.length]).toEqual([identityId, 50])
  })

  test("answers 409 for a name that is taken, also over the quota, and disables nothing", async () => {
    const { workspaceId, rootKey } = await keyward.createWorkspace()
    const create = (externalId: string) => keyward.call("identities.createIdentity", { externalId }, { key: rootKey })
    const limits = { identities: 1, onExceeded: "disable" }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, keyward.operator)
    expect(outcomeOf(await create("first"))).toBe("200")
    expect(outcomeOf(await create("first"))).toBe("409 data/identity_already_exists")
    expect(outcomeOf(await create("second"))).toBe("403 limits/quota_exceeded")
    expect(outcomeOf(await create("first"))).toBe("403 authorization/workspace_disabled")
  })
})
