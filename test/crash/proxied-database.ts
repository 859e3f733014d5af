import { createDatabase } from "../services/postgres.ts"
import { proxyTo } from "../services/proxied-url.ts"
import type { TcpProxy } from "../services/tcp-proxy.ts"

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
  const { proxy, url } = await proxyTo(database.url)
  return {
    name: new URL(url).pathname.slice(1),
    url,
    directUrl: database.url,
    proxy,
    async drop() {
      proxy.stop()
      await database.drop()
    },
  }
}
