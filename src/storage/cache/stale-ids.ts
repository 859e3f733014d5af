import { isNotice } from "../../contract/event-types.ts"
import type { EventEntry } from "../port/events.ts"
import type { TransactionScope } from "../port/store.ts"
import { negativeEntries } from "./record-cache.ts"

/** Records of imported keys depend on this, because the plaintext of a root key is not a key of a workspace. */
export const importedRootKeys = "imported root keys"

/** Records of keys whose identity has no plan of its own depend on this, because any plan can become the default. */
export function defaultPlanOf(workspaceId: string): string {
  return `default plan of ${workspaceId}`
}

/** Returns the ids of the changed object, of the lists that contain it, of cached absences and of a shared balance. */
export function staleIdsOf(
  { type, resources, actor, workspaceId, changes }: EventEntry,
  scope: Pick<TransactionScope, "actor">,
): readonly string[] {
  // Nothing has changed.
  if (isNotice(type)) return []
  const [changed, holder] = resources
  // No record depends on a new object, and thousands of ids would make every node clear its cache.
  const own = type.endsWith(".created") ? [] : [changed.id, ...balancesIn(resources)]
  // Only an imported root key can have the hash of a key that is cached.
  if (type === "root_key.created" && isImport(actor ?? scope.actor)) return [negativeEntries, importedRootKeys]
  if (makesFindable.has(type)) return [...own, negativeEntries]
  if (changed.type === "plan" && movesDefault(changes)) return [...own, defaultPlanOf(workspaceId)]
  const isOverride = changed.type === "ratelimit_override"
  return isOverride && holder !== undefined ? [...own, holder.id] : own
}

/** An event has the field `default` if it changed. Of a new plan, it has all fields. */
function movesDefault({ before, after }: EventEntry["changes"]): boolean {
  return after !== null && after.default !== undefined && after.default !== (before?.default ?? false)
}

function balancesIn(resources: EventEntry["resources"]): readonly string[] {
  return resources.filter(({ type }) => type === "balance").map(({ id }) => id)
}

function isImport({ type, id }: TransactionScope["actor"]): boolean {
  return type === "system" && id === "import"
}

/**
 * Events after which a cached absence may be wrong. An update of a key can be an adoption, which changes its hash; a
 * deleted namespace is found as deleted; and a deleted workspace frees hashes.
 */
const makesFindable: ReadonlySet<string> = new Set([
  "workspace.deleted",
  "key.created",
  "key.updated",
  "root_key.created",
  "ratelimit_namespace.created",
  "ratelimit_namespace.deleted",
])
