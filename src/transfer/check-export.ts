import { createHash } from "node:crypto"
import { z } from "zod"
import { chainStart, followChain } from "../core/event-chain.ts"
import { sha256 } from "../secrets/hash.ts"
import { explainIssues } from "./explain-issues.ts"
import { eventEntry, formatName, formatVersion, type Header, header, kindNameOf, kindNames, trailer } from "./format.ts"
import { type WorkspaceEntry, workspaceEntry } from "./kinds/workspace.ts"
import { type FileLine, splitLines } from "./split-lines.ts"

export interface CheckedExport {
  readonly header: Header
  readonly workspace: WorkspaceEntry
  readonly lines: number
}

/** Reads the whole file before anything changes and rejects it if it is truncated, altered or from another version. */
export async function checkExport(chunks: AsyncIterable<Uint8Array>, note: (bytes: number) => void) {
  const hash = createHash("sha256")
  const counts = new Map<string, number>()
  let found: Partial<CheckedExport> = {}
  let chain = chainStart
  let end: FileLine | undefined
  for await (const line of splitLines(chunks)) {
    if (end !== undefined) throw new Error(`Line ${line.number} comes after the trailer. ${alteredHint}`)
    note(line.bytes.length)
    const value = jsonOf(line)
    if (line.number === 1) found = { header: requireHeader(value) }
    else if (line.number === 2) found = { ...found, workspace: requireWorkspace(value, found.header) }
    const kind = kindNameOf(value)
    if (kind === "trailer") {
      end = line
      continue
    }
    hash.update(line.bytes)
    if (line.number === 1) continue
    if (kind === undefined) throw new Error(`Line ${line.number} has an unknown kind. ${alteredHint}`)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (kind === "event") {
      const step = followChain(sha256, chain, requireEvent(value, line))
      if (step.type !== "intact")
        throw new Error(
          `The event in line ${line.number} does not continue the hash chain of the event before it. ${alteredHint}`,
        )
      chain = step.position
    }
  }
  const { header: first, workspace } = found
  if (first === undefined) throw new Error("The file is empty.")
  if (end === undefined || !end.hasEnd || workspace === undefined) throw new Error(truncated)
  requireTrailer(end, { counts, sha256: hash.digest("hex") })
  return { header: first, workspace, lines: end.number } satisfies CheckedExport
}

const truncated =
  "The file was truncated: its last line is not the trailer of an export. Copy it again, or export again."
const alteredHint = "The file was altered after it was written: import the original, or export again."

function jsonOf({ text, number }: FileLine): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(
      number === 1 ? notAnExport : `Line ${number} is not JSON: the file was truncated or altered. Export again.`,
    )
  }
}

const notAnExport = `The file is not a Keyward export: its first line lacks "format":"${formatName}". To import a CSV file, add --from csv.`

const formatMark = z.object({ format: z.literal(formatName), version: z.number() })

function requireHeader(value: unknown): Header {
  const about = formatMark.safeParse(value)
  if (!about.success) throw new Error(notAnExport)
  if (about.data.version !== formatVersion) {
    throw new Error(
      `The file uses version ${about.data.version} of the export format. This Keyward reads version ${formatVersion}. Import it with the Keyward release that wrote it.`,
    )
  }
  const parsed = header.safeParse(value)
  if (!parsed.success) throw new Error(`The header is invalid: ${explainIssues(parsed.error, value)}.`)
  return parsed.data
}

function requireWorkspace(value: unknown, first: Header | undefined): WorkspaceEntry {
  if (kindNameOf(value) === "trailer") throw new Error(truncated)
  const parsed = workspaceEntry.safeParse(value)
  if (!parsed.success) {
    throw new Error(`Line 2 must be the workspace: ${explainIssues(parsed.error, value)}.`)
  }
  if (parsed.data.id !== first?.workspaceId) throw new Error(`Line 2 is not the workspace named in the header.`)
  return parsed.data
}

function requireEvent(value: unknown, { number }: FileLine) {
  const parsed = eventEntry.safeParse(value)
  if (!parsed.success) throw new Error(`Line ${number} is not a valid event: ${explainIssues(parsed.error, value)}.`)
  const { requestId = null, ...event } = parsed.data
  return { ...event, requestId }
}

function requireTrailer(
  line: FileLine,
  read: { readonly counts: ReadonlyMap<string, number>; readonly sha256: string },
) {
  const value = jsonOf(line)
  const parsed = trailer.safeParse(value)
  if (!parsed.success) throw new Error(`The trailer is invalid: ${explainIssues(parsed.error, value)}.`)
  for (const kind of kindNames) {
    const [declared, actual] = [parsed.data.counts[kind] ?? 0, read.counts.get(kind) ?? 0]
    if (declared !== actual) {
      throw new Error(
        `The trailer counts ${declared} lines of kind ${kind}, but the file has ${actual}. ${alteredHint}`,
      )
    }
  }
  if (parsed.data.sha256 !== read.sha256)
    throw new Error(`The SHA-256 of the lines differs from the trailer. ${alteredHint}`)
}
