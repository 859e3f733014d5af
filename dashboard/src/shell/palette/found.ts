import type { ResourceType } from "../../../../src/contract/event-types.ts"
import { withoutBearer, withoutKey, withoutSecret } from "../../../../src/core/sought-key.ts"
import type { Client } from "../../client.ts"
import { isShownObject, shownObjects } from "../../parts/objects.ts"
import type { IconName } from "../../ui/icons.ts"

/** An object that the search found. */
export interface Found {
  readonly type: ResourceType
  readonly group: string
  readonly icon: IconName
  readonly id: string
  readonly name: string
  readonly note?: string | undefined
}

/** Ids are random, so that short texts are in some of them by chance. */
const shortestPartOfId = 6

/** Whether an object is what people mean with the text. The server finds more, and people type on. */
export function isMeant({ id, name, note = "" }: Pick<Found, "id" | "name" | "note">, text: string): boolean {
  const wanted = text.toLowerCase()
  const ownId = id.toLowerCase()
  const isId = wanted.length < shortestPartOfId ? ownId.startsWith(wanted) : ownId.includes(wanted)
  return isId || `${name} ${note}`.toLowerCase().includes(wanted)
}

const mostOfAKind = 5
/** Enough to find the meant ones among those found by chance. */
const limit = 25

type Can = (permission: string) => boolean

/** What people search for most comes first. */
const first: readonly ResourceType[] = ["key", "identity", "api", "role"]

const keys: ReadonlySet<ResourceType> = new Set<ResourceType>(["key", "root_key"])

/**
 * Objects whose name or id contains the text, or keys that begin with it. All lists are asked at once. Of what looks like a
 * key, lists of keys get what they show of keys, and the others less than half.
 */
export async function findObjects(client: Client, can: Can, text: string, signal: AbortSignal): Promise<Found[]> {
  const whole = withoutBearer(text)
  const types = [...new Set([...first, ...Object.keys(shownObjects).filter(isShownObject)])]
  const found = await Promise.all(
    types.map(async (type) => {
      const { search: list } = shownObjects[type]
      if (list === undefined || !can(list.needs)) return []
      const { group, icon } = list
      const isOfKeys = keys.has(type)
      const search = isOfKeys ? withoutSecret(whole) : withoutKey(whole)
      const objects = await list.find(client, { search, limit }, signal)
      const meant = objects.filter((one) => isMeant(one, isOfKeys ? search : whole)).slice(0, mostOfAKind)
      return meant.map((one) => ({ ...one, type, group, icon }))
    }),
  )
  return found.flat()
}
