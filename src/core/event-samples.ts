import type { EventType } from "../contract/event-types.ts"
import recorded from "./event-samples.gen.json" with { type: "json" }
import type { Actor, Resource } from "./model.ts"

/** What an event of a type looks like, without id, workspace and time. */
interface EventSample {
  readonly actor: Actor
  readonly resources: readonly (Resource & { readonly name?: string })[]
  readonly changes: unknown
}

const notice = { type: "system", id: "notice" } as const
const key = { type: "key", id: "key_1CAiZx1YPnJZtcPxTdBGPS", name: "Customer 42" } as const
const identity = { type: "identity", id: "id_1CAiZx1YPnJZtcPxTdBGPS", name: "user_42" } as const
const rootKey = { type: "root_key", id: "rk_1CAiZx1YPnJZtcPxTdBGPS", name: "Issue keys" } as const
const webhook = { type: "webhook", id: "whk_1CAiZx1YPnJZtcPxTdBGPS" } as const
const workspace = { type: "workspace", id: "ws_1CAiZx1YPnJZtcPxTdBGPS", name: "Acme" } as const
const expires = Date.UTC(2026, 0, 9, 9, 30)
const month = Date.UTC(2026, 0)
const quota = { externalId: "user_42", limit: 1_000, interval: "monthly" } as const
const period = { from: month, resets: Date.UTC(2026, 1) } as const

const told = (resource: EventSample["resources"][number], facts: object): EventSample => ({
  actor: notice,
  resources: [resource],
  changes: { before: null, after: facts },
})

/** The types that no example of an operation makes: what comes about without a call, or needs a special situation. */
const written = {
  "key.decrypted": { actor: rootKey, resources: [key], changes: { before: null, after: null } },
  "key.refilled": {
    actor: { type: "system", id: "refill" },
    resources: [key, { type: "balance", id: "bal_1CAiZx1YPnJZtcPxTdBGPS" }],
    changes: { before: { credits: { remaining: 12 } }, after: { credits: { remaining: 1_000 } } },
  },
  "key.expiring": told(key, { apiId: "api_1CAiZx1YPnJZtcPxTdBGPS", days: 7, expires, count: 1 }),
  "key.expired": told(key, { apiId: "api_1CAiZx1YPnJZtcPxTdBGPS", expires, count: 1 }),
  "key.rate_limited": told(key, { day: Date.UTC(2026, 0, 2), count: 1 }),
  "identity.quota_near": told(identity, { ...quota, used: 800, overageUsed: 0, ...period }),
  "identity.quota_reached": told(identity, { ...quota, used: 1_000, overageUsed: 0, ...period }),
  "credits.low": told(identity, { externalId: "user_42", remaining: 95, lowAt: 100 }),
  "credits.exhausted": told(identity, { externalId: "user_42", remaining: 0 }),
  "ratelimit_override.created": {
    actor: rootKey,
    resources: [
      { type: "ratelimit_override", id: "rlor_1CAiZx1YPnJZtcPxTdBGPS" },
      { type: "ratelimit_namespace", id: "rlns_1CAiZx1YPnJZtcPxTdBGPS", name: "email" },
    ],
    changes: {
      before: null,
      after: { overrideId: "rlor_1CAiZx1YPnJZtcPxTdBGPS", identifier: "premium_*", limit: 90, duration: 60_000 },
    },
  },
  "workspace.quota_near": told(workspace, { month, limit: 1_000_000, count: 800_112 }),
  "workspace.quota_reached": told(workspace, { month, limit: 1_000_000, count: 1_000_000 }),
  "workspace.refusals_rising": told(workspace, {
    ...{ code: "NOT_FOUND", hour: Date.UTC(2026, 0, 2, 9), count: 612, hourlyMean: 3.4 },
  }),
  "root_key.expiring": told(rootKey, { days: 1, expires, count: 1 }),
  "root_key.expired": told(rootKey, { expires, count: 1 }),
  "webhook.failing": told(webhook, { failingSince: Date.UTC(2026, 0, 2, 8, 30) }),
  "webhook.disabled": {
    actor: { type: "system", id: "delivery" },
    resources: [webhook],
    changes: { before: { enabled: true }, after: { enabled: false, disabledReason: "failing" } },
  },
  "session.refused": {
    actor: { type: "system", id: "sign_in" },
    resources: [{ type: "session", id: "refused" }],
    changes: { before: null, after: { count: 14, addresses: [{ address: "203.0.113.7", count: 14 }] } },
  },
} as const satisfies Partial<Record<EventType, EventSample>>

const samples: ReadonlyMap<string, EventSample> = new Map(
  Object.entries({ ...recorded, ...written }) as [string, EventSample][],
)

interface SampleFrame {
  readonly eventId: string
  readonly workspaceId: string
  readonly now: number
}

/** An event of this type that did not happen, with the content of one that could. */
export function realisticEvent(type: EventType, { eventId, workspaceId, now }: SampleFrame) {
  const sample = samples.get(type)
  if (sample === undefined) throw new Error(`There is no sample of ${type}.`)
  const { actor, resources, changes } = sample
  return { eventId, type, time: now, actor, workspaceId, resources, changes }
}
