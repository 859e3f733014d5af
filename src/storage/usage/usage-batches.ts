import type { MonthTally, Usage, VerificationTally } from "../port/store.ts"
import type { Collection, KeyUse, MonthUse } from "./usage-collection.ts"

/** Small batches keep spends, which wait for a batch, from waiting long. */
const batchAtMost = { rows: 250, characters: 128 * 1024 }

/** Splits a collection into batches that are stored one after another. */
export function* batchesOf(collection: Collection): Generator<Usage, undefined> {
  const { valid, refused, rootKeys, months } = collection
  yield* batchesOfUses(usesOfKeys(valid))
  yield* batchesOfUses(usesOfKeys(refused))
  yield* batchesOfUses(usesWithTags(collection))
  for (const rows of inBatches(rootKeys)) yield { ...nothing, rootKeys: new Map(rows) }
  for (const rows of inBatches(months)) yield { ...nothing, months: rows.flatMap(monthTallies) }
}

/** Estimates the number of batches. */
export function countBatches({ valid, refused, tagged, rootKeys, months }: Collection): number {
  let sets = 0
  for (const hour of tagged.values()) sets += hour.sets.size
  return Math.ceil((valid.size + refused.size + sets + rootKeys.size + months.size) / batchAtMost.rows)
}

const nothing: Usage = { keys: new Map(), rootKeys: new Map(), verifications: [], months: [] }

type Rows<Use> = readonly (readonly [id: string, use: Use])[]

function* inBatches<Use>(uses: ReadonlyMap<string, Use>): Generator<Rows<Use>> {
  let rows: (readonly [string, Use])[] = []
  for (const row of inOrder(uses)) {
    rows.push(row)
    if (rows.length < batchAtMost.rows) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** Sorts by id in small portions, because neighbouring rows share database pages and a full sort would block. */
function* inOrder<Use>(uses: ReadonlyMap<string, Use>): Generator<readonly [id: string, use: Use]> {
  let ids: string[] = []
  for (const id of uses.keys()) {
    ids.push(id)
    if (ids.length < sortedAtOnce) continue
    yield* sorted(uses, ids)
    ids = []
  }
  yield* sorted(uses, ids)
}

const sortedAtOnce = 5_000

function* sorted<Use>(uses: ReadonlyMap<string, Use>, ids: string[]): Generator<readonly [id: string, use: Use]> {
  // The default comparison is six times faster than a custom one.
  for (const id of ids.sort()) {
    const use = uses.get(id)
    if (use !== undefined) yield [id, use]
  }
}

type UseOfKey = readonly [keyId: string, use: KeyUse]

function* usesOfKeys(uses: ReadonlyMap<string, KeyUse>): Generator<UseOfKey> {
  for (const [keyId, first] of inOrder(uses)) yield* usesFrom(keyId, first)
}

function* usesWithTags({ tagged }: Collection): Generator<UseOfKey> {
  for (const [keyId, latest] of inOrder(tagged)) {
    for (let hour: typeof latest | undefined = latest; hour !== undefined; hour = hour.earlier) {
      for (const first of hour.sets.values()) yield* usesFrom(keyId, first)
    }
  }
}

function* usesFrom(keyId: string, first: KeyUse): Generator<UseOfKey> {
  for (let use: KeyUse | undefined = first; use !== undefined; use = use.next) yield [keyId, use]
}

/** Bounds batches by uses and by size, because keys and tags can be of any number and length. */
function* batchesOfUses(uses: Iterable<UseOfKey>): Generator<Usage> {
  let batch = newBatch()
  for (const [keyId, { hour, code, tags, count, usedAt }] of uses) {
    batch.verifications.push({ keyId, hour, code, tags, count })
    batch.characters += tags.length
    if (usedAt > 0) batch.keys.set(keyId, Math.max(usedAt, batch.keys.get(keyId) ?? 0))
    if (batch.verifications.length < batchAtMost.rows && batch.characters < batchAtMost.characters) continue
    yield usageOf(batch)
    batch = newBatch()
  }
  if (batch.verifications.length > 0) yield usageOf(batch)
}

interface Batch {
  readonly keys: Map<string, number>
  readonly verifications: VerificationTally[]
  characters: number
}

function newBatch(): Batch {
  return { keys: new Map(), verifications: [], characters: 0 }
}

function usageOf({ keys, verifications }: Batch): Usage {
  return { ...nothing, keys, verifications }
}

function monthTallies([workspaceId, latest]: readonly [workspaceId: string, latest: MonthUse]): MonthTally[] {
  const tallies: MonthTally[] = []
  for (let use: MonthUse | undefined = latest; use !== undefined; use = use.earlier) {
    tallies.unshift({ workspaceId, month: use.month, count: use.count })
  }
  return tallies
}
