import type { EventType } from "../../src/contract/event-types.ts"
import { createIdMint } from "../../src/core/ids.ts"
import type { Resource } from "../../src/core/model.ts"
import { sha256 } from "../../src/secrets/hash.ts"
import { insertInto, insertResources, type Statement } from "./statements.ts"
import type { Tenant } from "./tenant.ts"

export const mintId = createIdMint({
  now: Date.now,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
})

export function insertKeys({ workspaceId, apiId }: Tenant, ids: readonly string[]): Statement {
  return insertInto(
    "keys",
    ids.map((id) => ({
      id,
      workspace_id: workspaceId,
      api_id: apiId,
      identity_id: null,
      hash: sha256(id),
      algorithm: "sha256",
      migration_id: null,
      start: "8HJG",
      prefix: null,
      byte_length: 24,
      name: "bench_000000000000000000000000",
      meta: "{}",
      enabled: 1,
      scoped: 0,
      previous_expires: null,
      expires: null,
      ciphertext: null,
      ip_allowlist: "[]",
      imported: 0,
      created_at: Date.now(),
      updated_at: null,
      balance_id: null,
      deleted_at: null,
    })),
  )
}

interface BareEvent {
  readonly type: EventType
  readonly resources: readonly Resource[]
  readonly changes: unknown
}

/** The rows of events: the events, an index row for each of their resources, and the end of the chain. */
export function appendEvents({ workspaceId, rootKeyId }: Tenant, events: readonly BareEvent[]): readonly Statement[] {
  const hash = sha256(mintId("evt"))
  const identified = events.map((event) => ({ ...event, id: mintId("evt") }))
  const rows = identified.map(({ id, type, resources, changes }, index) => ({
    id,
    workspace_id: workspaceId,
    type,
    time: Date.now(),
    actor_type: "root_key" as const,
    actor_id: rootKeyId,
    request_id: mintId("req"),
    resources: JSON.stringify(resources),
    changes: JSON.stringify(changes),
    previous_hash: hash,
    hash,
    chain_version: 2,
    chain_number: index + 1,
  }))
  const named = identified.flatMap(({ id: eventId, resources }) =>
    resources.map(({ id: resourceId }) => ({ resourceId, eventId })),
  )
  return [
    insertInto("events", rows),
    insertResources(named),
    {
      text: "update event_chains set length = length + ?, hash = ? where workspace_id = ?",
      parameters: [events.length, hash, workspaceId],
    },
  ]
}
