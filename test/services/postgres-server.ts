import { rmSync } from "node:fs"
import { preparePostgres } from "../../scripts/test/postgres.ts"
import { makeRunFolder } from "../../scripts/test/run-folder.ts"

/** A PostgreSQL server for one test, which can crash and start again with the same data and port. */
export interface PostgresServer {
  readonly url: string
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

// A commit survives a crash of the server; a crash of the machine is not tested here.
const settings = ["max_connections=100", "fsync=off", "full_page_writes=off"]

export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = makeRunFolder()
  const prepared = await preparePostgres(folder, settings)
  let service = prepared.start()
  await service.ready
  return {
    url: service.url,
    stop: () => service.stop(),
    async start() {
      service = prepared.start()
      await service.ready
    },
    async remove() {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
