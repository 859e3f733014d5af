import { hourMs } from "../core/durations.ts"
import { dayOf, hourOf, monthOf } from "../core/usage-period.ts"
import type { Store } from "../storage/port/store.ts"
import type { Usage } from "../storage/port/usage.ts"
import { isWatched, tellLimitedKeys, tellQuota, tellRefusals } from "./usage-notices.ts"

/**
 * Looks at the stored counts of workspaces after this node has added to them. What a kill forgets is found at the next
 * start, which looks at all workspaces that had verifications.
 */
export interface UsageWatch {
  /** This node has stored these counts. */
  stored(usage: Usage): void
  /** Looks at what was stored, and tells what follows from it. */
  look(): Promise<void>
}

interface UsageWatchOptions {
  readonly store: Store
  now(): number
  mayGoOn(): boolean
}

/** What was added to the counts of a workspace. */
interface Added {
  /** Hours with verifications of any kind. */
  readonly hours: Set<number>
  /** Hours with refusals that are watched. */
  readonly refused: Set<number>
  /** Days with keys that were rate limited, and when to tell of them. */
  readonly limited: Map<number, number>
}

const toldAtMost = 100_000
const tenMinutesMs = 600_000
/** Until all nodes have stored what happened in the ten minutes. */
const graceMs = 15_000

export function createUsageWatch({ store, now, mayGoOn }: UsageWatchOptions): UsageWatch {
  const added = new Map<string, Added>()
  /** What this node knows to be told, so that it asks no more. */
  const told = new Set<string>()
  let hasBegun = false
  const of = (workspaceId: string): Added => {
    const known = added.get(workspaceId) ?? { hours: new Set(), refused: new Set(), limited: new Map() }
    added.set(workspaceId, known)
    return known
  }
  /** Finds what was stored before a kill, or while no node watched. */
  const begin = async () => {
    // Other nodes may have watched since, but not over what this one had counted in the hour before.
    const hours = [await store.noticeWatch.findWatermark(now()), now() - hourMs, now()].map(hourOf)
    for (const workspaceId of await store.noticeWatch.listCounted(hours.map(monthOf))) {
      const own = of(workspaceId)
      for (const hour of hours) {
        own.hours.add(hour)
        own.refused.add(hour)
        own.limited.set(dayOf(hour), dueAfter(now()))
      }
    }
    hasBegun = true
  }
  const lookAt = async (workspaceId: string, own: Added, time: number) => {
    const workspace = await store.workspaces.find(workspaceId)
    if (workspace === undefined) return
    const counted = { store, workspace, now: time, told }
    const latestOfMonths = new Map([...own.hours].map((hour) => [monthOf(hour), hour]))
    for (const hour of latestOfMonths.values()) await tellQuota(counted, hour)
    for (const hour of own.refused) await tellRefusals(counted, hour)
    for (const [day, dueAt] of own.limited) if (dueAt <= time) await tellLimitedKeys(counted, day)
  }
  return {
    stored({ verifications, unattributed }) {
      for (const { workspaceId, hour, code } of verifications) {
        const own = of(workspaceId)
        own.hours.add(hour)
        if (isWatched(code)) own.refused.add(hour)
        if (code !== "RATE_LIMITED" || own.limited.has(dayOf(hour))) continue
        own.limited.set(dayOf(hour), dueAfter(now()))
      }
      for (const { workspaceId, hour, outcome } of unattributed) {
        of(workspaceId).hours.add(hour)
        if (isWatched(outcome)) of(workspaceId).refused.add(hour)
      }
    },

    async look() {
      if (!hasBegun) await begin()
      if (told.size > toldAtMost) told.clear()
      for (const [workspaceId, own] of [...added]) {
        if (!mayGoOn()) return
        const time = now()
        added.delete(workspaceId)
        const later = new Map([...own.limited].filter(([, dueAt]) => dueAt > time))
        if (later.size > 0) merge(of(workspaceId), { hours: new Set(), refused: new Set(), limited: later })
        try {
          await lookAt(workspaceId, own, time)
        } catch (error) {
          merge(of(workspaceId), own)
          throw error
        }
      }
    },
  }
}

/** Keys of the same ten minutes share a notice. */
function dueAfter(time: number): number {
  return Math.ceil(time / tenMinutesMs) * tenMinutesMs + graceMs
}

function merge(into: Added, { hours, refused, limited }: Added): void {
  for (const hour of hours) into.hours.add(hour)
  for (const hour of refused) into.refused.add(hour)
  for (const [day, dueAt] of limited) into.limited.set(day, Math.min(dueAt, into.limited.get(day) ?? dueAt))
}
