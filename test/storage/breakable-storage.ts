import { truncateSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { connectOnwards, listen } from "../clients/tcp.ts"
import { type EngineName, startKeyward, type TestServer } from "../harness/harness.ts"
import { createMigratedDatabase } from "../services/postgres.ts"
import { queryDatabase } from "./database.ts"

export interface BreakableServer {
  readonly keyward: TestServer
  /** From now on, storage can be neither read nor written. */
  breakStorage(): Promise<void>
  stop(): Promise<void>
}

/** A service whose storage can fail permanently. */
export function startWithBreakableStorage(engine: EngineName): Promise<BreakableServer> {
  return engine === "postgres" ? overBreakableConnection() : overBreakableFile()
}

/** Cuts the connection to the server: open connections end and new ones are refused. */
async function overBreakableConnection(): Promise<BreakableServer> {
  const database = await createMigratedDatabase()
  const url = new URL(database.url)
  const port = Number(url.port)
  const way = await listen(createServer((client) => connectOnwards(client, port).pipe(client)))
  url.port = String(way.port)
  const keyward = await startKeyward({ engine: "sqlite", environment: { KEYWARD_DATABASE_URL: url.href } })
  return {
    keyward,
    async breakStorage() {
      way.stop()
    },
    async stop() {
      await keyward.stop()
      way.stop()
      await database.drop()
    },
  }
}

/** Deletes the write-ahead log. Once another process has written, cached pages are invalid. */
async function overBreakableFile(): Promise<BreakableServer> {
  const keyward = await startKeyward({ engine: "sqlite" })
  return {
    keyward,
    async breakStorage() {
      await queryDatabase(keyward, "create table written_by_somebody_else (id integer) strict")
      truncateSync(join(keyward.storage, "keyward.db-wal"), 0)
    },
    stop: () => keyward.stop(),
  }
}
