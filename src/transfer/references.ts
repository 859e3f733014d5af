import type { Api, Balance, Identity, Migration, Namespace, Permission, Role } from "../core/model.ts"

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
