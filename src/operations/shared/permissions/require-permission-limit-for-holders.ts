import { fault } from "../../../contract/errors.ts"
import { chunksOf } from "../../../core/chunks.ts"
import { excessIn, heldAtMost, linkedAtMost } from "../../../core/held-permissions.ts"
import type { Role } from "../../../core/model.ts"
import type { KeyHolding } from "../../../storage/port/roles.ts"
import type { Transaction } from "../../../storage/port/store.ts"
import { overfull } from "./require-holdable.ts"

/** SQLite has one writer for all workspaces, and a statement over this many keys blocks it for 40 ms. */
const holdersAtMost = 30_000
/** Maximum number of keys that are checked one by one, because they may hold too much. */
const countedAtMost = 10_000
/** Maximum number of roles and permissions that all these checks read. */
const readAtMost = 50_000
const sliceLength = 100

/**
 * Refuses new permissions of a role if a key with the role would hold too many.
 * One statement excludes the keys that clearly have room. Counts exclude most others. Only the rest is loaded.
 * Too much work is refused as well, so that the transaction stays short.
 */
export async function requirePermissionLimitForHolders(
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

interface RoleGrowth {
  readonly role: Role
  readonly had: ReadonlySet<string>
  readonly wants: ReadonlySet<string>
}

function idsOf({ permissions }: Role): Set<string> {
  return new Set(permissions.map(({ id }) => id))
}

/** The number of links that is always allowed; undefined if the workspace has too few for any key to exceed it. */
async function countHarmless(tx: Transaction, workspaceId: string, { had, wants }: RoleGrowth) {
  if ((await tx.permissions.countUpTo(workspaceId, heldAtMost + 1)) > heldAtMost) return heldAtMost
  const throughRoles = (await tx.roles.countPermissionsUpTo(workspaceId, linkedAtMost)) - had.size + wants.size
  return throughRoles + heldAtMost > linkedAtMost ? linkedAtMost : undefined
}

/** Adds the missing sizes of roles to `sizes`. */
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

/** Returns the number of links that it read. */
async function requireRoomIn(tx: Transaction, keyId: string, { role, had, wants }: RoleGrowth): Promise<number> {
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
  const detail = `Too many keys hold the role ${id} to check the permissions of each key. At most ${holdersAtMost} keys can be checked, ${countedAtMost} of them with other roles, and ${readAtMost} roles and permissions of these keys. Put the new permissions into a separate role.`
  return fault("application/precondition_failed", { detail })
}
