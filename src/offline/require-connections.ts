import type { Config } from "../config.ts"
import { StorageUnavailable } from "../storage/port/unavailable.ts"
import { examinePostgres } from "../storage/postgres/examine.ts"

type ConnectionSettings = Pick<Config, "databaseUrl" | "databaseConnections">

/** Throws if PostgreSQL allows too few connections, because the last processes would fail under load. */
export async function requireConnections({ databaseUrl, databaseConnections }: ConnectionSettings, processes: number) {
  if (databaseUrl === undefined) return
  const available = await readMaxConnections(databaseUrl)
  const wanted = processes * databaseConnections
  if (available === undefined || wanted <= available) return
  const share = Math.floor(available / processes)
  throw new Error(
    `${processes} processes with ${databaseConnections} connections each need ${wanted}, but PostgreSQL allows ${available}. ` +
      `Set KEYWARD_DATABASE_CONNECTIONS to ${Math.max(10, share)} or less, lower KEYWARD_NODES_PER_HOST, or raise max_connections.`,
  )
}

/** Returns undefined if PostgreSQL is unreachable; each process reports that itself. */
async function readMaxConnections(databaseUrl: string): Promise<number | undefined> {
  try {
    return (await examinePostgres(databaseUrl, Date.now)).maxConnections
  } catch (error) {
    if (error instanceof StorageUnavailable) return undefined
    throw error
  }
}
