import type { Identity, Webhook } from "@keyward/client"
import { hourMs } from "../../../../src/core/durations.ts"
import { spendableOf } from "../../parts/customers/funds.ts"
import { healthOf } from "../../parts/webhooks/webhook-health.ts"
import { webhookName } from "../../parts/webhooks/webhook-name.ts"

/** Something that a person should look at. */
export interface AttentionLine {
  readonly key: string
  readonly kind: "refusals" | "unknown" | "credits" | "quota" | "expiry" | "webhook"
  /** Verifications of the last 24 hours that it affects. */
  readonly traffic: number
  /** At most one line of each customer is shown. */
  readonly customerId: string | undefined
  readonly subject: Subject
  readonly detail: Detail
  /** Further lines of the same customer. */
  readonly others: number
}

export type Subject =
  | {
      readonly type: "key"
      readonly id: string
      readonly name: string | undefined
      readonly customer: string | undefined
    }
  | { readonly type: "customer"; readonly id: string; readonly name: string | undefined }
  | { readonly type: "webhook"; readonly id: string; readonly name: string }
  | { readonly type: "workspace" }

type Detail =
  | { readonly type: "refusals"; readonly before: number }
  | {
      readonly type: "credits"
      /** Of credits, and of a quota and its overage. */
      readonly remaining: number
      readonly endsInMs: number
      readonly quota: Quota | undefined
      readonly hasCredits: boolean
    }
  | { readonly type: "expiry"; readonly expires: number }
  | {
      readonly type: "webhook"
      readonly state: "failing" | "gaveUp" | "gone"
      readonly since: number | undefined
      readonly waiting: number
    }

type Quota = NonNullable<Identity["quota"]>

/** What usage.listUsage returns, as far as it matters here. */
interface Used {
  readonly keyId?: string | undefined
  readonly name?: string | undefined
  readonly identity?: { readonly id: string; readonly externalId?: string | undefined } | undefined
  readonly deleted?: boolean | undefined
  readonly verifications: number
  readonly credits: number
  readonly remaining?: number | undefined
  readonly quota?: Quota | undefined
  readonly previous?: { readonly verifications: number; readonly credits: number } | undefined
}

/** Fewer refusals are noise. */
export const leastRefusals = 10
/** So much more than in the period before is a rise. */
const riseFactor = 1.5

function isRising({ now, before }: { readonly now: number; readonly before: number }): boolean {
  return now >= leastRefusals && now >= before * riseFactor
}

/** Customers, and keys without one together, whose refusals rise. */
export function refusalLines(rows: readonly Used[]): readonly AttentionLine[] {
  return rows.flatMap(({ identity, verifications, previous, deleted }) => {
    const before = previous?.verifications ?? 0
    if (identity === undefined || deleted || !isRising({ now: verifications, before })) return []
    return lineOf({
      kind: "refusals",
      traffic: verifications,
      customerId: identity.id,
      subject: { type: "customer", id: identity.id, name: identity.externalId },
      detail: { type: "refusals", before },
    })
  })
}

/** Calls with keys that do not exist, if they rise. */
export function unknownLine(now: number, before: number): readonly AttentionLine[] {
  if (!isRising({ now, before })) return []
  const detail = { type: "refusals", before } as const
  return [lineOf({ kind: "unknown", traffic: now, customerId: undefined, subject: { type: "workspace" }, detail })]
}

/** Quotas and credits that end sooner are worth a look. */
const soonMs = 48 * hourMs

interface Spending {
  /** How long the credits of a row, and those of `previous`, were counted. */
  readonly ms: number
  readonly recentMs: number
  readonly by: "key" | "identity"
  readonly now: number
}

/** Keys or customers whose quota or credits end soon, if they go on as in the last day or as in the last hours. */
export function creditLines(rows: readonly Used[], { ms, recentMs, by, now }: Spending): readonly AttentionLine[] {
  return rows.flatMap(({ keyId, name, identity, credits, remaining, quota, verifications, previous }) => {
    const subject = subjectOf(by, { keyId, name, identity })
    const left = spendableOf({ quota, credits: remaining === undefined ? undefined : { remaining } })
    if (left === Number.POSITIVE_INFINITY || verifications === 0 || subject === undefined) return []
    const perMs = Math.max(credits / ms, (previous?.credits ?? 0) / recentMs)
    const endsInMs = left === 0 ? 0 : left / perMs
    // A period that begins before has a new quota.
    if (endsInMs > soonMs || (left > 0 && quota?.resets !== undefined && now + endsInMs > quota.resets)) return []
    const detail = { type: "credits", remaining: left, endsInMs, quota, hasCredits: remaining !== undefined } as const
    const kind = quota === undefined ? "credits" : "quota"
    return lineOf({ kind, traffic: verifications, customerId: identity?.id, subject, detail })
  })
}

function subjectOf(
  by: Spending["by"],
  { keyId, name, identity }: Pick<Used, "keyId" | "name" | "identity">,
): Subject | undefined {
  if (by === "identity") return identity && { type: "customer", id: identity.id, name: identity.externalId }
  return keyId === undefined ? undefined : { type: "key", id: keyId, name, customer: identity?.externalId }
}

interface ExpiringKey {
  readonly keyId: string
  readonly name?: string | undefined
  readonly expires?: number | undefined
  readonly identity?: { readonly id: string; readonly externalId: string } | undefined
}

/** Keys that expire soon, and are in use. */
export function expiryLines(
  keys: readonly ExpiringKey[],
  trafficOf: (keyId: string) => number,
): readonly AttentionLine[] {
  return keys.flatMap(({ keyId, name, expires, identity }) => {
    const traffic = trafficOf(keyId)
    if (expires === undefined || traffic === 0) return []
    return lineOf({
      kind: "expiry",
      traffic,
      customerId: identity?.id,
      subject: { type: "key", id: keyId, name, customer: identity?.externalId },
      detail: { type: "expiry", expires },
    })
  })
}

/** Webhooks whose endpoint accepts nothing, and those that were disabled for it. A person who disables one knows it. */
export function webhookLines(webhooks: readonly Webhook[], now: number): readonly AttentionLine[] {
  return webhooks.flatMap((webhook) => {
    const state = healthOf(webhook, now)
    if (state !== "failing" && state !== "gaveUp" && state !== "gone") return []
    const { failingSince: since, waiting } = webhook.health
    return lineOf({
      ...{ kind: "webhook", traffic: 0, customerId: undefined },
      subject: { type: "webhook", id: webhook.webhookId, name: webhookName(webhook) },
      detail: { type: "webhook", state, since, waiting },
    })
  })
}

function lineOf(line: Omit<AttentionLine, "key" | "others">): AttentionLine {
  const { kind, subject } = line
  return { ...line, key: `${kind} ${subject.type === "workspace" ? "" : subject.id}`, others: 0 }
}

/** The most traffic first, and one line of each customer: the one that affects most. */
export function rankLines(lines: readonly AttentionLine[]): readonly AttentionLine[] {
  const ranked = lines.toSorted((one, other) => other.traffic - one.traffic)
  const first = new Map<string, AttentionLine>()
  for (const line of ranked) {
    const owner = line.customerId ?? line.key
    const known = first.get(owner)
    first.set(owner, known === undefined ? line : { ...known, others: known.others + 1 })
  }
  return [...first.values()]
}
