import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { createKey, type TestKey } from "../../../test/fixtures.ts"
import { engines, type Reply, type TestWorkspace } from "../../../test/harness.ts"
import { startCluster } from "../../../test/nodes.ts"
import { outcomeOf } from "../../../test/outcome.ts"
import { serveKeyward } from "../../../test/serve-keyward.ts"

const limited = "429 limits/workspace_rate_limited"
const headersOf = ({ headers }: Reply) =>
  ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"].map((name) => headers.get(name))

describe.each([...engines])("the request limit of a workspace on %s", (engine) => {
  const minute = Date.parse("2026-03-01T12:00:00Z")
  const clock = { now: minute }
  const keyward = serveKeyward({ engine, clock })
  let own: TestWorkspace
  let operator: { readonly key: string }
  beforeAll(async () => {
    operator = { key: keyward.operatorKey }
  })
  beforeEach(async () => {
    clock.now = minute
    own = await keyward.createWorkspace()
  })

  const limit = (requestsPerMinute: number | null, more: object = {}) =>
    keyward.ok(
      "workspaces.updateWorkspace",
      { workspaceId: own.workspaceId, limits: { requestsPerMinute, ...more } },
      operator,
    )
  const call = (operation = "keys.listKeys", body: object = {}, key = own.rootKey) =>
    keyward.call(operation, body, { key })

  test("tells nothing where there is none", async () => {
    expect(headersOf(await call())).toEqual([null, null, null, null])
  })

  test("admits exactly as many requests as it says, and tells what is left and until when", async () => {
    await limit(3)
    clock.now = minute + 15_001
    for (const remaining of ["2", "1", "0"]) {
      const reply = await call()
      expect([outcomeOf(reply), ...headersOf(reply)]).toEqual(["200", "3", remaining, "45", null])
    }
    const refused = await call()
    expect([outcomeOf(refused), ...headersOf(refused)]).toEqual([limited, "3", "0", "45", "45"])
  })

  test("slides: what was used in the last minute fades as this one passes, and refused requests never count", async () => {
    await limit(4)
    for (let round = 0; round < 4; round += 1) await call()
    for (let round = 0; round < 10; round += 1) expect(outcomeOf(await call())).toBe(limited)
    clock.now = minute + 60_000
    expect(outcomeOf(await call())).toBe(limited)
    clock.now = minute + 60_000 + 30_000
    expect(headersOf(await call())).toEqual(["4", "1", "30", null])
    expect(headersOf(await call())).toEqual(["4", "0", "30", null])
    expect(outcomeOf(await call())).toBe(limited)
    clock.now = minute + 3 * 60_000
    expect(headersOf(await call())).toEqual(["4", "3", "60", null])
  })

  test("counts root keys, and neither API keys nor operators nor other workspaces", async () => {
    const { key } = await createKey(keyward, {}, own.rootKey)
    const second = await keyward.createRootKey(["api.*.read_key"], own)
    await limit(2)
    for (let round = 0; round < 5; round += 1) expect(outcomeOf(await call("keys.whoami", {}, key))).toBe("200")
    expect(headersOf(await call())).toEqual(["2", "1", "60", null])
    expect(headersOf(await call("keys.listKeys", {}, second))).toEqual(["2", "0", "60", null])
    expect(outcomeOf(await call())).toBe(limited)
    expect(outcomeOf(await call("keys.whoami", {}, key))).toBe("200")
    const seen = await keyward.call("workspaces.getWorkspace", { workspaceId: own.workspaceId }, operator)
    expect([outcomeOf(seen), ...headersOf(seen)]).toEqual(["200", null, null, null, null])
    expect(headersOf(await keyward.call("keys.listKeys"))).toEqual([null, null, null, null])
  })

  test("counts whatever reaches it, refusals of later steps included, and nothing that fails before", async () => {
    const weak = await keyward.createRootKey(["event.*.read_event"], own)
    const { rootKey: disabled } = await keyward.ok(
      "rootKeys.createRootKey",
      { permissions: ["*"], enabled: false },
      { key: own.rootKey },
    )
    await limit(3)
    expect(headersOf(await call("keys.listKeys", {}, disabled))).toEqual([null, null, null, null])
    expect(headersOf(await keyward.call("keys.nothing", {}, { key: own.rootKey }))).toEqual([null, null, null, null])
    const forbidden = await call("keys.listKeys", {}, weak)
    expect([forbidden.status, ...headersOf(forbidden)]).toEqual([403, "3", "2", "60", null])
    const invalid = await call("keys.listKeys", { nonsense: true })
    expect([invalid.status, ...headersOf(invalid)]).toEqual([400, "3", "1", "60", null])
    const unknown = await call("keys.getKey", { keyId: "?" })
    expect([unknown.status, ...headersOf(unknown)]).toEqual([404, "3", "0", "60", null])
    expect(outcomeOf(await call("keys.listKeys", {}, weak))).toBe(limited)
  })

  test("is refused before anything is done", async () => {
    await limit(1)
    await call()
    expect(outcomeOf(await call("identities.createIdentity", { externalId: "late" }))).toBe(limited)
    await limit(null)
    expect(await keyward.ok("identities.listIdentities", {}, { key: own.rootKey })).toEqual([])
  })

  test("keeps its count when the limit is changed, and the change concerns the next request", async () => {
    await limit(2)
    await call()
    await call()
    await limit(3)
    expect(headersOf(await call())).toEqual(["3", "0", "60", null])
    await limit(1)
    expect(outcomeOf(await call())).toBe(limited)
    await limit(null)
    expect([...headersOf(await call())]).toEqual([null, null, null, null])
  })

  test("never disables the workspace: a rate is no quota", async () => {
    await limit(1, { onExceeded: "disable" })
    await call()
    expect(outcomeOf(await call())).toBe(limited)
    const { enabled } = await keyward.ok("workspaces.getWorkspace", { workspaceId: own.workspaceId }, operator)
    expect(enabled).toBe(true)
    clock.now += 120_000
    expect(outcomeOf(await call())).toBe("200")
  })

  test("admits exactly its number of parallel requests", async () => {
    await limit(5)
    const replies = await Promise.all(Array.from({ length: 20 }, () => call()))
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(5)
    expect(replies.filter((reply) => outcomeOf(reply) === limited)).toHaveLength(15)
  })
})

