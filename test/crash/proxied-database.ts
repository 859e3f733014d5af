import { createDatabase } from "../services/postgres.ts"
import { startTcpProxy, type TcpProxy } from "../services/tcp-proxy.ts"

export interface ProxiedDatabase {
  readonly name: string
  /** Through the proxy. */
  readonly url: string
  /** Straight to the server. */
  readonly directUrl: string
  readonly proxy: TcpProxy
  drop(): Promise<void>
}

/** A PostgreSQL database whose connection can be cut and restored. */
export async function createProxiedDatabase(): Promise<ProxiedDatabase> {
  const database = await createDatabase()
  const url = new URL(database.url)
  const proxy = await startTcpProxy(Number(url.port))
  url.port = String(proxy.port)
  return {
    name: url.pathname.slice(1),
    url: url.href,
    directUrl: database.url,
    proxy,
    async drop() {
      proxy.stop()
      await database.drop()
    },
  }
}
