import { SQL } from "bun"
import { callsTo, dataOf, withRetries } from "../crash/call.ts"
import { operatorKey } from "../crash/node.ts"
import { until } from "../harness/until.ts"
import { createDatabase } from "../services/postgres.ts"
import { sharedRedisUrl } from "../services/redis.ts"
import { type Ask, asksOf } from "./ask.ts"
import { openStation, type Station } from "./station.ts"

/** Node processes on one PostgreSQL and one Redis. */
export interface Cluster {
  readonly databaseUrl: string
  readonly stations: readonly Station[]
  readonly ask: Ask
  /** Connects to the database directly, not through a proxy. */
  readonly admin: SQL
  createWorkspace(name: string): Promise<Workspace>
  /** Waits until every node is healthy, and all earlier transactions have ended. */
  rest(): Promise<void>
  stop(): Promise<void>
}

export interface Workspace {
  readonly workspaceId: string
  readonly rootKey: string
  readonly apiId: string
}

/** If absent, the cluster uses the servers that `npm test` has started. */
interface Servers {
  readonly databaseUrl: string
  readonly redisUrl: string
}

export async function startCluster(size: number, servers?: Servers): Promise<Cluster> {
  const database = servers === undefined ? await createDatabase() : { url: servers.databaseUrl, drop: async () => {} }
  const redisUrl = servers?.redisUrl ?? sharedRedisUrl(9)
  const admin = new SQL(database.url, { max: 2 })
  const stations: Station[] = []
  for (let number = 0; number < size; number++) {
    stations.push(await openStation(number, database.url, redisUrl))
  }
  const ask = asksOf(stations)

  const isWell = async ({ url }: Station): Promise<boolean> => {
    const response = await fetch(`${url}/readyz`, { keepalive: false })
    const { data } = await response.json()
    return response.status === 200 && data.limiter === "up" && data.node.lease === "held"
  }
  const olderTransactions = async (moment: string): Promise<number> => {
    const rows = await admin`select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and xact_start < ${moment}::timestamptz`
    return rows.length
  }

  return {
    databaseUrl: database.url,
    stations,
    ask,
    admin,
    async createWorkspace(name) {
      const url = stations[0]?.url ?? ""
      const created = await dataOf(withRetries(callsTo(url, operatorKey))("workspaces.createWorkspace", { name }))
      const { apiId } = await dataOf(withRetries(callsTo(url, created.rootKey))("apis.createApi", { name }))
      return { workspaceId: created.workspaceId, rootKey: created.rootKey, apiId }
    },
    async rest() {
      for (const station of stations) {
        await until(
          () => isWell(station),
          () => `Node ${station.number} does not recover, although the fault is over.`,
        )
      }
      const [{ moment }] = await admin`select clock_timestamp()::text as moment`
      await until(
        async () => (await olderTransactions(moment)) === 0,
        () => "A transaction does not end, although the fault is over.",
      )
    },
    async stop() {
      for (const station of stations) station.resume()
      await Promise.all(stations.map((station) => station.stop()))
      await admin.close()
      await database.drop()
    },
  }
}
