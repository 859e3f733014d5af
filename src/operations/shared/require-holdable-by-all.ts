import { fault } from "../../contract/errors.ts"
import { chunksOf } from "../../core/chunks.ts"
import { excessIn, heldAtMost, linkedAtMost } from "../../core/held-permissions.ts"
import type { Role } from "../../core/model.ts"
import type { KeyHolding, Transaction } from "../../storage/port/store.ts"
import { overfull } from "./require-holdable.ts"

/** SQLite has one writer for all workspaces, and one statement that looks at so many keys takes it for 40 ms. */
const holdersAtMost = 30_000
/** Keys that have another role too are counted one by one. */
const countedAtMost = 10_000
/** Links that are counted or read in all. */
const readAtMost = 50_000
const sliceLength = 100

/**
 * Refuses a role that grows where a key that holds it would come to hold more than it may. Most keys have that
 * role alone and few permissions beside it, which one statement finds out for all of them. Counts of links rule most of the
 * others out, a hundred at a time and every role counted once; only what they leave is loaded. What is too much to look at is
 * refused too, so that the transaction ends soon whatever the workspace has.
 */
export async function requireHoldableByAll(
  tx: Transaction,
  workspaceId: string,
  role: Role,
  wanted: Role,
): Promise<void> {
  const growth = { role, had: idsOf(role), wants: idsOf(wanted) }
  if (growth.wants.isSubsetOf(growth.had)) return
  const harmless = await countHarmless(tx, workspaceId, growth)
  if (harmless === undefined) return
  if ((await tx.roles.countHoldersUpTo(role.id, holdersAtMost + 1)) > holdersAtMost) throw tooManyHolders(role)
  const room = harmless - growth.wants.size
  const holders = await tx.roles.listHoldersWithMore(role.id, room, countedAtMost + 1)
  if (holders.length > countedAtMost) throw tooManyHolders(role)
  const sizes = new Map([[role.id, growth.wants.size]])
  let left = readAtMost
  const spend = (count: number) => {
    left -= count
    if (left < 0) throw tooManyHolders(role)
  }
  for (const keyIds of chunksOf(holders, sliceLength)) {
    const holdings = await tx.roles.listHoldings(keyIds)
    for (const { directCount, roleIds } of holdings) spend(directCount + roleIds.length)
    await countRoles(tx, sizes, holdings, spend)
    for (const holding of holdings) {
      if (linkedThrough(holding, sizes) > harmless) spend(await requireRoomIn(tx, holding.keyId, growth))
    }
  }
}

interface Growth {
  readonly role: Role
  readonly had: ReadonlySet<string>
  readonly wants: ReadonlySet<string>
}

function idsOf({ permissions }: Role): Set<string> {
  return new Set(permissions.map(({ id }) => id))
}

/** As many links as a key may have without a closer look; undefined where the workspace is too small for too many. */
async function countHarmless(tx: Transaction, workspaceId: string, { had, wants }: Growth) {
  if ((await tx.permissions.countUpTo(workspaceId, heldAtMost + 1)) > heldAtMost) return heldAtMost
  const throughRoles = (await tx.roles.countPermissionsUpTo(workspaceId, linkedAtMost)) - had.size + wants.size
  return throughRoles + heldAtMost > linkedAtMost ? linkedAtMost : undefined
}

/** Adds the sizes of roles that are not known yet. */
async function countRoles(
  tx: Transaction,
  sizes: Map<string, number>,
  holdings: readonly KeyHolding[],
  spend: (count: number) => void,
): Promise<void> {
  const unknown = new Set(holdings.flatMap(({ roleIds }) => roleIds.filter((id) => !sizes.has(id))))
  for (const roleIds of chunksOf([...unknown], sliceLength)) {
    const counts = await tx.roles.countPermissionsByRole(roleIds)
    for (const id of roleIds) {
      const count = counts.get(id) ?? 0
      sizes.set(id, count)
      spend(count)
    }
  }
}

function linkedThrough({ directCount, roleIds }: KeyHolding, sizes: ReadonlyMap<string, number>): number {
  return roleIds.reduce((sum, id) => sum + (sizes.get(id) ?? 0), directCount)
}

/** Gives how many links it read. */
async function requireRoomIn(tx: Transaction, keyId: string, { role, had, wants }: Growth): Promise<number> {
  const beside = await tx.roles.listPermissionIdsBeside(keyId, role.id)
  const others = new Set(beside)
  const sizesWith = (ids: ReadonlySet<string>) => ({
    merged: others.union(ids).size,
    linked: beside.length + ids.size,
  })
  const excess = excessIn(sizesWith(had), sizesWith(wants))
  if (excess !== undefined) throw overfull(`The key ${keyId}`, excess)
  return beside.length
}

function tooManyHolders({ id }: Role) {
  const detail = `The role ${id} is held by too many keys to check what each of them would hold: at most ${holdersAtMost} keys can be checked, ${countedAtMost} of them with further roles, and ${readAtMost} roles and permissions in them. Put the further permissions into a role of their own.`
  return fault("application/precondition_failed", { detail })
}
