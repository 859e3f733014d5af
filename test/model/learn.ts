import { Divergence } from "./agree.ts"
import type { Identified, Limit, Model } from "./state.ts"

/** Unchecked JSON from the service. */
export type Seen = unknown

/** The service chooses ids. An id must be new and have the right prefix when it is first shown, and then stay the same. */
export function learn(model: Model, object: Identified, kind: string, id: Seen): void {
  if (object.id !== "" || typeof id !== "string") return
  if (!new RegExp(`^${kind}_[1-9A-HJ-NP-Za-km-z]{22}$`).test(id)) throw new Divergence("an id", id, `${kind}_…`)
  if (model.ids.has(id)) throw new Divergence("an id that something else has", id, "a new one")
  model.ids.add(id)
  object.id = id
}

export function learnLimits(model: Model, limits: readonly Limit[], seen: Seen): void {
  for (const limit of limits) learn(model, limit, "rl", memberOf(itemNamed(seen, limit.name), "id"))
}

export function memberOf(seen: Seen, member: string): Seen {
  return typeof seen === "object" && seen !== null ? Reflect.get(seen, member) : undefined
}

function itemNamed(seen: Seen, name: string): Seen {
  return Array.isArray(seen) ? seen.find((item) => memberOf(item, "name") === name) : undefined
}
