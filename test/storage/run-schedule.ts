import { expect } from "bun:test"
import fc from "fast-check"
import type { Api } from "../../src/core/model.ts"
import { balanceIdOf, limited, newKey } from "../../src/storage/conformance/new-key.ts"
import { time } from "../../src/storage/conformance/new-objects.ts"
import { checkChain, newEntry } from "../../src/storage/conformance/recorded-events.ts"
import { addApi, addKeys, operator } from "../../src/storage/conformance/stored-objects.ts"
import type { Store, TransactionScope } from "../../src/storage/port/store.ts"
import { StorageUnavailable } from "../../src/storage/port/unavailable.ts"

const kinds = ["plain", "slow", "long", "prepared", "refused", "refused late", "broken", "spend"] as const

/** A change or a spend of a schedule. */
export interface Act {
  readonly kind: (typeof kinds)[number]
  /** Which of the workspaces it changes. */
  readonly place: number
  /** How many rounds of the event loop it comes after the first ones. A slow change holds its lock for as many. */
  readonly rounds: number
  /** Whether another program does it, on a connection of its own. */
  readonly isForeign: boolean
}

export const schedules: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    place: fc.nat({ max: 2 }),
    rounds: fc.nat({ max: 6 }),
    isForeign: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60, size: "max" },
)

interface ScheduleOptions {
  readonly own: Store
  /** The same database, opened by another program. */
  readonly foreign: Store
  /** Runs beside the acts, until they are over, and breaks what they use. Any of them may then find the database unavailable. */
  disturb?(areOver: () => boolean): Promise<void>
}

class Refusal extends Error {}

type Outcome = "done" | "refused" | "failed" | "unavailable"

interface Performed extends Act {
  readonly number: number
  readonly at: Place
  readonly outcome: Outcome
}

/**
 * Runs all acts at the same time. They must leave what the acknowledged ones leave one after another, in the order of their
 * events, and nothing of all others.
 */
export async function runSchedule(acts: readonly Act[], { own, foreign, disturb }: ScheduleOptions): Promise<void> {
  const places = [await addPlace(own), await addPlace(own), await addPlace(own)]
  const running = acts.map(async (act, number): Promise<Performed> => {
    const at = places[act.place]
    if (at === undefined) throw new Error(`There is no place ${act.place}.`)
    await rounds(act.rounds)
    const outcome = await outcomeOf(perform(act.isForeign ? foreign : own, act, { at, number }))
    return { ...act, number, at, outcome }
  })
  let areOver = false
  const all = Promise.all(running).finally(() => {
    areOver = true
  })
  const [performed] = await Promise.all([all, disturb?.(() => areOver)])
  for (const { kind, outcome } of performed) {
    if (disturb === undefined || outcome !== "unavailable") expect([kind, outcome]).toEqual([kind, ownOutcome(kind)])
  }
  for (const at of places) {
    const done = performed.filter((one) => one.at === at && one.outcome === "done")
    await untilAvailable(() => expectStored(own, at, done))
  }
}

/** What becomes of an act that nothing disturbs. */
function ownOutcome(kind: Act["kind"]): Outcome {
  if (kind === "broken") return "failed"
  return kind.startsWith("refused") ? "refused" : "done"
}

/** The oracle: each change appends its number to a name, and records it. Each spend takes one credit. */
async function expectStored(store: Store, { api, keyId }: Place, done: readonly Performed[]): Promise<void> {
  const { workspaceId, id, name } = api
  const numbers = (await checkChain(store, workspaceId)).map(({ changes }) => Number(changes.after?.number))
  const spends = done.filter(({ kind }) => kind === "spend")
  const changes = done.filter(({ kind }) => kind !== "spend")
  expect(numbers.toSorted((one, other) => one - other)).toEqual(changes.map(({ number }) => number))
  expect((await store.apis.find(workspaceId, id))?.name).toBe([name, ...numbers].join(","))
  expect((await store.keys.find(workspaceId, keyId))?.balance?.credits?.remaining).toBe(initialCredits - spends.length)
}

interface Place {
  readonly api: Api
  readonly keyId: string
  readonly balanceId: string
}

const initialCredits = 1_000

async function addPlace(store: Store): Promise<Place> {
  const api = await untilAvailable(() => addApi(store))
  const key = newKey(api, { credits: limited(initialCredits) })
  await untilAvailable(() => addKeys(store, key))
  return { api, keyId: key.id, balanceId: balanceIdOf(key) }
}

interface Performance {
  readonly at: Place
  readonly number: number
}

function perform(store: Store, act: Act, { at: { api, balanceId }, number }: Performance): Promise<unknown> {
  const { kind } = act
  if (kind === "spend") return store.credits.spend({ balanceId, cost: 1, now: time })
  const { workspaceId } = api
  const scope: TransactionScope = { workspaceId, actor: operator, requestId: null, now: time }
  return store.transaction({ ...scope, isLong: kind === "long", preparesFirst: kind === "prepared" }, async (tx) => {
    const find = () => tx.apis.find(workspaceId, api.id)
    await tx.apis.update({ ...api, name: `${(await find())?.name},${number}` })
    tx.record(newEntry(workspaceId, { changes: { before: null, after: { number } } }))
    if (kind === "slow" || kind === "refused late") await find()
    if (kind === "slow") await rounds(act.rounds)
    if (kind === "broken") await tx.apis.insert(api)
    if (kind.startsWith("refused")) throw new Refusal("no")
  })
}

async function outcomeOf(performing: Promise<unknown>): Promise<Outcome> {
  try {
    await performing
    return "done"
  } catch (error) {
    if (error instanceof Refusal) return "refused"
    return error instanceof StorageUnavailable ? "unavailable" : "failed"
  }
}

async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A connection that was lost fails the next call on it. */
async function untilAvailable<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || attempt === 50) throw error
    }
  }
}
