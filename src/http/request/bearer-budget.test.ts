import { beforeEach, describe, expect, test } from "bun:test"
import { createKey, type TestKey } from "../../../test/harness/fixtures.ts"
import { startCluster } from "../../../test/harness/nodes.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { budgetOf, noBudget, rateLimited } from "../../../test/requests/budget-headers.ts"
import { outcomeOf } from "../../../test/requests/outcome.ts"

describe("the budget of an API key as bearer", () => {
  const minute = Date.parse("2026-03-01T12:00:00Z")
  const clock = { now: minute }
  const keyward = serveKeyward({ engine: "sqlite", clock })
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

  test("is 60 calls a minute, as the headers show, whatever its workspace may do", async () => {
    clock.now = minute + 15_001
    expect(budgetOf(await call())).toEqual(["60", "59", "45", null])
    const outcomes = await exhaust()
    expect(outcomes.filter((outcome) => outcome === "200")).toHaveLength(59)
    expect(outcomes.filter((outcome) => outcome === rateLimited)).toHaveLength(11)
    const refused = await call()
    expect([outcomeOf(refused), ...budgetOf(refused)]).toEqual([rateLimited, "60", "0", "45", "45"])
    expect(refused.body.error.detail).toContain("60 calls a minute")
    clock.now = minute + 60_000 + 30_000
    expect(budgetOf(await call())).toEqual(["60", "29", "30", null])
  })

  test("counts calls that later steps refuse, and none that earlier steps refuse", async () => {
    expect(budgetOf(await call("keys.listKeys"))).toEqual(["60", "59", "60", null])
    expect(budgetOf(await call("keys.whoami", { nonsense: true }))).toEqual(["60", "58", "60", null])
    await keyward.ok("keys.updateKey", { keyId: bearer.keyId, enabled: false })
    expect(budgetOf(await call())).toEqual(noBudget)
  })

  test("is that of one key: its workspace, its root keys and its other keys have their own", async () => {
    const other = await createKey(keyward, { apiId: bearer.apiId })
    const { workspaceId } = keyward
    const limits = (requestsPerMinute: number | null) =>
      keyward.ok("workspaces.updateWorkspace", { workspaceId, limits: { requestsPerMinute } }, keyward.operator)
    await limits(2)
    expect(await exhaust()).toContain(rateLimited)
    expect(budgetOf(await call("keys.whoami", {}, other))).toEqual(["60", "59", "60", null])
    const verified = await keyward.call("keys.verifyKey", { key: bearer.key })
    expect([verified.body.data.code, ...budgetOf(verified)]).toEqual(["VALID", "2", "1", "60", null])
    await limits(null)
    expect(outcomeOf(await call())).toBe(rateLimited)
  })

  test("does nothing once it is used up", async () => {
    await exhaust()
    expect(outcomeOf(await call("keys.revokeSelf"))).toBe(rateLimited)
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
