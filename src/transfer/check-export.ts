import { createHash } from "node:crypto"
import { z } from "zod"
import { chainStart, followChain } from "../core/event-chain.ts"
import { sha256 } from "../secrets/hash.ts"
import { explainIssues } from "./explain-issues.ts"
import {
  eventEntry,
  formatName,
  type Header,
  header,
  type KindName,
  kinds,
  readableVersions,
  trailer,
  type WorkspaceEntry,
  workspaceEntry,
} from "./format.ts"
import { type Line, linesOf } from "./lines.ts"

export interface CheckedExport {
  readonly header: Header
  readonly workspace: WorkspaceEntry
  readonly lines: number
}

/**
 * Reads a file to its end before anything is changed: a file that is no export, that another version wrote, that was cut
 * or altered is refused as a whole. What is wrong with a single line is for the import to say.
 */
export async function checkExport(chunks: AsyncIterable<Uint8Array>, note: (bytes: number) => void) {
  const hash = createHash("sha256")
  const counts = new Map<KindName, number>()
  let found: Partial<CheckedExport> = {}
  let chain = chainStart
  let end: Line | undefined
  for await (const line of linesOf(chunks)) {
    if (end !== undefined) throw new Error(`Line ${line.number} stands after the trailer. ${altered}`)
    note(line.bytes.length)
    const value = jsonOf(line)
    if (line.number === 1) found = { header: requireHeader(value) }
    else if (line.number === 2) found = { ...found, workspace: requireWorkspace(value, found.header) }
    const kind = kindOf(value)
    if (kind === "trailer") {
      end = line
      continue
    }
    hash.update(line.bytes)
    if (line.number === 1) continue
    if (kind === undefined) throw new Error(`Line ${line.number} is of no kind that this format has. ${altered}`)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (kind === "event") {
      const step = followChain(sha256, chain, requireEvent(value, line))
      if (step.type !== "intact") throw new Error(`The event in line ${line.number} does not fit the one before it.`)
      chain = step.position
    }
  }
  const { header: first, workspace } = found
  if (first === undefined) throw new Error("The file is empty.")
  if (end === undefined || !end.isWhole || workspace === undefined) throw new Error(cut)
  requireTrailer(end, { counts, sha256: hash.digest("hex") })
  return { header: first, workspace, lines: end.number } satisfies CheckedExport
}

const cut = "The file was cut: its last line is not the trailer of an export. Copy it again, or export again."
const altered = "The file was altered after it was written: import the original, or export again."

function jsonOf({ text, number }: Line): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(number === 1 ? noExport : `Line ${number} is no JSON: the file was cut or altered. Export again.`)
  }
}

const noExport = `The file is no export of Keyward: its first line does not say "format":"${formatName}". CSV files are imported with --from csv.`

const beginning = z.object({ format: z.literal(formatName), version: z.number() })

function requireHeader(value: unknown): Header {
  const about = beginning.safeParse(value)
  if (!about.success) throw new Error(noExport)
  if (!readableVersions.some((version) => version === about.data.version)) {
    throw new Error(
      `The file has version ${about.data.version} of the format, and this Keyward reads versions up to ${Math.max(...readableVersions)}. Import it with the Keyward that wrote it, or a newer one.`,
    )
  }
  const parsed = header.safeParse(value)
  if (!parsed.success) throw new Error(`The header is wrong: ${explainIssues(parsed.error, value)}.`)
  return parsed.data
}

function requireWorkspace(value: unknown, first: Header | undefined): WorkspaceEntry {
  if (kindOf(value) === "trailer") throw new Error(cut)
  const parsed = workspaceEntry.safeParse(value)
  if (!parsed.success) {
    throw new Error(`Line 2 has to be the workspace, and is not: ${explainIssues(parsed.error, value)}.`)
  }
  if (parsed.data.id !== first?.workspaceId) throw new Error(`Line 2 is not the workspace that the header names.`)
  return parsed.data
}

function kindOf(value: unknown): KindName | "trailer" | undefined {
  const kind = typeof value === "object" && value !== null && "kind" in value ? value.kind : undefined
  return kind === "trailer" ? kind : kinds.find((one) => one === kind)
}

function requireEvent(value: unknown, { number }: Line) {
  const parsed = eventEntry.safeParse(value)
  if (!parsed.success) throw new Error(`Line ${number} is no event: ${explainIssues(parsed.error, value)}.`)
  const { requestId = null, chainVersion = null, ...event } = parsed.data
  return { ...event, requestId, chainVersion }
}

function requireTrailer(line: Line, read: { readonly counts: ReadonlyMap<KindName, number>; readonly sha256: string }) {
  const value = jsonOf(line)
  const parsed = trailer.safeParse(value)
  if (!parsed.success) throw new Error(`The trailer is wrong: ${explainIssues(parsed.error, value)}.`)
  for (const kind of kinds) {
    const [said, there] = [parsed.data.counts[kind] ?? 0, read.counts.get(kind) ?? 0]
    if (said !== there) {
      throw new Error(`The trailer counts ${said} lines of kind ${kind}, and the file has ${there}. ${altered}`)
    }
  }
  if (parsed.data.sha256 !== read.sha256)
    throw new Error(`The lines do not have the SHA-256 of the trailer. ${altered}`)
}
