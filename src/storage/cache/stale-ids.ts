import type { EventEntry, TransactionScope } from "../port/store.ts"
import { absence } from "./record-cache.ts"

/** What records of imported keys depend on: the plaintext of a root key is no key of a workspace. */
export const importedRootKeys = "imported root keys"

/**
 * The changed object itself, what holds it as part of a list, what was unknown where it may be known now, and the balance
 * through which other keys have changed too.
 */
export function staleIdsOf(
  { type, resources, actor }: EventEntry,
  scope: Pick<TransactionScope, "actor">,
): readonly string[] {
  const [changed, holder] = resources
  // Nothing can depend on what did not exist; thousands of ids would make every node forget all it knows.
  const own = type.endsWith(".created") ? [] : [changed.id, ...balancesIn(resources)]
  // The hash of a root key that is minted is one that no key has.
  if (type === "root_key.created" && isImport(actor ?? scope.actor)) return [absence, importedRootKeys]
  if (makesFindable.has(type)) return [...own, absence]
  const isOverride = changed.type === "ratelimit_override"
  return isOverride && holder !== undefined ? [...own, holder.id] : own
}

function balancesIn(resources: EventEntry["resources"]): readonly string[] {
  return resources.filter(({ type }) => type === "balance").map(({ id }) => id)
}

function isImport({ type, id }: TransactionScope["actor"]): boolean {
  return type === "system" && id === "import"
}

/**
 * An update of a key may be its adoption, which gives it another hash; a deleted namespace is found as gone; a deleted
 * workspace frees the hashes of its root keys.
 */
const makesFindable: ReadonlySet<string> = new Set([
  "workspace.deleted",
  "key.created",
  "key.updated",
  "root_key.created",
  "ratelimit_namespace.created",
  "ratelimit_namespace.deleted",
])
