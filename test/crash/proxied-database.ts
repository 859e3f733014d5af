import { createDatabase } from "../services/postgres.ts"
import { startTcpProxy, type TcpProxy } from "../services/tcp-proxy.ts"

export interface ProxiedDatabase {
  readonly name: string
  /** Through the proxy. */
  readonly url: string
  /** Straight to the server. */
  readonly directUrl: string
  readonly way: TcpProxy
  drop(): Promise<void>
}

/** A Postgres that can be taken away from a server and given back. */
export async function createProxiedDatabase(): Promise<ProxiedDatabase> {
  const database = await createDatabase()
  const url = new URL(database.url)
  const way = await startTcpProxy(Number(url.port))
  url.port = String(way.port)
  return {
    name: url.pathname.slice(1),
    url: url.href,
    directUrl: database.url,
    way,
    async drop() {
      way.stop()
      await database.drop()
    },
  }
}
