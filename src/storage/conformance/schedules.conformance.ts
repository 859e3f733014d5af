import { describe, test } from "bun:test"
import fc from "fast-check"
import { openAgain, type TestDatabase } from "../../../test/storage/provide-database.ts"
import { runSchedule, schedules } from "../../../test/storage/run-schedule.ts"

/** KEYWARD_TEST_SCHEDULE_RUNS=1000 runs many more. A failure shows its seed and the shortest schedule that fails. */
export const scheduleRuns = Number(process.env.KEYWARD_TEST_SCHEDULE_RUNS ?? 12)

export function schedulesConformance(database: TestDatabase): void {
  describe("changes of several workspaces and of two programs that come in any order", () => {
    test(
      "are each stored as a whole or not at all, and see all that were stored before them",
      async () => {
        await using other = openAgain(database)
        await fc.assert(
          fc.asyncProperty(schedules, (acts) => runSchedule(acts, { own: database.store, foreign: other.store })),
          { numRuns: scheduleRuns },
        )
      },
      scheduleRuns * 5_000,
    )
  })
}
