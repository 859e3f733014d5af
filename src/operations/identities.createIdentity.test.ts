import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

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
      meta,
      ratelimits: [
        { id, name: "reads", limit: 1, duration: 1000, autoApply: false },
        { id, name: "writes", limit: 5, duration: 60_000, autoApply: true },
      ],
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

  test("returns meta unchanged, whatever its keys are", async () => {
    const text = `{"__proto__":{"a":1},"constructor":"c","":"empty","Ünïcode 😀":[true,null,1e21,-0.5,"\\u0001"]}`
    const { body } = await keyward.request("/v2/identities.createIdentity", {
      method: "POST",
      headers: { Authorization: `Bearer ${keyward.rootKey}`, "Content-Type": "application/json" },
      body: `{"externalId":"odd meta","meta":${text}}`,
    })
    const { text: answer } = await keyward.call("identities.getIdentity", { identityId: body.data.identityId })
    expect(answer).toContain(`"meta":${JSON.stringify(JSON.parse(text))}`)
  })

  test("refuses a number in meta that could not come back unchanged", async () => {
    const { status, body } = await keyward.request("/v2/identities.createIdentity", {
      method: "POST",
      headers: { Authorization: `Bearer ${keyward.rootKey}`, "Content-Type": "application/json" },
      body: `{"externalId":"huge","meta":{"a":[{"b":1e400}]}}`,
    })
    expect([status, body.error.errors]).toEqual([
      400,
      [{ location: "body.meta", message: "must contain only numbers within ±1.8e308" }],
    ])
  })

  test("answers 409 for an externalId that is taken, and changes nothing", async () => {
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId: "taken", meta: { a: 1 } })
    const before = await keyward.events()
    const { status, body } = await keyward.call("identities.createIdentity", { externalId: "taken", meta: { b: 2 } })
    expect([status, body.error.title, body.error.type]).toEqual([
      409,
      "Conflict",
      expect.stringMatching(/\/data\/identity_already_exists$/),
    ])
    expect(await keyward.ok("identities.getIdentity", { identityId })).toMatchObject({ meta: { a: 1 } })
    expect(await keyward.events()).toEqual(before)
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

  test("creates once for one Idempotency-Key and answers the same again", async () => {
    const options = { headers: { "Idempotency-Key": "create-once" } }
    const first = await keyward.ok("identities.createIdentity", { externalId: "once" }, options)
    const again = await keyward.call("identities.createIdentity", { externalId: "once" }, options)
    expect(again.body.data).toEqual(first)
    expect(again.headers.get("idempotency-replayed")).toBe("true")
    expect(await keyward.events({ resourceId: first.identityId })).toHaveLength(1)
  })

  test("refuses bad input, naming every place", async () => {
    const { status, body } = await keyward.call("identities.createIdentity", {
      externalId: "with\nbreak",
      meta: [],
      ratelimits: [
        { name: "ok", limit: 0, duration: 999 },
        { name: "same", limit: 1, duration: 1000 },
        { name: "same", limit: 1, duration: 1000, color: "red" },
      ],
      identityId: "id_chosen",
    })
    expect([status, body.error.title]).toEqual([400, "Bad Request"])
    const locations = body.error.errors.map(({ location }: { location: string }) => location)
    expect(locations).toEqual(
      expect.arrayContaining([
        "body.externalId",
        "body.meta",
        "body.ratelimits[0].name",
        "body.ratelimits[0].limit",
        "body.ratelimits[0].duration",
        "body.ratelimits[2].color",
        "body.identityId",
      ]),
    )
    const tooMany = Array.from({ length: 51 }, (_, index) => ({ name: `name ${index}`, limit: 1, duration: 1000 }))
    const twice = [0, 1].map(() => ({ name: "same", limit: 1, duration: 1000 }))
    for (const [input, location] of [
      [{}, "body.externalId"],
      [{ externalId: "" }, "body.externalId"],
      [{ externalId: "x".repeat(256) }, "body.externalId"],
      [{ externalId: "\u007f" }, "body.externalId"],
      [{ externalId: "\ud800" }, "body.externalId"],
      [{ externalId: 1 }, "body.externalId"],
      [{ externalId: null }, "body.externalId"],
      [{ externalId: "x", meta: null }, "body.meta"],
      [{ externalId: "x", meta: { big: "x".repeat(65_536) } }, "body.meta"],
      [{ externalId: "x", meta: { a: "\u0000" } }, "body.meta"],
      [{ externalId: "x", ratelimits: tooMany }, "body.ratelimits"],
      [{ externalId: "x", ratelimits: twice }, "body.ratelimits[1].name"],
    ] as const) {
      const reply = await keyward.call("identities.createIdentity", input)
      expect([reply.status, reply.body.error.errors[0].location]).toEqual([400, location])
    }
    expect(await keyward.call("identities.getIdentity", { externalId: "x" })).toMatchObject({ status: 404 })
  })

  test("takes the longest externalId and the largest set of rate limits", async () => {
    const ratelimits = Array.from({ length: 50 }, (_, index) => ({ name: `name ${index}`, limit: 1, duration: 1000 }))
    const externalId = "é".repeat(255)
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId, ratelimits })
    const identity = await keyward.ok("identities.getIdentity", { externalId })
    expect([identity.id, identity.ratelimits.length]).toEqual([identityId, 50])
  })

  test("refuses what would exceed the quota, and counts live identities only", async () => {
    const workspace = await keyward.createWorkspace()
    const key = { key: workspace.rootKey }
    const { workspaceId } = workspace
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits: { identities: 2 } }, keyward.operator)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        keyward.call("identities.createIdentity", { externalId: `user ${index}` }, key),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(6).fill(403)])
    const refused = replies.find(({ status }) => status === 403)
    expect(refused?.body.error.type).toMatch(/\/limits\/quota_exceeded$/)
    expect(refused?.body.error.detail).toContain("limits.identities")
    const [{ externalId }] = await keyward.ok("identities.listIdentities", {}, key)
    expect((await keyward.call("identities.createIdentity", { externalId }, key)).status).toBe(409)
    await keyward.ok("identities.deleteIdentity", { identity: externalId }, key)
    await keyward.ok("identities.createIdentity", { externalId }, key)
    expect(await keyward.ok("workspaces.getWorkspace", {}, key)).toMatchObject({ enabled: true })
  })

  test("disables the workspace over its quota if an operator has asked for that, but not for a name that is taken", async () => {
    const workspace = await keyward.createWorkspace()
    const key = { key: workspace.rootKey }
    const { workspaceId } = workspace
    const limits = { identities: 1, onExceeded: "disable" }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, keyward.operator)
    await keyward.ok("identities.createIdentity", { externalId: "first" }, key)
    expect((await keyward.call("identities.createIdentity", { externalId: "first" }, key)).status).toBe(409)
    const refused = await keyward.call("identities.createIdentity", { externalId: "second" }, key)
    expect([refused.status, refused.body.error.type]).toEqual([403, expect.stringMatching(/\/limits\/quota_exceeded$/)])
    const next = await keyward.call("identities.listIdentities", {}, key)
    expect(next.body.error.type).toMatch(/\/authorization\/workspace_disabled$/)
    expect(await keyward.ok("workspaces.getWorkspace", { workspaceId }, keyward.operator)).toMatchObject({
      enabled: false,
      disabledReason: "quota_exceeded",
    })
    const [event] = await keyward.events({ workspaceId })
    expect(event).toMatchObject({ type: "workspace.disabled", actor: { type: "system", id: "quota" } })
    expect(event?.requestId).toBeUndefined()
  })
})