describe.each([...engines])("the budget of an API key as bearer on %s", (engine) => {
  const minute = Date.parse("2026-03-01T12:00:00Z")
  const clock = { now: minute }
  const keyward = serveKeyward({ engine, clock })
  let bearer: TestKey
  beforeEach(async () => {
    clock.now = minute
    bearer = await createKey(keyward)
  })

  const call = (operation = "keys.whoami", body: object = {}, { key } = bearer) =>
    keyward.call(operation, body, { key })
  const exhaust = async () => {
    const replies = await Promise.all(Array.from({ length: 70 }, () => call()))
    return replies.map(outcomeOf)
  }

  test("is 60 calls a minute, which the headers tell, whatever its workspace may do", async () => {
    clock.now = minute + 15_001
    expect(headersOf(await call())).toEqual(["60", "59", "45", null])
    const outcomes = await exhaust()
    expect(outcomes.filter((outcome) => outcome === "200")).toHaveLength(59)
    expect(outcomes.filter((outcome) => outcome === limited)).toHaveLength(11)
    const refused = await call()
    expect([outcomeOf(refused), ...headersOf(refused)]).toEqual([limited, "60", "0", "45", "45"])
    expect(refused.body.error.detail).toContain("60 calls a minute")
    clock.now = minute + 60_000 + 30_000
    expect(headersOf(await call())).toEqual(["60", "29", "30", null])
  })

  test("counts what is refused afterwards too, and nothing that fails before", async () => {
    expect(headersOf(await call("keys.listKeys"))).toEqual(["60", "59", "60", null])
    expect(headersOf(await call("keys.whoami", { nonsense: true }))).toEqual(["60", "58", "60", null])
    await keyward.ok("keys.updateKey", { keyId: bearer.keyId, enabled: false })
    expect(headersOf(await call())).toEqual([null, null, null, null])
  })

  test("is that of one key: its workspace, its root keys and its other keys go on", async () => {
    const other = await createKey(keyward, { apiId: bearer.apiId })
    const { workspaceId } = keyward
    const limits = (requestsPerMinute: number | null) =>
      keyward.ok(
        "workspaces.updateWorkspace",
        { workspaceId, limits: { requestsPerMinute } },
        { key: keyward.operatorKey },
      )
    await limits(2)
    expect(await exhaust()).toContain(limited)
    expect(headersOf(await call("keys.whoami", {}, other))).toEqual(["60", "59", "60", null])
    const verified = await keyward.call("keys.verifyKey", { key: bearer.key })
    expect([verified.body.data.code, ...headersOf(verified)]).toEqual(["VALID", "2", "1", "60", null])
    await limits(null)
    expect(outcomeOf(await call())).toBe(limited)
  })

  test("does nothing once it is used up", async () => {
    await exhaust()
    expect(outcomeOf(await call("keys.revokeSelf"))).toBe(limited)
    expect(await keyward.ok("keys.verifyKey", { key: bearer.key })).toMatchObject({ code: "VALID" })
    clock.now += 120_000
    expect(outcomeOf(await call("keys.revokeSelf"))).toBe("200")
  })
})

test("several nodes count the calls of an API key together, on Redis", async () => {
  const cluster = await startCluster(2)
  try {
    const { key } = await cluster.createKey()
    const startedAt = performance.now()
    const calls = cluster.nodes.flatMap((node) => Array.from({ length: 130 }, () => node.call("keys.whoami", {}, key)))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    const seconds = Math.ceil((performance.now() - startedAt) / 1000)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    const passed = statuses.filter((status) => status === 200).length
    expect(passed).toBeGreaterThanOrEqual(60)
    // If a new minute begins during the test, one of the 60 expires with each second.
    expect(passed).toBeLessThanOrEqual(60 + seconds)
  } finally {
    await cluster.stop()
  }
})
