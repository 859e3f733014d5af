import { beforeEach, describe, expect, test } from "bun:test"
import { disableWorkspace, noLimits, readWorkspace } from "../../test/harness/fixtures.ts"
import type { TestWorkspace } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("workspaces.updateWorkspace", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  let own: TestWorkspace
  beforeEach(async () => {
    own = await keyward.createWorkspace("Own")
    clock.now += 1000
  })

  const update = (body: object, options: object = keyward.operator) =>
    keyward.call("workspaces.updateWorkspace", { workspaceId: own.workspaceId, ...body }, options)
  const get = () => readWorkspace(keyward, own.workspaceId)
  const updates = () => keyward.events({ workspaceId: own.workspaceId, type: "workspace.updated" })

  test("merges limits member by member, and removes one by null", async () => {
    const large = { requestsPerMinute: 1_000_000_000, verificationsPerMonth: Number.MAX_SAFE_INTEGER }
    const steps = [
      [{ keys: 10 }, { ...noLimits, keys: 10 }],
      [
        { identities: 0, onExceeded: "disable" },
        { ...noLimits, keys: 10, identities: 0, onExceeded: "disable" },
      ],
      [{ keys: null }, { ...noLimits, identities: 0, onExceeded: "disable" }],
      [large, { ...noLimits, identities: 0, ...large, onExceeded: "disable" }],
      [noLimits, noLimits],
    ] as const
    for (const [limits, expected] of steps) {
      clock.now += 1000
      const { data } = (await update({ limits })).body
      expect(data.limits).toEqual(expected)
      expect(data.updatedAt).toBe(clock.now)
      expect(await get()).toEqual(data)
    }
    expect(await updates()).toHaveLength(steps.length)
  })

  test("changes what is named, leaves the rest, and records just the difference", async () => {
    const before = await get()
    const reply = await update({ name: "Renamed", limits: { keys: 5 } })
    expect(reply.body.data).toEqual({
      ...before,
      name: "Renamed",
      limits: { ...noLimits, keys: 5 },
      updatedAt: clock.now,
    })
    const events = await updates()
    expect(events).toMatchObject([
      {
        actor: { type: "operator", id: "operator" },
        resources: [{ type: "workspace", id: own.workspaceId }],
        requestId: reply.body.meta.requestId,
      },
    ])
    expect(events[0]?.changes).toEqual({
      before: { name: "Own", limits: noLimits },
      after: { name: "Renamed", limits: { ...noLimits, keys: 5 } },
    })
  })

  test("records nothing and leaves updatedAt alone when nothing changes", async () => {
    await update({ limits: { keys: 5 } })
    const before = await get()
    clock.now += 1000
    for (const same of [{}, { name: "Own" }, { limits: {} }, { limits: { keys: 5, identities: null } }]) {
      expect((await update(same)).body.data).toEqual(before)
    }
    expect(await get()).toEqual(before)
    expect(await updates()).toHaveLength(1)
  })

  test("changes a disabled workspace too, without enabling it", async () => {
    const { workspaceId } = own
    const disabled = await disableWorkspace(keyward, workspaceId, "quota_exceeded")
    const { data } = (await update({ limits: { keys: 100 } })).body
    expect(data).toEqual({ ...disabled, limits: { ...noLimits, keys: 100 } })
  })

  test("lets an owner rename the workspace and keeps limits for operators", async () => {
    const renamer = await keyward.createRootKey(["workspace.*.update_workspace"], own)
    const renamed = await keyward.call("workspaces.updateWorkspace", { name: "Mine" }, { key: renamer })
    expect(renamed.body.data.name).toBe("Mine")
    expect((await updates())[0]?.actor.type).toBe("root_key")
    for (const limits of [{ keys: 5 }, { onExceeded: "reject" }]) {
      const refused = await update({ name: "Greedy", limits }, { key: own.rootKey })
      expect(outcomeOf(refused)).toBe("403 authorization/insufficient_permissions")
      expect(refused.body.error.detail).toContain("operator")
    }
    expect(await get()).toMatchObject({ name: "Mine", limits: noLimits })
    expect(await updates()).toHaveLength(1)
  })

  test("merges what an owner wants to be told, field by field", async () => {
    const { data } = (await update({ notices: { expiringDays: [30, 2] } }, { key: own.rootKey })).body
    expect(data.notices).toEqual({ expiringDays: [30, 2], refusals: { times: 5, atLeast: 100 } })
    await update({ notices: { refusals: null } }, { key: own.rootKey })
    expect(await get()).toMatchObject({ notices: { expiringDays: [30, 2], refusals: null } })
    await update({ notices: { refusals: null } }, { key: own.rootKey })
    expect((await updates()).map(({ changes }) => Object.keys(changes.after ?? {}))).toEqual([["notices"], ["notices"]])
  })

  test("refuses bad members, each at its place, and changes nothing", async () => {
    const { workspaceId } = own
    const wrong = { requestsPerMinute: 0, keys: -1, identities: 1.5, verificationsPerMonth: "5", onExceeded: null }
    const tooLarge = {
      requestsPerMinute: 1_000_000_001,
      keys: 1_000_000_001,
      identities: 1_000_000_001,
      verificationsPerMonth: Number.MAX_SAFE_INTEGER + 1,
      onExceeded: "Disable",
    }
    const ofLimits = Object.keys(wrong).map((name) => `body.limits.${name}`)
    const cases = [
      [{ workspaceId, name: "", limits: { ...wrong, seats: 1 } }, ...ofLimits, "body.limits.seats", "body.name"],
      [{ workspaceId, limits: tooLarge }, ...ofLimits],
      [{ workspaceId, name: null, limits: null }, "body.limits", "body.name"],
      [
        { workspaceId, notices: { expiringDays: [0, 366, 1.5] } },
        ...[0, 1, 2].map((at) => `body.notices.expiringDays[${at}]`),
      ],
      [{ workspaceId, notices: { expiringDays: [1, 2, 3, 4, 5, 6] } }, "body.notices.expiringDays"],
      [
        { workspaceId, notices: { refusals: { times: 1 } } },
        "body.notices.refusals.atLeast",
        "body.notices.refusals.times",
      ],
    ] as const
    await expectViolations(keyward, "workspaces.updateWorkspace", cases, keyward.operatorKey)
    expect(await updates()).toEqual([])
  })
})
