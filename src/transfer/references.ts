import type { Api, Balance, Identity, Migration, Namespace, Permission, Role } from "../core/model.ts"
import { findEach, type ImportTarget } from "./import-target.ts"

/** Objects that lines refer to, by id. */
export interface ReferencedObjects {
  readonly apis: Map<string, Api>
  readonly permissions: Map<string, Permission>
  readonly roles: Map<string, Role>
  /** Never reported as missing, because the first key line that names a balance creates it. */
  readonly balances: Map<string, Balance>
  readonly identities: Map<string, Identity>
  readonly migrations: Map<string, Migration>
  readonly namespaces: Map<string, Namespace>
}

export type References = { readonly [Kind in keyof ReferencedObjects]?: readonly string[] }

export function noReferencedObjects(): ReferencedObjects {
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

/** Loads all referenced objects with a few queries per batch. A dry run also finds the objects that it planned. */
export async function loadReferenced(
  { reads, workspaceId }: ImportTarget,
  references: readonly References[],
  planned: ReferencedObjects,
): Promise<ReferencedObjects> {
  const load = async <Item extends { readonly id: string }>(
    kind: keyof ReferencedObjects,
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
] as const satisfies readonly (readonly [keyof ReferencedObjects, string])[]

/** Returns why a line cannot be imported if an object that it refers to is missing. */
export function explainMissing(referenced: ReferencedObjects, references: References): string | undefined {
  for (const [kind, noun] of nouns) {
    const missing = references[kind]?.find((id) => !referenced[kind].has(id))
    if (missing !== undefined) return `it refers to the ${noun} ${missing}, which does not exist`
  }
  return undefined
}

/** Returns an object that `explainMissing` has found. */
export function mustGet<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
  const item = items.get(id)
  if (item === undefined) throw new Error(`${id} was not loaded.`)
  return item
}
