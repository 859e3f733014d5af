import { dayMs, hourMs } from "../../../core/durations.ts"
import { minuteHours } from "../../../core/usage-interval.ts"
import { dayOf, hourOf } from "../../../core/usage-period.ts"
import type { UsageStore } from "../../port/usage.ts"
import type { Engine } from "../engine.ts"
import { deleteOldTallies } from "./delete-old.ts"
import { rollUpHours } from "./roll-up.ts"
import { rollUpLabels } from "./roll-up-labels.ts"
import { usageNames } from "./usage-names.ts"
import { usageReads } from "./usage-reads.ts"
import { usageWrites } from "./usage-writes.ts"

/** Counts of an hour arrive within seconds of its end. */
const graceMs = 60_000

export function usageStore(engine: Engine): UsageStore {
  const names = usageNames(engine)
  return {
    ...usageWrites(engine, names),
    ...usageReads(engine),
    async rollUp(now) {
      const before = hourOf(now - graceMs)
      const hasMore = await rollUpHours(engine, before)
      return (await rollUpLabels(engine, before)) || hasMore
    },
    deleteOld: (now, days) =>
      deleteOldTallies(engine, {
        hoursBefore: hourOf(now) - minuteHours * hourMs,
        daysBefore: dayOf(now) - days * dayMs,
      }),
  }
}
