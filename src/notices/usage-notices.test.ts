import { afterEach, describe, expect, test } from "bun:test"
import { type Nodes, startClockedNodes } from "../../test/harness/clocked-nodes.ts"
import { type EngineName, engines, type WireEvent } from "../../test/harness/harness.ts"
import { until } from "../../test/harness/until.ts"
import { provideDatabase } from "../../test/storage/provide-database.ts"
import { newKey } from "../storage/conformance/new-key.ts"
import { addApi, change, insert } from "../storage/conformance/stored-objects.ts"
import { noUsage } from "../storage/port/usage.ts"
import { createUsageWatch } from "./usage-watch.ts"

const minute = 60_000
const hour = 60 * minute
const start = Date.UTC(2026, 10, 18, 22, 30)
const nodeCounts: Readonly<Record<EngineName, number>> = { sqlite: 1, postgres: 2 }

describe.each(engines)("counts of verifications on %s", (engine) => {
  const clock = { now: start }
  let nodes: Nodes | undefined
  afterEach(() => nodes?.stop())

  const open = async () => {
    clock.now = start
    nodes = await startClockedNodes({ engine, count: nodeCounts[engine], clock, watchesNotices: true })
    const { first, all } = nodes
    const { workspaceId, rootKey } = first
    const { apiId } = await first.ok("apis.createApi", { name: "Payments" })
    /** On all nodes in turn. */
    const verify = async (key: string, times: number) => {
      for (let index = 0; index < times; index += 1) {
        await all[index % all.length]?.call("keys.verifyKey", { key }, { key: rootKey })
      }
    }
    const told = async (): Promise<readonly WireEvent[]> => {
      const events = await first.ok("events.listEvents", { types: ["notices"], limit: 100 })
      return events.toReversed()
    }
    const isTold = (count: number) => until(async () => (await told()).length >= count)
    return { first, workspaceId, apiId, verify, told, isTold }
  }

  test("tell the quota of the month, once at 80 % and once at 100 %, and again with another limit", async () => {
    const { first, workspaceId, apiId, verify, told, isTold } = await open()
    const limit = (verificationsPerMonth: number) =>
      first.ok("workspaces.updateWorkspace", { workspaceId, limits: { verificationsPerMonth } }, first.operator)
    await limit(10)
    const { key } = await first.ok("keys.createKey", { apiId })
    await verify(key, 8)
    await isTold(1)
    await verify(key, 4)
    await isTold(2)
    await limit(12)
    await verify(key, 1)
    await isTold(3)
    const [near, reached, again] = await told()
    expect(near).toMatchObject({
      ...{ type: "workspace.quota_near", actor: { type: "system", id: "notice" } },
      ...{ resources: [{ type: "workspace", id: workspaceId }] },
      changes: { before: null, after: { month: "2026-11", limit: 10, count: 8 } },
    })
    expect(reached).toMatchObject({ type: "workspace.quota_reached", changes: { after: { limit: 10, count: 10 } } })
    expect(again).toMatchObject({ type: "workspace.quota_near", changes: { after: { limit: 12 } } })
  })

  test("tell refusals far above the mean, once per code and hour", async () => {
    const { first, verify, told, isTold } = await open()
    await first.ok("workspaces.updateWorkspace", { notices: { refusals: { times: 24, atLeast: 10 } } })
    await verify("kw_guessed_key_that_no_workspace_has", 10)
    await isTold(1)
    await verify("kw_guessed_key_that_no_workspace_has", 4)
    // 14 in 24 hours are a mean of 0.583, so fewer than 14 in the next hour are usual.
    clock.now += hour
    await verify("kw_guessed_key_that_no_workspace_has", 20)
    await isTold(2)
    const facts = (await told()).map(({ type, changes: { after } }) => [type, after?.code, after?.hour])
    expect(facts).toEqual([
      ["workspace.refusals_rising", "NOT_FOUND", start - 30 * minute],
      ["workspace.refusals_rising", "NOT_FOUND", start + 30 * minute],
    ])
  })

  test("tell keys that rate limits have refused, together, and once a day", async () => {
    const { first, apiId, verify, told, isTold } = await open()
    const ratelimits = [{ name: "requests", limit: 1, duration: minute, autoApply: true }]
    const [one, two] = [
      await first.ok("keys.createKey", { apiId, ratelimits }),
      await first.ok("keys.createKey", { apiId, ratelimits }),
    ]
    const isStored = (count: number) =>
      until(async () => {
        const range = { from: start - 30 * minute, to: clock.now + hour, codes: ["RATE_LIMITED"] }
        return (await first.ok("usage.getVerifications", range)).total >= count
      })
    await verify(one.key, 3)
    await verify(two.key, 3)
    await isStored(4)
    clock.now += 11 * minute
    await isTold(1)
    const [together] = await told()
    expect(together?.resources.map(({ id }) => id).toSorted()).toEqual([one.keyId, two.keyId].toSorted())
    expect(together).toMatchObject({ type: "key.rate_limited", changes: { after: { count: 2 } } })
    // The same day, then the next one.
    await verify(one.key, 3)
    await isStored(6)
    clock.now += 80 * minute
    await verify(one.key, 3)
    await isStored(8)
    clock.now += 11 * minute
    await isTold(2)
    const days = (await told()).map(({ resources, changes: { after } }) => [resources.length, after?.day])
    expect(days).toEqual([
      [2, Date.UTC(2026, 10, 18)],
      [1, Date.UTC(2026, 10, 19)],
    ])
  })
})

describe.each(engines)("counts that were stored before a kill, on %s", (engine) => {
  const { store } = provideDatabase(engine)

  test("are looked at by the next start, and by two of them once", async () => {
    const api = await addApi(store)
    const { workspaceId } = api
    const key = newKey(api)
    await insert(store, workspaceId, { keys: [key] })
    await change(store, workspaceId, async (tx) => {
      const workspace = await tx.workspaces.find(workspaceId)
      if (workspace === undefined) return
      await tx.workspaces.update({ ...workspace, limits: { ...workspace.limits, verificationsPerMonth: 100 } })
    })
    const time = { hour: start - 30 * minute, minute: 30 }
    const tally = { ...time, workspaceId, apiId: api.id, identityId: null, keyId: key.id, tags: "[]", credits: 0 }
    await store.usage.add({
      ...noUsage,
      verifications: [
        { ...tally, code: "RATE_LIMITED", count: 5 },
        { ...tally, code: "DISABLED", count: 200 },
      ],
      months: [{ workspaceId, month: "2026-11", count: 205 }],
    })
    let now = start
    const watches = [1, 2, 3].map(() => createUsageWatch({ store, now: () => now, mayGoOn: () => true }))
    const look = () => Promise.all(watches.map((watch) => watch.look()))
    await look()
    now += 11 * minute
    await look()
    const events = await store.events.list({ workspaceId, actorId: "notice", limit: 100 })
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      "key.rate_limited",
      "workspace.quota_near",
      "workspace.quota_reached",
      "workspace.refusals_rising",
    ])
  })
})
