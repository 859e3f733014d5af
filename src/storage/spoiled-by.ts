import { absence } from "./record-cache.ts"
import type { EventEntry } from "./store.ts"

/** The changed object itself, what holds it as part of a list, and what was unknown where it may be known now. */
export function spoiledBy({ type, resources: [changed, holder] }: EventEntry): readonly string[] {
  if (makesFindable.has(type)) return [changed.id, absence]
  const isOverride = changed.type === "ratelimit_override"
  return isOverride && holder !== undefined ? [changed.id, holder.id] : [changed.id]
}

/** An update of a key may be its adoption, which gives it another hash; a deleted namespace is found as gone. */
const makesFindable: ReadonlySet<string> = new Set([
  "key.created",
  "key.updated",
  "root_key.created",
  "ratelimit_namespace.created",
  "ratelimit_namespace.deleted",
])
