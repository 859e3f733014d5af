import type { Namespace, Override } from "../../../core/model.ts"
import type { EventEntry } from "../../../storage/port/events.ts"

/** The resources that an event about an override lists. */
export function overrideResources(override: Override, namespace: Namespace): EventEntry["resources"] {
  return [
    { type: "ratelimit_override", id: override.id },
    { type: "ratelimit_namespace", id: namespace.id },
  ]
}
