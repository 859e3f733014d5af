import { canonicalJson } from "./canonical-json.ts"
import type { Event } from "./model.ts"

type Hash = (text: string) => string

/** The hash of an event covers everything it says and the hash before it, so none can be altered, moved or dropped. */
export function chainHash(hash: Hash, previousHash: string, event: Event): string {
  const { id, type, time, actor, workspaceId, resources, requestId, changes } = event
  const said = { id, type, time, actor, workspaceId, resources, requestId, changes }
  return hash(`${previousHash}\n${canonicalJson(said)}`)
}
