import {
  type LimitTally,
  type MonthTally,
  noUsage,
  type UnattributedTally,
  type Usage,
  type VerificationTally,
} from "../port/usage.ts"
import { talliedTime } from "./collected-time.ts"
import type { LimitUses } from "./limit-uses.ts"
import type { Collection, KeyUse, MonthUse, UnattributedUse } from "./usage-collection.ts"

/** Small batches keep spends, which wait for a batch, from waiting long. */
const batchAtMost = { rows: 250, characters: 128 * 1024 }

/** Splits a collection into batches that are stored one after another. */
export function* batchesOf(collection: Collection): Generator<Usage, undefined> {
  const { valid, refused, unattributed, limits, rootKeys, previousSecrets, months } = collection
  yield* batchesOfUses(usesOfKeys(valid))
  yield* batchesOfUses(usesOfKeys(refused))
  yield* batchesOfUses(usesWithTags(collection))
  for (const rows of inBatches(inOrder(unattributed))) {
    yield { ...noUsage, unattributed: rows.flatMap(unattributedTallies) }
  }
  for (const rows of inBatches(limitTallies(limits))) yield { ...noUsage, limits: rows }
  for (const rows of inBatches(inOrder(rootKeys))) yield { ...noUsage, rootKeys: new Map(rows) }
  for (const rows of inBatches(inOrder(previousSecrets))) yield { ...noUsage, previousSecrets: new Map(rows) }
  for (const rows of inBatches(inOrder(months))) yield { ...noUsage, months: rows.flatMap(monthTallies) }
}

/** Estimates the number of batches. */
export function countBatches(collection: Collection): number {
  const { valid, refused, tagged, unattributed, limits, rootKeys, previousSecrets, months } = collection
  let tagSets = 0
  for (const hour of tagged.values()) tagSets += hour.sets.size
  let identifiers = 0
  for (const ofNamespace of limits.byNamespace.values()) identifiers += ofNamespace.size
  const collected = [valid, refused, unattributed, rootKeys, previousSecrets, months].map(({ size }) => size)
  const rows = [...collected, tagSets, identifiers]
  return rows.reduce((batches, count) => batches + Math.ceil(count / batchAtMost.rows), 0)
}

function* inBatches<Row>(all: Iterable<Row>): Generator<readonly Row[]> {
  let rows: Row[] = []
  for (const row of all) {
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
  for (const [keyId, first] of inOrder(uses)) for (const use of linked(first)) yield [keyId, use]
}

function* usesWithTags({ tagged }: Collection): Generator<UseOfKey> {
  for (const [keyId, latest] of inOrder(tagged)) {
    for (let hour: typeof latest | undefined = latest; hour !== undefined; hour = hour.earlier) {
      for (const first of hour.sets.values()) for (const use of linked(first)) yield [keyId, use]
    }
  }
}

function* linked<Use extends { readonly next: Use | undefined }>(first: Use): Generator<Use> {
  for (let use: Use | undefined = first; use !== undefined; use = use.next) yield use
}

/** Bounds batches by uses and by size, because keys and tags can be of any number and length. */
function* batchesOfUses(uses: Iterable<UseOfKey>): Generator<Usage> {
  let batch = newBatch()
  for (const [keyId, { facts, time, code, tags, count, credits, usedAt }] of uses) {
    const { workspaceId, apiId, identityId } = facts
    batch.verifications.push({
      workspaceId,
      apiId,
      identityId,
      keyId,
      ...talliedTime(time),
      code,
      tags,
      count,
      credits,
    })
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
  return { ...noUsage, keys, verifications }
}

function unattributedTallies([workspaceId, first]: readonly [string, UnattributedUse]): UnattributedTally[] {
  return [...linked(first)].map(({ outcome, time, count }) => ({ workspaceId, outcome, count, ...talliedTime(time) }))
}

/** Of all namespaces together, because a batch for each would take as many transactions. */
function* limitTallies({ byNamespace }: LimitUses): Generator<LimitTally> {
  for (const [namespaceId, identifiers] of inOrder(byNamespace)) {
    for (const [identifier, first] of inOrder(identifiers)) {
      for (const { workspaceId, time, passed, denied } of linked(first)) {
        const tally = { workspaceId, namespaceId, identifier, ...talliedTime(time) }
        if (passed > 0) yield { ...tally, outcome: "PASSED", count: passed }
        if (denied > 0) yield { ...tally, outcome: "DENIED", count: denied }
      }
    }
  }
}

function monthTallies([workspaceId, latest]: readonly [workspaceId: string, latest: MonthUse]): MonthTally[] {
  const tallies: MonthTally[] = []
  for (let use: MonthUse | undefined = latest; use !== undefined; use = use.earlier) {
    tallies.unshift({ workspaceId, month: use.month, count: use.count })
  }
  return tallies
}
