import { afterEach, describe, expect, test } from "bun:test"
import { type Nodes, startClockedNodes } from "../../test/harness/clocked-nodes.ts"
import { type EngineName, engines } from "../../test/harness/harness.ts"
import { until } from "../../test/harness/until.ts"

const minute = 60_000
const day = 24 * 60 * minute
/** A minute before midnight. */
const start = Date.UTC(2026, 10, 18, 23, 59)

describe.each(engines)("keys that expire, on %s", (engine) => {
  const clock = { now: start }
  let nodes: Nodes | undefined
  afterEach(() => nodes?.stop())

  const open = async (count = 1) => {
    clock.now = start
    nodes = await startClockedNodes({ engine, count, clock, watchesNotices: true })
    const { first } = nodes
    const { apiId } = await first.ok("apis.createApi", { name: "Payments" })
    const notices = () => first.ok("events.listEvents", { types: ["notices"], limit: 100 })
    const told = async () => {
      const events: readonly Told[] = await notices()
      return events.map(({ type, changes: { after } }) => [type, after.days, after.count]).toReversed()
    }
    const isTold = (count: number) => until(async () => (await told()).length >= count)
    const addKey = async (expires: number, more = {}) =>
      (await first.ok("keys.createKey", { apiId, expires, ...more })).keyId as string
    return { first, apiId, notices, told, isTold, addKey, all: nodes.all }
  }

  test("are told days before and at the moment, once, by whichever node", async () => {
    const { apiId, told, isTold, addKey, notices } = await open(nodeCounts[engine])
    const expires = start + 10 * day + 30_000
    const keyId = await addKey(expires)
    for (const [index, moment] of [expires - 7 * day, expires - day, expires].entries()) {
      clock.now = moment + minute
      await isTold(index + 1)
    }
    expect(await told()).toEqual([
      ["key.expiring", 7, 1],
      ["key.expiring", 1, 1],
      ["key.expired", undefined, 1],
    ])
    const [latest] = await notices()
    expect(latest).toMatchObject({
      actor: { type: "system", id: "notice" },
      resources: [{ type: "key", id: keyId }],
      changes: { before: null, after: { apiId, expires, count: 1 } },
    })
  })

  test("share a notice if they are of one API and minute; disabled and short-lived ones are in none", async () => {
    const { first, told, isTold, addKey } = await open()
    await first.ok("workspaces.updateWorkspace", { notices: { expiringDays: [2] } })
    const expires = start + 3 * day
    await addKey(expires - 59_999)
    await addKey(expires)
    await addKey(expires, { enabled: false })
    await addKey(expires + 1)
    const other = await first.ok("apis.createApi", { name: "Other" })
    await first.ok("keys.createKey", { apiId: other.apiId, expires })
    const { rootKeyId } = await first.ok("rootKeys.createRootKey", {
      name: "CI",
      permissions: ["api.*.read_api"],
      expires,
    })
    clock.now = expires - day + 1
    await addKey(expires)
    clock.now = expires
    await isTold(6)
    clock.now = expires + minute
    await isTold(8)
    const ofMinute = (kind: string, days?: number) => [kind, days, 2] as const
    expect((await told()).map(String).toSorted()).toEqual(
      [
        ofMinute("key.expiring", 2),
        ["key.expiring", 2, 1],
        ["key.expiring", 2, 1],
        ["root_key.expiring", 2, 1],
        ofMinute("key.expired"),
        ["key.expired", undefined, 1],
        ["key.expired", undefined, 1],
        ["root_key.expired", undefined, 1],
      ]
        .map(String)
        .toSorted(),
    )
    expect(rootKeyId).toStartWith("rk_")
  })

  test("in an outage are told after it, and nothing twice", async () => {
    const { first, told, isTold, addKey } = await open()
    await addKey(start + 8 * day)
    await addKey(start + 9.5 * day)
    clock.now = start + day
    await isTold(1)
    const restarted = first.restart()
    clock.now = start + 12 * day
    await restarted
    await isTold(6)
    await addKey(start + 14 * day)
    clock.now = start + 15 * day
    await isTold(8)
    expect((await told()).map(String)).toEqual(
      [
        ["key.expiring", 7, 1],
        ["key.expiring", 7, 1],
        ["key.expiring", 1, 1],
        ["key.expired", undefined, 1],
        ["key.expiring", 1, 1],
        ["key.expired", undefined, 1],
        ["key.expiring", 1, 1],
        ["key.expired", undefined, 1],
      ].map(String),
    )
  })

  test("by a change are not told: whoever sets the past knows it, and whoever renames the key says nothing", async () => {
    const { first, told, isTold, addKey } = await open()
    await first.ok("workspaces.updateWorkspace", { notices: { expiringDays: [] } })
    const [ended, renamed] = [await addKey(start + 40 * day), await addKey(start + 10 * day + 1)]
    clock.now = start + 10 * day + 2
    await first.ok("keys.updateKey", { keyId: ended, expires: start + 10 * day + 1 })
    await first.ok("keys.updateKey", { keyId: renamed, name: "Renamed" })
    clock.now += minute
    await isTold(1)
    expect(await told()).toEqual([["key.expired", undefined, 1]])
    expect(await first.ok("events.listEvents", { types: ["notices"] })).toMatchObject([
      { resources: [{ id: renamed }] },
    ])
  })
})

interface Told {
  readonly type: string
  readonly changes: { readonly after: { readonly days?: number; readonly count: number } }
}

const nodeCounts: Readonly<Record<EngineName, number>> = { sqlite: 1, postgres: 3 }
