/**
 * What customers have, on three nodes that share one PostgreSQL. KEYWARD_TEST_CUSTOMER_CHANGES=10000 makes as many changes of a
 * customer and reads every node after each; `npm run test:long` does.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createRandom } from "../harness/random.ts"
import { seed } from "../harness/seed.ts"
import { askPatiently } from "./ask.ts"
import { type Cluster, startCluster, type Workspace } from "./cluster.ts"
import { createCustomerLoop } from "./customer-loop.ts"
import { callsOn } from "./revoke.ts"
import { readClocks } from "./window-taker.ts"

const nodes = 3
const patienceMs = 3_600_000
const changes = Number(process.env.KEYWARD_TEST_CUSTOMER_CHANGES ?? 40)
/** `npm run test:long` spends more. */
const rounds = Number(process.env.KEYWARD_TEST_CUSTOMER_ROUNDS ?? 1)
const connections = 64
/** More than any client needs until nothing is left, so that spends that are not counted end too. */
const enough = 20 * rounds

describe(`three nodes, with KEYWARD_TEST_SEED=${seed}`, () => {
  let cluster: Cluster
  let workspace: Workspace
  let call: ReturnType<typeof callsOn>
  beforeAll(async () => {
    cluster = await startCluster(nodes)
    workspace = await cluster.createWorkspace("Customers")
    call = callsOn(cluster.ask, 0, workspace.rootKey)
  }, patienceMs)
  afterAll(() => cluster.stop(), patienceMs)

  test(
    "never answer from before a change of the switch, the plan, the default plan, a quota or a planned change",
    async () => {
      const { ask } = cluster
      const own = await cluster.createWorkspace("Loop")
      const clocks = await readClocks({ workspace: own, nodes, ask })
      const loop = await createCustomerLoop({ ask, nodes, workspace: own, clocks, random: createRandom(seed) })
      const late: string[] = []
      for (let change = 0; change < changes; change += 1) late.push(...(await loop.change()))
      await loop.end()
      console.log(`${loop.looks()} verifications after ${changes} changes, ${late.length} of them late`)
      expect(late).toEqual([])
      expect(loop.looks()).toBeGreaterThanOrEqual(changes * nodes)
    },
    patienceMs,
  )

  let customers = 0
  /** A customer with many keys, and clients on all nodes that spend until `isOver` or nothing is left. */
  const hotCustomer = async (attributes: object) => {
    customers += 1
    const externalId = `hot ${customers}`
    await call("identities.createIdentity", { externalId, ...attributes })
    const keys: string[] = []
    for (let count = 0; count < 12; count += 1) {
      keys.push((await call("keys.createKey", { apiId: workspace.apiId, externalId })).key)
    }
    const spend = async (client: number, round: number) => {
      const key = keys[(client * 7 + round) % keys.length]
      const request = { operation: "keys.verifyKey", body: { key }, key: workspace.rootKey }
      return String((await askPatiently(cluster.ask, (client + round) % nodes, request)).code)
    }
    const hammer = async (goesOn: (code: string, round: number) => boolean) => {
      const client = async (number: number) => {
        let valid = 0
        for (let round = 0; ; round += 1) {
          const code = await spend(number, round)
          if (code === "VALID") valid += 1
          if (!goesOn(code, round)) return valid
        }
      }
      const counts = await Promise.all(Array.from({ length: connections }, (_, number) => client(number)))
      return counts.reduce((sum, count) => sum + count, 0)
    }
    const get = () => call("identities.getIdentity", { identity: externalId })
    return { externalId, hammer, get }
  }

  test(
    "spend exactly what one hot customer has left, from the first spend of the quota of its plan on",
    async () => {
      const [limit, overage, remaining] = [150 * rounds, 50, 100 * rounds]
      await call("plans.createPlan", { name: "hot", quota: { limit, interval: "total", overage } })
      const { hammer, get } = await hotCustomer({ plan: "hot", credits: { remaining } })
      const whileValid = (code: string, round: number) => code === "VALID" && round < enough
      expect(await hammer(whileValid)).toBe(limit + overage + remaining)
      expect(await get()).toMatchObject({
        quota: { inherited: true, used: limit, overageUsed: overage },
        credits: { remaining: 0 },
      })
      const first = await hotCustomer({ plan: "hot" })
      expect(await first.hammer(whileValid)).toBe(limit + overage)
    },
    patienceMs,
  )

  test(
    "lose and invent nothing during top-ups: what was granted is spent or left",
    async () => {
      const { externalId, hammer, get } = await hotCustomer({ credits: { remaining: 40 } })
      const topUps = async (node: number) => {
        for (let count = 0; count < 5 * rounds; count += 1) {
          const body = { identity: externalId, operation: "increment", value: 13, reference: `${node} ${count}` }
          // Each is sent twice, as payment providers do, and counts once.
          for (const at of [node, (node + 1) % nodes]) {
            const request = { operation: "identities.updateCredits", body, key: workspace.rootKey }
            await askPatiently(cluster.ask, at, request)
          }
        }
      }
      const [valid] = await Promise.all([hammer((_, round) => round < 6 * rounds), topUps(0), topUps(1), topUps(2)])
      expect(valid + (await get()).credits.remaining).toBe(40 + nodes * 5 * rounds * 13)
    },
    patienceMs,
  )

  test(
    "count every spend once while the plan changes between intervals",
    async () => {
      const intervals = ["daily", "weekly", "total"]
      for (const interval of intervals) {
        await call("plans.createPlan", { name: interval, quota: { limit: 1_000_000, interval } })
      }
      const { externalId, hammer, get } = await hotCustomer({ plan: "total" })
      const set = (plan: string | undefined) => call("identities.updateIdentity", { identity: externalId, plan })
      const moving = { isOn: true }
      const move = async () => {
        for (let count = 0; moving.isOn; count += 1) await set(intervals[count % intervals.length])
      }
      const moves = move()
      const valid = await hammer((_, round) => round < 6 * rounds)
      moving.isOn = false
      await moves
      let counted = 0
      for (const interval of intervals) {
        await set(interval)
        const { quota } = await get()
        // A midnight may have passed.
        counted += quota.used + (quota.previous?.used ?? 0)
      }
      expect([valid, counted]).toEqual([connections * (6 * rounds + 1), valid])
    },
    patienceMs,
  )
})
