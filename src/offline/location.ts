import { statSync } from "node:fs"
import { resolve } from "node:path"
import { describeLocation, type Location } from "../storage/location.ts"
import { openDatabase, openForReading } from "../storage/open.ts"
import { countSessions } from "../storage/postgres/sessions.ts"
import type { Engine, SourceDatabase } from "../storage/sql/engine.ts"

/** Reads a location as it was given on the command line. */
export function readLocation(text: string): Location {
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return { type: "postgres", url: text }
  const path = resolve(text)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile ? { type: "backup", path } : { type: "folder", path }
}

/** One end of a copy. */
interface CopyEnd<Database> {
  readonly database: Database
  close(): Promise<void>
}

/** No node may serve the source: the copy would miss its changes. Nobody serves a backup. */
export async function openSource(location: Location): Promise<CopyEnd<SourceDatabase>> {
  if (location.type !== "backup") return openUnserved(location)
  const database = openForReading(location)
  return { database, close: () => database.close() }
}

export function openTarget(location: Location): Promise<CopyEnd<Engine>> {
  return openUnserved(location, { creates: true })
}

async function openUnserved(location: Location, { creates = false } = {}): Promise<CopyEnd<Engine>> {
  if (location.type === "postgres") await requireUnserved(location)
  const { engine, close } = openDatabase(location, { creates, locks: true })
  return { database: engine, close }
}

async function requireUnserved(location: Extract<Location, { readonly type: "postgres" }>): Promise<void> {
  const sessions = await countSessions(location.url)
  if (sessions === 0) return
  throw new Error(
    `${describeLocation(location)} is in use: Keyward has ${sessions} connections to it. Stop every node first, so that nothing changes meanwhile.`,
  )
}
