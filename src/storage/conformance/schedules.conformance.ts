import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { Api } from "../../core/model.ts"
import type { Store, Transaction, TransactionScope } from "../port/store.ts"
import { balanceIdOf, limited, newKey } from "./new-key.ts"
import { time } from "./new-objects.ts"
import { checkChain, newEntry } from "./recorded-events.ts"
import { addApi, addKeys, operator } from "./stored-objects.ts"

const kinds = ["plain", "long", "prepared", "refused", "refused late", "broken", "spend"] as const

interface Act {
  readonly kind: (typeof kinds)[number]
  /** Which of the workspaces it changes. */
  readonly place: number
  /** How many rounds of the event loop it comes after the first ones. */
  readonly rounds: number
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom(...kinds),
  place: fc.nat({ max: 2 }),
  rounds: fc.nat({ max: 6 }),
})

const initialCredits = 1_000

/** Changes that run at the same time leave what the acknowledged ones would leave one after another, in the order of their events. */
export function schedulesConformance(store: Store): void {
  describe("changes of several workspaces that come in any order", () => {
    test("are each stored as a whole or not at all, and see all that were stored before them", () =>
      fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 60 }), (acts) => runAndCheck(store, acts)),
        { numRuns: 12 },
      ))
  })
}

class Refusal extends Error {}

async function runAndCheck(store: Store, acts: readonly Act[]): Promise<void> {
  const places = await Promise.all([addPlace(store), addPlace(store), addPlace(store)])
  const outcomes = await Promise.all(
    acts.map(async ({ kind, place, rounds }, number) => {
      const at = places[place]
      if (at === undefined) throw new Error(`There is no place ${place}.`)
      for (let round = 0; round < rounds; round += 1) await new Promise((resolve) => setImmediate(resolve))
      return { at, kind, number, ...(await outcomeOf(perform(store, at, kind, number))) }
    }),
  )
  for (const { kind, error } of outcomes) {
    if (kind === "broken") expect(error).toBeInstanceOf(Error)
    else expect(error instanceof Refusal).toBe(kind.startsWith("refused"))
  }
  for (const at of places) {
    const own = outcomes.filter((outcome) => outcome.at === at && outcome.error === undefined)
    const spends = own.filter(({ kind }) => kind === "spend").length
    const stored = await numbersOf(store, at)
    expect(stored.toSorted((one, other) => one - other)).toEqual(
      own.filter(({ kind }) => kind !== "spend").map(({ number }) => number),
    )
    expect((await store.apis.find(at.api.workspaceId, at.api.id))?.name).toBe([at.api.name, ...stored].join(","))
    expect((await store.keys.find(at.api.workspaceId, at.keyId))?.balance?.credits?.remaining).toBe(
      initialCredits - spends,
    )
  }
}

interface Place {
  readonly api: Api
  readonly keyId: string
  readonly balanceId: string
}

async function addPlace(store: Store): Promise<Place> {
  const api = await addApi(store)
  const key = newKey(api, { credits: limited(initialCredits) })
  await addKeys(store, key)
  return { api, keyId: key.id, balanceId: balanceIdOf(key) }
}

function perform(store: Store, { api, balanceId }: Place, kind: Act["kind"], number: number): Promise<unknown> {
  if (kind === "spend") return store.credits.spend({ balanceId, cost: 1, now: time })
  const { workspaceId } = api
  const scope: TransactionScope = { workspaceId, actor: operator, requestId: null, now: time }
  return store.transaction({ ...scope, isLong: kind === "long", preparesFirst: kind === "prepared" }, async (tx) => {
    const find = () => tx.apis.find(workspaceId, api.id)
    await tx.apis.update({ ...api, name: `${(await find())?.name},${number}` })
    tx.record(newEntry(workspaceId, { changes: { before: null, after: { number } } }))
    await end(tx, kind, { api, find })
  })
}

async function end(tx: Transaction, kind: Act["kind"], { api, find }: { api: Api; find(): Promise<unknown> }) {
  if (kind === "broken") await tx.apis.insert(api)
  if (kind === "refused late") await find()
  if (kind.startsWith("refused")) throw new Refusal("no")
}

async function outcomeOf(promise: Promise<unknown>): Promise<{ readonly error?: unknown }> {
  try {
    await promise
    return {}
  } catch (error) {
    return { error }
  }
}

/** The numbers of the changes that were stored, in the order of their events. */
async function numbersOf(store: Store, { api }: Place): Promise<readonly number[]> {
  const events = await checkChain(store, api.workspaceId)
  return events.map(({ changes }) => Number(changes.after?.number))
}
