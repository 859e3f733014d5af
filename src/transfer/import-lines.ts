import { canonicalJson } from "../core/canonical-json.ts"
import type { Transaction } from "../storage/port/store.ts"
import { explainIssues } from "./explain-issues.ts"
import type { ImportSession } from "./import-session.ts"
import type { ImportTarget } from "./import-target.ts"
import type { Conflict, Entry, Identified, Kind } from "./kinds/kind.ts"
import { loadReferenced } from "./load-referenced.ts"
import { explainMissing } from "./references.ts"
import type { BatchResult, Refusal } from "./report.ts"

export interface ReadLine {
  readonly number: number
  readonly value: unknown
}

export interface BatchContext {
  readonly session: ImportSession
  readonly target: ImportTarget
  /** Absent in a dry run. */
  readonly tx: Transaction | undefined
}

/** Imports lines of one kind. Each line is stored, already exists unchanged, or is refused with a reason. */
export async function importLines(
  kind: Kind,
  lines: readonly ReadLine[],
  { session, target, tx }: BatchContext,
): Promise<BatchResult> {
  const { parsedLines, refused } = read(kind, lines, session)
  const entries = parsedLines.map(({ entry }) => entry)
  const taken = await target.reads.reserved.ids(entries.flatMap((entry) => [entry.id, ...kind.partIds(entry)]))
  const existing = await listExisting(
    kind,
    target,
    entries.filter(({ id }) => taken.has(id)),
  )
  const conflicts = await kind.listConflicts(
    target,
    entries.filter(({ id }) => !existing.has(id)),
  )
  const referenced = await loadReferenced(target, entries.map(kind.references), session.planned)
  const used = new Set<string>()
  const isUsed = (name: string) => used.has(name) || session.plannedClaims.has(name)
  const models: Identified[] = []
  const uses = { lastUses: new Map<string, number>(), previousUses: new Map<string, number>() }
  let unchanged = 0

  for (const { line, entry, original } of parsedLines) {
    const refuse = (reason: string) => refused.push(refusal(kind, line, { id: original.id, reason }))
    const found = existing.get(entry.id)
    if (found !== undefined) {
      const differing = differences(kind.comparable(kind.lineOf(found)), kind.comparable(entry))
      if (differing.length === 0) {
        unchanged += 1
        noteUses(entry, uses)
      } else refuse(`it already exists, with different values of ${differing.map((name) => `\`${name}\``).join(", ")}`)
      continue
    }
    const conflict = conflicts.get(entry.id)
    const substitute = session.usesSubstitutes ? substituteFor(kind, conflict, entry) : undefined
    if (substitute !== undefined) {
      session.substitutes.set(entry.id, substitute.id)
      unchanged += 1
      continue
    }
    const names = [entry.id, ...kind.partIds(entry), ...kind.claims(entry)]
    const obstacle =
      takenId(kind, entry, taken) ?? conflict?.reason ?? explainMissing(referenced, kind.references(entry))
    const repeated = names.some(isUsed) ? "another line of the file has its id, its name or its hash" : undefined
    const reason = obstacle ?? repeated
    if (reason !== undefined) {
      refuse(reason)
      continue
    }
    const built = kind.build({ entry, original, referenced, session })
    if (built.type === "refused") {
      refuse(built.reason)
      continue
    }
    for (const name of names) used.add(name)
    noteUses(entry, uses)
    models.push(built.model)
  }
  if (tx !== undefined) await store(kind, models, { tx, workspaceId: target.workspaceId })
  else plan(kind, models, { session, used })
  return { imported: models.length, unchanged, refused, ...uses }
}

interface Uses {
  readonly lastUses: Map<string, number>
  readonly previousUses: Map<string, number>
}

function noteUses({ id, lastUsedAt, previousLastUsedAt }: Entry, { lastUses, previousUses }: Uses): void {
  if (lastUsedAt !== undefined) lastUses.set(id, lastUsedAt)
  if (previousLastUsedAt !== undefined) previousUses.set(id, previousLastUsedAt)
}

interface ParsedLine {
  readonly line: ReadLine
  readonly entry: Entry
  readonly original: Entry
}

function read(kind: Kind, lines: readonly ReadLine[], session: ImportSession) {
  const parsedLines: ParsedLine[] = []
  const refused: Refusal[] = []
  for (const line of lines) {
    const { value } = line
    const parsed = kind.schema.safeParse(value)
    if (parsed.success) parsedLines.push({ line, entry: kind.adapt(parsed.data, session), original: parsed.data })
    else refused.push(refusal(kind, line, { id: idIn(value), reason: explainIssues(parsed.error, value) }))
  }
  return { parsedLines, refused }
}

function idIn(value: unknown): string | undefined {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined
  return typeof id === "string" ? id.slice(0, 64) : undefined
}

function refusal(kind: Kind, { number }: ReadLine, { id, reason }: Pick<Refusal, "id" | "reason">) {
  return { line: number, noun: kind.nouns[0], id, reason }
}

async function listExisting(
  kind: Kind,
  target: ImportTarget,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, Identified>> {
  if (entries.length === 0) return new Map()
  const ids = entries.map(({ id }) => id)
  return new Map((await kind.listExisting(target, ids, entries)).map((model) => [model.id, model]))
}

function substituteFor(
  { content, lineOf }: Kind,
  conflict: Conflict<Identified> | undefined,
  entry: Entry,
): Identified | undefined {
  const model = conflict?.substitute
  if (model === undefined || content === undefined) return undefined
  return differences(content(lineOf(model)), content(entry)).length === 0 ? model : undefined
}

/** Returns the names of the fields that differ; a missing field differs from any value. */
function differences(one: object, other: object): readonly string[] {
  const [ones, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  const textOf = (value: unknown) => (value === undefined ? "" : canonicalJson(withoutUndefined(value)))
  return [...new Set([...ones.keys(), ...others.keys()])].filter(
    (name) => textOf(ones.get(name)) !== textOf(others.get(name)),
  )
}

function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function takenId({ partIds }: Kind, entry: Entry, taken: ReadonlySet<string>): string | undefined {
  const id = [entry.id, ...partIds(entry)].find((one) => taken.has(one))
  if (id === undefined) return undefined
  return `the id ${id} belongs to a deleted object or to another workspace; use --into with --new-ids to assign new ids`
}

interface StoringContext {
  readonly tx: Transaction
  readonly workspaceId: string
}

async function store(kind: Kind, models: readonly Identified[], { tx, workspaceId }: StoringContext): Promise<void> {
  if (models.length === 0) return
  await kind.insert(tx, workspaceId, models)
  for (const model of models) tx.record({ ...kind.eventOf(model), workspaceId })
}

function plan(
  kind: Kind,
  models: readonly Identified[],
  { session, used }: { readonly session: ImportSession; readonly used: ReadonlySet<string> },
): void {
  for (const name of used) session.plannedClaims.add(name)
  for (const model of models) kind.remember?.(session.planned, model)
}
