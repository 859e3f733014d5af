import { statSync } from "node:fs"
import { resolve } from "node:path"
import { describeLocation, type Location } from "../storage/location.ts"
import { openDatabase, openForReading } from "../storage/open.ts"
import { countSessions } from "../storage/postgres/sessions.ts"
import type { Engine, SourceDatabase } from "../storage/sql/engine.ts"

/** Parses a location from the command line. */
export function readLocation(text: string): Location {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return { type: "postgres", url: text }
  const path = resolve(text)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile ? { type: "backup", path } : { type: "folder", path }
}

interface OpenedDatabase<Database> {
  readonly database: Database
  close(): Promise<void>
}

/** No node may use the source, because the copy would miss its changes. No node ever uses a backup. */
export async function openSource(location: Location): Promise<OpenedDatabase<SourceDatabase>> {
  if (location.type !== "backup") return openUnused(location)
  const database = openForReading(location)
  return { database, close: () => database.close() }
}

export function openTarget(location: Location): Promise<OpenedDatabase<Engine>> {
  return openUnused(location, { creates: true })
}

async function openUnused(location: Location, { creates = false } = {}): Promise<OpenedDatabase<Engine>> {
  if (location.type === "postgres") await requireUnused(location)
  const { engine, leases, close } = openDatabase(location, { creates, locks: true })
  // A server may start on the copy in the moment in which it is complete, and knows nothing of the leases of the source.
  await leases.untilOver()
  return { database: engine, close }
}

async function requireUnused(location: Extract<Location, { readonly type: "postgres" }>): Promise<void> {
  const sessions = await countSessions(location.url)
  if (sessions === 0) return
  throw new Error(
    `${describeLocation(location)} is in use: Keyward has ${sessions} connections to it. Stop every node first, so that the data does not change during the copy.`,
  )
}
