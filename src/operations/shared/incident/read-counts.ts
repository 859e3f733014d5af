import { dayMs, hourMs, minuteMs } from "../../../core/durations.ts"
import type { CodeCounts } from "../../../core/incident/refusals.ts"
import { minuteHours, resolveUsageRange } from "../../../core/usage-interval.ts"
import type { UsageDimension, UsageGroup } from "../../../storage/port/usage.ts"
import type { IncidentContext, Range, Subject } from "./subject.ts"
import { usageFilterOf } from "./subject.ts"

type Interval = "minute" | "hour" | "day"

export interface Counted {
  readonly counts: CodeCounts
  readonly interval: Interval
  readonly from: number
  readonly to: number
  /** By minute, where minutes are kept. The cause of refusals is looked for here first. */
  readonly fine: CodeCounts | undefined
}

const stepsMs: Readonly<Record<Interval, number>> = { minute: minuteMs, hour: hourMs, day: dayMs }
/** How long minutes are kept, with an hour that the search for a cause looks back. */
const minutesKeptMs = (minuteHours - 1) * hourMs

/** The verifications of the subject by code, with the hour before. */
export async function readCounts(context: IncidentContext, subject: Subject, range: Range): Promise<Counted> {
  const { now, usageDays } = context
  const isKept = (ms: number) => range.from - hourMs >= now - ms
  const isFine = range.to - range.from <= dayMs && isKept(minutesKeptMs)
  const coarser = isKept((usageDays - 1) * dayMs) ? "hour" : "day"
  const fine = await readMinutes(context, subject, range)
  if (isFine && fine !== undefined) return { ...fine, interval: "minute", fine: fine.counts }
  const counted = await readBy(context, subject, { range, interval: coarser })
  return { ...counted, interval: coarser, fine: fine?.counts }
}

/** The last day of the range by minute. Undefined if it is too long ago, or if some counts are known by the hour only. */
async function readMinutes(context: IncidentContext, subject: Subject, range: Range) {
  const from = Math.max(range.from, range.to - dayMs)
  if (from - hourMs < context.now - minutesKeptMs) return undefined
  const counted = await readBy(context, subject, { range: { from, to: range.to }, interval: "minute" })
  return counted.isCoarse ? undefined : counted
}

async function readBy(
  context: IncidentContext,
  subject: Subject,
  { range, interval }: { readonly range: Range; readonly interval: Interval },
) {
  const lookedBack = { from: Math.max(0, range.from - hourMs), to: range.to }
  const { groups, times, isCoarse, end } = await readGroups(context, subject, {
    range: lookedBack,
    interval,
    groupBy: ["outcome"],
  })
  const stepMs = stepsMs[interval]
  const counts = {
    times,
    stepMs,
    groups: groups.map(({ outcome, counts }) => ({ code: outcome, counts })),
  }
  return { counts, isCoarse, from: Math.floor(range.from / stepMs) * stepMs, to: end }
}

interface GroupsQuery {
  readonly range: Range
  readonly interval: Interval | "total"
  readonly groupBy: readonly UsageDimension[]
  readonly codes?: readonly string[]
}

/** One request counts at most so many groups. */
const groupsAtMost = 100

async function readGroups(context: IncidentContext, subject: Subject, query: GroupsQuery) {
  const { store, workspace, now } = context
  const { range, interval, groupBy, codes } = query
  const { from, to, times } = interval === "total" ? wholeOf(range, context) : stepsOf(range, stepsMs[interval])
  const filter = { ...usageFilterOf(subject), ...(codes !== undefined && { codes }) }
  const read = {
    ...{ workspaceId: workspace.id, times, interval, from, to, filter },
    groupBy,
    limit: groupsAtMost,
    now,
  }
  const { groups, isCoarse } = await store.usage.read(read)
  return { groups, times, isCoarse, end: to }
}

/** A day by the minute with the hour before it, or 31 days by the hour. */
function stepsOf(range: Range, stepMs: number) {
  const from = Math.floor(range.from / stepMs) * stepMs
  const to = Math.ceil(range.to / stepMs) * stepMs
  return { from, to, times: Array.from({ length: (to - from) / stepMs }, (_, index) => from + index * stepMs) }
}

function wholeOf(range: Range, { now, usageDays }: IncidentContext) {
  const whole = resolveUsageRange({ ...range, interval: "total", now, hourDays: usageDays, isLabelled: false })
  return "times" in whole ? whole : { ...range, times: [range.from] }
}

export interface CountedKey {
  readonly keyId: string
  readonly name: string | undefined
  readonly count: number
}

export interface RefusedKeys {
  readonly keys: readonly CountedKey[]
  readonly hasMore: boolean
}

/** The keys that were refused with each code, the most refused first. */
export async function readRefusedKeys(
  context: IncidentContext,
  subject: Subject,
  { codes, counted: { from, to, interval } }: { readonly codes: readonly string[]; readonly counted: Counted },
): Promise<(code: string) => RefusedKeys> {
  if (codes.length === 0) return () => ({ keys: [], hasMore: false })
  // A total covers whole hours, so that sums of less are made of minutes.
  const sum = interval === "minute" ? "minute" : "total"
  const groupBy = ["key", "outcome"] as const
  const { groups } = await readGroups(context, subject, { range: { from, to }, interval: sum, groupBy, codes })
  const isCut = groups.some(({ isOther }) => isOther)
  return (code) => ({ keys: keysIn(groups, code), hasMore: isCut })
}

function keysIn(groups: readonly UsageGroup[], code: string): readonly CountedKey[] {
  return groups.flatMap(({ keyId, name, outcome, counts }) => {
    if (keyId === undefined || outcome !== code) return []
    return [{ keyId, name, count: counts.reduce((sum, count) => sum + count, 0) }]
  })
}
