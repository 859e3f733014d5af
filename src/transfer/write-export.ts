import { createHash } from "node:crypto"
import { withoutNulls } from "../core/nulls.ts"
import type { RecordedEvent } from "../storage/port/events.ts"
import type { Reads } from "../storage/port/store.ts"
import { type EventEntry, formatName, formatVersion, type Header, type Trailer } from "./format.ts"
import { kinds } from "./kinds/index.ts"
import type { Entry } from "./kinds/kind.ts"

interface ExportOptions {
  readonly workspaceId: string
  /** Version of this Keyward release. */
  readonly keyward: string
  readonly withEvents: boolean
  readonly now: number
  write(text: string): void
  /** Receives the number of lines written since the last call. */
  note(lines: number): void
}

export type Counts = Readonly<Record<string, number>>

/** Writes a whole workspace and returns the number of lines per kind. The caller must pass reads of one snapshot. */
export async function writeExport(reads: Reads, options: ExportOptions): Promise<Counts> {
  const { workspaceId, keyward, now, write, note } = options
  const hash = createHash("sha256")
  const writeLines = (lines: readonly (Header | Entry | Trailer)[]) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("")
    hash.update(text)
    write(text)
  }
  const counts = new Map<string, number>()
  const about = { format: formatName, version: formatVersion } as const
  writeLines([{ kind: "header", ...about, keyward, createdAt: now, workspaceId }])
  for await (const entries of readEntries(reads, options)) {
    writeLines(entries)
    for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    note(entries.length)
  }
  const counted = Object.fromEntries(counts)
  writeLines([{ kind: "trailer", counts: counted, sha256: hash.copy().digest("hex") }])
  return counted
}

/** Estimates the number of lines for the progress display, so it counts only the kinds that can be numerous. */
export async function countLines(
  reads: Reads,
  { workspaceId, withEvents }: Pick<ExportOptions, "workspaceId" | "withEvents">,
): Promise<number> {
  const events = withEvents ? ((await reads.events.findChainEnd(workspaceId))?.length ?? 0) : 0
  return (await reads.keys.count(workspaceId)) + (await reads.identities.count(workspaceId)) + events
}

/** The field order of every line is fixed, so equal objects become equal text. */
async function* readEntries(
  reads: Reads,
  { workspaceId, withEvents }: ExportOptions,
): AsyncGenerator<readonly Entry[]> {
  for (const kind of kinds) {
    for await (const models of kind.read(reads, workspaceId)) yield models.map(kind.lineOf)
  }
  if (withEvents) yield* readEvents(reads, workspaceId)
}

const pageLength = 500

async function* readEvents(reads: Reads, workspaceId: string): AsyncGenerator<readonly EventEntry[]> {
  let after = 0
  for (;;) {
    const events = await reads.events.listChain(workspaceId, after, pageLength)
    yield events.map(eventLine)
    if (events.length < pageLength) return
    after = events.at(-1)?.sequence ?? after
  }
}

/** Omits the numbers: one belongs to the installation, and the other is the place in the export. The hashes link the events. */
function eventLine(recorded: RecordedEvent): EventEntry {
  const { sequence: _sequence, chainNumber: _chainNumber, resources, changes, ...event } = recorded
  return { kind: "event", ...withoutNulls(event), resources: [...resources], changes }
}
