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

/** Whether an object also matches a text that was typed after it was found. */
export function stillMatches({ id, name, note = "" }: Found, text: string): boolean {
  return `${name} ${note} ${id}`.toLowerCase().includes(text.toLowerCase())
}

const limit = 5

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
  return results.flat()
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
