import { askPage, type Client } from "../../client.ts"
import type { IconName } from "../../ui/icons.ts"

/** An object that the search found. */
export interface Found {
  readonly kind: "key" | "customer" | "api" | "role" | "namespace"
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

/** Objects whose name or id contains the text, or keys that begin with it. All lists are asked at once. */
export async function findObjects(client: Client, can: Can, search: string, signal: AbortSignal): Promise<Found[]> {
  const page = { search, limit }
  const lists = [
    can("api.*.read_key") &&
      askPage(() => client.keys.listKeys({ ...page, order: "created_desc" }, { signal })).then(({ items }) =>
        items.map(({ keyId, name, start, identity }) =>
          found("key", keyId, name ?? `${start}…`, [`${start}…`, identity?.externalId].filter(Boolean).join(" · ")),
        ),
      ),
    can("identity.*.read_identity") &&
      askPage(() => client.identities.listIdentities({ ...page, order: "created_desc" }, { signal })).then(
        ({ items }) => items.map(({ id, externalId }) => found("customer", id, externalId)),
      ),
    can("api.*.read_api") &&
      askPage(() => client.apis.listApis(page, { signal })).then(({ items }) =>
        items.map(({ id, name, defaultPrefix }) => found("api", id, name, defaultPrefix)),
      ),
    can("rbac.*.read_role") &&
      askPage(() => client.permissions.listRoles(page, { signal })).then(({ items }) =>
        items.map(({ id, name, description }) => found("role", id, name, description)),
      ),
    can("ratelimit.*.read_namespace") &&
      askPage(() => client.ratelimit.listNamespaces(page, { signal })).then(({ items }) =>
        items.map(({ id, name }) => found("namespace", id, name)),
      ),
  ]
  const results = await Promise.all(lists.filter((list) => list !== false))
  return results.flatMap((objects) => objects.filter((one) => isMeant(one, search)).slice(0, mostOfAKind))
}

const kinds = {
  key: { group: "Keys", icon: "key" },
  customer: { group: "Customers", icon: "customers" },
  api: { group: "APIs", icon: "api" },
  role: { group: "Roles", icon: "permissions" },
  namespace: { group: "Rate limits", icon: "ratelimits" },
} as const

function found(kind: Found["kind"], id: string, name: string, note?: string): Found {
  return { kind, id, name, note, ...kinds[kind] }
}
