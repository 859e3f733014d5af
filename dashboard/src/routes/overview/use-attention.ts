import { hourMs, minuteMs } from "../../../../src/core/durations.ts"
import { hourOf } from "../../../../src/core/usage-period.ts"
import { refusals } from "../../parts/usage/usage-groups.ts"
import { useUsageOfEach } from "../../parts/usage/usage-of-each.ts"
import { useList, useRead } from "../../queries.ts"
import { useCan } from "../../session.ts"
import { sumOf } from "../../ui/sum.ts"
import { useNow } from "../../ui/time.tsx"
import {
  type AttentionLine,
  creditLines,
  expiryLines,
  leastRefusals,
  rankLines,
  refusalLines,
  unknownLine,
  webhookLines,
} from "./attention-lines.ts"

/** These lists change slowly and cost more than the chart. */
const everyMs = 60_000
/** What was spent in these shows a rate that has just begun. */
const recentHours = 3
const atMost = 100

/** What needs attention: webhooks, then the most traffic first. Undefined until it is known. */
export function useAttention(): readonly AttentionLine[] | undefined {
  const can = useCan()
  const mayReadUsage = can("api.*.read_usage")
  const now = useNow(minuteMs)
  const to = hourOf(now) + hourMs
  const day = { from: to - 24 * hourMs, to }
  const before = { previousFrom: day.from - 24 * hourMs, previousTo: day.from }
  const options = { everyMs, isEnabled: mayReadUsage }
  const codes = refusals.filter((code) => code !== "NOT_FOUND")
  const summary = useSummary(day, options)
  const hasRefusals = summary !== undefined && summary.refused >= leastRefusals
  const refused = useRead(
    ["attention", "refused", day],
    (client) =>
      client.usage.listUsage({
        ...{ ...day, ...before, codes, groupBy: "identity", sort: "verificationsChange", limit: atMost },
      }),
    { everyMs, isEnabled: hasRefusals },
  )
  const spending = { everyMs, isEnabled: summary !== undefined && summary.credits + summary.exceeded > 0 }
  const keys = useSpending("key", day, spending)
  const customers = useSpending("identity", day, spending)
  const expiring = useExpiring(day, can("api.*.read_key") && mayReadUsage)
  const webhooks = useWebhooks(now, can("webhook.*.read_webhook"))
  if (!mayReadUsage) return webhooks
  const ofRefusals = hasRefusals ? refused.data && refusalLines(refused.data) : []
  if (summary === undefined || ofRefusals === undefined) return undefined
  if (keys === undefined || customers === undefined || expiring === undefined) return undefined
  if (webhooks === undefined) return undefined
  const unknown = unknownLine(summary.unknown, summary.unknownBefore)
  // What is not told elsewhere comes first.
  return [...webhooks, ...rankLines([...ofRefusals, ...unknown, ...keys, ...customers, ...expiring])]
}

interface Options {
  readonly everyMs: number
  readonly isEnabled: boolean
}

interface Day {
  readonly from: number
  readonly to: number
}

interface Summary {
  /** Of known keys, in the last 24 hours. */
  readonly refused: number
  /** With unknown keys, in the last 24 hours and in those before. */
  readonly unknown: number
  readonly unknownBefore: number
  readonly credits: number
  /** Refused because credits or quotas were used up, in the last 24 hours. */
  readonly exceeded: number
}

/** Tells which of the longer lists can have a line, so that a quiet workspace asks for none of them. */
function useSummary(day: Day, options: Options): Summary | undefined {
  const { data } = useRead(
    ["attention", "summary", day],
    (client) =>
      client.usage.getVerifications({
        ...{ from: day.from - 24 * hourMs, to: day.to, interval: "hour", groupBy: ["code"] },
      }),
    options,
  )
  if (data === undefined) return undefined
  const countOf = (isMeant: (code: string | undefined) => boolean, isRecent: boolean) =>
    sumOf(
      data.groups
        .filter(({ code }) => isMeant(code))
        .flatMap(({ counts }) => counts.filter((_, index) => (data.times[index] ?? 0) >= day.from === isRecent)),
    )
  const isUnknown = (code: string | undefined) => code === "NOT_FOUND"
  return {
    refused: countOf((code) => code !== "VALID" && !isUnknown(code), true),
    unknown: countOf(isUnknown, true),
    unknownBefore: countOf(isUnknown, false),
    credits: data.credits,
    exceeded: countOf((code) => code === "USAGE_EXCEEDED", true),
  }
}

function useSpending(by: "key" | "identity", day: Day, options: Options): readonly AttentionLine[] | undefined {
  const recent = { previousFrom: day.to - recentHours * hourMs, previousTo: day.to }
  const { data } = useRead(
    ["attention", "spending", by, day],
    (client) => client.usage.listUsage({ ...day, ...recent, groupBy: by, balances: true, limit: atMost }),
    options,
  )
  // The hour that has begun counts up to the present.
  const now = Date.now()
  const recentMs = Math.max(hourMs, now - recent.previousFrom)
  if (!options.isEnabled) return []
  return data && creditLines(data, { ms: 24 * hourMs, recentMs, by, now })
}

/** A key that nothing uses may expire, so that the traffic of each is asked for. */
function useExpiring(day: Day, isEnabled: boolean): readonly AttentionLine[] | undefined {
  const { items } = useList(
    ["attention", "expiring"],
    (client, page) => client.keys.listKeys({ status: "expiring", sort: "expires", limit: atMost, ...page }),
    { everyMs, isEnabled },
  )
  const ids = (items ?? []).map(({ keyId }) => keyId)
  const { data: usage } = useUsageOfEach("key", ids, { ...day, interval: "total" }, isEnabled)
  if (!isEnabled) return []
  if (items === undefined || (ids.length > 0 && usage === undefined)) return undefined
  return expiryLines(items, (keyId) => sumOf(usage?.get(keyId) ?? []))
}

/** A workspace has at most 50. */
function useWebhooks(now: number, isEnabled: boolean): readonly AttentionLine[] | undefined {
  const { data } = useRead(["attention", "webhooks"], (client) => client.webhooks.listWebhooks({ limit: atMost }), {
    everyMs,
    isEnabled,
  })
  return isEnabled ? data && webhookLines(data, now) : []
}
