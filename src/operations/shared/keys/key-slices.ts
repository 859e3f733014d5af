import { selectedAtMost } from "../../../contract/key-selection.ts"
import type { KeyMatch, KeySelection, SelectedKey } from "../../../storage/port/keys.ts"
import type { Reads } from "../../../storage/port/store.ts"

/**
 * One slice takes a few dozen milliseconds with this many keys and rows. One message to the other nodes can carry the
 * ids of this many keys.
 */
const sliceAtMost = { keys: 100, rows: 1_000 }
/** Loading and comparing this many bytes of `meta` takes as long as one row. */
const bytesPerRow = 512

/** The keys of a bulk change: listed, of an API, of an identity, or those that match, up to an id. */
export type Selection = KeySelection | { readonly type: "filter"; readonly match: KeyMatch; readonly upTo: string }

/** How far a change of many keys has come. */
export interface Position {
  /** The number of keys so far, which is also the position in a list of ids. */
  readonly walked: number
  /** The id of the last key, unless the keys are listed. */
  readonly after: string | null
}

export interface KeySlice {
  readonly keys: readonly SelectedKey[]
  /** An id that no key of the workspace has. */
  readonly missing: string | undefined
  readonly end: Position
  readonly isLast: boolean
}

interface SliceQuery {
  readonly workspaceId: string
  readonly selection: Selection
  /** Keys of the whole call, at most. */
  readonly limit?: number
}

/** Selects the keys of the next slice: at least one, if one is left, and few enough to load and change at once. */
export async function nextKeySlice(
  reads: Reads,
  { workspaceId, selection, limit = selectedAtMost }: SliceQuery,
  { walked, after }: Position,
): Promise<KeySlice> {
  const room = Math.min(sliceAtMost.keys, limit - walked)
  if (selection.type === "ids") {
    const ids = selection.ids.slice(walked, walked + room)
    const listed = await reads.keys.listSelected(workspaceId, { type: "ids", ids }, { limit: room, after: undefined })
    const found = new Map(listed.map((key) => [key.id, key]))
    const entries = ids.map((id) => found.get(id))
    const count = await countFitting(reads, entries)
    const end = walked + count
    return {
      keys: [...new Set(entries.slice(0, count).flatMap((key) => key ?? []))],
      missing: ids[entries.indexOf(undefined)],
      end: { walked: end, after: null },
      isLast: end >= selection.ids.length,
    }
  }
  if (selection.type === "filter") {
    const { match, upTo } = selection
    const range = { after: after ?? undefined, upTo, limit: room + 1 }
    const step = await reads.keys.listMatching(workspaceId, match, range)
    const keys = step.keys.slice(0, await countFitting(reads, step.keys.slice(0, room)))
    const isWhole = keys.length === step.keys.length
    // A short step without a match goes on too, so that no transaction reads many keys.
    const end = (isWhole ? step.end : undefined) ?? keys.at(-1)?.id ?? after
    return {
      keys,
      missing: undefined,
      end: { walked: walked + keys.length, after: end },
      isLast: isWhole && step.end === undefined,
    }
  }
  // One more key than needed shows whether there is another slice.
  const page = await reads.keys.listSelected(workspaceId, selection, { limit: room + 1, after: after ?? undefined })
  const keys = page.slice(0, await countFitting(reads, page.slice(0, room)))
  const end = { walked: walked + keys.length, after: keys.at(-1)?.id ?? after }
  return { keys, missing: undefined, end, isLast: keys.length === page.length }
}

/** An entry without a key costs nothing. */
async function countFitting(reads: Reads, entries: readonly (SelectedKey | undefined)[]): Promise<number> {
  const light = countUpToWeight(entries, (key, isNew) => ownWeight(key, isNew))
  const withLinks = entries.slice(0, light).flatMap((key) => (key !== undefined && key.rows > 0 ? [key.id] : []))
  if (withLinks.length === 0) return light
  const holdings = await reads.roles.listHoldings(withLinks)
  const sizes = await reads.roles.countPermissionsByRole([...new Set(holdings.flatMap(({ roleIds }) => roleIds))])
  const roles = new Map(holdings.map(({ keyId, roleIds }) => [keyId, roleIds]))
  const sizeOf = (roleId: string) => sizes.get(roleId) ?? 0
  return countUpToWeight(entries.slice(0, light), (key, isNew) => {
    const newRoles = (roles.get(key.id) ?? []).filter(isNew)
    return newRoles.reduce((weight, roleId) => weight + sizeOf(roleId), ownWeight(key, isNew))
  })
}

/** Reports an identity or a role as new once, because a slice loads each only once. */
type IsNew = (id: string) => boolean

function countUpToWeight(
  entries: readonly (SelectedKey | undefined)[],
  weightOf: (key: SelectedKey, isNew: IsNew) => number,
): number {
  const seen = new Set<string>()
  const isNew = (id: string) => seen.size < seen.add(id).size
  let weight = 0
  const end = entries.findIndex((key, index) => {
    weight += key === undefined ? 0 : weightOf(key, isNew)
    return index > 0 && weight > sliceAtMost.rows
  })
  return end === -1 ? entries.length : end
}

function ownWeight({ rows, bytes, identityId, identityBytes }: SelectedKey, isNew: IsNew): number {
  const ofIdentity = identityId !== null && isNew(identityId) ? identityBytes : 0
  return 1 + rows + Math.floor((bytes + ofIdentity) / bytesPerRow)
}
