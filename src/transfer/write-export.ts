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

interface Export {
  readonly workspaceId: string
  /** Version of this program. */
  readonly keyward: string
  readonly withEvents: boolean
  readonly now: number
  write(text: string): void
  /** Told how many more lines there are. */
  note(lines: number): void
}

export type Counts = Readonly<Partial<Record<KindName, number>>>

/** Writes everything a workspace has, and says how much that was. The reads have to be of one moment. */
export async function writeExport(reads: Reads, wanted: Export): Promise<Counts> {
  const { workspaceId, keyward, now, write, note } = wanted
  const hash = createHash("sha256")
  const writeLines = (lines: readonly (Header | Entry | Trailer)[]) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("")
    hash.update(text)
    write(text)
  }
  const counts = new Map<KindName, number>()
  const about = { format: formatName, version: formatVersion } as const
  writeLines([{ kind: "header", ...about, keyward, createdAt: now, workspaceId }])
  for await (const entries of entriesOf(reads, wanted)) {
    writeLines(entries)
    for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    note(entries.length)
  }
  const counted = Object.fromEntries(counts)
  writeLines([{ kind: "trailer", counts: counted, sha256: hash.copy().digest("hex") }])
  return counted
}

/** What there is to write, nearly: kinds of which there are never many are not worth counting. */
export async function countLines(
  reads: Reads,
  { workspaceId, withEvents }: Pick<Export, "workspaceId" | "withEvents">,
): Promise<number> {
  const events = withEvents ? ((await reads.events.findChainEnd(workspaceId))?.length ?? 0) : 0
  return (await reads.keys.count(workspaceId)) + (await reads.identities.count(workspaceId)) + events
}

const pageLength = 500

async function* entriesOf(reads: Reads, { workspaceId, withEvents }: Export): AsyncGenerator<readonly Entry[]> {
  const workspace = await reads.workspaces.find(workspaceId)
  if (workspace === undefined) throw new Error(`There is no workspace ${workspaceId}.`)
  yield [workspaceLine(workspace)]
  yield* inPages((page) => reads.rootKeys.list(workspaceId, page), rootKeyLine)
  yield* inPages((page) => reads.apis.list(workspaceId, page), apiLine)
  yield* inPages((page) => reads.permissions.list(workspaceId, page), permissionLine)
  yield* inPages((page) => reads.roles.list(workspaceId, page), roleLine)
  yield* inPages((page) => reads.identities.list(workspaceId, page), identityLine)
  yield* inPages((page) => reads.migrations.list(workspaceId, page), migrationLine)
  yield* inPages((page) => reads.keys.list(workspaceId, { ...page, ...unfiltered }), keyLine)
  yield* inPages((page) => reads.namespaces.list(workspaceId, page), namespaceLine)
  for await (const namespaces of inPages((page) => reads.namespaces.list(workspaceId, page), namespaceLine)) {
    for (const { id } of namespaces) {
      yield* inPages(
        (page) => reads.overrides.list(id, page),
        (override) => overrideLine(id, override),
      )
    }
  }
  if (withEvents) yield* chainOf(reads, workspaceId)
}

const unfiltered = { apiId: undefined, identityId: undefined, externalId: undefined, enabled: undefined } as const

interface Page {
  readonly limit: number
  readonly after: string | undefined
  readonly search: undefined
}

async function* inPages<Item extends { readonly id: string }, Line>(
  list: (page: Page) => Promise<readonly Item[]>,
  lineOf: (item: Item) => Line,
): AsyncGenerator<readonly Line[]> {
  let after: string | undefined
  for (;;) {
    const items = await list({ limit: pageLength, after, search: undefined })
    yield items.map(lineOf)
    if (items.length < pageLength) return
    after = items.at(-1)?.id
  }
}

async function* chainOf(reads: Reads, workspaceId: string): AsyncGenerator<readonly Entry[]> {
  let after = 0
  for (;;) {
    const events = await reads.events.listChain(workspaceId, after, pageLength)
    yield events.map(eventLine)
    if (events.length < pageLength) return
    after = events.at(-1)?.sequence ?? after
  }
}
