import type { Api, Balance, Identity, Migration, Namespace, Permission, Role } from "../core/model.ts"
import { findEach, type ImportTarget } from "./import-target.ts"

/** Objects that lines refer to, by their ids. */
export interface Known {
  readonly apis: Map<string, Api>
  readonly permissions: Map<string, Permission>
  readonly roles: Map<string, Role>
  /** A key brings its balance along where no other key has, so that a missing one is not missed. */
  readonly balances: Map<string, Balance>
  readonly identities: Map<string, Identity>
  readonly migrations: Map<string, Migration>
  readonly namespaces: Map<string, Namespace>
}

export type References = { readonly [Kind in keyof Known]?: readonly string[] }

export function nothingKnown(): Known {
  return {
    apis: new Map(),
    permissions: new Map(),
    roles: new Map(),
    balances: new Map(),
    identities: new Map(),
    migrations: new Map(),
    namespaces: new Map(),
  }
}

/** Loads everything that is referred to, a few queries for hundreds of lines; some of it is only planned to be there. */
export async function loadKnown(
  { reads, workspaceId }: ImportTarget,
  references: readonly References[],
  planned: Known,
): Promise<Known> {
  const load = async <Item extends { readonly id: string }>(
    kind: keyof Known,
    list: (ids: readonly string[]) => Promise<readonly Item[]>,
    plannedItems: ReadonlyMap<string, Item>,
  ): Promise<Map<string, Item>> => {
    const wanted = [...new Set(references.flatMap((one) => one[kind] ?? []))]
    if (wanted.length === 0) return new Map()
    const byId = new Map((await list(wanted)).map((item) => [item.id, item]))
    return new Map(
      wanted.flatMap((id) => {
        const item = byId.get(id) ?? plannedItems.get(id)
        return item === undefined ? [] : [[id, item] as const]
      }),
    )
  }
  const { apis, permissions, roles, balances, identities, migrations, namespaces } = reads
  return {
    apis: await load("apis", (ids) => findEach(ids, (id) => apis.find(workspaceId, id)), planned.apis),
    permissions: await load("permissions", (ids) => permissions.listNamed(workspaceId, ids), planned.permissions),
    roles: await load("roles", (ids) => roles.listNamed(workspaceId, ids), planned.roles),
    balances: await load("balances", (ids) => balances.listByIds(workspaceId, ids), planned.balances),
    identities: await load("identities", (ids) => identities.listByIds(workspaceId, ids), planned.identities),
    migrations: await load(
      "migrations",
      (ids) => findEach(ids, (id) => migrations.find(workspaceId, id)),
      planned.migrations,
    ),
    namespaces: await load(
      "namespaces",
      (ids) => findEach(ids, (id) => namespaces.find(workspaceId, id)),
      planned.namespaces,
    ),
  }
}

const nouns = [
  ["apis", "API"],
  ["permissions", "permission"],
  ["roles", "role"],
  ["identities", "identity"],
  ["migrations", "migration"],
  ["namespaces", "namespace"],
] as const satisfies readonly (readonly [keyof Known, string])[]

/** Why a line cannot be imported, if something that it refers to is missing. */
export function missingOf(known: Known, references: References): string | undefined {
  for (const [kind, noun] of nouns) {
    const missing = references[kind]?.find((id) => !known[kind].has(id))
    if (missing !== undefined) return `the ${noun} ${missing} that it refers to is not there`
  }
  return undefined
}

/** An object that missingOf has not missed. */
export function of<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
  const item = items.get(id)
  if (item === undefined) throw new Error(`${id} is not known.`)
  return item
}
