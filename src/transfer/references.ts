import type { Api, Balance, Identity, Migration, Namespace, Permission, Plan, Role } from "../core/model.ts"

/** Objects that lines refer to, by id. */
export type ReferencedObjects = Readonly<ReturnType<typeof noReferencedObjects>>

export type References = { readonly [Kind in keyof ReferencedObjects]?: readonly string[] }

export function noReferencedObjects() {
  return {
    apis: new Map<string, Api>(),
    permissions: new Map<string, Permission>(),
    roles: new Map<string, Role>(),
    plans: new Map<string, Plan>(),
    /** Never reported as missing, because the first key line that names a balance creates it. */
    balances: new Map<string, Balance>(),
    identities: new Map<string, Identity>(),
    migrations: new Map<string, Migration>(),
    namespaces: new Map<string, Namespace>(),
  }
}

const nouns = [
  ["apis", "API"],
  ["permissions", "permission"],
  ["roles", "role"],
  ["plans", "plan"],
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
