import { canonicalJson } from "../core/canonical-json.ts"
import type { Transaction } from "../storage/port/store.ts"
import { explainIssues } from "./explain-issues.ts"
import type { Entry } from "./format.ts"
import type { ImportTarget } from "./import-target.ts"
import type { Kind, Rival } from "./kinds/kind.ts"
import { loadKnown, missingOf } from "./references.ts"
import type { Outcome, Refusal } from "./report.ts"
import type { Session } from "./session.ts"

/** A line of a file, and what it says. */
export interface ReadLine {
  readonly number: number
  readonly value: unknown
}

export interface Importing {
  readonly session: Session
  readonly place: ImportTarget
  /** Absent where nothing is to be changed. */
  readonly tx: Transaction | undefined
}

/** Imports lines of one kind: each is stored, is there already, or is refused with its reason. */
export async function importLines<E extends Entry, Model extends { readonly id: string }>(
  kind: Kind<E, Model>,
  lines: readonly ReadLine[],
  { session, place, tx }: Importing,
): Promise<Outcome> {
  const { wanted, refused } = read(kind, lines, session)
  const entries = wanted.map(({ entry }) => entry)
  const taken = await place.reads.taken.ids(entries.flatMap((entry) => [entry.id, ...kind.partIds(entry)]))
  const existing = await listExisting(
    kind,
    place,
    entries.filter(({ id }) => taken.has(id)),
  )
  const rivals = await kind.listRivals(
    place,
    entries.filter(({ id }) => !existing.has(id)),
  )
  const known = await loadKnown(place, entries.map(kind.references), session.planned)
  const used = new Set<string>()
  const isUsed = (name: string) => used.has(name) || session.plannedClaims.has(name)
  const models: Model[] = []
  const lastUses = new Map<string, number>()
  let there = 0

  for (const { line, entry, original } of wanted) {
    const refuse = (reason: string) => refused.push(refusal(kind, line, { id: original.id, reason }))
    const found = existing.get(entry.id)
    if (found !== undefined) {
      const differing = differences(kind.essence(kind.lineOf(found, entry)), kind.essence(entry))
      if (differing.length === 0) {
        there += 1
        noteUse(entry, lastUses)
      } else refuse(`it is there already, with other values of ${differing.map((name) => `\`${name}\``).join(", ")}`)
      continue
    }
    const rival = rivals.get(entry.id)
    const standIn = session.usesStandIns ? standInOf(kind, rival, entry) : undefined
    if (standIn !== undefined) {
      session.standIns.set(entry.id, standIn.id)
      there += 1
      continue
    }
    const names = [entry.id, ...kind.partIds(entry), ...kind.claims(entry)]
    const obstacle = takenId(kind, entry, taken) ?? rival?.reason ?? missingOf(known, kind.references(entry))
    const repeated = names.some(isUsed) ? "another line of the file has its id, its name or its hash" : undefined
    const reason = obstacle ?? repeated
    if (reason !== undefined) {
      refuse(reason)
      continue
    }
    const built = kind.build({ entry, original, known, session })
    if (built.type === "refused") {
      refuse(built.reason)
      continue
    }
    for (const name of names) used.add(name)
    noteUse(entry, lastUses)
    models.push(built.model)
  }
  if (tx !== undefined) await store(kind, models, { tx, workspaceId: place.workspaceId })
  else plan(kind, models, { session, used })
  return { imported: models.length, there, refused, lastUses }
}

function noteUse(entry: Entry, lastUses: Map<string, number>): void {
  if ("lastUsedAt" in entry && entry.lastUsedAt !== undefined) lastUses.set(entry.id, entry.lastUsedAt)
}

interface Wanted<E> {
  readonly line: ReadLine
  readonly entry: E
  readonly original: E
}

function read<E extends Entry, Model extends { readonly id: string }>(
  kind: Kind<E, Model>,
  lines: readonly ReadLine[],
  session: Session,
) {
  const wanted: Wanted<E>[] = []
  const refused: Refusal[] = []
  for (const line of lines) {
    const { value } = line
    const parsed = kind.schema.safeParse(value)
    if (parsed.success) wanted.push({ line, entry: kind.adapt(parsed.data, session), original: parsed.data })
    else refused.push(refusal(kind, line, { id: idIn(value), reason: explainIssues(parsed.error, value) }))
  }
  return { wanted, refused }
}

function idIn(value: unknown): string | undefined {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : undefined
  return typeof id === "string" ? id.slice(0, 64) : undefined
}

function refusal(
  kind: { readonly noun: string },
  { number }: ReadLine,
  { id, reason }: Pick<Refusal, "id" | "reason">,
) {
  return { line: number, noun: kind.noun, id, reason }
}

async function listExisting<E extends Entry, Model extends { readonly id: string }>(
  kind: Kind<E, Model>,
  place: ImportTarget,
  entries: readonly E[],
): Promise<ReadonlyMap<string, Model>> {
  if (entries.length === 0) return new Map()
  return new Map((await kind.listExisting(place, entries)).map((model) => [model.id, model]))
}

function standInOf<E extends Entry, Model extends { readonly id: string }>(
  { content, lineOf }: Kind<E, Model>,
  rival: Rival<Model> | undefined,
  entry: E,
): Model | undefined {
  const model = rival?.standIn
  if (model === undefined || content === undefined) return undefined
  return differences(content(lineOf(model, entry)), content(entry)).length === 0 ? model : undefined
}

/** Names of members that are not equal; absence is a value like any other. */
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

function takenId<E extends Entry, Model extends { readonly id: string }>(
  { partIds }: Kind<E, Model>,
  entry: E,
  taken: ReadonlySet<string>,
): string | undefined {
  const id = [entry.id, ...partIds(entry)].find((one) => taken.has(one))
  if (id === undefined) return undefined
  return `the id ${id} is taken, by something that was deleted or belongs to another workspace; --into with --new-ids gives everything other ids`
}

interface Storing {
  readonly tx: Transaction
  readonly workspaceId: string
}

async function store<E extends Entry, Model extends { readonly id: string }>(
  kind: Kind<E, Model>,
  models: readonly Model[],
  { tx, workspaceId }: Storing,
): Promise<void> {
  if (models.length === 0) return
  await kind.insert(tx, workspaceId, models)
  for (const model of models) {
    const { type, resources, after } = kind.eventOf(model)
    tx.record({ type, workspaceId, resources, changes: { before: null, after } })
  }
}

function plan<E extends Entry, Model extends { readonly id: string }>(
  kind: Kind<E, Model>,
  models: readonly Model[],
  { session, used }: { readonly session: Session; readonly used: ReadonlySet<string> },
): void {
  for (const name of used) session.plannedClaims.add(name)
  for (const model of models) kind.remember?.(session.planned, model)
}
