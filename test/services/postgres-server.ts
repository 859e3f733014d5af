import { rmSync } from "node:fs"
import { preparePostgres } from "../../scripts/test/postgres.ts"
import { makeRunFolder } from "../../scripts/test/run-folder.ts"

/** A PostgreSQL of a test's own, which can be stopped as if it had crashed, and started again on its data and port. */
export interface PostgresServer {
  readonly url: string
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

// A commit survives the end of the server; that of the machine is not tested with it.
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
