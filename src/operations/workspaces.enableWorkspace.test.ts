import { beforeEach, describe, expect, test } from "bun:test"
import { createKey, readWorkspace } from "../../test/harness/fixtures.ts"
import { engines, type TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe.each([...engines])("workspaces.enableWorkspace on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let own: TestWorkspace
  let owner: { readonly key: string }
  beforeEach(async () => {
    own = await keyward.createWorkspace("Own")
    owner = { key: own.rootKey }
    clock.now += 1000
  })

  const enable = (body: object = {}) =>
    keyward.call("workspaces.enableWorkspace", { workspaceId: own.workspaceId, ...body }, keyward.operator)
  const disable = (more: object = {}) => {
    const body = { workspaceId: own.workspaceId, reason: "unpaid_billing", ...more }
    return keyward.ok("workspaces.disableWorkspace", body, keyward.operator)
  }
  const get = () => readWorkspace(keyward, own.workspaceId)
  const enablings = () => keyward.events({ workspaceId: own.workspaceId, type: "workspace.enabled" })

  test("takes reason, note and time of the disabling away, and keeps its own note in the event", async () => {
    const before = await get()
    const disabled = await disable({ note: "Invoice 4711" })
    clock.now += 1000
    const reply = await enable({ note: "Paid." })
    expect(reply.body.data).toEqual({ ...before, updatedAt: clock.now })
    expect(await get()).toEqual(reply.body.data)
    expect(await enablings()).toEqual([
      {
        eventId: expect.any(String),
        sequence: expect.any(Number),
        type: "workspace.enabled",
        time: clock.now,
        actor: { type: "operator", id: "operator" },
        workspaceId: own.workspaceId,
        resources: [{ type: "workspace", id: own.workspaceId }],
        requestId: reply.body.meta.requestId,
        changes: {
          before: {
            enabled: false,
            disabledReason: "unpaid_billing",
            disabledNote: "Invoice 4711",
            disabledAt: disabled.disabledAt,
          },
          after: { enabled: true, note: "Paid." },
        },
      },
    ])
  })

  test("makes every key usable again, except those disabled individually or expired since", async () => {
    const keys = {
      usable: await createKey(keyward, {}, own.rootKey),
      disabledBefore: await createKey(keyward, { enabled: false }, own.rootKey),
      expiring: await createKey(keyward, { expires: clock.now + 1000 }, own.rootKey),
    }
    const disabledDuring = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"] }, owner)
    const listed = await keyward.ok("keys.listKeys", {}, owner)
    await disable()
    const { rootKeyId } = disabledDuring
    const disabling = { workspaceId: own.workspaceId, rootKeyId, enabled: false }
    await keyward.ok("rootKeys.updateRootKey", disabling, keyward.operator)
    clock.now += 1000
    await enable()
    expect(await keyward.ok("keys.listKeys", {}, owner)).toEqual(listed)
    const whoami = async (key: string) => outcomeOf(await keyward.call("keys.whoami", {}, { key }))
    expect(await whoami(keys.usable.key)).toBe("200")
    expect(await whoami(keys.disabledBefore.key)).toBe("403 authorization/key_disabled")
    expect(await whoami(keys.expiring.key)).toBe("403 authorization/key_expired")
    expect(await whoami(disabledDuring.rootKey)).toBe("403 authorization/key_disabled")
  })

  test("changes nothing on an enabled workspace, and records nothing", async () => {
    const before = await get()
    expect((await enable({ note: "why not" })).body.data).toEqual(before)
    expect(await enablings()).toEqual([])
    await disable()
    await Promise.all([enable(), enable(), enable()])
    await enable({ note: "again" })
    expect(await enablings()).toHaveLength(1)
  })

  test("survives any number of transitions, each with one event", async () => {
    const { keyId, key } = await createKey(keyward, { enabled: false }, own.rootKey)
    for (const _round of [1, 2, 3]) {
      await disable()
      await enable()
    }
    expect(await enablings()).toHaveLength(3)
    expect((await keyward.ok("keys.getKey", { keyId }, owner)).enabled).toBe(false)
    expect((await keyward.ok("keys.verifyKey", { key }, owner)).code).toBe("DISABLED")
  })

  test("names every wrong field, and the workspace stays disabled", async () => {
    const { workspaceId } = own
    await disable()
    const cases = [
      [{ workspaceId, note: "", reason: "unpaid_billing" }, "body.note", "body.reason"],
      [{ workspaceId, note: "x".repeat(1001) }, "body.note"],
    ] as const
    await expectViolations(keyward, "workspaces.enableWorkspace", cases, keyward.operatorKey)
    expect((await get()).enabled).toBe(false)
  })
})
