import { createHash } from "node:crypto"
import type { Reads } from "../storage/port/store.ts"
import {
  apiLine,
  eventLine,
  identityLine,
  keyLine,
  migrationLine,
  namespaceLine,
  overrideLine,
  permissionLine,
  roleLine,
  rootKeyLine,
  workspaceLine,
} from "./entries.ts"
import { type Entry, formatName, formatVersion, type Header, type KindName, type Trailer } from "./format.ts"

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

export type Counts = Readonly<Partial<Record<KindName, number>>>

/** Writes a whole workspace and returns the number of lines per kind. The caller must pass reads of one snapshot. */
export async function writeExport(reads: Reads, options: ExportOptions): Promise<Counts> {
  const { workspaceId, keyward, now, write, note } = options
  const hash = createHash("sha256")
  const writeLines = (lines: readonly (Header | Entry | Trailer)[]) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("")
    hash.update(text)
    write(text)
  }
  const counts = new Map<KindName, number>()
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

const pageLength = 500

async function* readEntries(
  reads: Reads,
  { workspaceId, withEvents }: ExportOptions,
): AsyncGenerator<readonly Entry[]> {
  const workspace = await reads.workspaces.find(workspaceId)
  if (workspace === undefined) throw new Error(`There is no workspace ${workspaceId}.`)
  yield [workspaceLine(workspace)]
  yield* readPages((page) => reads.rootKeys.list(workspaceId, page), rootKeyLine)
  yield* readPages((page) => reads.apis.list(workspaceId, page), apiLine)
  yield* readPages((page) => reads.permissions.list(workspaceId, page), permissionLine)
  yield* readPages((page) => reads.roles.list(workspaceId, page), roleLine)
  yield* readPages((page) => reads.identities.list(workspaceId, page), identityLine)
  yield* readPages((page) => reads.migrations.list(workspaceId, page), migrationLine)
  yield* readPages((page) => reads.keys.list(workspaceId, { ...page, ...unfiltered }), keyLine)
  yield* readPages((page) => reads.namespaces.list(workspaceId, page), namespaceLine)
  for await (const namespaces of readPages((page) => reads.namespaces.list(workspaceId, page), namespaceLine)) {
    for (const { id } of namespaces) {
      yield* readPages(
        (page) => reads.overrides.list(id, page),
        (override) => overrideLine(id, override),
      )
    }
  }
  if (withEvents) yield* readEvents(reads, workspaceId)
}

const unfiltered = { apiId: undefined, identityId: undefined, externalId: undefined, enabled: undefined } as const

interface Page {
  readonly limit: number
  readonly after: string | undefined
  readonly search: undefined
}

async function* readPages<Item extends { readonly id: string }, ExportLine>(
  list: (page: Page) => Promise<readonly Item[]>,
  toLine: (item: Item) => ExportLine,
): AsyncGenerator<readonly ExportLine[]> {
  let after: string | undefined
  for (;;) {
    const items = await list({ limit: pageLength, after, search: undefined })
    yield items.map(toLine)
    if (items.length < pageLength) return
    after = items.at(-1)?.id
  }
}

async function* readEvents(reads: Reads, workspaceId: string): AsyncGenerator<readonly Entry[]> {
  let after = 0
  for (;;) {
    const events = await reads.events.listChain(workspaceId, after, pageLength)
    yield events.map(eventLine)
    if (events.length < pageLength) return
    after = events.at(-1)?.sequence ?? after
  }
}
