import type { Config } from "../config.ts"
import { StorageUnavailable } from "../storage/port/unavailable.ts"
import { examinePostgres } from "../storage/postgres/examine.ts"

type Wanted = Pick<Config, "databaseUrl" | "databaseConnections">

/** Throws if PostgreSQL cannot give that many processes their connections: under load the last of them would fail. */
export async function requireConnections({ databaseUrl, databaseConnections }: Wanted, processes: number) {
  if (databaseUrl === undefined) return
  const available = await maxConnectionsOf(databaseUrl)
  const wanted = processes * databaseConnections
  if (available === undefined || wanted <= available) return
  const share = Math.floor(available / processes)
  throw new Error(
    `${processes} processes with ${databaseConnections} connections each need ${wanted}, and PostgreSQL allows ${available}. ` +
      `Set KEYWARD_DATABASE_CONNECTIONS to ${Math.max(10, share)} or less, lower KEYWARD_NODES_PER_HOST, or raise max_connections.`,
  )
}

/** undefined while PostgreSQL cannot be reached: the processes themselves report that. */
async function maxConnectionsOf(databaseUrl: string): Promise<number | undefined> {
  try {
    return (await examinePostgres(databaseUrl, Date.now)).maxConnections
  } catch (error) {
    if (error instanceof StorageUnavailable) return undefined
    throw error
  }
}
