import { type Code, codes } from "../contract/verdicts.ts"
import { dayMs, hourMs } from "../core/durations.ts"
import type { Workspace } from "../core/model.ts"
import { type Notice, noticeEvent } from "../core/notice.ts"
import { monthOf } from "../core/usage-period.ts"
import type { Store } from "../storage/port/store.ts"
import { noticeScope, recordNotice } from "./record-notice.ts"

/** What stored counts of a workspace say. The caller knows that they have just grown. */
interface Counted {
  readonly store: Store
  readonly workspace: Workspace
  readonly now: number
  /** What this node knows to be told. */
  readonly told: Set<string>
}

const markKeptMs = 62 * dayMs
const nearOf = (limit: number) => limit * 0.8

/** Tells that the verifications of a month are nearly, or all, used up. */
export async function tellQuota(counted: Counted, hour: number): Promise<void> {
  const { store, workspace } = counted
  const limit = workspace.limits.verificationsPerMonth
  if (limit === null) return
  const month = monthOf(hour)
  const count = await store.usage.verificationsIn(workspace.id, month)
  const facts = { month, limit, count }
  const mark = `${month} ${limit}`
  if (count >= nearOf(limit)) await tell(counted, { type: "workspace.quota_near", mark, facts })
  if (count >= limit) await tell(counted, { type: "workspace.quota_reached", mark, facts })
}

/** Refusals that tell of a mistake or an attack. The others are limits that do their work. */
const watchedCodes = codes.filter((code) => !["VALID", "RATE_LIMITED", "USAGE_EXCEEDED"].includes(code))

export function isWatched(code: string): boolean {
  return watchedCodes.some((watched) => watched === code)
}

/** Tells that refusals of an hour are far above the mean of the day before it. */
export async function tellRefusals(counted: Counted, hour: number): Promise<void> {
  const { store, workspace, now } = counted
  const { refusals } = workspace.notices
  if (refusals === null) return
  const from = hour - dayMs
  const result = await store.usage.read({
    ...{ workspaceId: workspace.id, interval: "hour", from, to: hour + hourMs, now },
    times: Array.from({ length: 25 }, (_, index) => from + index * hourMs),
    filter: { type: "verifications", codes: watchedCodes },
    groupBy: ["outcome"],
    limit: watchedCodes.length,
  })
  for (const { outcome, counts } of result.groups) {
    const count = counts.at(-1) ?? 0
    const hourlyMean = counts.slice(0, -1).reduce((sum, one) => sum + one, 0) / 24
    if (count < refusals.atLeast || count < refusals.times * hourlyMean) continue
    const facts = { code: outcome as Code, hour, count, hourlyMean: Math.round(hourlyMean * 10) / 10 }
    const mark = `${outcome} ${hour}`
    await tell(counted, { type: "workspace.refusals_rising", mark, facts })
  }
}

async function tell(
  { store, workspace: { id }, now, told }: Counted,
  notice: Pick<Notice, "type" | "mark" | "facts">,
): Promise<void> {
  const name = `${id} ${notice.type} ${notice.mark}`
  if (told.has(name)) return
  await store.transaction(noticeScope(id, now), async (tx) => {
    const resources = [{ type: "workspace", id }] as const
    await recordNotice(tx, { ...notice, workspaceId: id, markedUntil: now + markKeptMs, resources })
  })
  told.add(name)
}

/** More keys of one day than these are not looked at. */
const keysAtMost = 10_000

/** Tells which keys were refused by rate limits for the first time on their day. */
export async function tellLimitedKeys({ store, workspace, now, told }: Counted, day: number): Promise<void> {
  const workspaceId = workspace.id
  const result = await store.usage.read({
    ...{ workspaceId, interval: "day", from: day, to: day + dayMs, times: [day], now },
    filter: { type: "verifications", codes: ["RATE_LIMITED"] },
    groupBy: ["key"],
    limit: keysAtMost,
  })
  const nameOf = (id: string) => `${id} ${day}`
  const ids = result.groups.flatMap(({ keyId }) => keyId ?? []).filter((id) => !told.has(nameOf(id)))
  if (ids.length === 0) return
  await store.transaction(noticeScope(workspaceId, now), async (tx) => {
    if ((await tx.workspaces.find(workspaceId)) === undefined) return
    const type = "key.rate_limited"
    const marks = ids.map(nameOf)
    const added = new Set(await tx.notices.mark({ workspaceId, kind: type, marks, until: now + 3 * dayMs }))
    const [first, ...rest] = ids.filter((id) => added.has(nameOf(id)))
    if (first === undefined) return
    const resources = [
      { type: "key", id: first } as const,
      ...rest.map((id) => ({ type: "key", id }) as const),
    ] as const
    tx.record(noticeEvent({ type, workspaceId, resources, facts: { day, count: rest.length + 1 } }))
  })
  for (const id of ids) told.add(nameOf(id))
}
