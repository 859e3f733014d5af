import type { ResourceType } from "../../../../src/contract/event-types.ts"
import { shownByPrefix } from "../../parts/objects.ts"

interface KnownId {
  readonly type: ResourceType | "request"
  readonly id: string
}

const shape = /^([a-z]+)_[1-9A-HJ-NP-Za-km-z]{22}$/

/** The object that a text names, if it has the form of an id. It need not exist. */
export function knownId(text: string): KnownId | undefined {
  const prefix = shape.exec(text)?.[1]
  if (prefix === undefined) return undefined
  const type = prefix === "req" ? "request" : shownByPrefix(prefix)
  return type && { type, id: text }
}
