/**
 * Webhooks of three nodes that share one PostgreSQL, while the node that delivers fails. KEYWARD_TEST_WEBHOOK_EVENTS=10000
 * delivers as many events; `npm run test:long` does.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { until } from "../harness/until.ts"
import { startReceiver } from "../services/receiver.ts"
import { askPatiently } from "./ask.ts"
import { type Cluster, startCluster, type Workspace } from "./cluster.ts"
import type { Station } from "./station.ts"

const nodes = 3
const patienceMs = 3_600_000
const events = Number(process.env.KEYWARD_TEST_WEBHOOK_EVENTS ?? 600)
const eventsPerFault = 200
/** The requests of one round. */
const repeatedPerFault = 100
/** Longer than a lease, so that another node takes over. */
const faultMs = 3_000
/** Paths of endpoints, with the milliseconds that they take to answer. */
const fast = "/0"
const slowPaths = ["/300", "/600", "/900", "/1200", "/1500", "/1800"]

type Fault = (station: Station) => Promise<void>

/** Each ends with a node that can work again. */
const faults: Readonly<Record<string, Fault>> = {
  async killed(station) {
    await station.kill()
    await station.start()
  },
  async paused(station) {
    station.pause()
    await Bun.sleep(faultMs)
    station.resume()
  },
  async "cut off from PostgreSQL"({ database }) {
    database.cut()
    await Bun.sleep(faultMs)
    await database.mend()
  },
}

describe("three nodes", () => {
  let cluster: Cluster
  let workspace: Workspace
  const receivers = [startReceiver(), startReceiver()]
  beforeAll(async () => {
    cluster = await startCluster(nodes)
    workspace = await cluster.createWorkspace("Webhooks")
  }, patienceMs)
  afterAll(async () => {
    await cluster.stop()
    for (const receiver of receivers) await receiver.stop()
  }, patienceMs)

  const call = (operation: string, body: unknown, node = 0) =>
    askPatiently(cluster.ask, node, { operation, body, key: workspace.rootKey })

  /** The station of the node that delivers, once there is one. */
  const findDeliverer = async (among: readonly Station[] = cluster.stations): Promise<Station> => {
    let found: Station | undefined
    await until(async () => {
      const [duty] = await cluster.admin`select node from duties where name = 'webhooks'`
      for (const station of among) {
        const { data } = await (await fetch(`${station.url}/readyz`, { keepalive: false })).json()
        if (data.node.id === duty?.node) found = station
      }
      return found !== undefined
    })
    if (found === undefined) throw new Error("No node delivers.")
    return found
  }

  const recordedIds = async () => {
    const recorded: readonly { readonly id: string }[] = await cluster.admin`
      select id from events where workspace_id = ${workspace.workspaceId} and type = 'permission.created'`
    return recorded.map(({ id }) => id).sort()
  }

  /** Many clients on all nodes. A change whose response is lost may have been made. */
  const change = async (count: number, turn: number) => {
    const client = async (node: number, first: number) => {
      for (let index = first; index < count; index += nodes * 2) {
        const slug = `turn${turn}.change${index}`
        await cluster.ask(node, {
          ...{ operation: "permissions.createPermission", body: { name: slug, slug }, key: workspace.rootKey },
        })
      }
    }
    await Promise.all([0, 1, 2, 3, 4, 5].map((first) => client(first % nodes, first)))
  }

  test(
    "deliver every event to every endpoint while the node that delivers is killed, paused and cut off",
    async () => {
      for (const receiver of receivers) {
        await call("webhooks.createWebhook", { url: receiver.url(), types: ["permission.*"] })
      }
      const failures = Object.values(faults)
      let turns = 0
      // Of the changes during a fault, some are refused.
      for (; (await recordedIds()).length < events; turns += 1) {
        const before = receivers.map(({ received }) => received.length)
        const changing = change(eventsPerFault, turns)
        await until(() => receivers.every(({ received }, index) => received.length > (before[index] ?? 0)))
        await failures[turns % failures.length]?.(await findDeliverer())
        await changing
        await cluster.rest()
      }
      expect(turns).toBeGreaterThanOrEqual(failures.length)
      const expected = await recordedIds()
      for (const { received } of receivers) {
        const ids = () => [...new Set(received.map(({ headers }) => headers["webhook-id"] ?? ""))]
        await until(
          () => ids().length >= expected.length,
          () => `${ids().length} of ${expected.length} events arrived.`,
        )
        expect(ids().sort()).toEqual(expected)
        expect(received.length).toBeLessThanOrEqual(expected.length + turns * repeatedPerFault)
        console.log(`${expected.length} events, ${received.length - expected.length} repeated in ${turns} faults`)
      }
    },
    patienceMs,
  )

  test(
    "store what slow endpoints were sent after another node had the duty for a moment",
    async () => {
      const answers = Promise.withResolvers<void>()
      const slow = startReceiver(async ({ path }) => {
        if (path !== fast) await answers.promise
        // Rounds of one term end one after the other.
        await Bun.sleep(Number(path.slice(1)))
        return { status: 204 }
      })
      const webhookIds = await Promise.all(
        [fast, ...slowPaths].map(async (path) => {
          const { webhookId } = await call("webhooks.createWebhook", { url: slow.url(path), types: ["api.*"] })
          return webhookId
        }),
      )
      await call("apis.createApi", { name: "Slowly delivered" })
      // A node of a busy machine may lose its lease, and then another sends again.
      await until(() => new Set(slow.received.map(({ path }) => path)).size === webhookIds.length)
      const first = await findDeliverer()
      const others = cluster.stations.filter((station) => station !== first)
      first.pause()
      await until(async () => others.includes(await findDeliverer(others)))
      first.resume()
      for (const other of others) other.pause()
      // The round of the fast endpoint finds that this node had lost the duty.
      await call("apis.createApi", { name: "Delivered by another term" }, first.number)
      await until(async () => (await findDeliverer([first])) === first)
      for (const other of others) other.resume()
      answers.resolve()
      for (const webhookId of webhookIds) {
        await until(async () => {
          const { health } = await call("webhooks.getWebhook", { webhookId }, first.number)
          return health.lastDeliveredAt !== undefined && health.waiting === 0 && health.behindSince === undefined
        })
      }
      await slow.stop()
    },
    patienceMs,
  )
})
