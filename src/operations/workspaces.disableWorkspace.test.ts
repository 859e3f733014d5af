import { beforeEach, describe, expect, test } from "bun:test"
import { createKey, readWorkspace } from "../../test/harness/fixtures.ts"
import { engines, type TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { disableReasons } from "../contract/disable-reasons.ts"

describe.each([...engines])("workspaces.disableWorkspace on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let own: TestWorkspace
  beforeEach(async () => {
    own = await keyward.createWorkspace("Own")
    clock.now += 1000
  })

  const disable = (body: object, options: object = keyward.operator) =>
    keyward.call("workspaces.disableWorkspace", { workspaceId: own.workspaceId, ...body }, options)
  const get = () => readWorkspace(keyward, own.workspaceId)
  const disablings = () => keyward.events({ workspaceId: own.workspaceId, type: "workspace.disabled" })

  test.each([...disableReasons])("takes the reason %s and shows it", async (reason) => {
    const before = await get()
    const after = (await disable({ reason, note: "see ticket 7" })).body.data
    expect(after).toEqual({
      ...before,
      enabled: false,
      disabledReason: reason,
      disabledNote: "see ticket 7",
      disabledAt: clock.now,
      updatedAt: clock.now,
    })
    expect(await get()).toEqual(after)
  })

  test("records who did it and why", async () => {
    const reply = await disable({ reason: "terms_violation", note: "spam" })
    expect(await disablings()).toEqual([
      {
        eventId: expect.any(String),
        sequence: expect.any(Number),
        type: "workspace.disabled",
        time: clock.now,
        actor: { type: "operator", id: "operator" },
        workspaceId: own.workspaceId,
        resources: [{ type: "workspace", id: own.workspaceId }],
        requestId: reply.body.meta.requestId,
        changes: {
          before: { enabled: true },
          after: { enabled: false, disabledReason: "terms_violation", disabledNote: "spam", disabledAt: clock.now },
        },
      },
    ])
  })

  test("refuses every key of the workspace from the next request on, and changes no key", async () => {
    const { keyId, key } = await createKey(keyward, {}, own.rootKey)
    const before = await keyward.ok("keys.getKey", { keyId }, { key: own.rootKey })
    await disable({ reason: "suspicious_activity" })
    for (const bearer of [own.rootKey, key]) {
      const reply = await keyward.call("keys.whoami", {}, { key: bearer })
      expect(outcomeOf(reply)).toBe("403 authorization/workspace_disabled")
      expect(reply.body.error.detail).toBe("The workspace tied to this API key is disabled.")
    }
    expect((await keyward.call("keys.listKeys")).status).toBe(200)
    await keyward.ok("workspaces.enableWorkspace", { workspaceId: own.workspaceId }, keyward.operator)
    expect(await keyward.ok("keys.getKey", { keyId }, { key: own.rootKey })).toEqual(before)
  })

  test("changes nothing the second time, not even reason or note, and records one event", async () => {
    const first = (await disable({ reason: "unpaid_billing", note: "first" })).body.data
    clock.now += 1000
    for (const again of [{ reason: "account_closure", note: "second" }, { reason: "unpaid_billing" }]) {
      expect((await disable(again)).body.data).toEqual(first)
    }
    expect(await disablings()).toHaveLength(1)
  })

  test("records one event when many disable it at the same moment", async () => {
    const replies = await Promise.all(disableReasons.map((reason) => disable({ reason })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.data.disabledReason)).size).toBe(1)
    expect(await disablings()).toHaveLength(1)
  })

  test("lets an owner ask for it, and for nothing else", async () => {
    const owner = { key: own.rootKey }
    for (const reason of disableReasons.filter((one) => one !== "owner_request")) {
      const refused = await disable({ reason }, owner)
      expect(outcomeOf(refused)).toBe("403 authorization/insufficient_permissions")
      expect(refused.body.error.detail).toContain("operator")
    }
    expect(await disablings()).toEqual([])
    const helper = await keyward.createRootKey(["workspace.*.disable_workspace"], own)
    const reply = await keyward.call("workspaces.disableWorkspace", { note: "holidays" }, { key: helper })
    const disabled = { enabled: false, disabledReason: "owner_request", disabledNote: "holidays" }
    expect(reply.body.data).toMatchObject(disabled)
    const [event] = await disablings()
    expect(event?.actor.type).toBe("root_key")
    expect(outcomeOf(await disable({}, owner))).toBe("403 authorization/workspace_disabled")
    expect(outcomeOf(await keyward.call("workspaces.enableWorkspace", {}, owner))).toBe(
      "403 authorization/workspace_disabled",
    )
  })

  test("takes `owner_request` spelled out from a root key too", async () => {
    const { body } = await disable({ reason: "owner_request" }, { key: own.rootKey })
    expect(body.data.disabledReason).toBe("owner_request")
    expect(body.data).not.toHaveProperty("disabledNote")
  })

  test("refuses bad input", async () => {
    const { workspaceId } = own
    const reasons = [undefined, "mood", "UNPAID_BILLING", null]
    const notes = ["", "x".repeat(1001)]
    const cases = [
      ...reasons.map((reason) => [{ workspaceId, reason }, "body.reason"] as const),
      ...notes.map((note) => [{ workspaceId, reason: "unpaid_billing", note }, "body.note"] as const),
    ]
    await expectViolations(keyward, "workspaces.disableWorkspace", cases, keyward.operatorKey)
    expect((await get()).enabled).toBe(true)
  })
})
