import { afterEach, beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { until } from "../../test/harness/until.ts"
import { scenes } from "../../test/incident/scenes.ts"

const minute = 60_000
const hour = 60 * minute
const start = Date.UTC(2026, 2, 10, 12, 30)

interface Fix {
  readonly kind: string
  readonly operation: string
  readonly input: object
  readonly letsIn: string
  readonly stillRefusedBy?: readonly string[]
}

/** Each fix is tried on a copy of its scene. */
const copies = 3

describe.each([...engines])("usage.getIncident on %s", (engine) => {
  const clock = { now: start }
  const environment = { KEYWARD_VERIFICATION_LOG: "all" }
  const server = serveKeyward({ engine, clock, environment })
  const ok = (operation: string, body: object) => server.ok(operation, body)
  const incident = (body: object) => ok("usage.getIncident", { from: start - hour, ...body })
  /** By the name of the scene, one for each copy. */
  const played = new Map<string, Awaited<ReturnType<(typeof scenes)[string]>>[]>()

  beforeAll(async () => {
    clock.now = start - 3 * hour
    for (const [name, scene] of Object.entries(scenes)) {
      const some = []
      for (let copy = 0; copy < copies; copy += 1) some.push(await scene({ ok, name: `${name} ${copy}`, now: start }))
      played.set(name, some)
    }
    const all = [...played.values()].flat()
    const verify = async (call: object) => String((await ok("keys.verifyKey", call)).code)
    let sent = 0
    const verifyAll = async () => {
      for (const { call } of all) {
        sent += 1
        await verify(call)
      }
    }
    clock.now = start - 30 * minute
    for (const { call } of all) {
      sent += 1
      expect(await verify(call)).toBe("VALID")
    }
    clock.now = start - 10 * minute
    for (const { change } of all) await change()
    clock.now = start - 9 * minute
    await verifyAll()
    clock.now = start - 8 * minute
    await verifyAll()
    clock.now = start - 7 * minute
    for (const { later } of all) await later?.()
    clock.now = start
    await until(async () => {
      const { total } = await ok("usage.getVerifications", { from: start - hour, interval: "total" })
      const { length } = await ok("usage.listVerifications", { limit: 100, since: start - 8 * minute })
      return total === sent && length === Math.min(100, all.length)
    })
  })

  afterEach(() => {
    clock.now = start
  })

  test.each(Object.keys(scenes))("%s: names the change, and every fix ends the refusals", async (name) => {
    const some = played.get(name) ?? []
    for (const [copy, { call, code, keyId, identity, cause, operations, letsIn = /./ }] of some.entries()) {
      const { refusals, changes } = await incident(copy === 1 && identity ? { identity } : { keyId })
      expect(refusals).toHaveLength(1)
      const [refused] = refusals
      expect(refused).toMatchObject({ code, count: 2, firstAt: start - 9 * minute, lastAt: start - 8 * minute })
      expect(refused.newest).toMatchObject({ code, keyId, time: start - 8 * minute })
      const event = changes.find(({ eventId }: { eventId: string }) => eventId === refused.cause?.eventId)
      expect([event?.type, refused.cause?.certain]).toEqual([cause.type, cause.certain])
      const fixes: readonly Fix[] = refused.fixes
      expect(fixes.map(({ kind, operation }) => `${kind} ${operation}`)).toEqual([...operations])
      for (const one of fixes) expect(one.letsIn).toMatch(/^\S.+\.$/)
      if (fixes[0] !== undefined) expect(fixes[0].letsIn).toMatch(letsIn)
      const fix = fixes[copy]
      if (fix === undefined) continue
      expect(fix.stillRefusedBy).toEqual([])
      await ok(fix.operation, fix.input)
      const [after] = (await incident({ keyId })).refusals
      expect(after.keys[0].now.code).toBe("VALID")
      expect(after.fixes.filter(({ kind }: Fix) => kind === "undo")).toEqual([])
      expect((await ok("keys.verifyKey", call)).code).toBe("VALID")
    }
  })

  test("refusals that began an hour before, or later than five minutes after a change, have no cause", async () => {
    const { apiId } = await ok("apis.createApi", { name: "Late" })
    const { key, keyId } = await ok("keys.createKey", { apiId, name: "Late", ipAllowlist: ["192.0.2.0/24"] })
    const calledAt = async (time: number) => {
      clock.now = time
      await ok("keys.verifyKey", { key, ip: "203.0.113.9" })
    }
    const update = (networks: readonly string[]) => ok("keys.updateKey", { keyId, ipAllowlist: networks })
    const at = async (time: number, networks: readonly string[]) => {
      clock.now = time
      await update(networks)
    }
    await calledAt(start + hour)
    await at(start + hour + 30 * minute, ["198.51.100.0/24"])
    await calledAt(start + hour + 31 * minute)
    await at(start + 3 * hour, ["192.0.2.0/24"])
    await calledAt(start + 3 * hour + 6 * minute)
    clock.now = start + 4 * hour
    const read = () => incident({ keyId, from: start + 10 * minute })
    await until(async () => (await read()).refusals[0]?.count === 3)
    const { refusals, changes } = await read()
    expect(refusals[0]).toMatchObject({ code: "FORBIDDEN" })
    expect(refusals[0].cause).toBeUndefined()
    expect(changes.map(({ type }: { type: string }) => type)).toEqual(["key.updated", "key.updated"])
  })

  test("a change is a cause only if the refusals follow it, by the log within the minute", async () => {
    const { apiId } = await ok("apis.createApi", { name: "Order" })
    const { key, keyId } = await ok("keys.createKey", { apiId, name: "Order", enabled: false })
    const at = start + 5 * hour
    clock.now = at + 1_000
    await ok("keys.verifyKey", { key })
    clock.now = at + 2_000
    await ok("keys.updateKey", { keyId, enabled: true })
    clock.now = at + 3_000
    await ok("keys.updateKey", { keyId, enabled: false })
    clock.now = at + minute
    const read = () => incident({ keyId, from: at - minute })
    await until(async () => (await read()).refusals[0]?.newest !== undefined)
    const [refused] = (await read()).refusals
    expect(refused).toMatchObject({ code: "DISABLED", firstAt: at + 1_000 })
    expect(refused.cause).toBeUndefined()
  })

  test("callers see changes, verdicts, others and fixes only as far as they may", async () => {
    const [scene] = played.get("a plan loses a permission") ?? []
    const { keyId, identity } = scene ?? { keyId: "", identity: "" }
    const as = async (permissions: readonly string[], body: object) => {
      const key = await server.createRootKey(permissions)
      return (await server.call("usage.getIncident", { from: start - hour, ...body }, { key })).body
    }
    const { data: counts } = await as(["api.*.read_usage"], { keyId })
    expect(counts.changes).toBeUndefined()
    expect(counts.refusals[0]).toMatchObject({ count: 2, fixes: [] })
    expect(counts.refusals[0].cause).toBeUndefined()
    expect(counts.refusals[0].keys[0].now).toBeUndefined()
    const { id } = await ok("identities.getIdentity", { externalId: identity })
    const { data: own } = await as([`identity.${id}.read_usage`, "event.*.read_event"], { identity })
    const { eventId } = own.refusals[0].cause
    expect(own.changes.filter((change: { eventId: string }) => change.eventId === eventId)).toHaveLength(1)
    expect(own.refusals[0].others).toBeUndefined()
    expect((await as([`identity.${id}.read_usage`], { keyId })).error.status).toBe(403)
    const operators = await server.call(
      "usage.getIncident",
      { workspaceId: server.workspaceId, keyId, from: start - hour },
      server.operator,
    )
    expect(operators.body.data.refusals[0]).toMatchObject({ count: 2, fixes: [] })
  })

  test("a time of more than 31 days is refused, and one of 31 days is counted by the hour", async () => {
    const [{ keyId } = { keyId: "" }] = played.get("a key is disabled") ?? []
    const day = 24 * hour
    const long = await server.call("usage.getIncident", { keyId, from: start - 32 * day }, { key: server.rootKey })
    expect([long.status, long.body.error.errors[0].location]).toEqual([400, "body.from"])
    const { interval, refusals } = await incident({ keyId, from: start - 31 * day })
    expect(interval).toBe("hour")
    expect(refusals[0]).toMatchObject({ code: "DISABLED", firstAt: start - 9 * minute })
    expect(refusals[0].cause).toMatchObject({ certain: true })
    // A day that begins within a minute, with the hour before it.
    expect((await incident({ keyId, from: start - day + 30_000 })).interval).toBe("minute")
  })
})
