import { hasDueReturns } from "../../../core/holds.ts"
import type { Identity, KeyDetails } from "../../../core/model.ts"
import { type HoldOwners, ReturnsDue } from "../../../core/returns-due.ts"
import type { ContextWith } from "../../context.ts"

/** An object that shows a balance. */
type Metered = KeyDetails | Identity

type ReadContext = ContextWith<"store" | "now">

/** Reads an object again if reservations have run out, so that every response shows their credits as given back. */
export async function readCurrent<Found extends Metered | undefined>(
  context: ReadContext,
  read: () => Promise<Found>,
): Promise<Found> {
  const [found] = await listCurrent(context, async () => [await read()])
  return found as Found
}

/** The same for a list. */
export async function listCurrent<Found extends Metered | undefined>(
  { store, now }: ReadContext,
  list: () => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const found = await list()
  const due = dueOwners(found, now)
  if (due === undefined) return found
  await store.credits.giveBack(due, now)
  return list()
}

/** For objects that a transaction changes: it runs again after reservations that have run out were given back. */
export function requireCurrent(objects: readonly Metered[], now: number): void {
  const due = dueOwners(objects, now)
  if (due !== undefined) throw new ReturnsDue(due, now)
}

function dueOwners(objects: readonly (Metered | undefined)[], now: number): HoldOwners | undefined {
  const balanceIds = new Set<string>()
  const identityIds = new Set<string>()
  for (const object of objects) {
    if (object === undefined) continue
    const identity = isKey(object) ? object.identity : object
    if (isKey(object) && object.balance !== null && hasDueReturns(object.balance.holds, now)) {
      balanceIds.add(object.balance.id)
    }
    if (identity !== null && hasDueReturns(identity.balance?.holds, now)) identityIds.add(identity.id)
  }
  if (balanceIds.size + identityIds.size === 0) return undefined
  return { balanceIds: [...balanceIds], identityIds: [...identityIds] }
}

function isKey(object: Metered): object is KeyDetails {
  return "apiId" in object
}

export function ownersOf({
  balanceId,
  identityId,
}: {
  readonly balanceId: string | null
  readonly identityId: string | undefined
}): HoldOwners {
  return {
    balanceIds: balanceId === null ? [] : [balanceId],
    identityIds: identityId === undefined ? [] : [identityId],
  }
}
