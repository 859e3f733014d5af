/** KEYWARD_TEST_CUSTOMER_ROUNDS=10 spends ten times as much; `npm run test:long` does. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Nodes, startClockedNodes } from "../../test/harness/clocked-nodes.ts"
import { createApi } from "../../test/harness/fixtures.ts"

const rounds = Number(process.env.KEYWARD_TEST_CUSTOMER_ROUNDS ?? 1)
const connections = 64
const [limit, overage, prepaid, topUp, topUpsPerNode] = [80 * rounds, 20 * rounds, 30, 7, 4 * rounds]
const midnight = Date.UTC(2027, 5, 15)

describe("a hot customer on three nodes, at the end of a period", () => {
  const clock = { now: midnight - 1 }
  let nodes: Nodes
  beforeAll(async () => {
    nodes = await startClockedNodes({ engine: "postgres", count: 3, clock })
  })
  afterAll(() => nodes.stop())

  test("gets exactly the quota of each day, and every credit once, during top-ups", async () => {
    const { first, all } = nodes
    const key = first.rootKey
    const apiId = await createApi(first)
    await first.ok("plans.createPlan", { name: "hot", quota: { limit, interval: "daily", overage } })
    await first.ok("identities.createIdentity", { externalId: "hot", plan: "hot", credits: { remaining: prepaid } })
    const wanted = Array.from({ length: 12 }, () => ({ externalId: "hot" }))
    const { keys } = await first.ok("keys.createKeys", { apiId, keys: wanted })

    const tomorrow = Promise.withResolvers<void>()
    let valid = 0
    const countValid = () => {
      valid += 1
      // In the midst of the spends of all connections.
      if (valid !== limit / 2) return
      clock.now = midnight
      tomorrow.resolve()
    }
    const topUps = all.map(async (node, number) => {
      for (let count = 0; count < topUpsPerNode; count += 1) {
        const body = { identity: "hot", operation: "increment", value: topUp, reference: `${number} ${count}` }
        await node.ok("identities.updateCredits", body, { key })
      }
    })
    const lastGrant = Promise.all([tomorrow.promise, ...topUps])
    let isLast = false
    const granted = lastGrant.then(() => {
      isLast = true
    })
    const client = async (number: number) => {
      for (let round = 0; ; round += 1) {
        const mayBeGrantedMore = !isLast
        const node = all[(number + round) % all.length] ?? first
        const body = { key: keys[(number * 7 + round) % keys.length].key }
        const { code } = await node.ok("keys.verifyKey", body, { key })
        if (code === "VALID") countValid()
        else if (code !== "USAGE_EXCEEDED") throw new Error(`A verification returned ${code}.`)
        else if (mayBeGrantedMore) await granted
        else return
      }
    }
    await Promise.all(Array.from({ length: connections }, (_, number) => client(number)))

    const { quota, credits } = await first.ok("identities.getIdentity", { identity: "hot" })
    expect(quota).toMatchObject({ from: midnight, used: limit, overageUsed: overage })
    expect(credits).toMatchObject({ remaining: 0, reserved: 0 })
    const { from, used, overageUsed } = quota.previous
    expect(from).toBe(midnight - 86_400_000)
    expect(used).toBeLessThanOrEqual(limit)
    expect(overageUsed).toBeLessThanOrEqual(overage)
    const paid = prepaid + all.length * topUpsPerNode * topUp
    expect(valid).toBe(used + overageUsed + limit + overage + paid)
  }, 600_000)
})
