import type { Resource } from "../../src/core/model.ts"
import type { Work } from "../job.ts"
import { appendEvents, insertKeys, mintId } from "./bare-rows.ts"
import { insertInto, type Statement } from "./statements.ts"
import type { Tenant } from "./tenant.ts"

/** The statements of one durable transaction. */
export type Change = readonly Statement[]

/** An operation as a client calls it, and the rows of one call as a bare writer stores them. */
export interface Case extends BareCase {
  readonly operation: string
  /** The keys that one call imports. */
  readonly keysPerCall?: number
  /** The share of the bare writer that the most callers have to reach. */
  readonly leastOfBare?: number
  /** Bodies with `{n}` and `{hash}` as in job.ts. No call repeats an earlier one. */
  body(tenant: Tenant): string
}

export interface BareCase {
  change(tenant: Tenant): Change
}

/** An import commits this many keys at a time. Calls with more keys would take longer than a turn of the bench. */
const keysPerCall = 150

export const cases: readonly Case[] = [
  {
    operation: "keys.createKey",
    leastOfBare: 0.35,
    body: ({ apiId }) => JSON.stringify({ apiId, name: "{n}" }),
    change: (tenant) => createdKeys(tenant, [mintId("key")]),
  },
  {
    operation: "keys.updateKey",
    body: ({ keyId }) => JSON.stringify({ keyId, name: "{n}" }),
    change: (tenant) => [
      {
        text: "update keys set name = ?, updated_at = ? where id = ?",
        parameters: [mintId("req"), Date.now(), tenant.keyId],
      },
      ...appendEvents(tenant, [
        {
          type: "key.updated",
          resources: keyResources(tenant, tenant.keyId),
          changes: { before: { name: mintId("req") }, after: { name: mintId("req") } },
        },
      ]),
    ],
  },
  {
    operation: "keys.updateCredits",
    body: ({ meteredKeyId }) => JSON.stringify({ keyId: meteredKeyId, operation: "increment", value: 1 }),
    change: (tenant) => [
      { text: "update balances set remaining = remaining + ? where id = ?", parameters: [1, tenant.balanceId] },
      { text: "update keys set updated_at = ? where id = ?", parameters: [Date.now(), tenant.meteredKeyId] },
      ...appendEvents(tenant, [
        {
          type: "key.updated",
          resources: [...keyResources(tenant, tenant.meteredKeyId), { type: "balance", id: tenant.balanceId }],
          changes: { before: { credits: { remaining: 1_000 } }, after: { credits: { remaining: 1_001 } } },
        },
      ]),
    ],
  },
  {
    operation: "identities.createIdentity",
    body: () => JSON.stringify({ externalId: "{n}" }),
    change: (tenant) => createdIdentity(tenant, mintId("id")),
  },
  {
    operation: "keys.migrateKeys",
    keysPerCall,
    leastOfBare: 0.5,
    body: ({ apiId }) =>
      JSON.stringify({ apiId, keys: Array.from({ length: keysPerCall }, () => ({ hash: "{hash}" })) }),
    change: (tenant) =>
      createdKeys(
        tenant,
        Array.from({ length: keysPerCall }, () => mintId("key")),
      ),
  },
]

/** One row, to show what the notification of other nodes costs. */
export const inserting: BareCase = { change: (tenant) => [insertKeys(tenant, [mintId("key")])] }

/** The least that a node of PostgreSQL has to do for a change. */
export const notifying: BareCase = {
  change: (tenant) => [
    insertKeys(tenant, [mintId("key")]),
    { text: "select pg_notify('bench', ?)", parameters: [mintId("key")] },
  ],
}

export function workOf({ operation, body }: Case, tenant: Tenant, first: number): Work {
  return { path: `/v2/${operation}`, bearer: tenant.rootKey, body: body(tenant), expect: '"data"', first, count: 1e9 }
}

function createdKeys(tenant: Tenant, ids: readonly string[]): Change {
  const { apiId } = tenant
  const details = { start: "8HJG", enabled: true, meta: {}, createdAt: Date.now(), name: mintId("req") }
  const links = { roles: [], ratelimits: [], ipAllowlist: [], recoverable: false, permissions: [] }
  const events = ids.map((keyId) => ({
    type: "key.created" as const,
    resources: keyResources(tenant, keyId),
    changes: { before: null, after: { keyId, apiId, ...details, ...links } },
  }))
  return [insertKeys(tenant, ids), ...appendEvents(tenant, events)]
}

function createdIdentity(tenant: Tenant, id: string): Change {
  const [externalId, now] = [mintId("req"), Date.now()]
  const row = {
    id,
    workspace_id: tenant.workspaceId,
    external_id: externalId,
    enabled: 1,
    meta: "{}",
    billing_day: 1,
    quota_limit: null,
    quota_interval: null,
    quota_overage: null,
    is_metered: 0,
    created_at: now,
    updated_at: null,
    deleted_at: null,
  }
  const after = {
    id,
    identityId: id,
    externalId,
    enabled: true,
    meta: {},
    ratelimits: [],
    permissions: [],
    billingDay: 1,
    createdAt: now,
  }
  const event = { type: "identity.created" as const, resources: [{ type: "identity" as const, id }] }
  return [insertInto("identities", [row]), ...appendEvents(tenant, [{ ...event, changes: { before: null, after } }])]
}

function keyResources({ apiId }: Tenant, keyId: string): readonly Resource[] {
  return [
    { type: "key", id: keyId },
    { type: "api", id: apiId },
  ]
}
